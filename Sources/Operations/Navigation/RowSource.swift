import Atoms
import Conditions
import SourceText
import Texts

/// The properties of a declared list in its line: `from`, `row`, `filter` and `actions`.
struct WrittenRows {
  private let from: SourceNode?
  private let row: WrittenRow?
  private let filter: SourceNode?
  private let actions: [WrittenAction]

  /// The keywords of a declared list.
  private static let words = ["from", "row", "filter", "actions"]

  /// Parses the properties of the list `name`; nil if the line has none of them.
  init?(_ properties: inout Properties, of name: SourceNode, _ faults: inout Diagnostics) {
    let nodes = Self.words.map { ($0, properties.node($0)) }
    guard let first = nodes.first(where: { $0.1 != nil }), let place = first.1?.location else { return nil }
    let (from, rowNode, actionNode) = (nodes[0].1, nodes[1].1, nodes[3].1)
    if let list = name.scalar, ListSource.named(list) != nil {
      faults.error(
        .reservedName, "`\(list)` is a list of the server, which has its own rows",
        remedy: ": give a list with `\(first.0)` another name", at: name.location)
    } else if from == nil {
      faults.error(
        .missingCompanion, "`\(first.0)` requires `from`, the fact or search whose records are the rows", at: place)
    }
    if from != nil, rowNode == nil {
      properties.isMissing("row", "`row`, the texts of a row, is missing", remedy: ": write {title: FIELD}")
    }
    (self.from, filter) = (from, nodes[2].1)
    row = rowNode.flatMap { WrittenRow($0, &faults) }
    if let actionNode, actionNode.sequence == nil {
      faults.error(
        .wrongShape, "`actions` takes a list of actions, [{caption: ..., operation: ...}], not \(actionNode.noun)",
        at: actionNode.location)
    }
    actions = (actionNode?.sequence ?? []).compactMap { WrittenAction($0, &faults) }
  }

  /// Returns the source of the records with their fields; nil after adding an error.
  func source(
    in vocabulary: Vocabulary, _ faults: inout Diagnostics
  ) -> (source: DeclaredList.Source, fields: [Field])? {
    guard let from else { return nil }
    guard let name = from.scalar else {
      faults.error(.wrongShape, "`from` takes the name of a fact or a search, not \(from.noun)", at: from.location)
      return nil
    }
    if case .list(.record(let fields))? = vocabulary.facts[name] {
      return (.fact(name, vocabulary.factQueries[name]), fields)
    }
    if let search = vocabulary.searches[name], let pages = search.pages {
      guard search.keys.isEmpty else {
        faults.error(
          .misplaced, "the search `\(name)` has the keys \(search.keys.map(\.name).listed), which a list cannot give",
          remedy: ": use a search without `key`", at: from.location)
        return nil
      }
      return (.search(pages), search.lookup.fields)
    }
    if let type = vocabulary.facts[name] {
      faults.error(
        .wrongType, "`from` takes a list of records, and `\(name)` is \(type.wholeNoun)", at: from.location)
      return nil
    }
    if vocabulary.searches[name] != nil {
      faults.error(
        .wrongType, "`from` takes a search of a service, and `\(name)` is a search of the server", at: from.location)
      return nil
    }
    let lists = vocabulary.facts.filter { if case .list(.record) = $0.value { true } else { false } }.map(\.key)
    let names = (lists + vocabulary.searches.filter { $0.value.pages != nil }.map(\.key)).sorted()
    let hint = suggestion(for: name, among: names)
    faults.error(
      .unknownDefinition, "unknown fact or search `\(name)`",
      remedy: hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint, at: from.location)
    return nil
  }

  /// Returns the fields that rows can pass on.
  static func ports(_ fields: [Field]) -> [Port] {
    fields.compactMap { field in
      switch field.type {
      case .text, .number, .integer, .date, .boolean: Port(field.name, field.type)
      default: nil
      }
    }
  }

  /// Returns the actions with their targets, which read the fields `given`.
  func actions(
    in known: KnownModules, given: [Port], from list: String, _ faults: inout Diagnostics
  ) -> [DeclaredList.Action] {
    actions.compactMap { $0.action(in: known, given: given, from: list, &faults) }
  }

