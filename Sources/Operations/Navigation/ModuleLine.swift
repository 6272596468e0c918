import Atoms
import SourceText

/// A line of a screen as written.
package struct ModuleLine {
  /// The module's name on the screen.
  let id: String
  /// The location of the name.
  let idLocation: Location
  let target: WrittenTarget
  private let caption: SourceNode?
  private let fontSize: SourceNode?
  private let icon: Icon?
  /// The other properties of a text, which are the properties of an atom `text`.
  private let shown: [(name: String, node: SourceNode)]
  private let showIf: SourceNode?
  private let hidesEmpty: Bool
  private let open: WrittenTarget?
  private let openNode: SourceNode?
  private let output: SourceNode?
  private let location: Location
  private let hasID: Bool

  /// The keywords of modules.
  package static let words = ["operation", "list", "text", "screen", "flow", "scan"]
  /// The properties of an atom `text` that the line of a text takes in addition to `fontSize`.
  package static let shownWords = ["severity", "value", "role", "currency", "currencyFrom"]

  /// Parses a line; nil, with a fault, if it has no target.
  init?(_ line: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = line.mapping else {
      faults.error(.wrongShape, "a module is written as {list: accounts, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    let names = entries.compactMap(\.key.scalar)
    if let atom = names.first(where: AtomRegistry.isKind), !names.contains(where: Self.words.contains) {
      faults.error(
        .misplaced, "a screen has no `\(atom)`",
        remedy: atom == "button" || atom == "link"
          ? ": name the `operation`, `screen` or `flow` to open"
          : ": write it in the `atoms` of an operation, and name the `operation` here", at: line.location)
      return nil
    }
    var properties = Properties(entries, at: line.location)
    let target = WrittenTarget(&properties, words: Self.words, &faults)
    location = line.location
    caption = properties.node("caption")
    fontSize = target?.word == "text" ? properties.node("fontSize") : nil
    icon = properties.icon()
    shown = Self.shownWords.compactMap { name in
      target?.word == "text" ? properties.node(name).map { (name, $0) } : nil
    }
    showIf = properties.node("showIf")
    let isList = target?.word == "list"
    hidesEmpty = isList && properties.flag("hideEmpty") == true
    openNode = isList ? properties.node("open") : nil
    open = openNode.flatMap { WrittenTarget($0, of: "open", words: KnownModules.tapping, &faults) }
    output = isList ? properties.node("output") : nil
    let idNode = properties.node("id")
    hasID = idNode != nil
    properties.refuseTheRest(of: target.map { withArticle($0.word) } ?? "a module")
    faults.append(properties.diagnostics)
    guard let target else { return nil }
    self.target = target
    let name = idNode.map { $0.scalar ?? "" } ?? target.name.scalar?.replacing(".", with: "_") ?? ""
    guard name.isDotted, !name.contains(".") else {
      faults.error(
        .invalidName, "a module's id consists of Latin letters, digits and _ and does not begin with a digit",
        at: (idNode ?? target.name).location)
      return nil
    }
    (id, idLocation) = (name, (idNode ?? target.name).location)
    if target.word == "text", caption == nil {
      faults.error(.missingProperty, "`caption`, the text to show, is missing", at: line.location)
    }
    if target.word == "scan", target.transition?.kind == .embed {
      faults.error(.misplaced, "`scan` cannot be embedded: it opens a form after a scan", at: line.location)
    }
    if let output, openNode != nil {
      faults.error(.conflict, "`output` conflicts with `open`: a tap on a row has only one action", at: output.location)
    }
  }

  /// The advice to write another id.
  var otherID: String {
    hasID ? "give it another `id`" : target.word == "text" ? "write another word after `text:`" : "give it an `id`"
  }

  /// Returns true if the line provides the screen's output with that name.
  func gives(_ name: String) -> Bool { output?.mapping?.contains { $0.key.scalar == name } ?? false }

  /// The caption and condition as an atom.
  var inscription: SourceNode {
    func key(_ name: String) -> SourceNode { SourceNode(.scalar(name, quoted: false), at: location) }
    var entries = [
      SourceNode.Entry(key: key("text"), value: SourceNode(.scalar(id, quoted: false), at: idLocation)),
      SourceNode.Entry(
        key: key("caption"), value: caption ?? SourceNode(.scalar("", quoted: true), at: location)),
    ]
    if let fontSize { entries.append(SourceNode.Entry(key: key("fontSize"), value: fontSize)) }
    for (name, node) in shown { entries.append(SourceNode.Entry(key: key(name), value: node)) }
    if let showIf { entries.append(SourceNode.Entry(key: key("showIf"), value: showIf)) }
    return SourceNode(.mapping(entries), at: location)
  }

  /// Returns the module on a screen with signature `screen` and module names `ids`.
  func module(
    in known: KnownModules, on screen: Signature, isPublic: Bool, ids: Set<String>, _ faults: inout Diagnostics
  ) -> Module? {
    let isOpened = ["operation", "flow", "scan"].contains(target.word)
    let signature = known.signature(target.word, target.name.scalar ?? "")
    let shown =
      target.word == "text"
      ? text(&faults)
      : target.target(
        in: known, given: screen.inputs, from: "the screen's input", otherwise: isOpened ? .push : .embed, &faults)
    if isPublic, target.word == "list", signature != nil {
      faults.error(
        .publicAccess, "list `\(target.name.scalar ?? "")` has rows of a person, which a public screen cannot read",
        at: target.name.location)
    }
    let outputs = signature?.outputs ?? []
    let name = "list `\(target.name.scalar ?? "")`"
    // The fields of an unknown list are unknown too, so only the list is reported.
    let opened =
      signature == nil
      ? nil : open?.target(in: known, given: outputs, from: name, otherwise: .push, &faults)
    let gives =
      output.map {
        Wiring(
          $0, of: "the screen's output", inputs: screen.outputs.map { Port($0.name, $0.type) }, given: outputs,
          from: name, at: $0.location, &faults)
      } ?? .none
    checkContainer(of: shown?.transition, ids, &faults)
    checkContainer(of: opened?.transition, ids, &faults)
    if opened?.transition.kind == .embed, opened?.transition.container == nil, let openNode {
      faults.error(
        .missingCompanion, "`embed` requires a `container` here: the module to replace", at: openNode.location)
    }
    guard let shown else { return nil }
    return Module(
      id: id, target: shown, outputs: outputs, hasCaption: caption != nil, fontSize: fontSize?.scalar, icon: icon,
      isWarning: self.shown.contains { $0.name == "severity" }, open: opened, gives: gives, hidesEmpty: hidesEmpty)
  }

  private func text(_ faults: inout Diagnostics) -> Target {
    if let input = target.input {
      faults.error(
        .misplaced, "a text takes no `input`: its caption reads the inputs of the screen", at: input.location)
    }
    return Target(kind: .text, wiring: .none, transition: target.transition ?? Transition(.embed))
  }

  private func checkContainer(of transition: Transition?, _ ids: Set<String>, _ faults: inout Diagnostics) {
    guard let container = transition?.container, let place = transition?.containerLocation, !ids.contains(container)
    else { return }
    let hint = suggestion(for: container, among: ids.sorted())
    faults.error(.unknownDefinition, "there is no module `\(container)` on this screen", remedy: hint, at: place)
  }
}

/// A target as written, `{screen: account, input: {account: $number}, transition: push}`, before
/// its name is resolved.
struct WrittenTarget {
  /// The keyword of its kind.
  var word: String
  /// The name after the keyword.
  let name: SourceNode
  let input: SourceNode?
  /// The transition; nil if none is written.
  let transition: Transition?
  /// The location of the target.
  let location: Location

  /// Parses the properties of a target in a line; nil, with a fault, if it has no target.
  init?(_ properties: inout Properties, words: [String], _ faults: inout Diagnostics) {
    location = properties.location
    var found: [(word: String, node: SourceNode)] = []
    for word in words {
      if let node = properties.node(word) { found.append((word, node)) }
    }
    input = properties.node("input")
    transition = properties.node("transition").flatMap { Transition($0, &faults) }
    guard let first = found.first else {
      faults.error(.missingProperty, "the target is missing", remedy: ": one of \(words.listed)", at: location)
      return nil
    }
    for other in found.dropFirst() {
      faults.error(
        .conflict,
        "a line must have exactly one target, found "
          + "\(first.word) and \(other.word)", at: other.node.location)
    }
    (word, name) = (first.word, first.node)
  }

  /// Parses a mapping that contains only a target. Faults call it `what`.
  init?(_ node: SourceNode, of what: String, words: [String], _ faults: inout Diagnostics) {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "`\(what)` takes {screen: ..., input: ..., transition: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    self.init(&properties, words: words, &faults)
    properties.refuseTheRest(of: "`\(what)`")
    faults.append(properties.diagnostics)
  }

  /// Returns the resolved target. `given` contains the values for its inputs, and `source` is their
  /// origin in faults.
  func target(
    in known: KnownModules, given: [Port], from source: String, otherwise kind: TransitionKind,
    _ faults: inout Diagnostics
  ) -> Target? {
    guard let module = known.module(word, named: name, &faults) else { return nil }
    let wiring: Wiring
    if let signature = module.signature {
      wiring = Wiring(
        input, of: "\(word) `\(name.scalar ?? "")`", inputs: signature.inputs, computed: signature.computed,
        given: given, from: source, at: name.location, &faults)
    } else {
      wiring = .none
    }
    return Target(kind: module.kind, wiring: wiring, transition: transition ?? Transition(kind))
  }
}
