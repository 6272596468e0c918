package import Model
import BankSystems
package import Atoms
package import Conditions
package import Dates
package import Texts
import FoundationEssentials
package import JSON
package import Services

/// The facts about the caller that operations can use. A new fact is a line in `types` and a case
/// in `value`.
package enum Facts {
  package static let types: [String: ValueType] = [
    "accounts": .list(
      .record([
        Field("value", .text), Field("caption", .text), Field("currency", .text), Field("balance", .number),
        Field("available", .number), Field("isOwner", .boolean), Field("role", .text),
        Field("disabled", .boolean),
      ])),
    "providers": ProviderRecords.options,
    "meters": ProviderRecords.meters,
    "cards": .list(
      .record([
        Field("value", .text), Field("caption", .text), Field("number", .text), Field("status", .text),
        Field("account", .text), Field("expires", .date),
      ])),
    "deals": .list(
      .record([Field("value", .text), Field("caption", .text), Field("subtitle", .text), Field("endDate", .date)])),
    "spending": .list(.record([Field("currency", .text), Field("amount", .number)])),
    "settings": .record([Field("pushDeals", .boolean), Field("language", .text)]),
    "user": .record([
      Field("name", .text), Field("login", .text), Field("phone", .text), Field("codePhone", .text),
      Field("bonuses", .integer), Field("externalId", .text),
    ]),
  ]

  /// The forms of fields whose values are known.
  static let forms: [String: [String: ValueForm]] = [
    "accounts": [
      "currency": .notation(.currency, mayBeEmpty: false), "role": word(AccountAccess.Role.allCases.map(\.rawValue)),
    ],
    "spending": ["currency": .notation(.currency, mayBeEmpty: false)],
    "providers": [
      "kind": word([Provider.Kind.meters, .amount].map(\.rawValue)),
      "category": word(Provider.Category.allCases.map(\.rawValue)),
    ],
    "cards": ["status": word(Card.Status.allCases.map(\.rawValue))],
    "settings": ["language": word(Language.allCases.map(\.rawValue))],
  ]

  private static func word(_ words: [String]) -> ValueForm { .notation(.word(among: words), mayBeEmpty: false) }

  /// Returns a fact about a person, for a day and a language; null for an unknown name.
  ///
  /// - Parameters:
  ///   - month: The start of the day's month in the bank's time zone.
  ///   - state: The version of the data that the caller has just read. If it is nil, it is read
  ///     again.
  /// - Throws: Database errors.
  package static func value(
    of name: String, for person: PersonID, on day: String, month: @autoclosure () -> Instant?, in language: Language,
    _ services: BankServices, at state: DataVersion? = nil
  ) throws -> Value {
    switch name {
    case "accounts":
      .array(try (state.map { try services.accounts.all(person, at: $0) } ?? services.accounts.all(person)).map(option))
    case "providers":
      .array((try services.providers.all(limit: maxProviders)?.elements ?? []).map(ProviderRecords.option))
    case "meters": .array(try services.providers.meters(person).map(ProviderRecords.record))
    case "cards": .array(try services.cards.all(person).map(option))
    case "deals": try deals(on: day, in: language, services)
    case "spending":
      .array(try month().flatMap { try services.accounts.spent(person, since: $0) }?.map(record) ?? [])
    case "settings": settings(try services.settings.find(person))
    case "user": try PersonFact.value(of: person, services)
    default: .null
    }
  }

  /// The facts that depend on the day or have texts in the language. The others depend only on the
  /// database.
  static let followsDay: Set = ["deals", "spending"]

  /// The maximum number of providers in a picker. `GET /providers` finds the others.
  private static let maxProviders = 200

  /// Returns an account as an option of a picker.
  private static func option(_ account: Account) -> Value {
    .object(
      Object(unique: [
        Object.Member(name: "value", value: .string(account.number.rawValue)),
        Object.Member(name: "caption", value: .string(account.caption)),
        Object.Member(name: "currency", value: .string(account.currency.rawValue)),
        Object.Member(name: "balance", value: exact(account.balance)),
        Object.Member(name: "available", value: exact(account.available)),
        Object.Member(name: "isOwner", value: .bool(account.isOwner)),
        Object.Member(name: "role", value: .string(account.role.rawValue)),
        Object.Member(name: "disabled", value: .bool(account.disabled)),
      ]))
  }

  /// Returns an amount as a record with its currency.
  private static func record(_ money: Money) -> Value {
    ["currency": .string(money.currency.rawValue), "amount": exact(money)]
  }

  /// Returns an amount with the decimals of its currency.
  private static func exact(_ money: Money) -> Value {
    Decimal(coefficient: Int128(money.minor), exponent: -money.currency.scale).map(Value.decimal) ?? .null
  }

  /// Returns a card as an option. The caption contains the last digits to distinguish the person's
  /// cards.
  private static func option(_ card: Card) -> Value {
    [
      "value": .string(card.id.rawValue), "caption": .string("\(card.caption) ••\u{A0}\(card.number.last)"),
      "number": .string(card.number.description), "status": .string(card.status.rawValue),
      "account": .string(card.account.rawValue), "expires": .string(card.expires.description),
    ]
  }

  /// Returns the current deals, at most 200.
  private static func deals(on day: String, in language: Language, _ services: BankServices) throws -> Value {
    guard let day = CivilDate(day) else { return .array([]) }
    return .array(
      try services.deals.current(on: day, by: nil, limit: 200).elements.map(\.deal).map { deal in
        [
          "value": .string(deal.id.rawValue), "caption": .string(deal.title[language]),
          "subtitle": .string(deal.subtitle[language]), "endDate": .string(deal.endDate.description),
        ]
      })
  }

  private static func settings(_ settings: PersonSettings) -> Value {
    ["pushDeals": .bool(settings.pushDeals), "language": .string(settings.language.rawValue)]
  }
}

extension Deal.Text {
  /// The text in a language, or in Russian if the translation is missing.
  package subscript(language: Language) -> String { language == .en ? en ?? ru : ru }
}

extension Vocabulary {
  /// The names that the bank's operations can use.
  package static let bank: Vocabulary = {
    var words = Vocabulary(
      verifications: Verifications.all, lookups: Lookups.shapes, facts: Facts.types, effects: Effects.shapes,
      normalizations: [ReasonTexts.payment])
    words.factForms = Facts.forms
    words.searches = Searches.shapes
    words.today = CivilDate(daysSinceEpoch: Int(Date().timeIntervalSince1970 / 86_400))
    return words
  }()
}
