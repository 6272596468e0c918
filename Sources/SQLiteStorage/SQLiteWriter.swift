import CSQLite
import Dispatch
import FoundationEssentials
import Platform
import Synchronization
import Storage

/// One write that waits for its batch.
struct SQLiteQueuedWrite: Sendable {
  /// The callbacks after a write, once its outcome is known.
  struct Sequel: Sendable {
    /// Called first, in the order of the writes; nil if not needed.
    let settle: (@Sendable () -> Void)?
    /// Called after `settle`, on any thread.
    let answer: @Sendable () -> Void
  }

  /// Does the work in the open transaction; returns its callbacks.
  let run: @Sendable (SQLiteConnection) throws -> Sequel
  /// Returns the callbacks for a failure of the work or of the commit.
  let fail: @Sendable (any Error) -> Sequel
}

/// The only writer: the writes that are queued while it writes a batch, up to `WriteLimits.batch`, are the next batch.
///
/// - All writes of a batch share a transaction. Where one fails after it has changed something, each runs again in a SAVEPOINT of its
///   own, so a failed write undoes only itself. A write runs twice at most, and changes nothing outside of its transaction: a write that
///   always fails costs its batch that second run, and no more.
/// - All writes of a batch are answered after its COMMIT: one fsync for all of them.
/// - Each write is settled on the writer's thread, in the order of writing, and then answered on as many threads as there are
///   processors: one slow answer delays no other, and the next batch is written meanwhile.
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
  /// Moves the log behind COMMITs; nil if they do it themselves.
  private let log: Checkpointer?
  /// The files as they were opened; nil if nothing is compared with them.
  private let files: OpenedFiles?
  /// The space of the database file; nil if it is not allocated in advance.
  private let space: ReservedSpace?

  init(
    _ connection: sending SQLiteConnection, limits: WriteLimits, _ health: StorageHealth, _ commits: CommitNotifier,
    log: Checkpointer? = nil, _ files: OpenedFiles? = nil, space: ReservedSpace? = nil
  ) throws(StoreError) {
    self.connection = Mutex(connection)
    do throws(BackgroundThread.Refused) {
      writing = try SerialThread(named: "valence.writing")
    } catch {
      throw StoreError(code: SQLITE_NOMEM, message: "the system refuses a thread: error \(error.errno)", sql: "open")
    }
    (self.limits, self.health, self.commits, self.log) = (limits, health, commits, log)
    (self.files, self.space) = (files, space)
  }

  /// Queues a write; if the queue is full or closed, calls its failure at once on the calling thread.
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

  /// Runs `body` on the writing connection, between two batches and outside any transaction.
  func exclusively<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
    let (value, pages) = try connection.withLock { (try body($0), $0.logPages) }
    checkpoint(of: pages)
    return value
  }

  /// Has the log moved if it has that many pages and they are many.
  private func checkpoint(of pages: Int) {
    log?.inspect(at: pages) { [weak self] move in self?.connection.withLock { move($0) } }
  }

  /// Writes to the file, to find out whether it can be written.
  ///
  /// A full disk has room again when the log is in the database file, so that the log begins anew in its own space.
  func tryAgain(on connection: SQLiteConnection) throws {
    if health.trouble(of: .writing)?.fault == .full {
      try space?.allocate(for: connection, leaving: ReservedSpace.minimum)
      _ = connection.checkpoint()
    }
    try connection.rewriteHead()
  }

  /// Truncates the log's file if it has outgrown its use.
  func shortenLog() {
    log?.shorten { [weak self] move in self?.connection.withLock { move($0) } }
  }

  /// Compares the files with their paths, and refuses writes from now on if one of them was removed or replaced.
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

  /// The counts and times so far.
  var counts: WriteCounts {
    state.withLock {
      WriteCounts(
        batches: $0.batches, writes: $0.writes, commits: $0.commits, waiting: $0.waiting.count, sizes: $0.sizes,
        seconds: $0.seconds, largest: $0.largest, processorSeconds: Double($0.worked) / 1e6)
    }
  }

  /// Refuses new writes, and returns when all accepted writes have been answered.
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

  /// Settles the writes in order, and has them answered.
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

  /// The threads that answer a batch: more than can run at the same time wait for each other, and cost a tenth of a payment.
  private static let answerers = max(2, ProcessInfo.processInfo.activeProcessorCount)

  /// The answers of a batch, each of which is given once by one of several threads.
  private final class Answers: Sendable {
    private let sequels: [SQLiteQueuedWrite.Sequel]
    private let next = Atomic(0)

    init(_ sequels: [SQLiteQueuedWrite.Sequel]) { self.sequels = sequels }

    /// Gives answers until each is given or another thread gives it.
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
    /// The callbacks of each of its writes.
    var answers: [SQLiteQueuedWrite.Sequel] = []
    /// True if the transaction was committed.
    var isCommitted = false
    /// True if the batch put rows on disk: a commit without changes succeeds on a full disk too.
    var hasChanged = false
    /// The last error of the file itself, in one of the writes or in the whole batch.
    var fault: StoreError?

    mutating func met(_ error: any Error) {
      if let error = error as? StoreError, error.fault != nil { fault = error }
      guard let loss = error as? TransactionLost else { return }
      // A write that cannot be undone is a trouble of the file, whatever code SQLite gives it.
      let reason = loss.undoing?.message ?? "\(type(of: loss.cause))"
      fault =
        loss.storageError
        ?? StoreError(code: SQLITE_IOERR, message: "a write could not be undone: \(reason)", sql: "ROLLBACK TO step")
    }
  }

  /// Writes a batch. Nearly no write fails after it has changed something, so that the batch is written without savepoints at first;
  /// if one does, the whole is undone and written anew with them.
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
            // No write of this batch can be kept.
            throw loss
          } catch let undo as BatchRollbackRequired {
            throw undo
          } catch {
            written.met(error)
            written.answers.append(write.fail(error))
          }
        }
        if connection.changes > before { try space?.allocate(for: connection) }
        // Before the COMMIT, so that no connection reads rows that the next start does not have.
        try files?.requireInPlace()
      }
      // After it too: what is acknowledged is in the files at the paths.
      try files?.requireInPlace()
      written.isCommitted = true
      written.hasChanged = connection.changes > before
    } catch is BatchRollbackRequired where !inSavepoints {
      return write(batch, on: connection, inSavepoints: true)
    } catch {
      written.met(error)
      // Every write gets the file's own error, not the error that one of them failed with.
      let reported = (error as? TransactionLost)?.storageError ?? error
      written.answers = batch.map { $0.fail(reported) }
    }
    return written
  }
}
