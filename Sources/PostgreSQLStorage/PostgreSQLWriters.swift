import Dispatch
import Platform
import Storage
import Synchronization

/// The writers of a store. Each has a connection and a queue. The first known lock of a write
/// determines its writer.
///
/// The writes queued while a writer is busy form its next batch. A write that would wait for a row
/// of another writer's batch joins the queue of that writer. The writes of a batch are settled in
/// order, in the queue of their writer. Their completions run on a pool of threads.
final class PostgreSQLWriters: Sendable {
  private struct State {
    var waiting = 0
    var isClosed = false
    var closes: ContinuousClock.Instant?
    var batches = 0
    var writes = 0
    var commits = 0
    var sizes = Distribution(bounds: [1, 2, 4, 8, 16, 32])
    var seconds = Distribution(bounds: [0.000_25, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5])
    var largest = 0
  }

  /// Maximum number of writes in a batch. The rows of all of them stay locked until the batch ends.
  static let maxWrites = 32

  private let lanes: [WriterConnection]
  private let held = RowOwners()
  private let state = Mutex(State())
  private let answering = WorkerPool("valence.postgresql.answering", width: 8, capacity: .max)
  private let unanswered = DispatchGroup()
  private let limits: WriteLimits
  private let tables: [String: LockedTable]
  private let health: StorageHealth
  private let commits: CommitNotifier
  private let server: DatabaseServer

  init(
    _ server: DatabaseServer, count: Int, limits: WriteLimits, locking tables: [String: LockedTable],
    _ health: StorageHealth,
    _ commits: CommitNotifier
  ) {
    lanes = (0..<max(1, count)).map { WriterConnection(server, number: $0) }
    (self.server, self.limits, self.tables, self.health, self.commits) = (server, limits, tables, health, commits)
  }

  /// Queues a write. If the queues are full or closed, completes the write with an error
  /// immediately, on the calling thread.
  func add(_ write: PostgreSQLQueuedWrite) {
    let lane = lanes[write.locks.first.map { Int(KeyHash.of($0) % UInt64(lanes.count)) } ?? 0]
    let refusal = state.withLock { state -> (any Error)? in
      if state.isClosed { return DatabaseClosed() }
      guard state.waiting < limits.queue else { return WriteQueueFull(waiting: state.waiting) }
      // While this writer queries a lost COMMIT, its writes would wait for the server to recover.
      if lane.isAsking, let trouble = health.trouble(of: .writing) { return trouble.error }
      state.waiting += 1
      // Inside the lock, so that no work is scheduled after `close` has set `isClosed`.
      if lane.append(write) { lane.thread.async { self.drain(lane) } }
      return nil
    }
    guard let refusal else { return }
    let sequel = write.fail(refusal)
    sequel.settle?()
    sequel.answer()
  }

  /// Runs `body` on the first writer's connection, between two batches and outside a transaction.
  func exclusively<Value>(_ body: (PostgreSQLConnection) throws -> sending Value) throws -> sending Value {
    try lanes[0].connection.withLock { try body($0) }
  }

  /// Runs `body` on the connection of an idle writer, without waiting. Returns nil if all writers
  /// are busy.
  func onFreeConnection<Value>(_ body: (PostgreSQLConnection) throws -> sending Value) throws -> sending Value? {
    for lane in lanes {
      if let value = try lane.connection.withLockIfAvailable({ try body($0) }) { return value }
    }
    return nil
  }

  /// Sets the time after which the outcome of a lost COMMIT is no longer queried. Later calls do
  /// not change it.
  func prepareToClose() {
    state.withLock { state in if state.closes == nil { state.closes = .now + server.limits.closing } }
  }

  var counts: WriteCounts {
    state.withLock {
      WriteCounts(
        batches: $0.batches, writes: $0.writes, commits: $0.commits, waiting: $0.waiting, sizes: $0.sizes,
        seconds: $0.seconds, largest: $0.largest)
    }
  }

  func close() {
    prepareToClose()
    state.withLock { $0.isClosed = true }
    for lane in lanes { lane.thread.sync {} }
    unanswered.wait()
    for lane in lanes { lane.connection.withLock { $0.disconnect() } }
  }

