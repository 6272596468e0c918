/// A card as its holder sees it: of its number only what may be shown.
package struct Card: Entity {
  /// What is known of a card.
  package typealias Fields = (
    id: CardID,
    // Masked: the other digits are not stored.
    number: MaskedNumber,
    // It pays from this one.
    account: AccountNumber,
    // What the person calls it.
    caption: String,
    // Whether it can be paid with, since `changed`.
    status: Status,
    // The last day it is good for.
    expires: CivilDate,
    changed: Instant
  )
  package let fields: Fields
  package init(_ fields: Fields) { self.fields = fields }

  /// How a card is stored and shown.
  package static let entity = Declaration(
    of: Self.self, "card",
    [
      .key(\.id), .changing(\.status, \.changed), .member(\.caption, "title"), .member(\.expires, "expiresOn"),
      .member(\.changed, "changedAt"), .about(\.number, "masked: the other digits are not stored"),
    ],
    take: { $0.fields }, make: { ($0, $1, $2, $3, $4, $5, $6) })
}

extension Card {
  /// Whether it can be paid with.
  package enum Status: String, Sendable, CaseIterable {
    /// It can.
    case active
    /// It cannot, until somebody unblocks it.
    case blocked
  }

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
