package import Dates
import Model
import DataAccess
import Secrets
import Storage

/// Returns the time for leases and other claims; nil to use the clock of the database server, which
/// all processes share.
package typealias HoldingClock = @Sendable () -> Instant?

/// Work that only one server of a database does at a time.
///
/// A lease expires if its holder does not renew it. A holder that was suspended past the expiry
/// must stop, so each of its transactions begins with `keep`. If the lease has expired, `keep`
/// throws. Otherwise, no other server can take the lease before the commit.
///
/// An SQLite database has one server. It always has all leases.
package struct Leases: Sendable {
  package enum Work: String, Sendable, CaseIterable {
    /// Deletion of data whose retention period is over.
    case retention
    /// Adding the entries of the bank's own accounts to their balances.
    case entries
    /// The end of people's access to accounts at its time.
    case accesses
    /// Reports of late deliveries to operators.
    case alarms
    /// Creation of the demo data.
    case demo
  }

  /// The lease has expired or belongs to another process.
  package struct Lost: Error, Equatable {
    let work: Work
  }

  private let store: any Store
  private let clock: HoldingClock
  /// The identifier of this process in leases.
  private let holder = Digest(of: Randomness.bytes(32)).digits(ofBytes: 8)

  init(store: any Store, clock: @escaping HoldingClock) { (self.store, self.clock) = (store, clock) }

  /// Takes the lease, or renews it if this process has it. The outcome is false if another process
  /// has it.
  package func take(_ work: Work, for length: Duration) -> Deferred<Bool> {
    if !store.isRemote { return .now(true) }
    return claim(work, for: length)
  }

  /// Takes or renews the lease like `take`, also on SQLite, where two processes can start at the
  /// same time.
  package func claim(_ work: Work, for length: Duration) -> Deferred<Bool> {
    store.deferredWrite(locking: []) { [self] in
      try LeaseDAO($0).take(work.rawValue, by: holder, for: length.inMicroseconds, at: clock())
    }
  }

  /// Takes the lease in a transaction that does all of the work, and holds it for `length`. Returns
  /// false if another process has it.
  func take(_ work: Work, for length: Duration, _ transaction: Transaction) throws -> Bool {
    if !store.isRemote { return true }
    return try LeaseDAO(transaction).take(work.rawValue, by: holder, for: length.inMicroseconds, at: clock())
  }

  /// Renews the lease in a transaction that does a part of the work. Throws `Lost` if this process
  /// no longer has it.
  func keep(_ work: Work, for length: Duration, _ transaction: Transaction) throws {
    if !store.isRemote { return }
    guard try LeaseDAO(transaction).keep(work.rawValue, by: holder, for: length.inMicroseconds, at: clock()) else {
      throw Lost(work: work)
    }
  }

  /// Releases the lease if this process has it.
  package func release(_ work: Work) -> Deferred<Void> {
    store.deferredWrite(locking: []) { [holder] in try LeaseDAO($0).release(work.rawValue, by: holder) }
  }
}

extension Duration {
  /// The duration in whole microseconds.
  var inMicroseconds: Int64 { Int64(self / .microseconds(1)) }
}
