package import Atoms
package import Model

/// What people read of a submission's state.
package enum SubmissionText {
  /// The status in a word or two.
  package static func title(for status: Model.Submission.Status) -> LocalizedText {
    switch status {
    case .awaitingSignature: LocalizedText(ru: "Ждёт подписи", en: "Awaiting signature")
    case .signed: LocalizedText(ru: "Подписано", en: "Signed")
    case .executed: LocalizedText(ru: "Исполнено", en: "Executed")
    case .rejected: LocalizedText(ru: "Отклонено", en: "Rejected")
    case .cancelled: LocalizedText(ru: "Отменено", en: "Cancelled")
    case .expired: LocalizedText(ru: "Истекло", en: "Expired")
    }
  }

  /// The status with its reason.
  static func sentence(for submission: Model.Submission) -> LocalizedText {
    let title = title(for: submission.status)
    guard let reason = submission.reason.flatMap({ reasons[$0] }) else { return title }
    return LocalizedText(ru: "\(title.ru): \(reason.ru)", en: "\(title.en ?? title.ru): \(reason.en ?? reason.ru)")
  }

  private static let reasons: [String: LocalizedText] = [
    "insufficient-funds": LocalizedText(ru: "недостаточно средств", en: "too little money"),
    "daily-limit": LocalizedText(ru: "превышен дневной лимит", en: "the daily limit is exceeded"),
    "signing-failed": LocalizedText(ru: "три неверных кода", en: "three wrong codes"),
    "payee-bank-closed": LocalizedText(ru: "банк получателя закрыт", en: "the recipient's bank is closed"),
    "account-disabled": LocalizedText(ru: "счёт закрыт для платежей", en: "the account is closed to payments"),
  ]
}
