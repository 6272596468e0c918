import DataAccess
import Storage

/// The entries of the bank's own accounts that are not yet included in the balances.
///
/// On PostgreSQL a payment adds only the entry, because payments that update the same balance would
/// wait for each other.
package struct InternalEntries: Sendable {
  private let store: any Store
  private let leases: Leases

  init(store: any Store, leases: Leases) { (self.store, self.leases) = (store, leases) }

  /// Adds the entries to the balances. Returns the number of changed accounts.
  ///
  /// Returns 0 if payments update the balances themselves, and nil if a movement was being written
  /// for too long. Try again later in that case.
  func takeIn() -> Deferred<Int?> {
    store.deferredWrite(locking: []) { try InternalEntriesDAO($0).takeIn() }
  }

  /// Adds the entries to the balances under a lease of `length`. Also returns nil if another server
  /// has the lease.
  package func takeIn(alone length: Duration) -> Deferred<Int?> {
    store.deferredWrite(locking: []) { [leases] transaction in
      guard try leases.take(.entries, for: length, transaction) else { return nil }
      return try InternalEntriesDAO(transaction).takeIn()
    }
  }
}
