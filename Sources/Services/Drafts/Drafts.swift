package import Model
import Persistence
package import Storage

/// Values that people have entered and not sent: one draft for each person and operation, the last one stored.
///
///     let values = #"{"amount":"1.00"}"#
///     _ = try services.drafts.put(values, of: "pp.quick", version: version, by: caller).wait()
///     let draft = try services.drafts.find("pp.quick", person: caller.person)
///     let expiry = services.drafts.expiry(of: draft)
package struct Drafts: Sendable {
  /// A stored draft.
  package struct Receipt: Sendable, Equatable {
    /// The draft.
    package let draft: Draft
    /// True if the person had no draft of the operation.
    package let isNew: Bool
  }

  /// Old drafts of anybody that one call deletes: each call adds at most one, so their number falls.
  private static let sweep = 20

  /// Limits and lifetime.
  package let rules: DraftRules
  private let store: any Store
  private let clock: Clock

  /// Drafts in `store`.
  package init(store: any Store, rules: DraftRules, clock: @escaping Clock) {
    self.store = store
    self.rules = rules
    self.clock = clock
  }

  /// Stores values, as canonical JSON without secrets, and replaces the caller's earlier draft of the operation.
  ///
  /// - Throws `DraftError.changed` when that draft does not have the values `expected`.
  /// - Throws `DraftError.tooLarge` or `DraftError.tooMany` when the values or the person's drafts exceed the rules.
  package func put(
    _ values: String, of operation: String, version: String, replacing expected: String? = nil, by caller: Caller
  ) -> Deferred<Receipt> {
    guard values.utf8.count <= rules.bytes else { return .failed(DraftError.tooLarge(limit: rules.bytes)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      try transaction.requireStanding(caller.person)
      let table = DraftDAO(transaction)
      let now = clock()
      let oldest = oldest(at: now)
      if let expected, try !table.holds(expected, of: operation, person: caller.person) { throw DraftError.changed }
      _ = try RetentionDAO(transaction).deleteDrafts(keptBy: oldest, limit: Self.sweep)
      let earlier = try table.find(operation, person: caller.person, after: oldest)
      if earlier == nil {
        // An expired draft that is not swept yet would pass its time of creation on.
        _ = try table.delete(operation, person: caller.person)
        let others = try table.count(person: caller.person, besides: operation, after: oldest)
        guard others < rules.perPerson else { throw DraftError.tooMany(limit: rules.perPerson) }
      }
      let created = earlier?.created ?? now
      let draft = Draft(
        operation: operation, version: version, created: created, changed: max(now, created), values: values,
        person: caller.person)
      try table.put(draft)
      return Receipt(draft: draft, isNew: earlier == nil)
    }
  }

  /// The person's draft of the operation; throws `DraftError.notFound`.
  package func find(_ operation: String, person: PersonID) throws -> Draft {
    let oldest = oldest(at: clock())
    guard let draft = try store.read({ try DraftDAO($0).find(operation, person: person, after: oldest) }) else {
      throw DraftError.notFound
    }
    return draft
  }

  /// The person's drafts, newest first, at most `rules.perPerson`.
  package func all(_ person: PersonID) throws -> [Draft] {
    let oldest = oldest(at: clock())
    return try store.read { try DraftDAO($0).all(person: person, after: oldest) }
  }

  /// Deletes the caller's draft of the operation; throws `DraftError.notFound` if there is none.
  package func delete(_ operation: String, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = DraftDAO(transaction)
      let isThere = try table.find(operation, person: caller.person, after: oldest(at: clock())) != nil
      _ = try table.delete(operation, person: caller.person)
      guard isThere else { throw DraftError.notFound }
    }
  }

  /// The expiry of a draft, unless the person stores it again.
  package func expiry(of draft: Draft) -> Instant { draft.changed + rules.lifetime }

  /// The instant up to which stored drafts have expired.
  private func oldest(at now: Instant) -> Instant { now + (.zero - rules.lifetime) }
}

/// Limits on drafts, and their lifetime.
package struct DraftRules: Sendable {
  /// Most drafts of a person at a time; 20.
  package var perPerson = 20
  /// Most bytes of a draft's values as canonical JSON; 64 KiB.
  package var bytes = 64 * 1024
  /// Lifetime of a draft after it was last stored; 30 days.
  package var lifetime: Duration = .seconds(30 * 24 * 3600)

  /// Creates the defaults.
  package init() {}
}

/// Reasons why a draft is not stored or found.
package enum DraftError: Error, Equatable {
  /// The person has no draft of the operation, or it has expired.
  case notFound
  /// The draft has changed: another device has continued or sent it.
  case changed
  /// The person has the most drafts allowed.
  case tooMany(limit: Int)
  /// The values take more bytes than allowed.
  case tooLarge(limit: Int)
}
