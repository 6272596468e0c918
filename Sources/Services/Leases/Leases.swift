package import Dates
import Model
import DataAccess
import Secrets
import Storage

/// Returns the time by which processes hold what they have taken; nil for the clock of the database, which all of them share.
package typealias HoldingClock = @Sendable () -> Instant?

/// Work that one of the servers of a database does at a time.
///
///     let isMine = try services.leases.take(.retention, for: .seconds(60)).wait()
///     try services.leases.keep(.retention, for: .seconds(60), transaction)  // in each transaction of the work
///
/// A lease ends by itself when its holder dies. A holder that was frozen for longer must not go on: each of its transactions begins with
/// `keep`, which fails then, and which keeps others from taking the lease before the COMMIT.
///
/// A file has one server, which does all work and asks nobody.
package struct Leases: Sendable {
  /// The kinds of work.
  package enum Work: String, Sendable, CaseIterable {
    /// Deleting what was kept long enough.
    case retention
    /// Taking in the entries of the bank's own accounts.
    case entries
    /// Reports late deliveries to the operator.
    case alarms
    /// Filling in the demo's data.
    case demo
  }

  /// The lease is another process's: it has been too long since this one kept it.
  package struct Lost: Error, Equatable {
    /// The work.
    let work: Work
  }

  private let store: any Store
  private let clock: HoldingClock
  /// The name of this process among the holders.
  private let holder = Digest(of: Randomness.bytes(32)).digits(ofBytes: 8)

  /// The leases in `store`.
  init(store: any Store, clock: @escaping HoldingClock) { (self.store, self.clock) = (store, clock) }

  /// Takes work, or renews what this process has, for so long; the outcome is false if another process has it.
  package func take(_ work: Work, for length: Duration) -> Deferred<Bool> {
    if !store.isRemote { return .now(true) }
    return claim(work, for: length)
  }

  /// The same, also of a file: two processes may begin with one.
  package func claim(_ work: Work, for length: Duration) -> Deferred<Bool> {
    store.deferredWrite(locking: []) { [self] in
      try LeaseDAO($0).take(work.rawValue, by: holder, for: length.inMicroseconds, at: clock())
    }
  }

  /// Takes work for the time of a transaction that does all of it, and for so long afterwards; returns false if another process has it.
  func take(_ work: Work, for length: Duration, _ transaction: Transaction) throws -> Bool {
    if !store.isRemote { return true }
    return try LeaseDAO(transaction).take(work.rawValue, by: holder, for: length.inMicroseconds, at: clock())
  }

  /// Renews work in a transaction that does a part of it. Throws `Lost` if it is not this process's any more.
  func keep(_ work: Work, for length: Duration, _ transaction: Transaction) throws {
    if !store.isRemote { return }
    guard try LeaseDAO(transaction).keep(work.rawValue, by: holder, for: length.inMicroseconds, at: clock()) else {
      throw Lost(work: work)
    }
  }

  /// Lets another process have work at once, if this one has it.
  package func release(_ work: Work) -> Deferred<Void> {
    store.deferredWrite(locking: []) { [holder] in try LeaseDAO($0).release(work.rawValue, by: holder) }
  }
}

extension Duration {
  /// Whole microseconds.
  var inMicroseconds: Int64 { Int64(self / .microseconds(1)) }
}
