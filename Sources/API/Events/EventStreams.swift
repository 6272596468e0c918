import Dispatch
import Essentials
import HTTP
import Logging
import Model
import Operations
import Platform
import Services
import Synchronization

/// Tells people at once what changes for them, over streams that they keep open.
///
///     let response = try bank.events.open(for: caller, after: lastID, isOnce: false)
///
/// One reader follows the audit for all streams: right after each COMMIT of this process, and each second for the changes by
/// others. It works on a queue of its own, so that neither a writer nor a request waits for it. A stream that waits holds no
/// thread, and its connection sleeps.
///
/// - A client that reads too slowly is no longer told at once: it catches up page by page, as far as it takes them.
/// - A stream lives no longer than its session, and does not prolong it.
package final class EventStreams: Sendable {
  private struct State {
    var subscribers = Subscribers()
    /// The place up to which everything was read; nil while nobody waits.
    var read: NewsPlace?
    /// The time from which deals may begin.
    var nextDay = Instant(microseconds: 0)
    var isTicking = false
  }

  private let news: News
  private let auth: Auth
  private let clock: Clock
  private let day: BankDay
  private let rules: EventRules
  private let metrics: EventMetrics
  private let log: Logger
  private let queue = DispatchQueue(label: "valence.events")
  private let state = Mutex(State())
  /// True if there are streams, so that a COMMIT is worth a look.
  private let isWatched = Atomic(false)
  /// True if a look for a COMMIT is queued.
  private let isDue = Atomic(false)
  /// Nanoseconds of the monotonic clock at the last look.
  private let looked = Atomic<Int64>(0)

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
  /// `isOnce` ends it when everything until now is told. Throws `Overloaded` if too many streams wait.
  func open(for caller: Caller, after id: String?, isOnce: Bool) throws(Overloaded) -> Response {
    let opened = state.withLock { state -> (added: Subscriber, replaced: Subscriber?)? in
      guard isOnce || state.subscribers.waiting < rules.limit else { return nil }
      let number = state.subscribers.number()
      let stream = BodyStream(
        drained: { [weak self] in self?.later { $0.goOn(number) } }, gone: { [weak self] in self?.leave(number) })
      let subscriber = Subscriber(number: number, caller: caller, stream: stream, isOnce: isOnce)
      isWatched.store(true, ordering: .sequentiallyConsistent)
      return (subscriber, state.subscribers.add(subscriber, most: EventRules.perPerson))
    }
    guard let opened else {
      metrics.refused.add()
      // Each comes back at another time.
      throw Overloaded(retryAfter: .random(in: 20...60))
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

  /// Reads what is new, as after a COMMIT, and waits until it is told. For tests.
  package func look() { queue.sync { attempt { try read() } } }

  /// Does what is done each second, and waits until it is done. For tests.
  package func tick() { queue.sync { work() } }

  private func later(_ work: @escaping @Sendable (EventStreams) -> Void) { queue.async { work(self) } }

  private func leave(_ number: UInt64) {
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
    let left = looked.load(ordering: .relaxed) + pause - Moment.now.nanoseconds
    if left <= 0 { return queue.async { [self] in readDue() } }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(min(left, pause)))) { [self] in readDue() }
  }

  private func readDue() {
    isDue.store(false, ordering: .sequentiallyConsistent)
    attempt { try read() }
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch { note(error) }
  }

  private func note(_ error: any Error) {
    log.error("cannot read the news for streams of events", metadata: ["error": "\(error)"])
  }
}

// Everything below runs on the queue.
extension EventStreams {
  /// Reads what is new, and tells it to all who wait.
  private func read() throws {
    looked.store(Moment.now.nanoseconds, ordering: .relaxed)
    guard let begun = state.withLock({ $0.subscribers.isEmpty ? nil : .some($0.read) }) else { return }
    guard var place = begun else {
      let (newest, now) = (try news.newest(), clock())
      return state.withLock { state in (state.read, state.nextDay) = (newest, nextDay(after: now)) }
    }
    while true {
      let page = try news.page(after: place.sequence, limit: EventRules.page, on: day.date(at: clock()))
      tell(page.items, from: place, through: page.through)
      place.sequence = page.through
      if page.isWhole { return }
    }
  }

