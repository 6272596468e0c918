import Atoms
import Conditions
import Texts
import SourceText

/// A screen during parsing: first its head and lines, then the names in them, once all modules are
/// known.
struct ScreenReading {
  let id: String
  /// The location of the id.
  let location: Location
  let signature: Signature
  /// The faults so far.
  private(set) var faults = Diagnostics()
  private let title: LocalizedText?
  private let titleNode: SourceNode?
  private let container: Screen.Container
  private let transition: Transition?
  private let isPublic: Bool
  private let icon: Icon?
  private let lines: [ModuleLine]
  private let root: SourceNode
  private let inputNode: SourceNode?

  /// Parses a file; nil, with faults, if it has no valid id.
  init?(_ root: SourceNode, _ found: inout Diagnostics) {
    guard let entries = root.mapping else {
      found.error(
        .wrongShape, "a screen is a mapping with `screen`, `title` and `modules`, not \(root.noun)", at: root.location)
      return nil
    }
    var head = Properties(entries, at: root.location)
    guard let node = head.node("screen"), let id = node.scalar, id.isDotted else {
      let place = head.node("screen")?.location ?? root.location
      found.error(
        .invalidName, "`screen`, the screen's id, is missing or invalid",
        remedy: ": use Latin words joined by dots, such as `login.help`", at: place)
      return nil
    }
    (self.id, location, self.root) = (id, node.location, root)
    var faults = Diagnostics()
    titleNode = head.node("title")
    title = head.text("title")
    if titleNode == nil { head.isMissing("title", "`title` is missing") }
    let word = head.word("container", of: Screen.Container.allCases.map(\.rawValue))
    container = word.flatMap(Screen.Container.init) ?? .column
    isPublic = head.word("access", of: ["person", "public"]) == "public"
    icon = head.icon()
    transition = head.node("transition").flatMap { Transition($0, &faults) }
    inputNode = head.node("input")
    signature = Signature(
      inputs: [Port](inputNode, of: "input", &faults),
      outputs: [Port](head.node("output"), of: "output", &faults))
    let modules = head.node("modules")
    if modules == nil { head.isMissing("modules", "`modules` takes a list of modules, one line each") }
    head.refuseTheRest(of: "a screen")
    faults.append(head.diagnostics)
    if let modules, modules.sequence?.isEmpty ?? true {
      faults.error(.wrongShape, "`modules` takes a list of modules, one line each", at: modules.location)
    }
    var lines: [ModuleLine] = []
    for line in modules?.sequence ?? [] {
      if let module = ModuleLine(line, &faults) { lines.append(module) }
    }
    (self.lines, self.faults) = (lines, faults)
  }

  /// The embedded screens, with the locations of their names.
  var embedded: [(id: String, location: Location)] {
    lines.compactMap { line in
      let kind = line.target.transition?.kind ?? .embed
      guard line.target.word == "screen", kind == .embed, let id = line.target.name.scalar else { return nil }
      return (id, line.target.name.location)
    }
  }

