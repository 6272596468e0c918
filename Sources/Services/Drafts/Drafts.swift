package import Model
import Persistence
package import Storage

/// The values that people have entered and not submitted yet: one draft for each person and operation.
///
///     let receipt = try drafts.put("payment", version: version, values: values, by: caller).wait()
package struct Drafts: Sendable {
  /// A kept draft.
  package struct Receipt: Sendable, Equatable {
    /// The draft.
    package let draft: Draft
    /// True if the person had no draft of the operation.
    package let isNew: Bool
  }

  /// The number of old drafts that one call deletes. Each call adds one at most, so that their number falls.
  private static let sweep = 20

  /// The limits and the lifetime of drafts.
  package let rules: DraftRules
  private let store: any Store
  private let clock: Clock

  /// Creates the service over `store`.
  package init(store: any Store, rules: DraftRules, clock: @escaping Clock) {
    self.store = store
    self.rules = rules
    self.clock = clock
  }

  /// Keeps values, as canonical JSON without secrets, in the place of the caller's earlier draft of the operation; where
  /// that is `expected` to hold something and does not, it throws `DraftError.changed`.
  package func put(
    _ values: String, of operation: String, version: String, replacing expected: String? = nil, by caller: Caller
  ) -> Deferred<Receipt> {
    guard values.utf8.count <= rules.bytes else { return .failed(DraftError.tooLarge(limit: rules.bytes)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = DraftDAO(transaction)
      let now = clock()
      let oldest = oldest(at: now)
      if let expected, try !table.holds(expected, of: operation, person: caller.person) { throw DraftError.changed }
      _ = try RetentionDAO(transaction).deleteDrafts(keptBy: oldest, limit: Self.sweep)
      let earlier = try table.find(operation, person: caller.person, after: oldest)
      if earlier == nil {
        // A draft beyond its lifetime that is still stored begins anew.
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

  /// Returns the person's drafts, the newest first; at most the quota.
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

  /// Returns the time at which a draft is deleted unless it is kept again.
  package func expiry(of draft: Draft) -> Instant { draft.changed + rules.lifetime }

  /// Returns the instant whose drafts have reached the end of their lifetime.
  private func oldest(at now: Instant) -> Instant { now + (.zero - rules.lifetime) }
}

/// The limits and the lifetime of drafts.
package struct DraftRules: Sendable {
  /// Drafts that a person may have at a time; 20.
  package var perPerson = 20
  /// Bytes that the values of one draft may take as canonical JSON; 64 KiB.
  package var bytes = 64 * 1024
  /// The lifetime of a draft after it was last kept; 30 days.
  package var lifetime: Duration = .seconds(30 * 24 * 3600)

  /// Creates the defaults.
  package init() {}
}

/// The refusal of a draft.
package enum DraftError: Error, Equatable {
  /// The person has none of the operation, or it is too old.
  case notFound
  /// Another device has changed or submitted it.
  case changed
  /// The person has reached the limit.
  case tooMany(limit: Int)
  /// Its values take more bytes than they may.
  case tooLarge(limit: Int)
}
