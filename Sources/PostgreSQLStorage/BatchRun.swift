import Platform
import Storage

/// A queued write.
struct PostgreSQLQueuedWrite: Sendable {
  /// The callbacks of a write whose outcome is known.
  struct Sequel: Sendable {
    /// Called first, in the order of the writes; nil if not needed.
    let settle: (@Sendable () -> Void)?
    /// Called after `settle`, on any thread.
    let answer: @Sendable () -> Void
  }

  /// The rows to lock.
  let locks: Locks
  /// The rows to lock, if they were found before the batch began; otherwise nil. Only the first
  /// attempt uses them.
  var found: [Lock]?
  /// True if another writer has handed the write over to the writer that has one of its rows.
  var isHandedOver = false
  /// Runs the write in the open transaction and returns its callbacks. May run several times.
  let run: @Sendable (Connection) throws -> Sequel
  /// Returns the callbacks for a failure of the write or of its COMMIT.
  let fail: @Sendable (any Error) -> Sequel

  init(
    locks: Locks, run: @escaping @Sendable (Connection) throws -> Sequel,
    fail: @escaping @Sendable (any Error) -> Sequel
  ) {
    (self.locks, self.run, self.fail) = (locks, run, fail)
  }
}

/// The outcome of a batch.
struct BatchOutcome {
  var sequels: [PostgreSQLQueuedWrite.Sequel] = []
  /// The number of committed transactions.
  var commits = 0
  /// True if a committed transaction changed a row.
  var hasChanged = false
  /// The last storage error, of a write or of the whole batch.
  var fault: StoreError?
}

/// The execution of one batch, until the outcome of each write is known.
///
/// - All rows are locked first, in separate statements. Later statements therefore see all changes
///   that were committed before the locks were granted.
/// - Each write runs in a savepoint, unless it is the only one. The work of `beforeCommit` runs
///   after the last write.
/// - After a deadlock, a conflict or a lost connection, the whole batch runs again. After another
///   error of the whole batch, its writes run one by one.
/// - If the response to a COMMIT is lost, the batch's marker shows whether it succeeded.
struct BatchRun {
  /// The outcome of one attempt.
  private enum Outcome {
    /// The given number of writes are complete.
    case done(Int)
    /// Nothing was committed. A retry may succeed.
    case again(StoreError)
    /// Nothing was committed.
    case failed(any Error)
    /// The outcome of the COMMIT is unknown, so the writes must not run again.
    case unknown(StoreError)
  }

  /// Maximum number of consecutive attempts of a batch.
  private static let maxTries = 8
  /// Maximum number of savepoints in one transaction. With more, the server's cache of
  /// subtransactions overflows to disk.
  private static let maxSavepoints = 64

  let connection: PostgreSQLConnection
  let tables: [String: LockedTable]
  let health: StorageHealth
  /// Returns the time after which the outcome of a lost COMMIT is no longer queried; nil while the
  /// store is open.
  let closes: () -> ContinuousClock.Instant?
  /// Called with true before the outcome of a lost COMMIT is queried, and with false afterwards.
  let asking: (Bool) -> Void
  private(set) var outcome = BatchOutcome()
  /// True for the first attempt. Later attempts find the rows to lock again.
  private var isFirstTry = true

  init(
    _ connection: PostgreSQLConnection, locking tables: [String: LockedTable], _ health: StorageHealth,
    closes: @escaping () -> ContinuousClock.Instant?, asking: @escaping (Bool) -> Void
  ) {
    (self.connection, self.tables, self.health) = (connection, tables, health)
    (self.closes, self.asking) = (closes, asking)
  }

  /// Runs the writes until each outcome is known.
  mutating func write(_ batch: ArraySlice<PostgreSQLQueuedWrite>) {
    var rest = batch
    var tries = 0
    while !rest.isEmpty {
      let failure: any Error
      var isEnd = false
      let ended = tryOnce(rest)
      isFirstTry = false
      switch ended {
      case .done(let count):
        rest = rest.dropFirst(count)
        tries = 0
        continue
      case .again(let error):
        tries += 1
        if tries < Self.maxTries {
          if error.sqlState.isConflict { Self.pause(ConnectionGate.pause(after: 0)) }
          continue
        }
        failure = error
      case .failed(let error): failure = error
      case .unknown(let error): (failure, isEnd) = (error, true)
      }
      // Each write would fail in the same way if the server is unreachable.
      if isEnd || rest.count == 1 || (failure as? StoreError)?.fault == .unreachable {
        met(failure)
        for write in rest { outcome.sequels.append(write.fail(failure)) }
      } else {
        for place in rest.indices { write(rest[place...place]) }
      }
      return
    }
  }

  private mutating func met(_ error: any Error) {
    if let error = error as? StoreError, error.fault != nil { outcome.fault = error }
  }

  private static func pause(_ time: Duration) { usleep(UInt32(time.milliseconds * 1000)) }

  /// Connects. Waits up to `ServerLimits.patience` for an unreachable server, unless writing
  /// already has a fault.
  private func connect() throws(StoreError) {
    let until = ContinuousClock.now + (health.isTroubled(.writing) ? .zero : connection.server.limits.patience)
    while true {
      do { return try connection.connect() } catch {
        // The end of the pause after the last failed attempt.
        let due = connection.server.opens(for: .writing)
        guard error.fault == .unreachable || error.fault == .readOnly, due < until else { throw error }
        Self.pause(max(due - .now, ConnectionGate.pauses.first / 10))
      }
    }
  }

