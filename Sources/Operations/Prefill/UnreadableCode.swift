package import Atoms
import Requisites

/// Why a text is no payment code, in a sentence.
package enum UnreadableCode: Error {
  /// It is a link of the fast payment system, which names no requisites.
  case fastPaymentLink(String)
  /// It is none by the standard.
  case malformed(LocalizedText)

  /// What a failure of the reader is to people.
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
