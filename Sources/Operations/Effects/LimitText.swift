package import Atoms
import JSON
import Model
package import Services

extension DailyLimits.Exceeded {
  /// What the refusal is to the person, at the atom that names the amount.
  package func violation(amount: String) -> Violation {
    Violation(
      check: code,
      message: LocalizedText(
        ru: "Дневной лимит \(limit.text(in: .ru)), сегодня осталось \(left.text(in: .ru))",
        en: "The daily limit is \(limit.text(in: .en)), \(left.text(in: .en)) is left today"),
      params: [
        ("limit", .string(limit.text)), ("left", .string(left.text)), ("currency", .string(left.currency.rawValue)),
      ]
    ).at(amount)
  }
}
