import Atoms
package import Essentials
import JSON
import Requisites

extension PaymentCode {
  /// A field of the code that the operation has no place for.
  static func unused(_ key: String) -> Violation {
    Violation(
      check: "unused",
      message: LocalizedText(
        ru: "Этому полю кода нет места в форме", en: "The form has no place for this field of the code")
    ).at(key)
  }

  /// The correspondent account is not the one that the bank has.
  static let otherAccount = Violation(
    check: "correspondentAccount",
    message: LocalizedText(
      ru: "Корсчёт в коде не тот, что у банка в справочнике",
      en: "The code names another correspondent account than the directory has of the bank")
  ).at("bic")

  /// The purpose was completed from other fields.
  static let composed = Violation(
    check: "composed",
    message: LocalizedText(
      ru: "Назначение дополнено из других полей кода: проверьте",
      en: "The purpose was completed from other fields of the code: check it")
  ).at("purpose")

  /// Characters were replaced by those that a payment carries.
  static func normalized(_ changes: [PaymentText.Change]) -> Violation {
    let all = changes.map { "\($0.character) → \($0.replacement)" }
    let list = all.enumerated().filter { all.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      .joined(separator: ", ")
    return Violation(
      check: "normalized",
      message: LocalizedText(ru: "Знаки заменены: \(list)", en: "Characters were replaced: \(list)"))
  }

  /// A doubt of the code's reader.
  static func violation(_ reason: Reason) -> Violation {
    Violation(
      check: reason.code, message: ReasonText.sentence(for: reason),
      params: reason.evidence.map { ($0.name, .string($0.value)) })
  }
}

/// The reason for which a text is no payment code.
package enum UnreadableCode: Error {
  /// It is a link of the fast payment system, which contains no requisites.
  case fastPaymentLink(String)
  /// It breaks the standard.
  case malformed(LocalizedText)

  /// Translates a failure of the reader.
  init(_ failure: PaymentQR.Failure) {
    switch failure {
    case .fastPaymentLink(let link): self = .fastPaymentLink(link)
    case .foreign:
      self = .malformed(LocalizedText(ru: "Код не начинается с ST", en: "The code does not begin with ST"))
    case .version(let version):
      self = .malformed(
        LocalizedText(ru: "Версия «\(version)», а нужна 0001", en: "Version \"\(version)\" instead of 0001"))
    case .encoding(let digit):
      self = .malformed(LocalizedText(ru: "Кодировка «\(digit)» неизвестна", en: "Encoding \"\(digit)\" is unknown"))
    case .separator(let sign):
      self = .malformed(
        LocalizedText(ru: "«\(sign)» не может разделять поля", en: "\"\(sign)\" cannot separate fields"))
    case .missing(let keys):
      let names = keys.map(\.rawValue).joined(separator: ", ")
      self = .malformed(LocalizedText(ru: "В коде нет \(names)", en: "The code lacks \(names)"))
    }
  }
}
