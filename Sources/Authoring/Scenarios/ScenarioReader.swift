import BankSystems
import Atoms
import Operations
import Conditions
import Dates
import Texts
import SourceText
import JSON

/// Reads a scenario file and collects its faults.
struct ScenarioReader {
  let vocabulary: Vocabulary
  let recordings: [RecordedSystem]
  let calendar: BusinessCalendar
  var diagnostics = Diagnostics()
  /// The flow under test; nil for an operation.
  private(set) var flow: ScenarioFlow?

  /// The surroundings and the language that apply at a position of the file, unless a scenario or
  /// step changes them.
  struct Setting {
    var world = ScenarioWorld()
    var language = Language.standard
  }

  init(vocabulary: Vocabulary, recordings: [RecordedSystem] = [], calendar: BusinessCalendar = BusinessCalendar()) {
    (self.vocabulary, self.recordings, self.calendar) = (vocabulary, recordings, calendar)
  }

  /// Reads the operation and its scenarios. Returns nil after a fault that makes the file unusable.
  mutating func file(
    _ root: SourceNode, operations: [Operation], flows: [Flow] = []
  ) -> (Operation, [Scenario])? {
    guard let entries = root.mapping else {
      diagnostics.error(
        .wrongShape, "a scenario file is a mapping with `operation` and `scenarios`, not \(root.noun)",
        at: root.location)
      return nil
    }
    var head = Properties(entries, at: root.location)
    let operation = subject(&head, at: root.location, operations, flows)
    var first = Setting()
    (first.world.recorded, first.world.calendar) = (RecordedAnswers(recordings), calendar)
    let setting = setting(&head, first)
    let list = head.node("scenarios")
    if list == nil { head.isMissing("scenarios", "`scenarios` is missing") }
    finish(&head, "a scenario file")
    guard let list, let operation else { return nil }
    guard let lines = list.sequence, !lines.isEmpty else {
      diagnostics.error(.wrongShape, "`scenarios` takes a list of scenarios", at: list.location)
      return nil
    }
    return (operation, lines.compactMap { scenario($0, of: operation, setting) })
  }

  /// Returns the operation under test, or the operation that the flow under test submits.
  private mutating func subject(
    _ head: inout Properties, at location: Location, _ operations: [Operation], _ flows: [Flow]
  ) -> Operation? {
    let written = head.node("operation")
    guard let node = head.node("flow") else { return operation(written, at: location, among: operations) }
    if let written {
      diagnostics.error(.conflict, "a scenario file tests an operation or a flow, not both", at: written.location)
    }
    let known = flows.filter { !$0.hasPages }
    guard let found = known.first(where: { $0.id == node.scalar }),
      let whole = operations.first(where: { $0.id == found.operation })
    else {
      unknown("flow", node.scalar ?? "", at: node.location, among: known.map(\.id))
      return nil
    }
    flow = ScenarioFlow(found, among: operations)
    return whole
  }

  private mutating func operation(
    _ node: SourceNode?, at location: Location, among operations: [Operation]
  ) -> Operation? {
    guard let node, let id = node.scalar else {
      diagnostics.error(
        .missingProperty, "`operation`, the id of the operation, is missing", at: node?.location ?? location)
      return nil
    }
    if let operation = operations.first(where: { $0.id == id }) { return operation }
    diagnostics.error(
      .unknownDefinition, "there is no operation `\(id)`", remedy: suggestion(for: id, among: operations.map(\.id)),
      at: node.location)
    return nil
  }