  private func drain(_ lane: WriterConnection) {
    while true {
      let next = lane.next(min(limits.batch, Self.maxWrites))
      if next.isEmpty { return }
      let batch = keep(next, for: lane)
      if batch.isEmpty { continue }
      state.withLock { state in
        state.waiting -= batch.count
        state.batches += 1
        state.writes += batch.count
        state.sizes.add(Double(batch.count))
        state.largest = max(state.largest, batch.count)
      }
      let began = ContinuousClock.now
      let outcome = lane.connection.withLock { connection in
        var run = run(connection, lane)
        run.write(batch[...])
        return run.outcome
      }
      held.release(by: lane.number)
      let taken = ContinuousClock.now - began
      let batches = state.withLock { state in
        state.seconds.add(Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18)
        state.commits += outcome.commits
        return state.batches
      }
      if let fault = outcome.fault {
        if fault.concernsRows { health.note(fault) } else { health.failed(.writing, fault) }
      } else if outcome.hasChanged {
        health.succeeded(.writing)
      }
      if outcome.hasChanged { commits.notify() }
      settle(outcome.sequels)
      if outcome.commits > 0, batches % CommitMarker.removals.every == 0 {
        // A failure is ignored, because a later call removes the same markers.
        lane.connection.withLock { try? $0.removeOldMarks() }
      }
    }
  }

  private func run(_ connection: PostgreSQLConnection, _ lane: WriterConnection) -> BatchRun {
    BatchRun(connection, locking: tables, health, closes: { self.state.withLock { $0.closes } }, asking: lane.ask)
  }

  /// Takes the rows of the writes for `lane`. A write with a row of another writer is handed over
  /// to that writer. Returns the other writes.
  private func keep(_ writes: [PostgreSQLQueuedWrite], for lane: WriterConnection) -> [PostgreSQLQueuedWrite] {
    var writes = writes
    lane.connection.withLock { connection in
      let run = run(connection, lane)
      for place in writes.indices { run.find(&writes[place]) }
    }
    return writes.filter { write in
      held.take(write, for: lane.number) { other in
        // That writer holds its rows until the outcome of its COMMIT is known.
        if lanes[other].isAsking { return false }
        var given = write
        (given.found, given.isHandedOver) = (nil, true)
        if lanes[other].append(given) { lanes[other].thread.async { [self] in drain(lanes[other]) } }
        return true
      }
    }
  }

  /// Settles the writes in order, and queues their completions.
  private func settle(_ sequels: [PostgreSQLQueuedWrite.Sequel]) {
    for sequel in sequels {
      sequel.settle?()
      unanswered.enter()
      _ = answering.run { [unanswered] in
        sequel.answer()
        unanswered.leave()
      }
    }
  }
}

/// A writer: a connection with its queue of writes.
private final class WriterConnection: Sendable {
  private struct State {
    var waiting: [PostgreSQLQueuedWrite] = []
    var isDraining = false
  }

  let number: Int
  let thread: DispatchQueue
  let connection: Mutex<PostgreSQLConnection>
  private let state = Mutex(State())
  private let asks = Atomic(false)

  init(_ server: DatabaseServer, number: Int) {
    self.number = number
    thread = DispatchQueue(label: "valence.postgresql.writing.\(number)")
    connection = Mutex(PostgreSQLConnection(server, .writing))
  }

  /// True while the writer queries the outcome of a lost COMMIT.
  var isAsking: Bool { asks.load(ordering: .relaxed) }

  func ask(_ isAsking: Bool) { asks.store(isAsking, ordering: .relaxed) }

  /// Appends a write. Returns true if the caller must start to drain the queue.
  func append(_ write: PostgreSQLQueuedWrite) -> Bool {
    state.withLock { state in
      state.waiting.append(write)
      if state.isDraining { return false }
      state.isDraining = true
      return true
    }
  }

  /// Removes and returns the next writes. If the queue is empty, marks it as not draining.
  func next(_ maximum: Int) -> [PostgreSQLQueuedWrite] {
    state.withLock { state in
      let batch = Array(state.waiting.prefix(maximum))
      state.waiting.removeFirst(batch.count)
      if batch.isEmpty { state.isDraining = false }
      return batch
    }
  }
}
