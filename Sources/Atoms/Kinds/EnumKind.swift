package import Conditions
package import JSON

/// A choice of one among options: `options: {1: Налоговый, 2: Таможенный}`.
package struct EnumKind: InputKind {
  /// `enum`.
  package static let name = "enum"
  /// Integer where every option is one, else text.
  package let type: ValueType
  private let choices: [Choice]

  /// Reads `options`, which is required.
  package init(_ properties: inout Properties) {
    choices = properties.options("options")
    type = choices.allSatisfy { $0.value.integer != nil } ? .integer : .text
  }

  /// The options of the definition.
  package var options: OptionSource? { .literal(choices) }

  /// Takes a string or an integer; a query's text names an integer option by its digits.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .integer: return posted
    case .string(""): return .null
    case .string(let text):
      if choices.contains(where: { $0.value == posted }) { return posted }
      return choices.first { $0.value.integer.map(String.init) == text }?.value ?? posted
    default: return nil
    }
  }
}
