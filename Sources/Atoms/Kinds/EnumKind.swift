package import Conditions
package import JSON

/// A choice of one among options: `options: {1: Налоговый, 2: Таможенный}`.
package final class EnumKind: InputKind {
  /// `enum`.
  package static let name = "enum"
  /// Integer where every option is one, text where every option is, else either.
  package let type: ValueType
  private let choices: [Choice]

  /// Reads `options`, which is required.
  package init(_ properties: inout Properties) {
    choices = properties.options("options")
    let integers = choices.count { $0.value.integer != nil }
    type = integers == choices.count ? .integer : integers == 0 ? .text : .any
  }

  /// The options of the definition.
  package var options: OptionSource? { .literal(choices) }

  /// Takes a string or an integer, as JSON tells them apart.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .integer: posted
    case .string(""): .null
    case .string(let text): .string(normalized(text))
    default: nil
    }
  }

  /// An integer option is named by its digits, unless an option is that very text.
  package func posted(_ text: String) -> Value {
    if choices.contains(where: { $0.value == .string(text) }) { return .string(text) }
    return choices.first { $0.value.integer.map(String.init) == text }?.value ?? .string(text)
  }
}
