import CSQLite
import Dispatch
import FoundationEssentials
import Platform
import Synchronization
import Storage

/// A queued write.
struct SQLiteQueuedWrite: Sendable {
  /// The callbacks of a write whose outcome is known.
  struct Sequel: Sendable {
    /// Called first, in the order of the writes; nil if not needed.
    let settle: (@Sendable () -> Void)?
    /// Called after `settle`, on any thread.
    let answer: @Sendable () -> Void
  }

  /// Runs the write in the open transaction. Returns its callbacks.
  let run: @Sendable (SQLiteConnection) throws -> Sequel
  /// Returns the callbacks for a failure of the write or of its COMMIT.
  let fail: @Sendable (any Error) -> Sequel
}

/// The only writer of a database. The writes queued while a batch runs form the next batch, up to
/// `WriteLimits.batch`.
///
/// - All writes of a batch share a transaction, at first without savepoints. If a write fails after
///   it has changed rows, the batch is rolled back and each write runs again in its own savepoint.
///   A write therefore runs at most twice.
/// - All writes of a batch complete after its COMMIT, with one fsync.
/// - Each write is settled on the writer's thread, in the order of the batch. Its completion then
///   runs on a pool of threads while the next batch is written.
final class SQLiteWriter: Sendable {
  private struct State {
    var waiting: [SQLiteQueuedWrite] = []
    var isDraining = false
    var isClosed = false
    var batches = 0
    var writes = 0
    var commits = 0
    var sizes = Distribution(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
    var seconds = Distribution(bounds: [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5])
    var largest = 0
    var worked: Int64 = 0
  }

  private let connection: Mutex<SQLiteConnection>
  private let state = Mutex(State())
  private let writing: SerialThread
  private let answering = WorkerPool("valence.sqlite.answering", width: 8, capacity: .max)
  private let unanswered = DispatchGroup()
  private let limits: WriteLimits
  private let health: StorageHealth
  private let commits: CommitNotifier
  /// Runs checkpoints after COMMITs; nil if COMMITs run them.
  private let log: Checkpointer?
  /// The files as they were opened; nil if their identities are not checked.
  private let files: OpenedFiles?
  /// The reserved space of the database file; nil if no space is reserved.
  private let space: ReservedSpace?

  init(
    _ connection: sending SQLiteConnection, limits: WriteLimits, _ health: StorageHealth, _ commits: CommitNotifier,
    log: Checkpointer? = nil, _ files: OpenedFiles? = nil, space: ReservedSpace? = nil
  ) throws(StoreError) {
    self.connection = Mutex(connection)
    do throws(BackgroundThread.Refused) {
      writing = try SerialThread(named: "valence.writing")
    } catch {
      throw StoreError(code: SQLITE_NOMEM, message: "cannot create a thread: error \(error.errno)", sql: "open")
    }
    (self.limits, self.health, self.commits, self.log) = (limits, health, commits, log)
    (self.files, self.space) = (files, space)
  }

  /// Queues a write. If the queue is full or closed, completes the write with an error immediately,
  /// on the calling thread.
  func add(_ write: SQLiteQueuedWrite) {
    enum Admission { case refused(any Error), queued, queuedFirst }
    let admission = state.withLock { state -> Admission in
      if state.isClosed { return .refused(DatabaseClosed()) }
      guard state.waiting.count < limits.queue else { return .refused(WriteQueueFull(waiting: state.waiting.count)) }
      state.waiting.append(write)
      if state.isDraining { return .queued }
      state.isDraining = true
      return .queuedFirst
    }
    switch admission {
    case .refused(let error):
      let sequel = write.fail(error)
      sequel.settle?()
      sequel.answer()
    case .queued: break
    case .queuedFirst: writing.run { self.drain() }
    }
  }

  /// Runs `body` on the writer's connection, between two batches and outside a transaction.
  func exclusively<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
    let (value, pages) = try connection.withLock { (try body($0), $0.logPages) }
    checkpoint(of: pages)
    return value
  }

  /// Starts a checkpoint if one is due for a log with that many pages.
  private func checkpoint(of pages: Int) {
    log?.inspect(at: pages) { [weak self] move in self?.connection.withLock { move($0) } }
  }

  /// Writes to the file, to find out whether writes succeed again.
  ///
  /// After a full disk, runs a checkpoint first. The log can then restart and overwrite its own
  /// space.
  func tryAgain(on connection: SQLiteConnection) throws {
    if health.trouble(of: .writing)?.fault == .full {
      try space?.allocate(for: connection, leaving: ReservedSpace.minimum)
      _ = connection.checkpoint()
    }
    try connection.rewriteHead()
  }

  /// Truncates the log file if it is too long.
  func shortenLog() {
    log?.shorten { [weak self] move in self?.connection.withLock { move($0) } }
  }

  /// Compares the files with their paths. If one was removed or replaced, writes are rejected from
  /// now on.
  func compareFiles() {
    guard let files, !health.isTroubled(.place) else { return }
    do throws(StoreError) { try files.requireInPlace() } catch { failed(error) }
  }

