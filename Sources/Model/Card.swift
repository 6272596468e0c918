package import Dates

/// A card as its holder sees it.
package struct Card: Entity {
  /// The identifier.
  package let id: CardID
  /// The masked number: the other digits are not stored.
  package let number: MaskedNumber
  /// The account that it pays from.
  package let account: AccountNumber
  /// The person's name for it.
  package let caption: String
  /// The status since `changed`.
  package let status: Status
  /// The last day on which it is valid.
  package let expires: CivilDate
  /// The time of the last change of `status`.
  package let changed: Instant

  /// Creates a card.
  package init(
    id: CardID, number: MaskedNumber, account: AccountNumber, caption: String, status: Status, expires: CivilDate,
    changed: Instant
  ) {
    (self.id, self.number, self.account, self.caption) = (id, number, account, caption)
    (self.status, self.expires, self.changed) = (status, expires, changed)
  }

  package static let entity = Fields(
    "card",
    field("id", \.id, .key),
    field("number", \.number, .about("masked: the other digits are not stored")),
    field("account", \.account),
    field("caption", \.caption, .member("title")),
    field("status", \.status, .changing),
    field("expires", \.expires, .member("expiresOn")),
    field("changed", \.changed, .changing, .member("changedAt")),
    make: Card.init)
}

extension Card {
  /// The ability of a card to pay.
  package enum Status: String, Sendable, CaseIterable {
    /// It can pay.
    case active
    /// It cannot pay until its holder or the bank unblocks it.
    case blocked
  }

  /// A step in the history of a card.
  package struct Change: Sendable, Equatable {
    /// The status it took.
    package let status: Status
    /// The submission that gave it; nil if the bank did.
    package let submission: SubmissionID?
    /// The time of the step.
    package let at: Instant

    /// Creates a step.
    package init(status: Status, submission: SubmissionID?, at: Instant) {
      self.status = status
      self.submission = submission
      self.at = at
    }
  }
}
