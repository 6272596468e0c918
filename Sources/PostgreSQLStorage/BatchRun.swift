import Platform
import Storage

/// One write that waits for its batch.
struct PostgreSQLQueuedWrite: Sendable {
  /// The callbacks after a write, once its outcome is known.
  struct Sequel: Sendable {
    /// Called first, in the order of the writes; nil if not needed.
    let settle: (@Sendable () -> Void)?
    /// Called after `settle`, on any thread.
    let answer: @Sendable () -> Void
  }

  /// The rows that it locks.
  let locks: Locks
  /// The same rows, where they were found before the batch was made; its first try locks these.
  var found: [Lock]?
  /// True if another writer took it first, which gave it to the one that held a row of it.
  var isHandedOver = false
  /// Does the work in the open transaction; returns its callbacks. It may run several times.
  let run: @Sendable (Connection) throws -> Sequel
  /// Returns the callbacks for a failure of the work or of the commit.
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
  /// The callbacks of its writes, in their order.
  var sequels: [PostgreSQLQueuedWrite.Sequel] = []
  /// The transactions that were committed.
  var commits = 0
  /// True if one of them changed a row.
  var hasChanged = false
  /// The last error of the storage, in one of the writes or in the whole batch.
  var fault: StoreError?
}

/// The work of one batch, until the outcome of each of its writes is known.
///
/// - All rows are locked first, in statements of their own: what a write decides by is read by later statements, which see
///   what was committed before the lock was had.
/// - Each write runs in a savepoint, unless it is alone. What they leave for the end runs behind the last of them.
/// - A deadlock, a conflict or a lost connection runs the whole batch again; any other error of the whole batch runs its writes one
///   by one.
/// - A COMMIT without an answer is asked for by the batch's mark.
struct BatchRun {
  /// The outcome of one try.
  private enum Outcome {
    /// That many writes are done.
    case done(Int)
    /// Nothing was done; the same may succeed when it is run again.
    case again(StoreError)
    /// Nothing was done.
    case failed(any Error)
    /// Nobody knows what was done, so that nothing may be run again.
    case unknown(StoreError)
  }

  /// The tries of a batch.
  private static let maxTries = 8
  /// The savepoints of one transaction: with more of them the server looks them up on disk.
  private static let maxSavepoints = 64

  let connection: PostgreSQLConnection
  let tables: [String: LockedTable]
  let health: StorageHealth
  /// The moment at which nobody waits for a lost COMMIT any more; nil while the store is open.
  let closes: () -> ContinuousClock.Instant?
  /// Called while the outcome of a COMMIT is asked for, and afterwards.
  let asking: (Bool) -> Void
  private(set) var outcome = BatchOutcome()
  /// False once a transaction has failed: rows are found anew for the next.
  private var isFirstTry = true

  init(
    _ connection: PostgreSQLConnection, locking tables: [String: LockedTable], _ health: StorageHealth,
    closes: @escaping () -> ContinuousClock.Instant?, asking: @escaping (Bool) -> Void
  ) {
    (self.connection, self.tables, self.health) = (connection, tables, health)
    (self.closes, self.asking) = (closes, asking)
  }

  /// Runs the writes to their ends.
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
      // A server that is gone is not tried again for each write.
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

  /// Connects; waits for a server that is gone for a moment, unless it has been gone for longer.
  private func connect() throws(StoreError) {
    let until = ContinuousClock.now + (health.isTroubled(.writing) ? .zero : connection.server.limits.patience)
    while true {
      do { return try connection.connect() } catch {
        // Whoever tried last has said when the next try is due.
        let due = connection.server.opens(for: .writing)
        guard error.fault == .unreachable || error.fault == .readOnly, due < until else { throw error }
        Self.pause(max(due - .now, ConnectionGate.pauses.first / 10))
      }
    }
  }

  private func locks(of write: PostgreSQLQueuedWrite) throws -> [Lock] { try write.locks.find(Connection(connection)) }

  /// Finds the rows that a write locks, so that it is known who else holds them; leaves them unknown where that fails.
  func find(_ write: inout PostgreSQLQueuedWrite) {
    guard !write.locks.areRead || connection.session?.isLost == false else { return }
    write.found = try? locks(of: write)
  }

  private mutating func tryOnce(_ batch: ArraySlice<PostgreSQLQueuedWrite>) -> Outcome {
    do { try connect() } catch { return .failed(error) }
    var plan = LockPlan(tables)
    /// The callbacks of the writes that this try has run, and the rows that each locks.
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
      // A write may have caught the error and gone on.
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

  /// Undoes the open transaction, and tells whether it may be run again.
  private func undone(by error: any Error) -> Outcome {
    let (lost, conflict, failure) = (connection.lost, connection.conflict, connection.failure)
    connection.rollBack()
    if let lost { return .again(Self.loss(lost)) }
    if let conflict { return .again(conflict) }
    if connection.session?.isLost != false { return .again(Self.loss(error)) }
    let reported = failure?.error ?? error
    // A server that takes writes no longer: the next connection finds the one that does.
    if let reported = reported as? StoreError, reported.sqlState == .readOnlyTransaction {
      connection.disconnect()
      return .again(reported)
    }
    return .failed(reported)
  }

  /// The error of the storage behind a loss.
  private static func loss(_ error: any Error) -> StoreError {
    (error as? TransactionLost)?.storageError ?? (error as? TransactionLost)?.cause as? StoreError ?? error
      as? StoreError
      ?? StoreError(.connectionFailure, "the connection was lost", sql: "batch")
  }

  /// Commits; where the answer is lost, asks until there is one.
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
        return .refused(StoreError(.serializationFailure, "the COMMIT was lost", sql: "COMMIT"))
      } catch { met = error }
      if let closes = closes(), ContinuousClock.now > closes {
        return .unknown(
          StoreError(.transactionUnknown, "the server does not tell whether it has committed", sql: "COMMIT"))
      }
      Self.pause(ConnectionGate.pause(after: failures))
      failures += 1
    }
  }
}
