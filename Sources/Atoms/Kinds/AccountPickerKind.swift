package import Conditions
package import JSON

/// A choice among the person's accounts, narrowed by `filter`.
package final class AccountPickerKind: InputKind {
  /// `accountPicker`.
  package static let name = "accountPicker"
  /// The chosen account: a record, compared by its number.
  package var type: ValueType { .text }

  /// Has no properties of its own.
  package init(_ properties: inout Properties) {}

  /// The caller's accounts.
  package var options: OptionSource? { .fact("accounts") }

  /// Any text: which accounts there are is the person's own matter.
  package var schema: Value { ValueSchemas.anyText }

  /// Takes an account number.
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
