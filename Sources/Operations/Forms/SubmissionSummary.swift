package import Atoms
import Essentials
import Model

/// The sum of a submission, from where and to whom it goes, as far as its operation tells: what people look at first.
///
///     let summary = SubmissionSummary(of: try StoredValues(submission, of: operation))
///     summary.amount?.text(in: .en)  // "RUB\u{A0}100.50"
package struct SubmissionSummary: Sendable {
  /// The sum that is paid; nil if none is.
  package let amount: ShownValue?
  /// The account that is debited: the value of the first account picker; nil without one.
  package let from: ShownValue?
  /// The payee: the first value of the role `person`, else of a second account picker; nil without both.
  package let to: ShownValue?

  /// Picks them from the stored values of a submission.
  package init(of values: StoredValues) {
    amount = values.submission.amount.map { .amount($0.text, $0.currency.rawValue) }
    let shown = values.topLevel {
      $0.input is AccountPickerKind || $0.role == .person
    }
    let picked = shown.filter { $0.atom.input is AccountPickerKind }
    from = picked.first?.value
    to = shown.first { $0.value.role == .person }?.value ?? picked.dropFirst().first?.value
  }
}
