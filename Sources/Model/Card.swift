/// A card as its holder sees it: of its number only what may be shown.
package struct Card: Sendable, Equatable {
  /// Whether it can be paid with.
  package enum Status: String, Sendable, CaseIterable {
    /// It can.
    case active
    /// It cannot, until somebody unblocks it.
    case blocked
  }

  /// The card's identifier.
  package let id: CardID
  /// The account it pays from.
  package let account: AccountNumber
  /// What the person calls it.
  package let caption: String
  /// The number's digits that may be shown.
  package let number: MaskedNumber
  /// The last day it is good for.
  package let expires: CivilDate
  /// Whether it can be paid with.
  package let status: Status
  /// When that last changed.
  package let changed: Instant

  /// A card.
  package init(
    id: CardID, account: AccountNumber, caption: String, number: MaskedNumber, expires: CivilDate, status: Status,
    changed: Instant
  ) {
    self.id = id
    self.account = account
    self.caption = caption
    self.number = number
    self.expires = expires
    self.status = status
    self.changed = changed
  }
}

extension Card {
  /// One step in a card's history.
  package struct Change: Sendable, Equatable {
    /// The status it took.
    package let status: Status
    /// The submission that gave it; nil where the bank did.
    package let submission: SubmissionID?
    /// When.
    package let at: Instant

    /// A step.
    package init(status: Status, submission: SubmissionID?, at: Instant) {
      self.status = status
      self.submission = submission
      self.at = at
    }
  }
}
