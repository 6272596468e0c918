import Dates
import Dispatch
import Model
import Storage
import Synchronization

/// Sends the messages of one kind. It claims due messages, passes them to the sender, and stores
/// the results.
///
/// No message waits in memory: a message is claimed when the sender has capacity. The capacity is
/// released when the result is durable, so that a read-only database does not cause repeated
/// sending.
final class MessageQueue: Sendable {
  /// The numbers of messages since the start.
  struct Counts: Sendable, Equatable {
    /// Messages that the sender accepted.
    var sent = 0
    /// Failed attempts.
    var failed = 0
    /// Messages that were deleted because they had expired.
    var expired = 0
  }

  private struct State {
    var running: Set<MessageID> = []
    var isTaking = false
    /// True if messages may be due that the last claim did not include.
    var isWanted = false
    /// True if the last claim failed.
    var hasFailed = false
    var isStopped = false
    /// The end of a pause that the sender requested, in nanoseconds of `DispatchTime`.
    var rest: UInt64 = 0
    /// The number of messages claimed in the current second.
    var second: (number: UInt64, count: Int) = (0, 0)
    var counts = Counts()
  }

  /// Time in addition to the sender's limit, after which other processes may claim the message.
  private static let margin: Duration = .seconds(5)
  /// The pause after a sender was busy.
  private static let rest: Duration = .seconds(1)

  let kind: Message.Kind
  private let sender: any MessageSender
  private let outbox: Outbox
  private let isRunnable: @Sendable () -> Bool
  private let report: @Sendable (MessageEvent) -> Void
  private let busy = DispatchGroup()
  private let state = Mutex(State())

  /// Creates a queue that claims no messages while `isRunnable` returns false. It calls `report` as
  /// part of the request that caused the message.
  init(
    _ kind: Message.Kind, _ sender: any MessageSender, _ outbox: Outbox, if isRunnable: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (MessageEvent) -> Void
  ) {
    (self.kind, self.sender, self.outbox, self.isRunnable, self.report) = (kind, sender, outbox, isRunnable, report)
  }

  var counts: Counts { state.withLock { $0.counts } }

  /// Claims due messages and sends them. Returns false if nothing can be claimed at present.
  @discardableResult
  func pump() -> Bool {
    guard isRunnable() else { return false }
    let pace = sender.pace(of: kind)
    let room = state.withLock { state -> Int in
      if state.isStopped { return 0 }
      let room = state.isTaking ? 0 : Self.room(&state, pace)
      state.isWanted = room == 0
      state.isTaking = state.isTaking || room > 0
      return room
    }
    guard room > 0 else { return false }
    busy.enter()
    outbox.take(kind, upTo: room, for: pace.limit, and: Self.margin).start { [self] result in
      take(result, pace)
      busy.leave()
    }
    return true
  }

  private static func room(_ state: inout State, _ pace: MessagePace) -> Int {
    let now = DispatchTime.now().uptimeNanoseconds
    if now < state.rest { return 0 }
    if state.second.number != now / 1_000_000_000 { state.second = (now / 1_000_000_000, 0) }
    return max(0, min(pace.atOnce - state.running.count, pace.perSecond - state.second.count))
  }

  private func take(_ result: Result<Outbox.Batch, any Error>, _ pace: MessagePace) {
    guard case .success(let batch) = result else {
      // Storage failures are reported elsewhere. The next claim may succeed.
      return state.withLock { ($0.isTaking, $0.hasFailed) = (false, true) }
    }
    let (fresh, isWanted) = state.withLock { state in
      (state.isTaking, state.hasFailed) = (false, false)
      state.second.count += batch.taken.count
      state.counts.expired += batch.expired.count
      // A message in `running` was already sent; its result could not be stored yet.
      return (
        batch.taken.filter { state.running.insert($0.message.id).inserted }, state.isWanted || !batch.isWhole
      )
    }
    notify(batch)
    for taken in fresh {
      busy.enter()
      send(taken, pace)
    }
    if isWanted { pump() }
  }

