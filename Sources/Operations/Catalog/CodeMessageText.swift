package import Atoms
import JSON
package import Model

/// What the message with a one-time code says: the code, what it signs, and that it is for nobody else.
package enum CodeMessageText {
  /// The message in that language; `operation` is the one whose submission is signed.
  package static func text(
    _ code: String, number: Int, of submission: Model.Submission, _ operation: Operation?, in language: Language
  ) -> String {
    let title = operation?.title[language] ?? submission.operation
    let amount = submission.amount.map { money -> String in
      let shown = Decimal(money.text).map {
        NumberText.text(of: $0, .currency(money.currency.rawValue), in: language)
      }
      return ", \(shown ?? money.description)"
    }
    let what = title + (amount ?? "")
    return LocalizedText(
      ru: "Код № \(number): \(code). \(what). Никому его не сообщайте.",
      en: "Code no. \(number): \(code). \(what). Do not tell it to anybody.")[language]
  }
}
