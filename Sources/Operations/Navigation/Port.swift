import Atoms
package import Conditions
package import JSON

/// One thing that goes into a module or comes out of it: its name and its type.
package struct Port: Sendable {
  /// The name.
  package let name: String
  /// The type.
  package let type: ValueType
  /// Whether the module cannot do without.
  package let isRequired: Bool
  /// The input of an operation that the value goes into, which knows more of it than its type.
  private let input: (any InputKind)?

  /// A port of that name and type.
  init(_ name: String, _ type: ValueType, isRequired: Bool = false, input: (any InputKind)? = nil) {
    (self.name, self.type, self.isRequired, self.input) = (name, type, isRequired, input)
  }

  /// The types that are written in files, by their words.
  static let types: [(word: String, type: ValueType)] = [
    ("text", .text), ("number", .number), ("date", .date), ("boolean", .boolean),
  ]

  /// The type's word.
  package var typeName: String {
    Self.types.first { $0.type == type }?.word ?? (type == .integer ? "number" : "any")
  }

  /// Whether a value of that type may go in.
  func takes(_ other: ValueType) -> Bool {
    type == other || type == .any || other == .any || type == .number && other == .integer
  }

  /// The value that a text names, as a client would have posted it.
  package func value(of text: String) -> Value { type == .boolean ? .bool(text == "true") : .string(text) }

  /// Whether the text names a value of the type.
  package func takes(text: String) -> Bool {
    if let input { return input.read(input.posted(text)) != nil }
    return switch type {
    case .number, .integer: NumberText.typed(text) != nil
    case .date: CivilDate(text) != nil
    case .boolean: text == "true" || text == "false"
    default: true
    }
  }
}

extension [Port] {
  /// The port of that name.
  package subscript(name: String) -> Port? { first { $0.name == name } }
}
