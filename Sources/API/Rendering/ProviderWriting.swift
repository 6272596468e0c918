import Atoms
import JSON
import Model

extension Writer {
  /// Writes the members of a provider's list row.
  mutating func provider(_ provider: Provider, in language: Language) {
    member("id", provider.id)
    member("title", provider.title)
    member("subtitle", Self.name(of: provider.category)[language])
    member("kind", provider.kind.rawValue)
    member("category", provider.category.rawValue)
    member("href", "/providers/\(provider.id)")
  }

  /// Writes what a provider wants to know.
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

  /// Writes a person's number at a provider with the meters behind it, and where it is paid.
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
  /// The text of a provider.
  fileprivate init(_ text: ProviderField.Text) { self.init(ru: text.ru, en: text.en) }
}
