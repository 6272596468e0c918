package import Conditions
package import Texts
package import JSON

/// A switch: true or false.
package final class ToggleKind: InputKind {
  /// `toggle`.
  package static let name = "toggle"
  /// Boolean.
  package var type: ValueType { .boolean }
  /// False: a switch is always in one of its two positions.
  package var initial: Value { false }

  private let guidance: Guidance

  /// Reads `hint` and `help`.
  package init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  /// Writes the guidance.
  package func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }

  /// Reads `true` and `false`.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .bool: posted
    default: nil
    }
  }

  /// True or false.
  package var schema: Value { ["type": "boolean"] }

  /// Returns the Boolean for the words `true` and `false`; any other text unchanged.
  package func posted(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: .string(text)
    }
  }
}
