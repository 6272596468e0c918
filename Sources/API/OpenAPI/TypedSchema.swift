import JSON

extension Value {
  /// The members of a document whose own members are names, not keywords of JSON Schema.
  private static let named: Set = [
    "properties", "patternProperties", "schemas", "headers", "responses", "content", "paths", "parameters",
  ]
  /// The members that hold values, not schemas.
  private static let values: Set = ["const", "enum", "default", "example", "examples"]

  /// The document with the type of each `const` and `enum` beside it. A reader concludes it from the values; generators of
  /// clients do not.
  var typed: Value { typed(isSchema: true) }

  private func typed(isSchema: Bool) -> Value {
    switch self {
    case .array(let elements): return .array(elements.map { $0.typed(isSchema: true) })
    case .object(let object):
      var typed = Object()
      if isSchema, object["type"] == nil, object["const"] != nil || object["enum"]?.array != nil {
        let types = (object["enum"]?.array ?? [object["const"] ?? .null]).compactMap(\.schemaType)
        let distinct = types.enumerated().filter { types.firstIndex(of: $1) == $0 }.map { Value.string($1) }
        if let first = distinct.first { typed["type"] = distinct.count == 1 ? first : .array(distinct) }
      }
      for (name, value) in object.members.map({ ($0.name, $0.value) }) {
        let isValue = isSchema && Self.values.contains(name)
        typed[name] = isValue ? value : value.typed(isSchema: !isSchema || !Self.named.contains(name))
      }
      return .object(typed)
    default: return self
    }
  }

  /// The value's type as JSON Schema names it.
  private var schemaType: String? {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .decimal, .float: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
