import Conditions
import Texts
import JSON

/// A switch: true or false.
final class ToggleKind: InputKind {
  /// `toggle`.
  static let name = "toggle"
  /// Boolean.
  var type: ValueType { .boolean }
  /// False: a switch is always in one of its two positions.
  var initial: Value { false }

  private let guidance: Guidance

  /// Reads `hint` and `help`.
  init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  /// Writes the guidance.
  func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }

  /// Reads `true` and `false`.
  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .bool: posted
    default: nil
    }
  }

  /// True or false.
  var schema: Value { ["type": "boolean"] }

  /// Returns the Boolean for the words `true` and `false`; any other text unchanged.
  func posted(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: .string(text)
    }
  }
}