  /// Returns the screen and its warnings; nil if it has faults.
  mutating func screen(in known: KnownModules, with vocabulary: Vocabulary) -> (Screen, warnings: Diagnostics)? {
    var vocabulary = vocabulary
    vocabulary.ungrouped = known.chosenInputs[id] ?? []
    var ids: [String: Location] = [:]
    for line in lines {
      if let first = ids.updateValue(line.idLocation, forKey: line.id) {
        faults.error(
          .duplicate, "module `\(line.id)` is already defined on \(first.described(from: line.idLocation))",
          remedy: ": give it another `id`", at: line.idLocation)
      } else if signature.inputs[line.id] != nil {
        faults.error(
          .duplicate, "module `\(line.id)` has the name of an input of the screen", remedy: ": \(line.otherID)",
          at: line.idLocation)
      }
    }
    let modules = lines.compactMap { line in
      line.module(
        in: known, on: signature, (id, isPublic, inputAtoms), ids: Set(ids.keys), with: vocabulary, &faults)
    }
    for port in signature.outputs where !lines.contains(where: { $0.gives(port.name) }) {
      faults.error(
        .missingInput, "output `\(port.name)` of the screen is not provided by any of its modules", at: location)
    }
    guard !faults.hasErrors else { return nil }
    do throws(Diagnostics) {
      var (captions, warnings) = try OperationCompiler.checked(inscriptions, version: "1", with: vocabulary)
      guard let title else { return nil }
      let screen = Screen(
        id: id, title: title, container: container, transition: transition ?? Transition(.push), icon: icon,
        isPublic: isPublic, inputs: signature.inputs, outputs: signature.outputs, modules: modules, captions: captions)
      for entry in inputNode?.mapping ?? [] {
        guard let name = entry.key.scalar, !screen.reads(name) else { continue }
        warnings.warning(.unused, "the screen's input `\(name)` is unused", at: entry.key.location)
      }
      return (screen, warnings)
    } catch {
      faults.append(error.listing(signature.inputs))
      return nil
    }
  }

  /// The captions and conditions of the modules as an operation, so that the engine checks and
  /// evaluates them.
  private var inscriptions: SourceNode {
    var head = [("operation", word(id)), ("title", titleNode ?? word(id))]
    if isPublic { head.append(("access", word("public"))) }
    head.append(("atoms", SourceNode(.sequence(inputAtoms + lines.map { $0.inscription }), at: location)))
    return line(head)
  }

  /// The atoms of the screen's inputs, which captions and rows read.
  private var inputAtoms: [SourceNode] {
    signature.inputs.map { port in
      let kind: [(String, SourceNode)] =
        switch port.type {
        case .number: [("textInput", word(port.name)), ("type", word("number"))]
        case .date: [("dateInput", word(port.name))]
        case .boolean: [("toggle", word(port.name))]
        default: [("textInput", word(port.name))]
        }
      // These inputs are never shown. A caption avoids the warning about inputs without one.
      return line(kind + [("optional", word("true")), ("caption", line([("all", word(port.name))]))])
    }
  }

  private func word(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: false), at: location) }

  private func line(_ entries: [(String, SourceNode)]) -> SourceNode {
    SourceNode(.mapping(entries.map { SourceNode.Entry(key: word($0.0), value: $0.1) }), at: location)
  }
}

extension String {
  /// True for words of Latin letters, digits and _ joined by dots. No word begins with a digit.
  var isDotted: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
      guard let first = word.utf8.first, first < 48 || first > 57 else { return false }
      return word.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0))
      }
    }
  }
}

extension [Port] {
  /// Parses `{name: type}`. An optional type is written `optional text` or `text?`.
  init(_ node: SourceNode?, of what: String, _ faults: inout Diagnostics) {
    self = []
    guard let node else { return }
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "`\(what)` takes {name: type}, not \(node.noun)", at: node.location)
      return
    }
    for entry in entries {
      let (name, written) = (entry.key.scalar ?? "", WrittenType(entry.value.scalar ?? ""))
      let words = Port.types.map(\.word)
      guard name.isDotted, !name.contains(".") else {
        faults.error(
          .invalidName,
          "a name of `\(what)` consists of Latin letters, digits and _ and "
            + "does not begin with a digit", at: entry.key.location)
        continue
      }
      guard written.rest.isEmpty, let type = Port.types.first(where: { $0.word == written.name }) else {
        faults.error(
          .unknownType,
          "`\(name)` takes one of the types \(words.listed), such as `\(words[0])`, or `optional \(words[0])`",
          remedy: CommonMistakes.typeHint(written.name, among: words) ?? "", at: entry.value.location)
        append(Port(name, .any))
        continue
      }
      append(Port(name, type.type, isRequired: !written.isOptional))
    }
  }
}
