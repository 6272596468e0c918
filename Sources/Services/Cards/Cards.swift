package import Model
import DataAccess
import Storage

/// A person's cards.
///
///     let effect = services.cards.effect(card.id, .blocked)
///     let receipt = try services.submissions.create(draft, by: caller, effect: effect).wait()
///     let now = try services.cards.find(card.id, person: caller.person)?.status  // .blocked
package struct Cards: Sendable {
  private let store: any Store
  private let clock: Clock
  private let audit: Audit

  /// Creates the service over `store`.
  init(store: any Store, audit: Audit, clock: @escaping Clock) {
    (self.store, self.audit, self.clock) = (store, audit, clock)
  }

  /// The person's cards, in the person's order.
  package func all(_ person: PersonID) throws -> [Card] { try store.read { try CardDAO($0).all(person: person) } }

  /// The person's card with `id`.
  package func find(_ id: CardID, person: PersonID) throws -> Card? {
    try store.read { try CardDAO($0).find(id, person: person) }
  }

  /// The statuses that the person's card has had, oldest first.
  package func history(_ id: CardID, person: PersonID) throws -> [Card.Change] {
    try store.read { try CardDAO($0).history(id, person: person) }
  }

  /// Returns the effect of a submission that gives a card this status.
  package func effect(_ id: CardID, _ status: Card.Status) -> Effect {
    Effect(
      check: { transaction, person in
        guard let card = try CardDAO(transaction).find(id, person: person) else { throw CardRefusal.unknown }
        if card.status == status { throw CardRefusal.unchanged(status) }
        return nil
      },
      execute: { [clock, audit] transaction, submission in
        let cards = CardDAO(transaction)
        guard try cards.find(id, person: submission.person) != nil else {
          return .rejected(reason: CardRefusal.unknown.code)
        }
        // If another submission was quicker, the card has the requested status already.
        if try cards.setStatus(id, person: submission.person, status, by: submission.id, at: clock()) {
          try audit.record(.cardChanged, by: .person(submission.person), of: .card(id), transaction)
        }
        return .executed
      }
    ).on { transaction, person in
      // Every change counts, also one that the core has not carried out: a card that was blocked and unblocked meanwhile
      // looks as it did, and an unblocking from before a block must not undo that.
      let changes = try CardDAO(transaction).changes(id, person: person)
      let underWay = try SubmissionDAO(transaction).countUnderWay(person: person, card: id)
      return "card \(id) \(changes) \(underWay)"
    }
  }
}

/// The refusal of a card's new status.
package enum CardRefusal: Refusal, Equatable {
  /// The person has no such card.
  case unknown
  /// The card has that status already.
  case unchanged(Card.Status)

  /// The reason as a code.
  package var code: String {
    switch self {
    case .unknown: "card-unknown"
    case .unchanged: "card-unchanged"
    }
  }
}