  private func locks(of write: PostgreSQLQueuedWrite) throws -> [Lock] { try write.locks.find(Connection(connection)) }

  /// Finds the rows that a write locks and stores them in the write. Leaves `found` nil if that
  /// fails, or if it needs a query and the connection is not open.
  func find(_ write: inout PostgreSQLQueuedWrite) {
    guard !write.locks.areRead || connection.session?.isLost == false else { return }
    write.found = try? locks(of: write)
  }

  private mutating func tryOnce(_ batch: ArraySlice<PostgreSQLQueuedWrite>) -> Outcome {
    do { try connect() } catch { return .failed(error) }
    var plan = LockPlan(tables)
    /// The callbacks of the writes that this attempt has run.
    var sequels: [PostgreSQLQueuedWrite.Sequel] = []
    var refused: [Int: any Error] = [:]
    for (place, write) in zip(batch.indices, batch) {
      do {
        for lock in try isFirstTry ? write.found ?? locks(of: write) : locks(of: write) { plan.add(lock) }
      } catch {
        if connection.session?.isLost != false { return .again(Self.loss(error)) }
        refused[place] = error
      }
    }
    let mark = CommitMarker()
    do {
      try connection.begin()
      connection.gatherEndings()
      try connection.leave(mark)
      try plan.forEach { (sql, keys) throws(StoreError) in try connection.queue(sql, keys: keys) }
    } catch { return undone(by: error) }

    var fault: StoreError?
    var (isKept, done) = (false, 0)
    let isAlone = batch.count == 1
    for (place, write) in zip(batch.indices, batch) {
      if done > 0, connection.savepoints >= Self.maxSavepoints { break }
      done += 1
      do {
        if let error = refused[place] { throw error }
        let sequel: PostgreSQLQueuedWrite.Sequel
        if isAlone {
          sequel = try write.run(Connection(connection))
          if let failure = connection.failure { throw failure.error }
        } else {
          sequel = try Connection(connection).savepoint { try write.run(Connection(connection)) }
        }
        if let lost = connection.lost { throw lost }
        sequels.append(sequel)
        isKept = true
      } catch {
        if connection.lost != nil || connection.conflict != nil || connection.failure != nil && !isAlone {
          return undone(by: error)
        }
        if let error = error as? StoreError, error.fault != nil { fault = error }
        sequels.append(write.fail(error))
      }
      // A write may have caught the error and continued.
      if connection.conflict != nil { return undone(by: connection.conflict ?? StoreError(.deadlock, "", sql: "")) }
    }
    if let fault, fault.sqlState == .readOnlyTransaction { return undone(by: fault) }
    if let fault { outcome.fault = fault }
    guard isKept else {
      connection.rollBack()
      outcome.sequels += sequels
      return .done(done)
    }
    do { try connection.runEndings() } catch { return undone(by: error) }
    let changes = connection.changes
    switch commit(mark) {
    case .committed:
      outcome.sequels += sequels
      outcome.commits += 1
      if changes > 0 { outcome.hasChanged = true }
      return .done(done)
    case .refused(let error):
      let isTemporary = error.sqlState.isConflict || connection.session?.isLost != false
      return isTemporary ? .again(error) : .failed(error)
    case .unknown(let error): return .unknown(error)
    }
  }

  /// Rolls back the open transaction. Returns `.again` if the batch may run again, otherwise
  /// `.failed`.
  private func undone(by error: any Error) -> Outcome {
    let (lost, conflict, failure) = (connection.lost, connection.conflict, connection.failure)
    connection.rollBack()
    if let lost { return .again(Self.loss(lost)) }
    if let conflict { return .again(conflict) }
    if connection.session?.isLost != false { return .again(Self.loss(error)) }
    let reported = failure?.error ?? error
    // The server has become read-only. The next connection finds the writable one.
    if let reported = reported as? StoreError, reported.sqlState == .readOnlyTransaction {
      connection.disconnect()
      return .again(reported)
    }
    return .failed(reported)
  }

  /// Returns the storage error that caused a loss.
  private static func loss(_ error: any Error) -> StoreError {
    (error as? TransactionLost)?.storageError ?? (error as? TransactionLost)?.cause as? StoreError ?? error
      as? StoreError
      ?? StoreError(.connectionFailure, "the connection was lost", sql: "batch")
  }

  /// Commits. If the response is lost, queries the marker until the outcome is known or the time
  /// returned by `closes` has passed.
  private func commit(_ mark: CommitMarker) -> PostgreSQLConnection.Ending {
    let ending = connection.commit()
    guard case .unknown(let lost) = ending else { return ending }
    asking(true)
    defer { asking(false) }
    var failures = 0
    var met: any Error = lost
    while true {
      health.failed(.writing, met)
      do {
        if try connection.isCommitted(mark) { return .committed }
        return .refused(StoreError(.serializationFailure, "the COMMIT was not executed", sql: "COMMIT"))
      } catch { met = error }
      if let closes = closes(), ContinuousClock.now > closes {
        return .unknown(
          StoreError(.transactionUnknown, "the outcome of the COMMIT is unknown", sql: "COMMIT"))
      }
      Self.pause(ConnectionGate.pause(after: failures))
      failures += 1
    }
  }
}
