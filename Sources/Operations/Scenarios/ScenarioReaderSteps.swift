import Atoms
import JSON

extension ScenarioReader {
  /// Reads a step; what it says of the world holds from there on.
  mutating func step(_ node: SourceNode, of operation: Operation, _ setting: inout Setting) -> Scenario.Step? {
    guard let entries = node.mapping else {
      diagnostics.error("a step is a mapping, such as {set: {...}, shown: [...]}, not \(node.noun)", at: node.location)
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
    let submits = properties.flag("submit") ?? false
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
          diagnostics.error("`\(path)` takes a text here, not \(node.noun)", at: node.location)
          continue
        }
        expectations.append(.init(content: make(path, text), location: node.location))
      }
    }
    for (path, node) in pairs("options", &properties, of: operation) {
      guard let elements = node.sequence else {
        diagnostics.error("`\(path)` takes the list of its options' values here, not \(node.noun)", at: node.location)
        continue
      }
      let values = elements.map { posted($0, to: path, of: operation) }
      expectations.append(.init(content: .options(path, values), location: node.location))
    }
    for name in ["wrong", "warned"] {
      guard let node = properties.node(name) else { continue }
      let codes = pairs(name, &properties, of: operation).map { (path: $0.0, code: $0.1.scalar ?? "") }
      expectations.append(.init(content: name == "wrong" ? .wrong(codes) : .warned(codes), location: node.location))
    }
    if let node = properties.node("submitted") {
      if !submits { diagnostics.error("`submitted` requires `submit: true`", at: node.location) }
      var values = Object()
      for (path, value) in pairs("submitted", &properties, of: operation) {
        values[path] = seen(value, at: path, of: operation)
      }
      expectations.append(.init(content: .submitted(values), location: node.location))
    }
    if let node = properties.node("signed"), let signed = properties.flag("signed") {
      if !submits { diagnostics.error("`signed` requires `submit: true`", at: node.location) }
      expectations.append(.init(content: .signed(signed), location: node.location))
    }
    finish(&properties, "a step")
    return Scenario.Step(
      location: node.location, world: setting.world, language: setting.language, entered: entered, submits: submits,
      expectations: expectations)
  }

  private typealias Content = Scenario.Expectation.Content
  private static let valueExpectations: [(String, @Sendable (String, Value) -> Content)] = [
    ("values", { .value($0, $1) }), ("computed", { .computed($0, $1) }),
  ]
  private static let textExpectations: [(String, @Sendable (String, String) -> Content)] = [
    ("captions", { .caption($0, $1) }), ("messages", { .message($0, $1) }),
  ]

  /// The entries of a property that takes {atom: something}, those of unknown atoms left out.
  private mutating func pairs(
    _ name: String, _ properties: inout Properties, of operation: Operation
  ) -> [(String, SourceNode)] {
    guard let node = properties.node(name) else { return [] }
    return entries(node, name, "{atom: ...}").compactMap { entry in
      atom(entry.key, of: operation).map { ($0, entry.value) }
    }
  }

  /// The path of an atom that the operation has; inside a repeat it is written `lines[0].amount`.
  private mutating func atom(_ node: SourceNode, of operation: Operation, isInput: Bool = false) -> String? {
    guard let path = node.scalar else {
      diagnostics.error("here stands the id of an atom, not \(node.noun)", at: node.location)
      return nil
    }
    guard let atom = operation.atom(at: path) else {
      let hint = suggestion(for: path, among: operation.atoms.map(operation.path))
      diagnostics.error("\(operation.id) has no atom `\(path)`\(hint)", at: node.location)
      return nil
    }
    if isInput, atom.input == nil {
      diagnostics.error("`\(path)` is a \(atom.kind.name), which has no value", at: node.location)
      return nil
    }
    return path
  }
}
