package import Conditions
package import JSON

/// A switch: true or false.
package struct ToggleKind: InputKind {
  /// `toggle`.
  package static let name = "toggle"
  /// Boolean.
  package var type: ValueType { .boolean }

  /// Has no properties of its own.
  package init(_ properties: inout Properties) {}

  /// Takes `true` and `false`, also as the text of a query.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .bool: posted
    case .string("true"): true
    case .string("false"): false
    default: nil
    }
  }
}