  private func notify(_ batch: Outbox.Batch) {
    for keyID in batch.unreadable { report(.unreadable(kind, keyID: keyID)) }
    guard kind == .notice else {
      for (request, attempts) in batch.expired {
        CurrentRequest.with(id: request) { report(.expired(kind, count: 1, attempts: attempts)) }
      }
      return
    }
    // A notice can have many recipients, and a line for each would fill the log.
    let maximum = batch.expired.map(\.attempts).max()
    if let maximum { report(.expired(kind, count: batch.expired.count, attempts: maximum)) }
  }

  private func send(_ taken: Outbox.Taken, _ pace: MessagePace) {
    let left = taken.expires - outbox.clock()
    guard left > .zero else {
      state.withLock { $0.counts.expired += 1 }
      CurrentRequest.with(id: taken.request) { report(.expired(kind, count: 1, attempts: taken.attempt - 1)) }
      return settle(taken.message.id, .done)
    }
    // This process was suspended after it claimed the message, so another process may have claimed
    // it. If none has, the message becomes due again.
    guard ContinuousClock.now < taken.latest else {
      return settle(taken.message.id, .again(at: outbox.clock(), isTried: false))
    }
    CurrentRequest.with(id: taken.request) {
      sender.send(taken.message, within: min(pace.limit, left)) { [self] failure in
        CurrentRequest.with(id: taken.request) { end(taken, failure) }
      }
    }
  }

  private func end(_ taken: Outbox.Taken, _ failure: MessageFailure?) {
    let now = outbox.clock()
    switch failure {
    case nil:
      state.withLock { $0.counts.sent += 1 }
      settle(taken.message.id, .done)
    case .failed(let reason):
      state.withLock { $0.counts.failed += 1 }
      report(.failed(kind, reason: reason, attempt: taken.attempt, isLast: false))
      settle(taken.message.id, .again(at: now + Self.pause(after: taken.attempt, kind), isTried: true))
    case .impossible(let reason):
      state.withLock { $0.counts.failed += 1 }
      report(.failed(kind, reason: reason, attempt: taken.attempt, isLast: true))
      settle(taken.message.id, .done)
    case .busy:
      state.withLock { $0.rest = DispatchTime.now().uptimeNanoseconds + 1_000_000_000 }
      settle(taken.message.id, .again(at: now + Self.rest, isTried: false))
    }
  }

  /// Returns the pause after a failed attempt. It doubles with each attempt and varies by a
  /// quarter, to avoid bursts.
  static func pause(after attempt: Int, _ kind: Message.Kind) -> Duration {
    let (first, longest): (Double, Double) = kind == .code ? (1, 15) : (5, 900)
    let seconds = min(longest, first * Double(1 << min(max(0, attempt - 1), 16)))
    return .seconds(seconds) * Double.random(in: 0.75...1.25)
  }

  /// Stores the result of an attempt, retrying if necessary, and then releases the capacity.
  private func settle(_ id: MessageID, _ outcome: Outbox.Outcome) {
    outbox.settle(id, outcome).start { [self] result in
      if case .failure(let error) = result, !(error is DatabaseClosed), !state.withLock({ $0.isStopped }) {
        return DispatchQueue.global().asyncAfter(deadline: .now() + 1) { self.settle(id, outcome) }
      }
      let isWanted = state.withLock { state in
        state.running.remove(id)
        return state.isWanted
      }
      if isWanted { pump() }
      busy.leave()
    }
  }

  /// Sends due messages until none remain or the deadline is reached.
  func drain(until deadline: DispatchTime) {
    while busy.wait(timeout: deadline) == .success {
      let hasFailed = state.withLock { $0.hasFailed }
      guard !hasFailed, (try? outbox.isDue(kind)) == true else { return }
      // Another thread may already be claiming them.
      guard pump() || state.withLock({ $0.isTaking || !$0.running.isEmpty }) else { return }
    }
  }

  /// Stops claiming, and returns when the messages in flight have ended, each within its limit.
  func stop() {
    state.withLock { $0.isStopped = true }
    busy.wait()
  }
}