  private mutating func scenario(_ node: SourceNode, of operation: Operation, _ setting: Setting) -> Scenario? {
    guard let entries = node.mapping else {
      diagnostics.error(
        .wrongShape, "a scenario is a mapping with `scenario`, its name, and `steps`", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    let name = properties.string("scenario")
    if name == nil, properties.node("scenario") == nil {
      properties.isMissing("scenario", "`scenario`, the scenario's name, is missing")
    }
    var inner = self.setting(&properties, setting)
    let input = input(&properties)
    let list = properties.node("steps")
    finish(&properties, "a scenario")
    guard let lines = list?.sequence, !lines.isEmpty else {
      diagnostics.error(.wrongShape, "`steps` takes a list of steps", at: list?.location ?? node.location)
      return nil
    }
    var steps: [Scenario.Step] = []
    for line in lines { if let step = step(line, of: operation, &inner) { steps.append(step) } }
    let readsClock = ([operation] + (flow?.operations ?? [])).contains(where: \.readsClock)
    if readsClock, inner.world.day == nil {
      diagnostics.error(
        .missingProperty, "\(flow?.flow.id ?? operation.id) reads the day", remedy: ": add `today`", at: node.location)
    }
    return Scenario(name: name ?? "", location: node.location, input: input, steps: steps)
  }

  /// Reads `today`, `language`, `facts`, `lookups`, `recorded` and `failing`. They override the
  /// values of `outer`.
  mutating func setting(_ properties: inout Properties, _ outer: Setting) -> Setting {
    var setting = outer
    if let node = properties.node("today") {
      if let text = node.scalar, CivilDate(text) != nil {
        setting.world.day = text
      } else {
        diagnostics.error(
          .wrongValue, "`today` takes a date, YYYY-MM-DD", remedy: node.scalar.flatMap(CommonMistakes.dateHint) ?? "",
          at: node.location)
      }
    }
    if let word = properties.word("language", of: Language.allCases.map(\.rawValue)) {
      setting.language = Language(rawValue: word) ?? setting.language
    }
    if let node = properties.node("facts") { facts(node, &setting.world) }
    if let node = properties.node("lookups") { lookups(node, &setting.world) }
    if let node = properties.node("recorded") {
      setting.world.recorded.chosen = words(node, "recorded answer", among: recordings.flatMap(\.names))
    }
    if let node = properties.node("failing") {
      let systems = vocabulary.systems.sorted()
      setting.world.failing = Set(words(node, "service", among: systems))
    }
    return setting
  }

  /// Reads a name or a list of names, each of which must be in `known`.
  private mutating func words(_ node: SourceNode, _ what: String, among known: [String]) -> [String] {
    (node.sequence ?? (node.isNull ? [] : [node])).compactMap { word in
      guard let name = word.scalar, known.contains(name) else {
        unknown(what, word.scalar ?? "", at: word.location, among: known)
        return nil
      }
      return name
    }
  }

  private mutating func facts(_ node: SourceNode, _ world: inout ScenarioWorld) {
    for entry in entries(node, "facts", "{fact: value}") {
      let name = entry.key.scalar ?? ""
      guard let type = vocabulary.facts[name] else {
        unknown("fact", name, at: entry.key.location, among: vocabulary.facts.keys.sorted())
        continue
      }
      world.facts[name] = value(entry.value, of: type, name)
    }
  }

  private mutating func lookups(_ node: SourceNode, _ world: inout ScenarioWorld) {
    for entry in entries(node, "lookups", "{lookup: {key: answer}}") {
      let name = entry.key.scalar ?? ""
      guard let lookup = vocabulary.lookups[name] else {
        unknown("lookup", name, at: entry.key.location, among: vocabulary.lookups.keys.sorted())
        continue
      }
      guard lookup.table == nil else {
        diagnostics.error(.misplaced, "`\(name)` is a table, so it takes no answers", at: entry.key.location)
        continue
      }
      for answer in entries(entry.value, name, "{key: answer}") {
        let key = answer.key.scalar ?? ""
        world.answers[name, default: [:]][key] =
          switch answer.value.scalar {
          case "fails": .unavailable
          case "nothing": .empty
          default: .found(value(answer.value, of: .record(lookup.fields), "an answer of \(name)"))
          }
      }
    }
  }

  /// Returns the entries of a mapping. For any other node, reports a fault and returns no entries.
  mutating func entries(_ node: SourceNode, _ name: String, _ form: String) -> [SourceNode.Entry] {
    if let entries = node.mapping { return entries }
    diagnostics.error(.wrongShape, "`\(name)` takes \(form), not \(node.noun)", at: node.location)
    return []
  }

  /// Reports an unknown name, with a suggestion.
  mutating func unknown(_ what: String, _ name: String, at location: Location, among names: [String]) {
    let hint = suggestion(for: name, among: names)
    diagnostics.error(
      .unknownDefinition, "unknown \(what) `\(name)`",
      remedy: hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint, at: location)
  }

  /// Collects the faults of a mapping, and reports its unknown properties.
  mutating func finish(_ properties: inout Properties, _ what: String) {
    properties.refuseTheRest(of: what)
    diagnostics.append(properties.diagnostics)
  }
}

extension ScenarioReader {
  /// Reads a step. The setting of a step also applies to the following steps.
  mutating func step(_ node: SourceNode, of operation: Operation, _ setting: inout Setting) -> Scenario.Step? {
    guard let entries = node.mapping else {
      diagnostics.error(
        .wrongShape, "a step is a mapping, such as {set: {...}, shown: [...]}, not \(node.noun)", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    setting = self.setting(&properties, setting)
    var entered = Object()
    if let set = properties.node("set") {
      for entry in self.entries(set, "set", "{atom: value}") {
        guard let id = atom(entry.key, of: operation, isInput: true) else { continue }
        entered[id] = posted(entry.value, to: id, of: operation)
      }
    }
    let action = action(&properties, of: operation)
    let submits = if case .submit = action { true } else { false }
    let expectations =
      atomExpectations(&properties, of: operation)
      + submissionExpectations(&properties, of: operation, submits: submits)
      + pageExpectations(&properties, of: operation, submits: submits)
    finish(&properties, "a step")
    return Scenario.Step(
      location: node.location, world: setting.world, language: setting.language, entered: entered, action: action,
      expectations: expectations)
  }

  /// Reads the inputs of a flow.
  private mutating func input(_ properties: inout Properties) -> Object {
    guard let node = properties.node("input") else { return Object() }
    guard let flow = flow?.flow else {
      diagnostics.error(.misplaced, "`input` requires a flow", at: node.location)
      return Object()
    }
    var input = Object()
    for entry in entries(node, "input", "{name: value}") {
      let name = entry.key.scalar ?? ""
      guard let port = flow.inputs.first(where: { $0.name == name }) else {
        unknown("input", name, at: entry.key.location, among: flow.inputs.map(\.name))
        continue
      }
      guard let text = entry.value.scalar, port.takes(text: text) else {
        diagnostics.error(.wrongType, "`\(name)` takes \(port.typeName)", at: entry.value.location)
        continue
      }
      input[name] = port.value(of: text)
    }
    return input
  }

  private mutating func atomExpectations(
    _ properties: inout Properties, of operation: Operation
  ) -> [Scenario.Expectation] {
    var expectations: [Scenario.Expectation] = []
    for flag in Scenario.Flag.allCases {
      guard let list = properties.node(flag.rawValue) else { continue }
      for name in list.sequence ?? [list] {
        guard let path = atom(name, of: operation) else { continue }
        expectations.append(.init(content: .flag(path, flag), location: name.location))
      }
    }
    for (name, make) in Self.valueExpectations {
      for (path, node) in pairs(name, &properties, of: operation) {
        expectations.append(
          .init(content: make(path, seen(node, at: path, of: operation)), location: node.location))
      }
    }
    for (name, make) in Self.textExpectations {
      for (path, node) in pairs(name, &properties, of: operation) {
        guard let text = node.scalar else {
          diagnostics.error(.wrongShape, "`\(path)` takes a text, not \(node.noun)", at: node.location)
          continue
        }
        expectations.append(.init(content: make(path, text), location: node.location))
      }
    }
    for (path, node) in pairs("options", &properties, of: operation) {
      guard let elements = node.sequence else {
        diagnostics.error(
          .wrongShape, "`\(path)` takes the list of its option values, not \(node.noun)", at: node.location)
        continue
      }
      let values = elements.map { posted($0, to: path, of: operation) }
      expectations.append(.init(content: .options(path, values), location: node.location))
    }
    for name in ["wrong", "warned", "noted"] {
      guard let node = properties.node(name) else { continue }
      let codes = pairs(name, &properties, of: operation).map { (path: $0.0, code: $0.1.scalar ?? "") }
      let content: Content = name == "wrong" ? .wrong(codes) : name == "warned" ? .warned(codes) : .noted(codes)
      expectations.append(.init(content: content, location: node.location))
    }
    return expectations
  }

  private mutating func submissionExpectations(
    _ properties: inout Properties, of operation: Operation, submits: Bool
  ) -> [Scenario.Expectation] {
    var expectations: [Scenario.Expectation] = []
    if let node = properties.node("submitted") {
      if !submits { diagnostics.error(.missingCompanion, "`submitted` requires `submit: true`", at: node.location) }
      var values = Object()
      for (path, value) in pairs("submitted", &properties, of: operation) {
        values[path] = seen(value, at: path, of: operation)
      }
      expectations.append(.init(content: .submitted(values), location: node.location))
    }
    if let node = properties.node("signed"), let signed = properties.flag("signed") {
      if !submits { diagnostics.error(.missingCompanion, "`signed` requires `submit: true`", at: node.location) }
      expectations.append(.init(content: .signed(signed), location: node.location))
    }
    if let node = properties.node("undecided"), let undecided = properties.flag("undecided") {
      if !submits { diagnostics.error(.missingCompanion, "`undecided` requires `submit: true`", at: node.location) }
      expectations.append(.init(content: .undecided(undecided), location: node.location))
    }
    return expectations
  }

  private typealias Content = Scenario.Expectation.Content
  private static let valueExpectations: [(String, @Sendable (String, Value) -> Content)] = [
    ("values", { .value($0, $1) }), ("computed", { .computed($0, $1) }),
  ]
  private static let textExpectations: [(String, @Sendable (String, String) -> Content)] = [
    ("captions", { .caption($0, $1) }), ("messages", { .message($0, $1) }),
  ]

  /// Returns the entries of a property of the form `{atom: ...}`, without entries of unknown atoms.
  mutating func pairs(
    _ name: String, _ properties: inout Properties, of operation: Operation
  ) -> [(String, SourceNode)] {
    guard let node = properties.node(name) else { return [] }
    return entries(node, name, "{atom: ...}").compactMap { entry in
      atom(entry.key, of: operation).map { ($0, entry.value) }
    }
  }

  /// Returns the path of an atom; reports a fault and returns nil if the operation has no such
  /// atom. In a repeat, the path has the form `lines[0].amount`.
  mutating func atom(_ node: SourceNode, of operation: Operation, isInput: Bool = false) -> String? {
    guard let path = node.scalar else {
      diagnostics.error(.wrongShape, "expected the id of an atom, not \(node.noun)", at: node.location)
      return nil
    }
    if isInput, flow?.returns(path) == true { return path }
    // An atom of a list has no path without the index of its item.
    let hasIndexes = path.split(separator: ".").dropLast().allSatisfy { $0.hasSuffix("]") }
    guard hasIndexes, let atom = definition(of: path, in: operation) else {
      let isNumber = !path.isEmpty && path.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      let all = ([operation] + (flow?.operations ?? [])).flatMap { known in known.atoms.map(known.path) }
      let hint =
        isNumber ? ": a fraction follows a point, and a comma ends the value" : Self.hint(for: path, among: all)
      diagnostics.error(
        .unknownDefinition, "\(flow?.flow.id ?? operation.id) has no atom `\(path)`", remedy: hint, at: node.location)
      return nil
    }
    if isInput, atom.input == nil {
      diagnostics.error(
        .wrongValue, "`\(path)` is \(withArticle(atom.kind.name)), which has no value", at: node.location)
      return nil
    }
    return path
  }

  /// Returns the suggestion for an unknown path, among paths without item indexes. An atom of a
  /// list has a path with an index, such as `lines[0].amount`.
  private static func hint(for path: String, among paths: [String]) -> String {
    let isInList = path.contains(".")
    if let meant = paths.first(where: { $0.contains(".") && (isInList ? $0 == path : $0.hasSuffix(".\(path)")) }) {
      return ": write `\(meant.replacing(".", with: "[0]."))` for the first item"
    }
    return suggestion(for: path, among: paths.map { $0.replacing(".", with: "[0].") })
  }

  /// Returns the atom at a path: of a step of the flow, or of the operation.
  func definition(of path: String, in operation: Operation) -> Atom? {
    for step in flow?.operations ?? [] { if let atom = step.atom(at: path) { return atom } }
    return operation.atom(at: path)
  }
}
