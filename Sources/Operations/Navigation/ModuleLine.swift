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
  /// The rows of a list that the screen declares; nil for other modules.
  private let rows: WrittenRows?
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
    rows = isList ? target.flatMap { WrittenRows(&properties, of: $0.name, &faults) } : nil
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
  ///
  /// - Parameter inputs: The atoms of the screen's inputs.
  func module(
    in known: KnownModules, on screen: Signature, _ place: (id: String, isPublic: Bool, inputs: [SourceNode]),
    ids: Set<String>, with vocabulary: Vocabulary, _ faults: inout Diagnostics
  ) -> Module? {
    if let rows { return list(of: rows, in: known, on: screen, place, ids: ids, with: vocabulary, &faults) }
    let isOpened = ["operation", "flow", "scan"].contains(target.word)
    let signature = known.signature(target.word, target.name.scalar ?? "")
    let shown =
      target.word == "text"
      ? text(&faults)
      : target.target(
        in: known, given: screen.inputs, from: "the screen's input", otherwise: isOpened ? .push : .embed, &faults)
    if place.isPublic, target.word == "list", signature != nil { refusePublic(&faults) }
    let outputs = signature?.outputs ?? []
    let name = "list `\(target.name.scalar ?? "")`"
    // The fields of an unknown list are unknown too, so only the list is reported.
    let opened =
      signature == nil
      ? nil : open?.target(in: known, given: outputs, from: name, otherwise: .push, &faults)
    let gives = gives(outputs, to: screen, from: name, &faults)
    checkContainers(shown, opened, ids, &faults)
    guard let shown else { return nil }
    return module(shown, outputs: outputs, open: opened, gives: gives)
  }

  private func module(_ shown: Target, outputs: [Port], open: Target?, gives: Wiring) -> Module {
    Module(
      id: id, target: shown, outputs: outputs, hasCaption: caption != nil, fontSize: fontSize?.scalar, icon: icon,
      isWarning: self.shown.contains { $0.name == "severity" }, open: open, gives: gives, hidesEmpty: hidesEmpty)
  }

  /// Returns the module of a declared list.
  private func list(
    of rows: WrittenRows, in known: KnownModules, on screen: Signature,
    _ place: (id: String, isPublic: Bool, inputs: [SourceNode]), ids: Set<String>, with vocabulary: Vocabulary,
    _ faults: inout Diagnostics
  ) -> Module? {
    if place.isPublic { refusePublic(&faults) }
    guard let found = rows.source(in: vocabulary, &faults) else { return nil }
    let (name, fields) = ("list `\(target.name.scalar ?? "")`", WrittenRows.ports(found.fields))
    let opened = open?.target(in: known, given: fields, from: name, otherwise: .push, &faults)
    let gives = gives(fields, to: screen, from: name, &faults)
    let actions = rows.actions(in: known, given: fields, from: name, &faults)
    let read = (opened?.wiring.reads ?? []).union(gives.reads)
    let passed = fields.filter { read.contains($0.name) }
    let list = rows.list(
      (place.id, id), found, screen, inputs: place.inputs, actions: actions, passed: passed,
      at: target.name.location, with: vocabulary, &faults)
    guard let list else { return nil }
    let shown = target.target(of: ListSource(list, named: target.name.scalar ?? ""), given: screen.inputs, &faults)
    checkContainers(shown, opened, ids, &faults)
    return module(shown, outputs: passed, open: opened, gives: gives)
  }

  private func refusePublic(_ faults: inout Diagnostics) {
    faults.error(
      .publicAccess, "list `\(target.name.scalar ?? "")` has rows of a person, which a public screen cannot read",
      at: target.name.location)
  }

  /// Returns the wiring from the fields of a row to the outputs of the screen.
  private func gives(
    _ outputs: [Port], to screen: Signature, from name: String, _ faults: inout Diagnostics
  ) -> Wiring {
    output.map {
      Wiring(
        $0, of: "the screen's output", inputs: screen.outputs.map { Port($0.name, $0.type) }, given: outputs,
        from: name, at: $0.location, &faults)
    } ?? .none
  }

  private func checkContainers(
    _ shown: Target?, _ opened: Target?, _ ids: Set<String>, _ faults: inout Diagnostics
  ) {
    checkContainer(of: shown?.transition, ids, &faults)
    checkContainer(of: opened?.transition, ids, &faults)
    if opened?.transition.kind == .embed, opened?.transition.container == nil, let openNode {
      faults.error(
        .missingCompanion, "`embed` requires a `container` here: the module to replace", at: openNode.location)
    }
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
