import CSQLite
import Dispatch
package import Platform
package import Storage
import Synchronization

/// A check of a database that serves: each table with its indices, one after the other, on a connection and a thread of its own of the
/// lowest priority.
///
/// Each table is read in one state, so that the log cannot be emptied meanwhile. Damage is noted in the database's health, which
/// refuses writes from then on.
///
///     let check = try BackgroundCheck(of: database) { outcome in log.info("\(outcome)") }
///     check.stop()
package final class BackgroundCheck: Sendable {
  /// The end of a check.
  package enum Outcome: Sendable {
    /// It found nothing.
    case sound(tables: Int, taken: Duration)
    /// It found damage, which the database's health tells.
    case damaged
    /// It was stopped before its end.
    case stopped
    /// It could not read the file.
    case failed(StoreError)
  }

  /// The most time to wait for the end of a stopped check.
  private static let patience: DispatchTimeInterval = .seconds(5)

  private let path: String
  private let health: StorageHealth
  private let isStopped = Atomic<Bool>(false)
  /// The connection while it is open, as a number: it is interrupted by another thread.
  private let open = Mutex<UInt>(0)
  private let done = DispatchSemaphore(value: 0)

  /// Begins to check `database`, and calls `then` at the end.
  package init(of database: Database, then: @escaping @Sendable (Outcome) -> Void) throws(BackgroundThread.Refused) {
    (path, health) = (database.path, database.health)
    health.note(.running)
    try BackgroundThread { [self] in
      BackgroundThread.yieldToOthers()
      let outcome = run()
      switch outcome {
      case .sound: health.note(.passed)
      case .damaged: health.note(.failed)
      case .stopped, .failed: health.note(.ended)
      }
      then(outcome)
      done.signal()
    }.detach()
  }

  /// Ends the check, and waits for that, five seconds at most.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    open.withLock { handle in
      if let handle = OpaquePointer(bitPattern: handle) { sqlite3_interrupt(handle) }
    }
    if done.wait(timeout: .now() + Self.patience) == .success { done.signal() }
  }

  private func run() -> Outcome {
    let began = ContinuousClock.now
    do {
      let connection = try SQLiteConnection(path: path, readOnly: true)
      open.withLock { $0 = UInt(bitPattern: connection.handle) }
      defer { open.withLock { $0 = 0 } }
      let tables = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") {
        (row) throws(StoreError) in
        try row.get(0, as: String.self)
      }
      for table in tables {
        if isStopped.load(ordering: .relaxed) { return .stopped }
        let check = "PRAGMA quick_check('\(table.replacing("'", with: "''"))')"
        let found = try connection.all(text: check) { (row) throws(StoreError) in try row.get(0, as: String.self) }
        guard let fault = found.first, fault != "ok" else { continue }
        if isStopped.load(ordering: .relaxed) { return .stopped }
        health.failed(.content, StoreError(code: SQLITE_CORRUPT, message: fault, sql: check))
        return .damaged
      }
      return .sound(tables: tables.count, taken: ContinuousClock.now - began)
    } catch {
      if isStopped.load(ordering: .relaxed) { return .stopped }
      health.failed(.reading, error)
      return error.fault == .damaged ? .damaged : .failed(error)
    }
  }
}
