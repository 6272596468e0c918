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

/// Tells people at once what changes for them, over streams that they keep open.
///
///     let response = try events.open(for: caller, after: lastID, isOnce: false)
///
/// One reader follows the audit for all streams: right after each COMMIT of this process, and each second for the changes by
/// others. It works on a queue of its own, so that neither a writer nor a request waits for it. A stream that waits holds no
/// thread, and its connection sleeps.
///
/// - A client that reads too slowly is no longer told at once: it catches up page by page, as far as it takes them.
/// - A stream lives no longer than its session, and does not prolong it.
package final class EventStreams: Sendable {
  /// The streams, and how far they are told.
  struct State {
    /// The open streams.
    var subscribers = Subscribers()
    /// The place up to which everything was read; nil while nobody waits.
    var read: NewsPlace?
    /// The time from which deals may begin.
    var nextDay = Instant(microseconds: 0)
    /// True if a look is due within a second.
    var isTicking = false
  }

  /// The news.
  let news: EventFeed
  /// The sessions.
  let auth: Auth
  /// The bank's time.
  let clock: Clock
  /// The bank's days.
  let day: BankDay
  /// The bounds and times.
  let rules: EventRules
  /// The metrics.
  let metrics: EventMetrics
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.events")
  /// The state; only the queue tells streams of news.
  let state = Mutex(State())
  /// True if there are streams, so that a COMMIT is worth a look.
  private let isWatched = Atomic(false)
  /// True if a look for a COMMIT is queued.
  private let isDue = Atomic(false)
  /// Nanoseconds of the monotonic clock at the last look.
  let lastPoll = Atomic<Int64>(0)

  /// Creates the streams of a bank, and registers their metrics.
  init(_ services: BankServices, _ day: BankDay, _ rules: EventRules, _ registry: MetricsRegistry, _ log: Logger) {
    (news, auth, clock) = (services.news, services.auth, services.clock)
    (self.day, self.rules, self.log) = (day, rules, log)
    metrics = EventMetrics(registry)
    registry.gauge("valence_event_streams", "Open streams of events.") { [weak self] in self.map { Double($0.count) } }
    news.onCommit { [weak self] in self?.wake() }
  }

  /// Count of streams that wait for events.
  package var count: Int { state.withLock { $0.subscribers.waiting } }

  /// Returns a response whose body tells the caller of news behind the place that `id` names, or from now on.
  ///
  /// `isOnce` ends it when everything until now is told. Throws `Overloaded` if too many streams wait, or too many of the
  /// caller's own are to be told until now.
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
      // Each comes back at another time.
      throw Overloaded(retryAfter: isOnce ? 1 : .random(in: 20...60))
    }
    // The replaced client comes back much later, so that clients do not replace one another without end.
    opened.replaced?.stream.add(EventText.retry(after: EventRules.retryReplaced))
    opened.replaced?.stream.end()
    later { $0.admit(opened.added.number, after: id) }
    return Response(status: 200, headers: Self.headers, stream: opened.added.stream)
  }

  /// The headers of a stream. The last one tells nginx and its like to pass on each event at once.
  static let headers = [
    ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no"),
  ]

  /// The header of an answer whose content is from a place in the news: a client listens from there on, and need not ask again.
  static let lastID = "Last-Event-ID"

  /// Returns the present place of the caller as that header.
  func place(for caller: Caller) throws -> (String, String) {
    (Self.lastID, news.text(of: try news.newest(), for: caller.person))
  }

  /// Does what is done each second, and waits until it is done. For tests.
  package func tick() { queue.sync { work() } }

  /// Ends all streams within `span`, the oldest first, beginning after `pause`. Each client is told to ask again soon: another server
  /// goes on behind the last id that the client has.
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
      // A client may come to this server once more: whoever ends the server ends that stream.
      if now < end { endNext(at: now + turn, until: end) }
    }
  }

  /// Does work on the queue.
  func later(_ work: @escaping @Sendable (EventStreams) -> Void) { queue.async { work(self) } }

  /// Forgets a stream; a second call does nothing.
  func leave(_ number: UInt64) {
    state.withLock { state in
      state.subscribers.remove(number)
      if state.subscribers.isEmpty {
        state.read = nil
        isWatched.store(false, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// Looks for news after a COMMIT; many commits within `EventRules.pause` share a look.
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

  /// Does work that may fail, and logs its failure.
  func attempt(_ work: () throws -> Void) {
    do { try work() } catch { note(error) }
  }

  /// Logs a failure; that the database cannot be read is told elsewhere, and once.
  func note(_ error: any Error) {
    if StorageFailureKind(error) != nil { return }
    log.error("cannot read the news for streams of events", metadata: ["error": "\(error)"])
  }

  /// Looks each second, for as long as there are streams.
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
