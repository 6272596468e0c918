package import Dates
package import Model
import DataAccess
import Storage
import Texts

/// A card to issue.
package struct NewCard: Sendable {
  /// The masked number. The hidden digits are not stored.
  package let number: MaskedNumber
  package let account: AccountNumber
  /// The person's name for the card.
  package let caption: String
  /// The last day on which the card is valid.
  package let expires: CivilDate
  package var status = Card.Status.active
  /// The id in the bank's core; nil if the core does not know the card.
  package var coreID: String?

  package init(_ number: MaskedNumber, account: AccountNumber, caption: String, expires: CivilDate) {
    self.number = number
    self.account = account
    self.caption = caption
    self.expires = expires
  }
}

/// A card with its holder, for the bank's administration.
package struct HeldCard: Sendable, Equatable {
  package let card: Card
  package let person: PersonID
  /// The id in the bank's core; nil if the core does not know the card.
  package let coreID: String?
}

extension Cards {
  /// Issues cards to a person who has access to their accounts. Returns their ids. Throws a
  /// `CardError`.
  package func issue(_ cards: [NewCard], to person: PersonID) -> Deferred<[CardID]> {
    .from {
      for card in cards { try Self.check(card) }
      return store.deferredWrite(locking: [.person(person)]) { [clock, audit] transaction in
        try transaction.requireNotErased(person)
        let now = clock()
        var ids: [CardID] = []
        for card in cards {
          guard let account = try AccountDAO(transaction).find(card.account, person: person, at: now) else {
            throw CardError.noAccess(card.account)
          }
          guard !account.disabled else { throw CardError.disabled(card.account) }
          let id = CardID.new(at: now)
          do {
            try CardDAO(transaction).insert(
              Card(
                id: id, number: card.number, account: card.account, caption: card.caption, status: card.status,
                expires: card.expires, changed: now), person: person, coreID: card.coreID)
          } catch let error as StoreError where error.isUniqueViolation {
            throw CardError.coreIDTaken
          }
          ids.append(id)
        }
        try audit.record(.cardsIssued, by: .system, of: .person(person), transaction)
        return ids
      }
    }
  }

  /// Returns a page of the cards of all people in the order of their ids, after `after`.
  package func all(after: CardID? = nil, limit: Int) throws -> Page<HeldCard, CardID> {
    let found = try store.read { try CardDAO($0).all(after: after, limit: limit + 1) }
    return Page(
      found.map { HeldCard(card: $0.card, person: $0.person, coreID: $0.coreID) }, limit: limit
    ) { $0.card.id }
  }

  /// Sets the status of a card for the bank. Throws a `CardError`.
  package func setStatus(_ id: CardID, _ status: Card.Status) -> Deferred<Void> {
    .from {
      guard let holder = try store.read({ try CardDAO($0).find(id) })?.person else { throw CardError.unknown }
      return store.deferredWrite(locking: [.person(holder)]) { [clock, audit] transaction in
        guard try CardDAO(transaction).setStatus(id, person: holder, status, by: nil, at: clock()) else {
          throw CardError.unchanged(status)
        }
        try audit.record(.cardChanged, by: .system, of: .row(id), transaction)
      }
    }
  }

  private static func check(_ card: NewCard) throws {
    guard (1...100).contains(card.caption.count), !card.caption.misleads(), card.caption.isStorable else {
      throw CardError.badCaption
    }
    if let id = card.coreID, !ExternalID.isValid(id) { throw CardError.badCoreID }
  }
}

/// Reasons why a card is not issued or changed by the bank.
package enum CardError: Error, Equatable {
  /// The person has no access to the account.
  case noAccess(AccountNumber)
  /// The account is closed to payments.
  case disabled(AccountNumber)
  /// The card does not exist.
  case unknown
  /// The card already has that status.
  case unchanged(Card.Status)
  /// Another card has the id in the bank's core.
  case coreIDTaken
  /// The id in the bank's core is empty, longer than 128 characters, or has whitespace or a
  /// misleading character.
  case badCoreID
  /// The person's name for the card is empty, longer than 100 characters or misleading.
  case badCaption
}
