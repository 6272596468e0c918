package import Conditions
package import Texts
package import JSON

/// A choice among the caller's accounts, narrowed by `filter`.
package final class AccountPickerKind: InputKind {
  package static let name = "accountPicker"
  /// Text: the number of the chosen account.
  package var type: ValueType { .text }
  package var requiredSentence: String { "requiredAccount" }

  private let guidance: Guidance

  package init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  package func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }

  /// The fact that lists the caller's accounts.
  static let fact = "accounts"

  package var options: OptionSource? { .fact(Self.fact) }

  /// Any text, because the accounts depend on the caller.
  package var schema: Value { ValueSchemas.anyText }

  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let number):
      let kept = normalized(number)
      return kept.isEmpty ? .null : .string(kept)
    default: return nil
    }
  }
}
