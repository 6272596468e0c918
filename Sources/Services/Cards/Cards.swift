package import Model
import DataAccess
import Storage

/// A person's cards.
package struct Cards: Sendable {
  let store: any Store
  let clock: Clock
  let audit: Audit

  init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// Returns the person's cards in the person's order.
  package func all(_ person: PersonID) throws -> [Card] { try store.read { try CardDAO($0).all(person: person) } }

  /// Returns a card of the person; nil if the person has no such card.
  package func find(_ id: CardID, person: PersonID) throws -> Card? {
    try store.read { try CardDAO($0).find(id, person: person) }
  }

  /// Returns the statuses of the person's card, oldest first.
  package func history(_ id: CardID, person: PersonID) throws -> [Card.Change] {
    try store.read { try CardDAO($0).history(id, person: person) }
  }

  /// Returns the effect of a submission that sets the card's status.
  package func effect(_ id: CardID, _ status: Card.Status) -> Effect {
    Effect(
      check: { [clock] transaction, person in
        guard let card = try CardDAO(transaction).find(id, person: person) else { throw CardRefusal.unknown }
        if card.status == status { throw CardRefusal.unchanged(status) }
        if status == .active {
          let account = try AccountDAO(transaction).find(card.account, person: person, at: clock())
          guard account?.disabled == false else { throw CardRefusal.noAccess }
        }
        return nil
      },
      execute: { [clock, audit] transaction, submission in
        let cards = CardDAO(transaction)
        guard try cards.find(id, person: submission.person) != nil else {
          return .rejected(reason: CardRefusal.unknown.code)
        }
        // If another submission was executed first, the card can already have this status.
        if try cards.setStatus(id, person: submission.person, status, by: submission.id, at: clock()) {
          try audit.record(.cardChanged, by: .person(submission.person), of: .row(id), transaction)
        }
        return .executed
      }
    ).on { transaction, person in
      // Every change counts, even one that the core has not executed yet. A card that was blocked
      // and unblocked has its old status again, but an older unblocking must not undo a later
      // block.
      let changes = try CardDAO(transaction).changes(id, person: person)
      let underWay = try SubmissionDAO(transaction).countUnderWay(person: person, card: id)
      return "card \(id) \(changes) \(underWay)"
    }
  }
}

/// Reasons why a card's status is not changed.
package enum CardRefusal: Refusal, Equatable {
  /// The person has no such card.
  case unknown
  /// The card already has that status.
  case unchanged(Card.Status)
  /// The person no longer has access to the account of the card, or the account is disabled, so the
  /// card remains blocked.
  case noAccess

  /// The reason as a code.
  package var code: String {
    switch self {
    case .unknown: "card-unknown"
    case .unchanged: "card-unchanged"
    case .noAccess: "card-no-access"
    }
  }
}