  /// Returns the list; nil after adding an error.
  ///
  /// - Parameters:
  ///   - inputs: The atoms of the screen's inputs.
  ///   - passed: The fields that rows pass on.
  func list(
    _ place: (screen: String, module: String), _ records: (source: DeclaredList.Source, fields: [Field]),
    _ screen: Signature, inputs: [SourceNode], actions: [DeclaredList.Action], passed: [Port], at location: Location,
    with vocabulary: Vocabulary, _ faults: inout Diagnostics
  ) -> DeclaredList? {
    guard let row else { return nil }
    var found = Diagnostics()
    defer { faults.append(found) }
    for port in passed where DeclaredList.members.contains(port.name) {
      found.error(
        .reservedName, "the field `\(port.name)` cannot be passed on, because each row has a member of this name",
        remedy: ": give the field another name in the answer of the service", at: location)
    }
    for name in DeclaredList.parameters where screen.inputs[name] != nil {
      found.error(
        .reservedName, "the input `\(name)` of the screen has the name of a parameter of the list",
        remedy: ": give the input another name", at: location)
    }
    let (lines, texts) = row.lines(filter, of: records.fields, besides: screen.inputs, &found)
    guard !lines.isEmpty else { return nil }
    func word(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: location) }
    func entry(_ name: String, _ value: SourceNode) -> SourceNode.Entry { .init(key: word(name), value: value) }
    let root = SourceNode(
      .mapping([
        entry("operation", word(place.screen)),
        entry("title", SourceNode(.mapping([entry("all", word(place.module))]), at: location)),
        entry("atoms", SourceNode(.sequence(inputs + lines), at: location)),
      ]), at: location)
    var words = vocabulary
    words.row = records.fields
    do throws(Diagnostics) {
      let (operation, warnings) = try OperationCompiler.checked(root, version: "1", with: words)
      found.append(warnings)
      guard !found.hasErrors else { return nil }
      return DeclaredList(
        screen: place.screen, module: place.module, source: records.source, operation: operation, texts: texts,
        icon: row.icon, actions: actions, passed: passed, key: Self.key(of: records.fields))
    } catch {
      found.append(error.listing(screen.inputs))
      return nil
    }
  }

  /// The field that identifies a record: `id`, otherwise `value`; nil without both.
  private static func key(of fields: [Field]) -> String? {
    ["id", "value"].first { name in fields.contains { $0.name == name && [.text, .integer, .number].contains($0.type) }
    }
  }
}

/// An action of a row as written: `{caption: ..., operation: ..., input: ...}`.
private struct WrittenAction {
  private let caption: LocalizedText?
  private let target: WrittenTarget
  private let isDangerous: Bool
  private let location: Location

  init?(_ node: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "an action is written as {caption: ..., operation: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var line = Properties(entries, at: node.location)
    caption = line.text("caption")
    if line.node("caption") == nil { line.isMissing("caption", "`caption`, the text of the action, is missing") }
    isDangerous = line.word("tone", of: ["quiet", "danger"]) == "danger"
    let target = WrittenTarget(&line, words: KnownModules.tapping, &faults)
    line.refuseTheRest(of: "an action")
    faults.append(line.diagnostics)
    guard let target else { return nil }
    (self.target, location) = (target, node.location)
  }

  func action(
    in known: KnownModules, given: [Port], from list: String, _ faults: inout Diagnostics
  ) -> DeclaredList.Action? {
    guard let target = target.target(in: known, given: given, from: list, otherwise: .push, &faults), let caption
    else { return nil }
    if target.transition.kind == .embed {
      faults.error(.misplaced, "an action opens a page, so its target cannot be embedded", at: location)
    }
    return DeclaredList.Action(title: caption, target: target, isDangerous: isDangerous)
  }
}

extension Diagnostics {
  /// Returns the findings in the terms of a screen, with the names of its inputs at unknown
  /// variables.
  func listing(_ inputs: [Port]) -> Diagnostics {
    var listed = Diagnostics()
    for finding in all {
      let hint = UnknownVariable.remedy(for: finding.message, among: inputs.map(\.name), of: "the screen")
      // Conditions read a record like an option of a choice.
      let problem = finding.problem.replacing("an option has no field", with: "a record has no field")
      listed.append(
        Diagnostic(finding.severity, finding.code, problem, remedy: finding.remedy + hint, at: finding.location))
    }
    return listed
  }
}
