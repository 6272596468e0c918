import Atoms
package import Texts
import JSON
import RussianPayments

extension PaymentCode {
  /// The warning about a field of the code that the operation has no atom for.
  static func unused(_ key: String) -> Violation {
    let name = PaymentQR.Key(rawValue: key).flatMap { names[$0] }
    let ru = name.map { "\($0.ru) (\(key))" } ?? "Поле \(key.prefix(20))"
    let en = name.map { "The \($0.en) (\(key))" } ?? "The field \(key.prefix(20))"
    return Violation(
      check: "unused",
      message: LocalizedText(ru: "\(ru) из кода не перенесли", en: "\(en) of the code was not copied")
    ).at(key)
  }

  /// The names of common receipt fields for the message, in Russian in the accusative case.
  private static let names: [PaymentQR.Key: (ru: String, en: String)] = [
    .sum: ("Сумму", "amount"), .purpose: ("Назначение", "purpose"), .payerINN: ("ИНН плательщика", "payer's INN"),
    .lastName: ("Фамилию", "last name"), .firstName: ("Имя", "first name"), .middleName: ("Отчество", "middle name"),
    .payerAddress: ("Адрес", "address"), .persAcc: ("Лицевой счёт", "number with the recipient"),
    .contract: ("Договор", "contract"), .flat: ("Квартиру", "flat"), .phone: ("Телефон", "telephone"),
    .paymPeriod: ("Период", "period"), .counterId: ("Номер счётчика", "meter"),
    .counterVal: ("Показания счётчика", "reading"), .serviceName: ("Услугу", "service"),
    .category: ("Вид платежа", "kind of payment"),
  ]

  /// The warning that the correspondent account in the code differs from the directory.
  static let otherAccount = Violation(
    check: "correspondentAccount",
    message: LocalizedText(
      ru: "Корсчёт в коде не тот, что у банка в справочнике",
      en: "The correspondent account in the code differs from the bank directory")
  ).at("bic")

  /// The warning that the purpose was completed from other fields.
  static let composed = Violation(
    check: "composed",
    message: LocalizedText(
      ru: "Назначение дополнено из других полей кода: проверьте",
      en: "The purpose was completed from other fields of the code: check it")
  ).at("purpose")

  /// Returns the warning about characters that were replaced by those allowed in a payment.
  static func normalized(_ changes: [PaymentText.Change]) -> Violation {
    let all = changes.map { "\($0.character) → \($0.replacement)" }
    let list = all.enumerated().filter { all.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      .joined(separator: ", ")
    return Violation(
      check: "normalized",
      message: LocalizedText(ru: "Знаки заменены: \(list)", en: "Characters were replaced: \(list)"))
  }

  /// Returns the warning for a doubtful value.
  static func violation(_ reason: Reason) -> Violation {
    Violation(
      check: reason.code, message: ReasonText.sentence(for: reason),
      params: reason.evidence.map { ($0.name, .string($0.value)) })
  }
}

/// The reason that a text is not a payment code.
package enum UnreadableCode: Error {
  /// A link of the fast payment system, which contains no account details.
  case fastPaymentLink(String)
  /// The text violates the standard.
  case malformed(LocalizedText)

  /// Converts a failure of the parser.
  init(_ failure: PaymentQR.Failure) {
    switch failure {
    case .fastPaymentLink(let link): self = .fastPaymentLink(link)
    case .foreign:
      self = .malformed(LocalizedText(ru: "Это не платёжный QR-код", en: "This is not a payment QR code"))
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
