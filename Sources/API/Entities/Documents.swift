import Atoms
import JSON
import Model

extension Account {
  static let document = EntityJSON(entity)
}

extension LedgerEntry {
  static let document = EntityJSON(entity)
}

extension Card {
  static let document = EntityJSON(entity)
}

extension Draft {
  static let document = EntityJSON(entity)
  /// The members of a draft in a list.
  static let row = document.without(\.values)
}

extension SavedTemplate {
  static let document = EntityJSON(entity)
  /// The members of a template in a list.
  static let row = document.without(\.values)
  /// The body of a new template.
  static let entered = EntityJSON(
    entity
      .with(\.version, .sometimes, .about("the version of the form with the values"))
      .with(\.values, .about("values by atom id; may be incomplete and violate rules")))
}

extension Submission {
  static let document = EntityJSON(entity)

  /// The members of a submission in each response. List rows omit the values. Members about signing
  /// are only in open submissions.
  static let members = (
    open: document.whole, closed: document.without(\.expires, \.attemptsLeft),
    openRow: document.without(\.values, \.captions),
    row: document.without(\.values, \.captions, \.expires, \.attemptsLeft),
    handedOver: document.without(\.expires, \.attemptsLeft, \.changed)
  )
}

extension Bank {
  static let document = EntityJSON(entity)
}

extension Person {
  static let document = EntityJSON(entity)
  /// The person's name without telephone and bonuses.
  static let caption = document.without(\.phone, \.bonuses)
  /// The fields that a person may change without a signature.
  static let profile = document.without(\.id, \.bonuses)
}

extension PersonSettings {
  static let document = EntityJSON(entity)
}

extension SessionRecord {
  static let document = EntityJSON(entity)
}

extension Deal {
  /// The JSON of a deal in the caller's language.
  static let document = EntityJSON(entity)
  /// The members for persons. `place` is only for operators.
  static let offer = document.without(\.place)

  /// The JSON of a deal for operators, with texts in all languages. It does not depend on the date.
  static let edited = EntityJSON(
    entity
      .with(\.title, .form(.translations))
      .with(\.subtitle, .form(.translations), .sometimes)
      .with(\.startDate, .about("the first day"))
      .with(\.endDate, .about("the last day, not before the first"))
      .with(\.place, .about("the place in the order; by default the last"))
      .with(\.endedOn, .member("endedOn"), .about("the time when an operator ended the deal"))
      .with(\.created, .member("createdAt"))
      .with(\.changed, .member("changedAt")))
  /// The members that operators write.
  static let terms = edited.without(\.id, \.endedOn, \.created, \.changed)
}

enum EntitySchemas {
  /// The schemas of entities by name. Each function completes a schema of `OpenAPI/schemas`.
  static let all: [(name: String, complete: @Sendable (Object) -> Object)] = [
    ("Account", { Account.document.schema(with: $0) }), ("Entry", { LedgerEntry.document.schema(with: $0) }),
    ("Card", { Card.document.schema(with: $0) }), ("Draft", { Draft.document.schema(with: $0) }),
    ("Template", { SavedTemplate.document.schema(with: $0) }),
    (
      "NewTemplate",
      { SavedTemplate.entered.bodySchema(of: SavedTemplate.entered.without(\.id, \.created), with: $0) }
    ),
    ("Submission", { Submission.document.schema(with: $0) }),
    ("HandOver", { Submission.document.schema(with: $0, of: Submission.members.handedOver) }),
    ("Bank", { Bank.document.schema(with: $0) }), ("User", { Person.document.schema(with: $0) }),
    ("UserPatch", { Person.document.patchSchema(of: Person.profile, with: $0) }),
    ("OpenSession", { SessionRecord.document.schema(with: $0) }), ("Deal", { Deal.document.schema(with: $0) }),
    ("EditedDeal", { Deal.edited.schema(with: $0) }),
    ("NewDeal", { Deal.edited.bodySchema(of: Deal.terms, with: $0) }),
    ("DealPatch", { Deal.edited.patchSchema(of: Deal.terms, with: $0) }),
    ("Settings", { PersonSettings.document.schema(with: $0) }),
    (
      "SettingsPatch",
      { PersonSettings.document.patchSchema(of: PersonSettings.document.whole, with: $0, nullResets: true) }
    ),
  ]
}
