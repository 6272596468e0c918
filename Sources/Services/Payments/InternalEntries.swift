import Persistence
package import Storage

/// The entries of the bank's own accounts, which payments do not take into the balances of those accounts where many payments are
/// written at once: all of them would wait for one row.
///
///     let count = try services.internalEntries.takeIn().wait()
package struct InternalEntries: Sendable {
  private let store: any Store

  /// Creates the entries in `store`.
  package init(store: any Store) { self.store = store }

  /// Takes them in; returns the number of accounts that had any. It is zero where payments take them in themselves, and nil if a
  /// movement was being written, so that another time has to do.
  package func takeIn() -> Deferred<Int?> {
    store.deferredWrite(locking: []) { try InternalEntriesDAO($0).takeIn() }
  }
}
