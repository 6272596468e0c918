import Dispatch
import Synchronization

/// One write that waits for its batch.
struct PendingWrite: Sendable {
  /// Does the work on the open transaction and answers what to call once that is durable.
  let run: @Sendable (Connection) throws -> @Sendable () -> Void
  /// Called instead when the work, or the commit, failed.
  let fail: @Sendable (any Error) -> Void
}

/// The one writer: whatever has queued up while a batch was being written is the next batch.
///
/// Each write runs in a SAVEPOINT of its own inside the batch's transaction, so that one that fails undoes only
/// itself, and is answered after the COMMIT: one fsync for all of them. Answers are given on a second queue, in the
/// order of writing, while the next batch is being written.
final class WriteQueue: Sendable {
  private struct State {
    var waiting: [PendingWrite] = []
    var isDraining = false
    var isClosed = false
    var batches = 0
    var writes = 0
    var largest = 0
  }

  private let connection: Mutex<Connection>
  private let state = Mutex(State())
  private let writing = DispatchQueue(label: "valence.sqlite.writing")
  private let answering = DispatchQueue(label: "valence.sqlite.answering")
  private let limits: WriteLimits

  init(_ connection: sending Connection, limits: WriteLimits) {
    self.connection = Mutex(connection)
    self.limits = limits
  }

  /// Queues a write; its failure is called at once when the queue is full or closed.
  func add(_ write: PendingWrite) {
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
    case .refused(let error): write.fail(error)
    case .queued: break
    case .queuedFirst: writing.async { self.drain() }
    }
  }

  /// Runs `body` on the writing connection, between two batches and outside any transaction.
  func exclusively<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    try connection.withLock { try body($0) }
  }

  /// How many batches, and how many writes in them, have been tried.
  var counts: WriteCounts {
    state.withLock { WriteCounts(batches: $0.batches, writes: $0.writes, largest: $0.largest) }
  }

  /// Takes no more writes, and returns when those that were taken have been answered.
  func close() {
    state.withLock { $0.isClosed = true }
    writing.sync {}
    answering.sync {}
  }

  private func drain() {
    while true {
      let batch = state.withLock { state -> [PendingWrite] in
        let batch = Array(state.waiting.prefix(limits.batch))
        state.waiting.removeFirst(batch.count)
        if batch.isEmpty {
          state.isDraining = false
        } else {
          state.batches += 1
          state.writes += batch.count
          state.largest = max(state.largest, batch.count)
        }
        return batch
      }
      if batch.isEmpty { return }
      let answers = connection.withLock { Self.write(batch, on: $0) }
      answering.async { for answer in answers { answer() } }
    }
  }

  /// Writes the batch and answers what each of its writes is to be told.
  private static func write(_ batch: [PendingWrite], on connection: Connection) -> [@Sendable () -> Void] {
    var answers: [@Sendable () -> Void] = []
    answers.reserveCapacity(batch.count)
    do {
      try connection.transaction {
        for write in batch {
          do {
            answers.append(try connection.savepoint { try write.run(connection) })
          } catch {
            // The whole transaction is gone: no write of this batch can be kept.
            if connection.isIdle { throw error }
            answers.append { write.fail(error) }
          }
        }
      }
    } catch {
      return batch.map { write in { write.fail(error) } }
    }
    return answers
  }
}
