import Conditions
import JSON

/// The settings of a choice of one among options, and how a chosen value is read.
package struct OptionSettings: Sendable {
  /// Where the options come from.
  let source: OptionSource
  /// Integer where every option is one, text where every option is, else either.
  let type: ValueType

  /// Reads `options`, which is required: `{value: caption}`, a list of records, or an expression that gives one.
  init(_ properties: inout Properties) {
    source = properties.options("options")
    guard case .literal(let choices) = source else {
      type = .any
      return
    }
    let integers = choices.count { $0.value.integer != nil }
    type = integers == choices.count ? .integer : integers == 0 ? .text : .any
  }

  /// The options that the definition writes.
  private var choices: [Choice] { if case .literal(let choices) = source { choices } else { [] } }

  /// Takes a string or an integer, as JSON tells them apart.
  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null, .integer: return posted
    case .string(let text):
      let kept = normalized(text)
      return kept.isEmpty ? .null : .string(kept)
    default: return nil
    }
  }

  /// An integer option is named by its digits, unless an option is that very text.
  func posted(_ text: String) -> Value {
    if choices.contains(where: { $0.value == .string(text) }) { return .string(text) }
    return choices.first { $0.value.integer.map(String.init) == text }?.value ?? .string(text)
  }

  /// The caption of an option that the definition writes.
  func shown(_ value: Value, in language: Language) -> String? {
    choices.first { $0.value == value }?.caption[language]
  }
}
