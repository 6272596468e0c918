import Dates
package import Model
import Atoms
import Conditions
import JSON
package import Services

/// Providers and meters as records for conditions.
enum ProviderRecords {
  private static let text = ValueType.record([Field("ru", .text), Field("en", .text)])
  private static let field = ValueType.record([
    Field("caption", text), Field("hint", text), Field("mask", .text), Field("pattern", .text),
    Field("length", .integer), Field("keyboard", .text),
  ])

  /// The fields of an answer of the lookup `provider`.
  static let answer = [
    Field("title", .text), Field("kind", .text), Field("category", .text),
    Field(
      "payee",
      .record([Field("name", .text), Field("inn", .text), Field("bic", .text), Field("account", .text)])),
    Field("least", .number), Field("most", .number), Field("account", field), Field("fields", .list(field)),
  ]

  /// The type of the fact `providers`: the options of a picker.
  static let options = ValueType.list(
    .record([Field("value", .text), Field("caption", .text), Field("kind", .text), Field("category", .text)]))

  /// The type of the fact `meters`: the meters of all the caller's accounts at providers.
  static let meters = ValueType.list(
    .record([
      Field("provider", .text), Field("account", .text), Field("number", .text), Field("caption", .text),
      Field("unit", .text), Field("places", .integer), Field("tariff", .number), Field("previous", .number),
      Field("date", .date), Field("used", .number),
    ]))

  /// Returns the answer of the directory `provider` for an id.
  @Sendable static func answer(to key: Value, _ services: BankServices) throws -> LookupAnswer {
    guard let id = key.string else { return .empty }
    return try services.providers.find(id).map { .found(answer(for: $0)) } ?? .empty
  }

  /// Returns the record of a provider.
  static func answer(for provider: Provider) -> Value {
    [
      "title": .string(provider.title), "kind": .string(provider.kind.rawValue),
      "category": .string(provider.category.rawValue),
      "payee": [
        "name": .string(provider.payee.name), "inn": .string(provider.payee.inn),
        "bic": .string(provider.payee.bic.rawValue), "account": .string(provider.payee.account.rawValue),
      ],
      "least": number(provider.minimum.text), "most": number(provider.maximum.text),
      "account": value(of: provider.account),
      "fields": .array(provider.fields.map(value)),
    ]
  }

  /// Returns a provider as an option of a picker.
  static func option(_ provider: Provider) -> Value {
    [
      "value": .string(provider.id), "caption": .string(provider.title), "kind": .string(provider.kind.rawValue),
      "category": .string(provider.category.rawValue),
    ]
  }

  /// Returns the record of a meter.
  static func record(_ meter: Meter) -> Value {
    [
      "provider": .string(meter.provider), "account": .string(meter.account), "number": .string(meter.number),
      "caption": .string(meter.caption), "unit": .string(meter.unit), "places": .integer(Int64(meter.places)),
      "tariff": number(meter.tariff.description), "previous": number(meter.reading.description),
      "date": .string(meter.readOn.description), "used": meter.used.map { number($0.description) } ?? .null,
    ]
  }

  /// Returns the record of a provider's field.
  static func value(of field: ProviderField) -> Value {
    [
      "caption": value(of: field.caption), "hint": field.hint.map(value) ?? .null,
      "mask": field.mask.map(Value.string) ?? .null, "pattern": field.pattern.map(Value.string) ?? .null,
      "length": field.length.map { .integer(Int64($0)) } ?? .null,
      "keyboard": field.keyboard.map(Value.string) ?? .null,
    ]
  }

  private static func value(of text: ProviderField.Text) -> Value { ["ru": .string(text.ru), "en": .string(text.en)] }

  private static func number(_ text: String) -> Value { Decimal(text).map(Value.decimal) ?? .null }
}

/// The input masks of providers. They come from the database, so the check of definitions does not
/// cover them.
package enum ProviderMasks {
  /// A mask that accepts no valid text, or an invalid pattern. Clients get no such mask.
  package struct Fault: Sendable {
    package let provider: String
    /// The caption of the field and the fault.
    package let message: String
  }

  /// Returns the faulty masks and patterns of a provider.
  package static func faults(of provider: Provider) -> [Fault] {
    ([provider.account] + provider.fields).flatMap { field in
      let record = ProviderRecords.value(of: field)
      let pattern = FormatRecord.hasUsablePattern(record) ? nil : "`pattern` is not a regular expression"
      return [pattern, FormatRecord.maskFault(of: record)].compactMap(\.self).map { fault in
        Fault(provider: provider.id, message: "\(field.caption.en): \(fault)")
      }
    }
  }

  /// Returns the faulty masks and patterns of all active providers.
  package static func faults(_ providers: Providers) throws -> [Fault] {
    var (found, last): ([Fault], String?) = ([], nil)
    repeat {
      guard let page = try providers.all(after: last, limit: 100) else { break }
      for provider in page.elements {
        found += faults(of: provider)
      }
      last = page.next
    } while last != nil
    return found
  }
}