  /// Tells the items of a page to all streams that have been told what was before it.
  private func tell(_ items: [NewsItem], from place: NewsPlace, through last: Int64) {
    let next = NewsPlace(sequence: last, told: place.told)
    let recipients = state.withLock { state -> [UInt64: Subscriber] in
      // Without streams nothing is read on, and the next one begins anew.
      if !state.subscribers.isEmpty { state.read = next }
      var recipients: [UInt64: Subscriber] = [:]
      for item in items {
        let all = item.person.map { state.subscribers.of($0) } ?? Array(state.subscribers.all.values)
        for subscriber in all where subscriber.isAdmitted { recipients[subscriber.number] = subscriber }
      }
      return recipients
    }
    for subscriber in recipients.values.sorted(by: { $0.number < $1.number }) {
      let own = items.filter { $0.person == nil || $0.person == subscriber.caller.person }
      if subscriber.behind == nil { send(own, from: place, to: subscriber) }
      if own.contains(where: { $0.matter == .sessions }) { lookAtSession(of: subscriber) }
    }
  }

  private func send(_ items: [NewsItem], from place: NewsPlace, to subscriber: Subscriber) {
    let text = text(of: items, told: place.told, for: subscriber)
    if text.isEmpty { return }
    if subscriber.stream.add(text) {
      metrics.count(items)
      beat(subscriber.number)
    } else {
      // The stream asks for the rest when it has room.
      state.withLock { $0.subscribers[subscriber.number]?.behind = place }
    }
  }

  private func text(of items: [NewsItem], told: Instant, for subscriber: Subscriber) -> [UInt8] {
    items.flatMap { item -> [UInt8] in
      let id = self.id(NewsPlace(sequence: item.sequence, told: told), for: subscriber)
      return switch item.matter {
      case .submission(let submission, let status): EventText.submission(submission, status, id: id)
      case .deal(let deal, let state): EventText.deal(deal, state, id: id)
      case .sessions: []
      }
    }
  }

  private func id(_ place: NewsPlace, for subscriber: Subscriber) -> String {
    news.text(of: place, for: subscriber.caller.person)
  }

  /// Sets the time of the next comment.
  private func beat(_ number: UInt64) {
    let next = Moment.now.nanoseconds + Int64(rules.heartbeat / .nanoseconds(1))
    state.withLock { $0.subscribers[number]?.beat = next }
  }

  /// Begins a stream: it is told its place, or that the place which it named is too far back or unknown.
  private func admit(_ number: UInt64, after id: String?) {
    guard let subscriber = state.withLock({ $0.subscribers[number] }) else { return }
    do {
      try read()
      guard let present = state.withLock({ $0.read }) else { return }
      let end = try auth.end(of: subscriber.caller)
      let named = id.flatMap { news.place(in: $0, for: subscriber.caller.person) }
      let known = named.flatMap { place in
        (0...EventRules.replay).contains(present.sequence - place.sequence) ? place : nil
      }
      var text = EventText.retry(after: EventRules.retry)
      if id != nil, known == nil {
        text += EventText.reset(id: self.id(present, for: subscriber))
        metrics.resets.add()
      } else if id == nil {
        text += EventText.place(self.id(present, for: subscriber))
      }
      subscriber.stream.add(text)
      state.withLock { state in
        state.subscribers[number]?.isAdmitted = true
        state.subscribers[number]?.behind = known ?? present
        state.subscribers[number]?.look = clock()
      }
      beat(number)
      if end == nil { return lookAtSession(of: subscriber) }
      goOn(number)
      beginTicking()
    } catch {
      // The client asks again.
      note(error)
      subscriber.stream.end()
    }
  }

  /// Sends the next page to a stream that is behind; one that is not behind any more is told at once from then on.
  private func goOn(_ number: UInt64) {
    guard let (subscriber, read) = state.withLock({ state in state.subscribers[number].map { ($0, state.read) } }),
      let read, var place = subscriber.behind
    else { return }
    attempt {
      let today = day.date(at: clock())
      let person = subscriber.caller.person
      let page = try news.page(
        of: person, after: place.sequence, through: read.sequence, limit: EventRules.pageOfOne, on: today)
      var text = text(of: page.items, told: place.told, for: subscriber)
      var begun: [DealID] = []
      if page.isWhole {
        begun = place.told < read.told ? try news.deals(begunAfter: place.told, through: read.told, on: today) : []
        text += begun.flatMap { EventText.deal($0, .current, id: id(read, for: subscriber)) }
        if subscriber.isOnce, !text.isEmpty || place.sequence < read.sequence {
          text += EventText.place(id(read, for: subscriber))
        }
        place = read
      } else {
        place.sequence = page.through
      }
      if text.isEmpty, !page.isWhole {
        state.withLock { $0.subscribers[number]?.behind = place }
        return later { $0.goOn(number) }
      }
      guard subscriber.stream.add(text, more: !page.isWhole) else { return }
      metrics.count(page.items, deals: begun.count)
      state.withLock { $0.subscribers[number]?.behind = page.isWhole ? nil : place }
      if page.isWhole, subscriber.isOnce { subscriber.stream.end() }
    }
  }

