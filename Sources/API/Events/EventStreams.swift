import Dispatch
import Dates
import HTTPServer
import Logging
import Model
import Operations
import Platform
import Services
import Synchronization
import Telemetry

/// Server-sent events about changes that concern a person.
///
/// One reader follows the audit log for all streams. It reads after each commit of this process,
/// and each second for commits of other processes. It uses its own queue, so writers and requests
/// do not wait for it. An idle stream occupies no thread, and its connection is suspended.
///
/// - A client that reads too slowly receives the events in pages, each after it has read the
///   previous one.
/// - A stream ends with its session and does not extend it.
package final class EventStreams: Sendable {
  /// The open streams and the read position.
  struct State {
    var subscribers = Subscribers()
    /// The position up to which all records have been read; nil without open streams.
    var read: NewsPlace?
    /// The start of the next day, when deals can begin.
    var nextDay = Instant(microseconds: 0)
    /// True if the periodic work is scheduled.
    var isTicking = false
  }

  /// The audit records as events.
  let news: EventFeed
  let auth: Auth
  let clock: Clock
  let day: BankDay
  let rules: EventRules
  let metrics: EventMetrics
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.events")
  /// The state. Only the queue sends events to streams.
  let state = Mutex(State())
  /// True if there are streams. Otherwise commits are ignored.
  private let isWatched = Atomic(false)
  /// True if a read after a commit is scheduled.
  private let isDue = Atomic(false)
  /// The time of the last read, in nanoseconds of the monotonic clock.
  let lastPoll = Atomic<Int64>(0)

  /// Creates the streams and registers their metrics.
  init(_ services: BankServices, _ day: BankDay, _ rules: EventRules, _ registry: MetricsRegistry, _ log: Logger) {
    (news, auth, clock) = (services.news, services.auth, services.clock)
    (self.day, self.rules, self.log) = (day, rules, log)
    metrics = EventMetrics(registry)
    registry.gauge("valence_event_streams", "Open event streams that wait for events.") { [weak self] in
      self.map { Double($0.count) }
    }
    news.onCommit { [weak self] in self?.wake() }
  }

  /// The number of streams that wait for events.
  package var count: Int { state.withLock { $0.subscribers.waiting } }

  /// Returns a response that streams the caller's events after the position `id`, or from now on if
  /// `id` is nil.
  ///
  /// If `isOnce` is true, the stream ends after the events up to now. Throws `Overloaded` if
  /// `limit` streams are waiting or, for `isOnce`, if the person has `EventRules.perPerson` such
  /// streams.
  func open(for caller: Caller, after id: String?, isOnce: Bool) throws(Overloaded) -> Response {
    let opened = state.withLock { state -> (added: Subscriber, replaced: Subscriber?)? in
      let isRoom =
        isOnce
        ? state.subscribers.of(caller.person).count(where: \.isOnce) < EventRules.perPerson
        : state.subscribers.waiting < rules.limit
      guard isRoom else { return nil }
      let number = state.subscribers.number()
      let stream = BodyStream(
        isShort: isOnce, drained: { [weak self] in self?.later { $0.goOn(number) } },
        gone: { [weak self] in self?.leave(number) })
      let subscriber = Subscriber(number: number, caller: caller, stream: stream, isOnce: isOnce)
      isWatched.store(true, ordering: .sequentiallyConsistent)
      return (subscriber, state.subscribers.add(subscriber, maximum: EventRules.perPerson))
    }
    guard let opened else {
      metrics.refused.add()
      // A random delay, so that clients retry at different times.
      throw Overloaded(retryAfter: isOnce ? 1 : .random(in: 20...60))
    }
    // The replaced client reconnects much later, so that two clients do not replace each other
    // continuously.
    opened.replaced?.stream.add(EventText.retry(after: EventRules.retryReplaced))
    opened.replaced?.stream.end()
    later { $0.admit(opened.added.number, after: id) }
    return Response(status: 200, headers: Self.headers, stream: opened.added.stream)
  }

  /// The headers of a stream. `X-Accel-Buffering` makes nginx pass on each event immediately.
  static let headers = [
    ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
  ]

  /// The header with the position that a response corresponds to. A client can open an event stream
  /// from this position.
  static let lastID = "Last-Event-ID"

  /// Returns the header with the caller's current position.
  func place(for caller: Caller) throws -> (String, String) {
    (Self.lastID, news.text(of: try news.newest(), for: caller.person))
  }

  /// Performs the periodic work synchronously. For tests.
  package func tick() { queue.sync { work() } }

  /// Ends all streams within `span` after `pause`, the oldest first. Clients then reconnect to
  /// another server, which continues after their last id.
  func endInOrder(after pause: Duration, within span: Duration) {
    let begin = Moment.now.nanoseconds + Int64(pause / .nanoseconds(1))
    endNext(at: begin, until: begin + Int64(span / .nanoseconds(1)))
  }

  private func endNext(at next: Int64, until end: Int64) {
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(max(0, next - Moment.now.nanoseconds)))) { [weak self] in
      guard let self else { return }
      let (now, turn) = (Moment.now.nanoseconds, Int64(EventRules.turn / .nanoseconds(1)))
      let open = state.withLock { $0.subscribers.all.values.sorted { $0.number < $1.number } }
      let turns = Int(max(0, end - now) / turn) + 1
      for subscriber in open.prefix((open.count + turns - 1) / turns) {
        subscriber.stream.add(EventText.retry(afterMilliseconds: .random(in: EventRules.retryElsewhere)))
        subscriber.stream.end()
        leave(subscriber.number)
      }
      // A client may reconnect to this server after its stream was closed. The stop of the server
      // closes such a stream.
      if now < end { endNext(at: now + turn, until: end) }
    }
  }

  func later(_ work: @escaping @Sendable (EventStreams) -> Void) { queue.async { work(self) } }

  /// Removes a stream. A second call has no effect.
  func leave(_ number: UInt64) {
    state.withLock { state in
      state.subscribers.remove(number)
      if state.subscribers.isEmpty {
        state.read = nil
        isWatched.store(false, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// Schedules a read after a commit. Commits within `EventRules.pause` share one read.
  private func wake() {
    guard isWatched.load(ordering: .sequentiallyConsistent), !isDue.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    let pause = Int64(EventRules.pause / .nanoseconds(1))
    let left = lastPoll.load(ordering: .relaxed) + pause - Moment.now.nanoseconds
    if left <= 0 { return queue.async { [self] in readDue() } }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(min(left, pause)))) { [self] in readDue() }
  }

  private func readDue() {
    isDue.store(false, ordering: .sequentiallyConsistent)
    attempt { try read() }
  }

  /// Runs `work` and logs its failure.
  func attempt(_ work: () throws -> Void) {
    do { try work() } catch { note(error) }
  }

  /// Logs a failure. Storage failures are logged elsewhere.
  func note(_ error: any Error) {
    if StorageFailureKind(error) != nil { return }
    log.error("cannot read the events for event streams", metadata: ["error": "\(error)"])
  }

  /// Schedules the periodic work, unless it is already scheduled. It stops when no streams remain.
  func beginTicking() {
    let begins = state.withLock { state in
      defer { state.isTicking = true }
      return !state.isTicking
    }
    if begins { scheduleTick() }
  }

  private func scheduleTick() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self else { return }
      let goesOn = self.state.withLock { state in
        state.isTicking = !state.subscribers.isEmpty
        return state.isTicking
      }
      guard goesOn else { return }
      self.work()
      self.scheduleTick()
    }
  }
}
