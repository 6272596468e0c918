import CSQLite
import Dispatch
package import Platform
package import Storage
import Synchronization

/// A content check of a database that serves. It runs SQLite's quick check on one table after
/// another, on a separate connection and a thread of the lowest priority.
///
/// Each table is checked in a read transaction, so that the log cannot restart until the check of
/// the table ends. Damage is recorded in the database's health, and writes are then rejected.
package final class BackgroundCheck: Sendable {
  /// The result of a check.
  package enum Outcome: Sendable {
    /// The check found no damage.
    case sound(tables: Int, taken: Duration)
    /// The check found damage and recorded it in the database's health.
    case damaged
    case stopped
    /// The file could not be read.
    case failed(StoreError)
  }

  /// The maximum time that `stop` waits.
  private static let patience: DispatchTimeInterval = .seconds(5)

  private let path: String
  private let health: StorageHealth
  private let isStopped = Atomic<Bool>(false)
  /// The address of the open connection, for an interrupt from another thread; 0 if it is closed.
  private let open = Mutex<UInt>(0)
  private let done = DispatchSemaphore(value: 0)

  /// Starts a check of `database`. Calls `then` with the result on the thread of the check.
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

  /// Stops the check and waits until it has ended, at most five seconds.
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