  /// Ends a stream whose session has ended, and tells it so.
  private func lookAtSession(of subscriber: Subscriber) {
    let now = clock()
    attempt {
      if let end = try auth.end(of: subscriber.caller) {
        let next = min(end, now + EventRules.lookAtSession)
        return state.withLock { $0.subscribers[subscriber.number]?.look = next }
      }
      let place = state.withLock { $0.read } ?? NewsPlace(sequence: 0, told: now)
      let text = EventText.sessionEnded(subscriber.caller.session, id: id(place, for: subscriber))
      if subscriber.stream.add(text) { metrics.sessions.add() }
      subscriber.stream.end()
      leave(subscriber.number)
    }
  }

  /// Looks each second, for as long as there are streams.
  private func beginTicking() {
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

  private func work() {
    attempt { try read() }
    attempt { try tellBegunDeals() }
    let (now, present) = (Moment.now.nanoseconds, clock())
    let (all, place) = state.withLock { (Array($0.subscribers.all.values), $0.read) }
    guard let place else { return }
    for subscriber in all where subscriber.isAdmitted {
      if subscriber.look <= present { lookAtSession(of: subscriber) }
      if subscriber.beat <= now, subscriber.behind == nil, subscriber.stream.isDrained {
        subscriber.stream.add(EventText.place(id(place, for: subscriber)))
        beat(subscriber.number)
      }
    }
  }

  /// Tells of deals whose first day has begun: nothing changes in the database then.
  private func tellBegunDeals() throws {
    let now = clock()
    let due = state.withLock { state in state.read.flatMap { now >= state.nextDay ? $0 : nil } }
    guard let before = due else { return }
    let begun = try news.deals(begunAfter: before.told, through: now, on: day.date(at: now))
    let after = NewsPlace(sequence: before.sequence, told: now)
    let all = state.withLock { state in
      (state.read, state.nextDay) = (after, nextDay(after: now))
      return Array(state.subscribers.all.values)
    }
    guard !begun.isEmpty else { return }
    for subscriber in all where subscriber.isAdmitted && subscriber.behind == nil {
      let text = begun.flatMap { EventText.deal($0, .current, id: id(after, for: subscriber)) }
      if subscriber.stream.add(text) {
        metrics.deals.add(begun.count)
        beat(subscriber.number)
      } else {
        state.withLock { $0.subscribers[subscriber.number]?.behind = before }
      }
    }
  }

  private func nextDay(after instant: Instant) -> Instant {
    day.start(of: CivilDate(daysSinceEpoch: day.date(at: instant).daysSinceEpoch + 1))
  }
}

/// The metrics of event streams.
struct EventMetrics: Sendable {
  /// Events of submissions, deals, and ended sessions, and orders to ask for everything anew.
  let submissions, deals, sessions, resets: Counter
  /// Streams that were refused because too many waited.
  let refused: Counter

  /// Registers the metrics.
  init(_ registry: MetricsRegistry) {
    func sent(_ event: String) -> Counter {
      registry.counter("valence_events_total", "Events that were sent, by their kind.", [MetricLabel("event", event)])
    }
    (submissions, deals, sessions, resets) = (sent("submission"), sent("deal"), sent("session"), sent("reset"))
    refused = registry.counter("valence_event_streams_refused_total", "Streams of events that were refused.")
  }

  /// Counts what was sent.
  func count(_ items: [NewsItem], deals more: Int = 0) {
    var (submissions, deals) = (0, more)
    for item in items {
      switch item.matter {
      case .submission: submissions += 1
      case .deal: deals += 1
      case .sessions: break
      }
    }
    if submissions > 0 { self.submissions.add(submissions) }
    if deals > 0 { self.deals.add(deals) }
  }
}
