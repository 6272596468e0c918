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
