package import Dates
package import Model
import DataAccess
import Storage

/// Values that people have entered and not sent: one draft for each person and operation, the last one stored, and copies of
/// replaced and refused values.
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

  /// The outcome of storing a draft under a condition.
  package enum Outcome: Sendable, Equatable {
    /// The values are the draft now.
    case kept(Receipt)
    /// The condition does not hold for the draft that is there, nil for none. The values are stored as a copy.
    case refused(current: Draft?)
  }

  /// Old drafts of anybody that one call deletes: each call adds at most one, so their number falls.
  private static let sweep = 20

  /// Limits and lifetime.
  let rules: DraftRules
  private let store: any Store
  private let clock: Clock

  /// Drafts in `store`.
  init(store: any Store, rules: DraftRules, clock: @escaping Clock) {
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
    write(values, by: caller) { transaction in
      if let expected, try !DraftDAO(transaction).holds(expected, of: operation, person: caller.person) {
        throw DraftError.changed
      }
      let earlier = try earlier(operation, caller.person, transaction)
      return try put(values, of: operation, version: version, over: earlier, by: caller, transaction)
    }
  }

  /// Stores values, as canonical JSON without secrets, and keeps a copy of the values that lose.
  ///
  /// - If `fits` returns false for the draft that is there, nil for none, that one stays, and the values become a copy.
  /// - Without `fits` the values become the draft, and those that they replace a copy.
  /// - Throws `DraftError.tooLarge` or `DraftError.tooMany` when the values or the person's drafts exceed the rules.
  package func keep(
    _ values: String, of operation: String, version: String, if fits: (@Sendable (Draft?) -> Bool)?, by caller: Caller
  ) -> Deferred<Outcome> {
    write(values, by: caller) { transaction in
      let earlier = try earlier(operation, caller.person, transaction)
      if let fits, !fits(earlier) {
        if earlier?.values != values { try copy(values, of: operation, version: version, by: caller, transaction) }
        return .refused(current: earlier)
      }
      let receipt = try put(values, of: operation, version: version, over: earlier, by: caller, transaction)
      if fits == nil, let earlier, earlier.values != values {
        try copy(earlier.values, of: operation, version: earlier.version, by: caller, transaction)
      }
      return .kept(receipt)
    }
  }

  private func write<Value: Sendable>(
    _ values: String, by caller: Caller, _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    guard values.utf8.count <= rules.bytes else { return .failed(DraftError.tooLarge(limit: rules.bytes)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      try transaction.requireNotErased(caller.person)
      return try body(transaction)
    }
  }

  /// Deletes some old drafts and copies of anybody, and returns the draft that new values would replace.
  private func earlier(_ operation: String, _ person: PersonID, _ transaction: Transaction) throws -> Draft? {
    let oldest = oldest(at: clock())
    _ = try RetentionDAO(transaction).deleteDrafts(keptBy: oldest, limit: Self.sweep)
    return try DraftDAO(transaction).find(operation, person: person, after: oldest)
  }

  private func put(
    _ values: String, of operation: String, version: String, over earlier: Draft?, by caller: Caller,
    _ transaction: Transaction
  ) throws -> Receipt {
    let (table, now) = (DraftDAO(transaction), clock())
    if earlier == nil {
      // An expired draft that is not swept yet would pass its time of creation on.
      _ = try table.delete(operation, person: caller.person)
      let others = try table.count(person: caller.person, besides: operation, after: oldest(at: now))
      guard others < rules.perPerson else { throw DraftError.tooMany(limit: rules.perPerson) }
    }
    let created = earlier?.created ?? now
    let draft = Draft(
      operation: operation, version: version, created: created, changed: max(now, created), values: values,
      person: caller.person)
    try table.put(draft)
    return Receipt(draft: draft, isNew: earlier == nil)
  }

  private func copy(
    _ values: String, of operation: String, version: String, by caller: Caller, _ transaction: Transaction
  ) throws {
    let (table, now) = (DraftCopyDAO(transaction), clock())
    _ = try RetentionDAO(transaction).deleteDraftCopies(keptBy: oldest(at: now), limit: Self.sweep)
    try table.add(values, of: operation, version: version, person: caller.person, at: now)
    try table.keepNewest(DraftRules.copies, of: operation, person: caller.person)
    try table.keepNewest(DraftRules.copies * rules.perPerson, person: caller.person)
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

  /// The copies of the person's draft of the operation, newest first, at most `DraftRules.copies`.
  package func copies(of operation: String, person: PersonID) throws -> [DraftCopy] {
    let oldest = oldest(at: clock())
    return try store.read { try DraftCopyDAO($0).all(operation, person: person, after: oldest) }
  }

  /// Deletes the caller's draft of the operation and its copies.
  /// - Throws `DraftError.notFound` if there is neither a draft nor a copy.
  /// - Throws `DraftError.conflict` if there is a draft for which `fits` returns false.
  package func delete(
    _ operation: String, if fits: @escaping @Sendable (Draft) -> Bool = { _ in true }, by caller: Caller
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      let table = DraftDAO(transaction)
      let draft = try table.find(operation, person: caller.person, after: oldest(at: clock()))
      if let draft, !fits(draft) { throw DraftError.conflict }
      _ = try table.delete(operation, person: caller.person)
      let copies = try DraftCopyDAO(transaction).delete(operation, person: caller.person)
      guard draft != nil || copies > 0 else { throw DraftError.notFound }
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
  /// Most copies of a draft. All drafts of a person have at most `perPerson` times as many copies.
  static let copies = 3

  /// Creates the defaults.
  package init() {}
}

/// Reasons why a draft is not stored or found.
package enum DraftError: Error, Equatable {
  /// The person has no draft of the operation, or it has expired.
  case notFound
  /// The draft has changed: another device has continued or sent it.
  case changed
  /// The draft is not the one that the caller has read.
  case conflict
  /// The person has the most drafts allowed.
  case tooMany(limit: Int)
  /// The values take more bytes than allowed.
  case tooLarge(limit: Int)
}
