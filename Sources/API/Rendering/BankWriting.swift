import Atoms
import JSON
import Model

extension Writer {
  /// A participant of the payment system as a row and with all that the directory says of it on that day.
  mutating func bank(_ bank: Model.Bank, on day: CivilDate, in language: Language) {
    let (status, since) = (bank.status(on: day), bank.statusSince(on: day))
    object { writer in
      writer.member("id", bank.bic.rawValue)
      writer.member("title", bank.name)
      writer.member("subtitle", Self.subtitle(bank, status, since, in: language))
      writer.member("trailing", bank.bic.rawValue)
      Model.Bank.document.write(bank, to: &writer, in: language)
      writer.member("status", status.rawValue)
      writer.key("statusSince")
      writer.value((since?.description).map(Value.string) ?? .null)
      writer.member("href", "/banks/\(bank.bic.rawValue)")
    }
  }

  /// The town, and what hinders payments.
  private static func subtitle(
    _ bank: Model.Bank, _ status: Model.Bank.Status, _ since: CivilDate?, in language: Language
  ) -> String {
    let told: (ru: String, en: String)? =
      switch status {
      case .active: nil
      case .restricted: ("есть ограничения", "restricted")
      case .closed: ("закрыт", "closed")
      }
    let day = since.map { (ru: " с \($0)", en: " since \($0)") }
    let hindrance = told.map { language == .ru ? $0.ru + (day?.ru ?? "") : $0.en + (day?.en ?? "") }
    return [bank.place, hindrance].compactMap(\.self).joined(separator: ", ")
  }
}
