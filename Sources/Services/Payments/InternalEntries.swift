import DataAccess
import Storage

/// The entries of the bank's own accounts, which payments do not take into the balances of those accounts where many payments are
/// written at once: all of them would wait for one row.
///
///     let count = try services.internalEntries.takeIn().wait()
package struct InternalEntries: Sendable {
  private let store: any Store
  private let leases: Leases

  /// Creates the entries in `store`.
  init(store: any Store, leases: Leases) { (self.store, self.leases) = (store, leases) }

  /// Takes them in; returns the number of accounts that had any. It is zero where payments take them in themselves, and nil if a
  /// movement was being written, so that another time has to do.
  func takeIn() -> Deferred<Int?> {
    store.deferredWrite(locking: []) { try InternalEntriesDAO($0).takeIn() }
  }

  /// Takes them in as the one server that does so for `length` from now on; the outcome is nil if another one does.
  package func takeIn(alone length: Duration) -> Deferred<Int?> {
    store.deferredWrite(locking: []) { [leases] transaction in
      guard try leases.take(.entries, for: length, transaction) else { return nil }
      return try InternalEntriesDAO(transaction).takeIn()
    }
  }
}
