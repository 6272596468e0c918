import Atoms
import Conditions
import JSON

/// Reads a scenario file, noting every fault with its place.
struct ScenarioReader {
  let vocabulary: Vocabulary
  var diagnostics = Diagnostics()

  /// What holds at a place of the file unless a scenario or step says otherwise.
  struct Setting {
    var world = ScenarioWorld()
    var language = Language.standard
  }

  init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// The operation and its scenarios.
  mutating func file(_ root: SourceNode, operations: [Operation]) -> (Operation, [Scenario])? {
    guard let entries = root.mapping else {
      diagnostics.error(
        "a scenario file is a mapping with `operation` and `scenarios`, not \(root.noun)", at: root.location)
      return nil
    }
    var head = Properties(entries, at: root.location)
    let operation = operation(head.node("operation"), at: root.location, among: operations)
    let setting = setting(&head, Setting())
    let list = head.node("scenarios")
    finish(&head, "a scenario file")
    guard let list else {
      diagnostics.error("`scenarios` is missing", at: root.location)
      return nil
    }
    guard let operation else { return nil }
    guard let lines = list.sequence, !lines.isEmpty else {
      diagnostics.error("`scenarios` takes a list of scenarios", at: list.location)
      return nil
    }
    return (operation, lines.compactMap { scenario($0, of: operation, setting) })
  }

  private mutating func operation(
    _ node: SourceNode?, at location: Location, among operations: [Operation]
  ) -> Operation? {
    guard let node, let id = node.scalar else {
      diagnostics.error("`operation`, the id of the operation, is missing", at: node?.location ?? location)
      return nil
    }
    if let operation = operations.first(where: { $0.id == id }) { return operation }
    diagnostics.error(
      "there is no operation `\(id)`\(suggestion(for: id, among: operations.map(\.id)))", at: node.location)
    return nil
  }

  private mutating func scenario(_ node: SourceNode, of operation: Operation, _ setting: Setting) -> Scenario? {
    guard let entries = node.mapping else {
      diagnostics.error("a scenario is a mapping with `scenario`, its name, and `steps`", at: node.location)
      return nil
    }
    var properties = Properties(entries, at: node.location)
    let name = properties.string("scenario")
    if name == nil, properties.node("scenario") == nil {
      diagnostics.error("`scenario`, the scenario's name, is missing", at: node.location)
    }
    var inner = self.setting(&properties, setting)
    let list = properties.node("steps")
    finish(&properties, "a scenario")
    guard let lines = list?.sequence, !lines.isEmpty else {
      diagnostics.error("`steps` takes a list of steps", at: list?.location ?? node.location)
      return nil
    }
    var steps: [Scenario.Step] = []
    for line in lines { if let step = step(line, of: operation, &inner) { steps.append(step) } }
    if operation.readsClock, inner.world.day == nil {
      diagnostics.error("\(operation.id) reads the day: say which it is, with `today`", at: node.location)
    }
    return Scenario(name: name ?? "", location: node.location, steps: steps)
  }

  /// Reads `today`, `language`, `facts` and `lookups` over what held before.
  mutating func setting(_ properties: inout Properties, _ outer: Setting) -> Setting {
    var setting = outer
    if let node = properties.node("today") {
      if let text = node.scalar, CivilDate(text) != nil {
        setting.world.day = text
      } else {
        diagnostics.error("`today` takes a date, YYYY-MM-DD", at: node.location)
      }
    }
    if let word = properties.word("language", of: Language.allCases.map(\.rawValue)) {
      setting.language = Language(rawValue: word) ?? setting.language
    }
    if let node = properties.node("facts") { facts(node, &setting.world) }
    if let node = properties.node("lookups") { lookups(node, &setting.world) }
    return setting
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
      for answer in entries(entry.value, name, "{key: answer}") {
        let key = answer.key.scalar ?? ""
        world.answers[name, default: [:]][key] =
          switch answer.value.scalar {
          case "fails": .failed
          case "nothing": .empty
          default: .found(value(answer.value, of: .record(lookup.fields), "an answer of \(name)"))
          }
      }
    }
  }

  /// The entries of a mapping; none, with a fault, where it is none.
  mutating func entries(_ node: SourceNode, _ name: String, _ form: String) -> [SourceNode.Entry] {
    if let entries = node.mapping { return entries }
    diagnostics.error("`\(name)` takes \(form), not \(node.noun)", at: node.location)
    return []
  }

  /// Notes a name that nothing has.
  mutating func unknown(_ what: String, _ name: String, at location: Location, among names: [String]) {
    let hint = suggestion(for: name, among: names)
    diagnostics.error(
      "unknown \(what) `\(name)`\(hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint)", at: location)
  }

  /// Takes over what was found in a mapping, and refuses what nobody asked for.
  mutating func finish(_ properties: inout Properties, _ what: String) {
    properties.refuseTheRest(of: what)
    diagnostics.append(properties.diagnostics)
  }
}
