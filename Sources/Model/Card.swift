package import Dates

/// A card as its holder sees it.
package struct Card: Entity {
  package let id: CardID
  /// The masked number. The hidden digits are not stored.
  package let number: MaskedNumber
  /// The account that payments with the card debit.
  package let account: AccountNumber
  /// The person's name for the card.
  package let caption: String
  /// The current status, which is in force since `changed`.
  package let status: Status
  /// The last day on which the card is valid.
  package let expires: CivilDate
  /// The time of the last change of `status`.
  package let changed: Instant

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
    field("number", \.number, .about("masked; the hidden digits are not stored")),
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
    /// The card can pay.
    case active
    /// The card cannot pay until its holder or the bank unblocks it.
    case blocked
  }

  /// A change of a card's status.
  package struct Change: Sendable, Equatable {
    /// The new status.
    package let status: Status
    /// The submission that caused the change; nil if the bank did.
    package let submission: SubmissionID?
    package let at: Instant

    package init(status: Status, submission: SubmissionID?, at: Instant) {
      self.status = status
      self.submission = submission
      self.at = at
    }
  }
}