  private func failed(_ fault: StoreError) {
    guard fault.isMovedFile else { return health.failed(.writing, fault) }
    health.failed(.place, fault)
    // The process may be killed before it closes the database.
    if files?.hasLostOnlyItsLog == true { connection.withLock { _ = $0.checkpoint() } }
  }

  var counts: WriteCounts {
    state.withLock {
      WriteCounts(
        batches: $0.batches, writes: $0.writes, commits: $0.commits, waiting: $0.waiting.count, sizes: $0.sizes,
        seconds: $0.seconds, largest: $0.largest, processorSeconds: Double($0.worked) / 1e6)
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    writing.wait()
    unanswered.wait()
  }

  private func drain() {
    while true {
      let batch = state.withLock { state -> [SQLiteQueuedWrite] in
        let batch = Array(state.waiting.prefix(limits.batch))
        state.waiting.removeFirst(batch.count)
        if batch.isEmpty {
          state.isDraining = false
        } else {
          state.batches += 1
          state.writes += batch.count
          state.sizes.add(Double(batch.count))
          state.largest = max(state.largest, batch.count)
        }
        return batch
      }
      if batch.isEmpty { return }
      let (began, worked) = (ContinuousClock.now, SystemClock.worked)
      let (written, pages) = connection.withLock { (write(batch, on: $0), $0.logPages) }
      let taken = ContinuousClock.now - began
      let work = SystemClock.worked - worked
      state.withLock { state in
        state.worked += work
        state.seconds.add(Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18)
        if written.isCommitted { state.commits += 1 }
      }
      if let fault = written.fault {
        failed(fault)
      } else if written.hasChanged {
        health.succeeded(.writing)
      }
      if written.isCommitted, written.hasChanged { commits.notify() }
      settle(written.answers)
      checkpoint(of: pages)
    }
  }

  /// Settles the writes in order, and queues their completions.
  private func settle(_ sequels: [SQLiteQueuedWrite.Sequel]) {
    for sequel in sequels { sequel.settle?() }
    let answers = Answers(sequels)
    for _ in 0..<min(sequels.count, Self.answerers) {
      unanswered.enter()
      _ = answering.run { [unanswered] in
        answers.give()
        unanswered.leave()
      }
    }
  }

  /// The number of threads that complete the writes of a batch.
  private static let answerers = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// The completions of a batch. Each is called once, by one of several threads.
  private final class Answers: Sendable {
    private let sequels: [SQLiteQueuedWrite.Sequel]
    private let next = Atomic(0)

    init(_ sequels: [SQLiteQueuedWrite.Sequel]) { self.sequels = sequels }

    /// Calls completions until all are called or in progress on other threads.
    func give() {
      while true {
        let place = next.add(1, ordering: .relaxed).oldValue
        guard place < sequels.count else { return }
        sequels[place].answer()
      }
    }
  }

  /// The outcome of a batch.
  private struct Written {
    var answers: [SQLiteQueuedWrite.Sequel] = []
    var isCommitted = false
    /// True if the batch changed rows. A COMMIT without changes succeeds even if the disk is full.
    var hasChanged = false
    /// The last storage error, of a write or of the whole batch.
    var fault: StoreError?

    mutating func met(_ error: any Error) {
      if let error = error as? StoreError, error.fault != nil { fault = error }
      guard let loss = error as? TransactionLost else { return }
      // A failed rollback is a fault of the file, whatever code SQLite reports.
      let reason = loss.undoing?.message ?? "\(type(of: loss.cause))"
      fault =
        loss.storageError
        ?? StoreError(
          code: SQLITE_IOERR, message: "a write could not be rolled back: \(reason)", sql: "ROLLBACK TO step")
    }
  }

  /// Writes a batch, without savepoints unless `inSavepoints` is true.
  private func write(
    _ batch: [SQLiteQueuedWrite], on connection: SQLiteConnection, inSavepoints: Bool = false
  ) -> Written {
    var written = Written()
    written.answers.reserveCapacity(batch.count)
    let before = connection.changes
    do {
      try connection.transaction {
        for write in batch {
          do {
            written.answers.append(
              inSavepoints
                ? try connection.savepoint { try write.run(connection) }
                : try connection.withoutSavepoint { try write.run(connection) })
          } catch let loss as TransactionLost {
            // The whole batch must roll back.
            throw loss
          } catch let undo as BatchRollbackRequired {
            throw undo
          } catch {
            written.met(error)
            written.answers.append(write.fail(error))
          }
        }
        if connection.changes > before { try space?.allocate(for: connection) }
        // Checked before the COMMIT, so that no connection reads rows that the next start will not
        // have.
        try files?.requireInPlace()
      }
      // Checked again, because acknowledged rows must be in the files at the paths.
      try files?.requireInPlace()
      written.isCommitted = true
      written.hasChanged = connection.changes > before
    } catch is BatchRollbackRequired where !inSavepoints {
      return write(batch, on: connection, inSavepoints: true)
    } catch {
      written.met(error)
      // Every write receives the storage error, not the error of the write that failed.
      let reported = (error as? TransactionLost)?.storageError ?? error
      written.answers = batch.map { $0.fail(reported) }
    }
    return written
  }
}
