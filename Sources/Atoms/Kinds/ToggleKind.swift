import Conditions
import Texts
import JSON

/// A switch, on or off.
final class ToggleKind: InputKind {
  static let name = "toggle"
  var type: ValueType { .boolean }
  /// False: a switch always has a state.
  var initial: Value { false }

  private let guidance: Guidance

  init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }

  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .bool: posted
    default: nil
    }
  }

  var schema: Value { ["type": "boolean"] }

  /// Returns the Boolean for `true` and `false`. Returns any other text unchanged.
  func posted(_ text: String) -> Value {
    switch text {
    case "true": true
    case "false": false
    default: .string(text)
    }
  }
}
