package import Dates
package import Model
import DataAccess
import Storage

/// Values that people have entered and not submitted. A person has one draft per operation, and
/// copies of replaced and rejected values.
package struct Drafts: Sendable {
  /// The result of storing a draft.
  package struct Receipt: Sendable, Equatable {
    package let draft: Draft
    /// True if the person had no draft of the operation.
    package let isNew: Bool
  }

  /// The result of storing a draft under a condition.
  package enum Outcome: Sendable, Equatable {
    /// The values were stored as the draft.
    case kept(Receipt)
    /// The condition is false for `current`, which is nil if the person has no draft. Values that
    /// differ from the draft were stored as a copy.
    case refused(current: Draft?)
  }

  /// The result of beginning a form of several steps.
  package enum Beginning: Sendable, Equatable {
    case begun(Draft)
    /// The person had begun it earlier.
    case continued(Draft)
  }

  /// The maximum number of expired drafts of all people that one call deletes. Each call adds at
  /// most one, so their number decreases.
  private static let sweep = 20

  let rules: DraftRules
  private let store: any Store
  private let clock: Clock

  init(store: any Store, rules: DraftRules, clock: @escaping Clock) {
    self.store = store
    self.rules = rules
    self.clock = clock
  }

  /// Stores values, as canonical JSON without secrets, in place of the caller's draft of the
  /// operation.
  ///
  /// - Throws:
  ///   - `DraftError.changed` if `expected` is given and the draft has other values
  ///   - `DraftError.tooLarge` if the values exceed the size limit
  ///   - `DraftError.tooMany` if the person has the maximum number of drafts
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

  /// Stores the state of a form with pages in place of the earlier one. It may be larger than a
  /// draft.
  ///
  /// - Throws: `DraftError.changed` if there is no earlier state, or if `fits` returns false for
  ///   it; otherwise as `put`.
  package func replace(
    _ values: String, of operation: String, version: String, if fits: @escaping @Sendable (String) -> Bool,
    by caller: Caller
  ) -> Deferred<Receipt> {
    write(values, upTo: rules.stateBytes, by: caller) { transaction in
      guard let earlier = try earlier(operation, caller.person, transaction), fits(earlier.values) else {
        throw DraftError.changed
      }
      return try put(values, of: operation, version: version, over: earlier, by: caller, transaction)
    }
  }

  /// Begins a form of several steps, or continues it.
  ///
  /// - The present state is continued if it fits, for example if another device has just begun it.
  /// - Otherwise it becomes a copy, and the newest copy that fits is continued in its place.
  /// - Without such a copy, `values` become the state.
  ///
  /// - Parameters:
  ///   - fits: Returns true for a state to continue. `isCopy` is true for a copy.
  /// - Throws: as `put`.
  package func begin(
    _ values: String, of operation: String, version: String,
    continuing fits: @escaping @Sendable (_ state: String, _ isCopy: Bool) -> Bool, by caller: Caller
  ) -> Deferred<Beginning> {
    write(values, upTo: rules.stateBytes, by: caller) { transaction in
      let earlier = try earlier(operation, caller.person, transaction)
      if let earlier, fits(earlier.values, false) { return .continued(earlier) }
      let copies = DraftCopyDAO(transaction)
      let found = try copies.all(operation, person: caller.person, after: oldest(at: clock())).first {
        fits($0.values, true)
      }
      if let found { try copies.delete(found.number, of: operation, person: caller.person) }
      if let earlier {
        try copy(earlier.values, of: operation, version: earlier.version, by: caller, transaction)
      }
      let receipt = try put(
        found?.values ?? values, of: operation, version: found?.version ?? version, over: earlier, by: caller,
        transaction)
      return found == nil ? .begun(receipt.draft) : .continued(receipt.draft)
    }
  }

  /// Stores values, as canonical JSON without secrets, and keeps a copy of the values that are not
  /// the draft.
  ///
  /// - If `fits` returns false for the current draft (nil if the person has no draft), the draft
  ///   remains and the new values become a copy.
  /// - Without `fits`, the new values become the draft and the replaced ones a copy.
  /// - Throws `DraftError.tooLarge` or `DraftError.tooMany` if the values or the number of drafts
  ///   exceed a limit.
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
    _ values: String, upTo limit: Int? = nil, by caller: Caller,
    _ body: @escaping @Sendable (Transaction) throws -> Value
  ) -> Deferred<Value> {
    let limit = limit ?? rules.bytes
    guard values.utf8.count <= limit else { return .failed(DraftError.tooLarge(limit: limit)) }
    return store.deferredWrite(locking: [.person(caller.person)]) { transaction in
      try transaction.requireNotErased(caller.person)
      return try body(transaction)
    }
  }

  /// Deletes some expired drafts of all people, and returns the person's current draft of the
  /// operation.
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
      // Delete an expired draft, because otherwise its creation time would be kept.
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

  /// Returns the person's draft of the operation. Throws `DraftError.notFound` if the person has
  /// none.
  package func find(_ operation: String, person: PersonID) throws -> Draft {
    let oldest = oldest(at: clock())
    guard let draft = try store.read({ try DraftDAO($0).find(operation, person: person, after: oldest) }) else {
      throw DraftError.notFound
    }
    return draft
  }

  /// Returns the person's drafts, newest first; at most `rules.perPerson`.
  package func all(_ person: PersonID) throws -> [Draft] {
    let oldest = oldest(at: clock())
    return try store.read { try DraftDAO($0).all(person: person, after: oldest) }
  }

  /// Returns the copies of the person's draft of the operation, newest first; at most
  /// `DraftRules.copies`.
  package func copies(of operation: String, person: PersonID) throws -> [DraftCopy] {
    let oldest = oldest(at: clock())
    return try store.read { try DraftCopyDAO($0).all(operation, person: person, after: oldest) }
  }

  /// Deletes the caller's draft of the operation and its copies.
  /// - Throws:
  ///   - `DraftError.notFound` if neither a draft nor a copy exists
  ///   - `DraftError.conflict` if `fits` returns false for the draft
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

  /// Returns the expiry of a draft, unless the person stores it again.
  package func expiry(of draft: Draft) -> Instant { draft.changed + rules.lifetime }

  /// Returns the latest storage time of expired drafts.
  private func oldest(at now: Instant) -> Instant { now + (.zero - rules.lifetime) }
}

/// Limits on drafts, and their lifetime.
package struct DraftRules: Sendable {
  /// The maximum number of a person's drafts; 20.
  package var perPerson = 20
  /// The maximum size of a draft's values, in bytes of canonical JSON; 64 KiB.
  package var bytes = 64 * 1024
  /// The maximum size of the state of a form with pages: its judged values and a draft of one page.
  var stateBytes: Int { 16 * bytes }
  /// The lifetime of a draft after it was last stored; 30 days.
  package var lifetime: Duration = .seconds(30 * 24 * 3600)
  /// The maximum number of copies of a draft. For all drafts of a person, the maximum is
  /// `perPerson` times this number.
  static let copies = 3

  package init() {}
}

/// Reasons why a draft is not stored or found.
package enum DraftError: Error, Equatable {
  /// The person has no draft of the operation, or it has expired.
  case notFound
  /// The draft has changed because another device has continued or submitted it.
  case changed
  /// The draft differs from the draft that the caller has read.
  case conflict
  /// The person has the maximum number of drafts.
  case tooMany(limit: Int)
  /// The values exceed the size limit, in bytes.
  case tooLarge(limit: Int)
}
