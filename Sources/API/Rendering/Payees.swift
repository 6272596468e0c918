import Model
import Atoms
import Dates
import Texts
import JSON
import Operations

extension Writer {
  /// Writes a participant of the payment system in a list, with its status on `day`.
  mutating func bank(_ bank: Bank, on day: CivilDate, in language: Language) {
    let (status, since) = (bank.status(on: day), bank.statusSince(on: day))
    object { writer in
      writer.member("id", bank.bic.rawValue)
      writer.member("title", bank.name)
      writer.member("subtitle", Self.subtitle(bank, status, since, in: language))
      writer.member("trailing", bank.bic.rawValue)
      Bank.document.write(bank, to: &writer, in: language)
      writer.member("status", status.rawValue)
      writer.key("statusSince")
      writer.value((since?.description).map(Value.string) ?? .null)
      writer.member("href", "/banks/\(bank.bic.rawValue)")
      writer.row(
        RowParts(
          title: .words(bank.name), subtitle: bank.place.map { [.words($0)] } ?? [],
          trailing: .words(bank.bic.rawValue)),
        badge: Self.badge(status), in: language)
    }
  }

  private static func badge(_ status: Bank.Status) -> Badge? {
    switch status {
    case .active: nil
    case .restricted:
      Badge(state: "restricted", tone: .warning, text: LocalizedText(ru: "Есть ограничения", en: "Restricted"))
    case .closed: Badge(state: "closed", tone: .danger, text: LocalizedText(ru: "Закрыт", en: "Closed"))
    }
  }

  /// Returns the town and the restriction of payments, if there is one.
  private static func subtitle(
    _ bank: Bank, _ status: Bank.Status, _ since: CivilDate?, in language: Language
  ) -> String {
    let reported: (ru: String, en: String)? =
      switch status {
      case .active: nil
      case .restricted: ("есть ограничения", "restricted")
      case .closed: ("закрыт", "closed")
      }
    let day = since.map { (ru: " с \($0)", en: " since \($0)") }
    let hindrance = reported.map { language == .ru ? $0.ru + (day?.ru ?? "") : $0.en + (day?.en ?? "") }
    return [bank.place, hindrance].compactMap(\.self).joined(separator: ", ")
  }
}

extension Writer {
  /// Writes the members of a provider. If `isRow` is true, also writes the parts of a list row.
  mutating func provider(_ provider: Provider, isRow: Bool = false, mark: String?, in language: Language) {
    member("id", provider.id)
    member("title", provider.title)
    member("subtitle", Self.name(of: provider.category)[language])
    member("kind", provider.kind.rawValue)
    member("category", provider.category.rawValue)
    member("href", "/providers/\(provider.id)")
    if let mark { member("image", mark) }
    guard isRow else { return }
    row(
      RowParts(title: .words(provider.title), subtitle: [.text(Self.name(of: provider.category))]),
      icon: Self.icon(of: provider.category), in: language)
  }

  private static func icon(of category: Provider.Category) -> Icon {
    switch category {
    case .housing: .utilities
    case .mobile, .internet: .phone
    case .other: .payment
    }
  }

  /// Writes a field that a provider requires from payers.
  mutating func field(_ field: ProviderField, in language: Language) {
    beginObject()
    member("caption", LocalizedText(field.caption)[language])
    if let hint = field.hint { member("hint", LocalizedText(hint)[language]) }
    if let mask = field.mask { member("mask", mask) }
    if let pattern = field.pattern { member("pattern", pattern) }
    if let length = field.length { member("length", length) }
    if let keyboard = field.keyboard { member("keyboard", keyboard) }
    endObject()
  }

  /// Writes a person's account at a provider, with its meters. `form` is the address of the payment
  /// form.
  mutating func subscription(_ subscription: ProviderSubscription, with meters: [Meter], pay form: String) {
    beginObject()
    member("id", subscription.account)
    member("title", subscription.caption)
    member("subtitle", subscription.account)
    member("account", subscription.account)
    key("meters")
    beginArray()
    for meter in meters {
      beginObject()
      member("id", meter.number)
      member("title", meter.caption)
      member("number", meter.number)
      member("unit", meter.unit)
      member("places", meter.places)
      member("tariff", meter.tariff.description)
      member("previous", meter.reading.description)
      member("date", meter.readOn.description)
      endObject()
    }
    endArray()
    member("href", form)
    endObject()
  }

  private static func name(of category: Provider.Category) -> LocalizedText {
    switch category {
    case .housing: LocalizedText(ru: "Дом и коммунальные услуги", en: "Housing and utilities")
    case .mobile: LocalizedText(ru: "Мобильная связь", en: "Mobile telephones")
    case .internet: LocalizedText(ru: "Интернет и телевидение", en: "Internet and television")
    case .other: LocalizedText(ru: "Другое", en: "Other")
    }
  }
}

extension LocalizedText {
  /// Converts a text of a provider.
  fileprivate init(_ text: ProviderField.Text) { self.init(ru: text.ru, en: text.en) }
}
