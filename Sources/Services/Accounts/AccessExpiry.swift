import Dates
import Model
import DataAccess
import Storage

/// The end of people's access to accounts at its time.
///
/// Reads compare the time of an access with the clock. Caches of lists and facts depend only on the
/// database, so the end must also be a change of the database.
package struct AccessExpiry: Sendable {
  /// The maximum number of accesses in one transaction.
  private static let portion = 500

  private let store: any Store
  private let leases: Leases
  private let audit: Audit
  private let clock: Clock

  init(store: any Store, leases: Leases, audit: Audit, clock: @escaping Clock) {
    (self.store, self.leases) = (store, leases)
    (self.audit, self.clock) = (audit, clock)
  }

  /// Ends all accesses whose time is over, under a lease of `length`, 500 in one transaction.
  ///
  /// Returns the number of accesses that the last transaction ended, and nil if another server has
  /// the lease. Without such an access, nothing is written.
  package func endDue(alone length: Duration) -> Deferred<Int?> {
    endPortion(alone: length).then { count in
      (count ?? 0) < Self.portion ? .now(count) : endDue(alone: length)
    }
  }

  private func endPortion(alone length: Duration) -> Deferred<Int?> {
    .from {
      let now = clock()
      if try store.read({ try AccountAccessDAO($0).due(at: now, limit: 1) }).isEmpty { return .now(0) }
      return store.deferredWrite(locking: []) { [leases, audit] transaction in
        guard try leases.take(.accesses, for: length, transaction) else { return nil }
        let table = AccountAccessDAO(transaction)
        var count = 0
        for due in try table.due(at: now, limit: Self.portion) {
          // The bank may have extended the access since the query.
          guard try table.endDue(due.account, person: due.person, at: now) else { continue }
          try audit.record(.accessRevoked, by: .system, of: .account(due.account), transaction)
          try audit.record(.accessRevoked, by: .system, of: .person(due.person), transaction)
          count += 1
        }
        return count
      }
    }
  }
}
