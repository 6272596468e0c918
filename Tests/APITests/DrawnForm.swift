import JSON
import TestBank
import TestClient
import Testing

/// A form in a client without rules: the drawn tree, the entered values and the states from the
/// server.
struct DrawnForm {
  let tree: Value
  /// The values to send: the drawn values and the entered ones.
  private(set) var values = Object()
  private let visitor: Visitor
  private var states: [String: Object] = [:]

  /// The form at a link.
  init(following href: String?, _ visitor: Visitor, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let drawn = try visitor.get(try #require(href, sourceLocation: sourceLocation))
    try #require(drawn.status == 200, "\(drawn.raw.text)", sourceLocation: sourceLocation)
    self.init(drawn.body, visitor)
  }

  /// The form of a tree in a response.
  init(_ tree: Value, _ visitor: Visitor) {
    (self.tree, self.visitor) = (tree, visitor)
    for (path, atom) in Self.flattened(tree["atoms"]) {
      states[path] = atom
      if let value = atom["value"], !value.isNull, !path.contains("[") { values[path] = value }
    }
  }

  subscript(path: String) -> Value { .object(states[path] ?? Object()) }

  /// The captions in drawing order.
  var captions: [String] { Self.flattened(tree["atoms"]).compactMap { $0.1["caption"]?.string } }

  /// Enters a value and evaluates the form if the atom has `notify`. Returns the error of the atom.
  @discardableResult
  mutating func enter(
    _ value: Value, at path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value? {
    let state = try #require(states[path], "\(path)", sourceLocation: sourceLocation)
    #expect(state["shown"] == true && state["enabled"] == true, "\(path)", sourceLocation: sourceLocation)
    set(value, at: path)
    guard state["notify"] != nil else { return nil }
    let question: Value = [
      "values": .object(values), "version": tree["version"] ?? .null, "changed": [.string(path)], "commit": true,
    ]
    let href = try #require(tree["evaluate"]?["href"]?.string, sourceLocation: sourceLocation)
    let answer = try visitor.post(href, question)
    try #require(answer.status == 200, "\(answer.raw.text)", sourceLocation: sourceLocation)
    for said in answer["atoms"]?.object?.members ?? [] {
      for member in said.value.object?.members ?? [] {
        states[said.name, default: Object()][member.name] = member.value
      }
      // The server fills the items of a fixed list.
      if let items = said.value["value"]?.array { values[said.name] = .array(items) }
    }
    return states[path]?["error"]
  }

  /// Taps a button. `key` is the idempotency key.
  func tap(
    _ button: String, key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Visitor.Answer {
    #expect(self[button]["shown"] == true, "\(button)", sourceLocation: sourceLocation)
    let action = try #require(self[button]["action"], "\(button)", sourceLocation: sourceLocation)
    var body = Object([("values", .object(values))])
    if let version = tree["version"] { body["version"] = version }
    if action["name"] == "submit" { body["action"] = .string(button) }
    return try visitor.send(
      try #require(action["method"]?.string), try #require(action["href"]?.string),
      headers: [("Content-Type", "application/json")] + (key.map { [("Idempotency-Key", $0)] } ?? []),
      body: Value.object(body).text)
  }

  private mutating func set(_ value: Value, at path: String) {
    let parts = path.split { "[].".contains($0) }.map(String.init)
    guard parts.count == 3, let place = Int(parts[1]), var items = values[parts[0]]?.array else {
      values[path] = value
      return
    }
    var item = items[place].object ?? Object()
    item[parts[2]] = value
    items[place] = .object(item)
    values[parts[0]] = .array(items)
  }

  /// Returns the atoms by path, including those in groups and items.
  private static func flattened(_ atoms: Value?, in item: String = "") -> [(String, Object)] {
    (atoms?.array ?? []).flatMap { atom -> [(String, Object)] in
      guard let atom = atom.object, let id = atom["id"]?.string else { return [] }
      let items = (atom["items"]?.array ?? []).enumerated().flatMap { flattened($1["atoms"], in: "\(id)[\($0)].") }
      return [(item + id, atom)] + flattened(atom["atoms"], in: item) + items
    }
  }
}
