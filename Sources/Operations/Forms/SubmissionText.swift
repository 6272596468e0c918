package import Model
package import Atoms
import Conditions
package import Dates
package import Texts
import JSON

/// The texts about the status of a submission.
package enum SubmissionText {
  /// Returns the status in one or two words.
  package static func title(for status: Submission.Status) -> LocalizedText {
    switch status {
    case .awaitingSignature: LocalizedText(ru: "Ждёт подписи", en: "Awaiting signature")
    case .signed: LocalizedText(ru: "Подписано", en: "Signed")
    case .executed: LocalizedText(ru: "Исполнено", en: "Executed")
    case .rejected: LocalizedText(ru: "Отклонено", en: "Rejected")
    case .cancelled: LocalizedText(ru: "Отменено", en: "Cancelled")
    case .expired: LocalizedText(ru: "Истекло", en: "Expired")
    }
  }

  /// Returns the status, followed by the message of the core. Without a message, the text of a
  /// known reason follows.
  package static func sentence(for submission: Submission) -> LocalizedText {
    let title = title(for: submission.status)
    if let message = submission.message {
      return LocalizedText(
        ru: "\(title.ru): \(message.text.directionallyIsolated)",
        en: "\(title.en ?? title.ru): \((message.english ?? message.text).directionallyIsolated)")
    }
    guard let reason = submission.reason.flatMap({ reasons[$0] }) else { return title }
    return LocalizedText(ru: "\(title.ru): \(reason.ru)", en: "\(title.en ?? title.ru): \(reason.en ?? reason.ru)")
  }

  /// Returns the text with the business day of a signed or executed submission; nil if it is
  /// `today` or the submission has another status.
  package static func businessDaySentence(of submission: Submission, today: CivilDate) -> LocalizedText? {
    guard let day = submission.businessDay, day != today, [.signed, .executed].contains(submission.status) else {
      return nil
    }
    return sentence(forBusinessDay: day)
  }

  /// Returns the text with the business day.
  static func sentence(forBusinessDay day: CivilDate) -> LocalizedText {
    LocalizedText(
      ru: "\(businessDay[.ru]): \(DateText.text(of: day, in: .ru))",
      en: "\(businessDay[.en]): \(DateText.text(of: day, in: .en))")
  }

  /// The caption of the business day.
  static let businessDay = LocalizedText(ru: "Операционный день", en: "Business day")

  private static let reasons: [String: LocalizedText] = [
    "insufficient-funds": LocalizedText(ru: "недостаточно средств", en: "not enough money"),
    "card-unknown": LocalizedText(ru: "такой карты у вас нет", en: "the card was not found"),
    "card-no-access": LocalizedText(
      ru: "у вас больше нет доступа к счёту карты", en: "you no longer have access to the account of the card"),
    "card-unchanged": LocalizedText(ru: "карта уже в этом состоянии", en: "the card is already in that state"),
    "state-changed": LocalizedText(
      ru: "с тех пор всё изменилось, начните заново", en: "the data has changed since, start again"),
    "daily-limit": LocalizedText(ru: "превышен дневной лимит", en: "the daily limit is exceeded"),
    "signing-failed": LocalizedText(ru: "три неверных кода", en: "three wrong codes"),
    "payee-bank-closed": LocalizedText(ru: "банк получателя закрыт", en: "the recipient's bank is closed"),
    "reading-changed": LocalizedText(
      ru: "по счётчику уже есть другое показание", en: "the meter already has another reading"),
    "tariff-changed": LocalizedText(ru: "тариф изменился", en: "the tariff has changed"),
    "payee-changed": LocalizedText(ru: "реквизиты получателя изменились", en: "the recipient's account has changed"),
    "provider-unknown": LocalizedText(
      ru: "сюда больше не платят", en: "payments to this provider are no longer possible"),
    "account-disabled": LocalizedText(ru: "счёт закрыт для платежей", en: "the account is closed to payments"),
  ]
}

/// The text of the message with a one-time code: the code, the operation to sign, and a warning not
/// to share it.
package enum CodeMessageText {
  /// Returns the message in a language.
  ///
  /// The title of `operation` is used. If it is nil, the message contains the operation's id.
  package static func text(
    _ code: String, number: Int, of submission: Submission, _ operation: Operation?, in language: Language
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
      en: "Code no. \(number): \(code). \(what). Do not share it with anyone.")[language]
  }
}
