package import Conditions
package import Texts
package import JSON

/// A choice among the person's accounts, narrowed by `filter`.
package final class AccountPickerKind: InputKind {
  /// `accountPicker`.
  package static let name = "accountPicker"
  /// Text: the number of the chosen account.
  package var type: ValueType { .text }
  /// An account is to be chosen.
  package var requiredSentence: String { "requiredAccount" }

  private let guidance: Guidance

  /// Reads `hint` and `help`.
  package init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  /// Writes the guidance.
  package func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }

  /// The fact whose elements are the caller's accounts.
  static let fact = "accounts"

  /// The caller's accounts.
  package var options: OptionSource? { .fact(Self.fact) }

  /// Any text: each person has other accounts.
  package var schema: Value { ValueSchemas.anyText }

  /// Reads an account number.
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
