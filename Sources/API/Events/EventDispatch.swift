import Dates
import HTTPServer
import Model
import Operations
import Platform
import Services
import Synchronization
import Telemetry

// Sends events to persons. All functions run on the queue.
extension EventStreams {
  /// Reads new audit records and sends their events to the open streams.
  func read() throws {
    lastPoll.store(Moment.now.nanoseconds, ordering: .relaxed)
    guard let begun = state.withLock({ $0.subscribers.isEmpty ? nil : .some($0.read) }) else { return }
    guard var place = begun else {
      let (newest, now) = (try news.newest(), clock())
      return state.withLock { state in (state.read, state.nextDay) = (newest, nextDay(after: now)) }
    }
    while true {
      let page = try news.page(after: place.sequence, limit: EventRules.page, on: day.date(at: clock()))
      dispatch(page.items, from: place, through: page.through)
      place.sequence = page.through
      if page.isWhole { return }
    }
  }

  /// Sends the events of a page to each stream that has received all earlier events.
  private func dispatch(_ items: [EventItem], from place: NewsPlace, through last: Int64) {
    let next = NewsPlace(sequence: last, reported: place.reported)
    let recipients = state.withLock { state -> [UInt64: Subscriber] in
      // Without streams the position is not stored. The next stream sets it again.
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
      if subscriber.unsentFrom == nil { send(own, from: place, to: subscriber) }
      if own.contains(where: { $0.matter == .sessions }) { attempt { try checkSession(of: subscriber) } }
    }
  }

  private func send(_ items: [EventItem], from place: NewsPlace, to subscriber: Subscriber) {
    let text = text(of: items, reported: place.reported, for: subscriber)
    if text.isEmpty { return }
    if subscriber.stream.add(text) {
      metrics.count(items)
      beat(subscriber.number)
    } else {
      // `goOn` sends them when the stream has space.
      state.withLock { $0.subscribers[subscriber.number]?.unsentFrom = place }
    }
  }

  private func text(of items: [EventItem], reported: Instant, for subscriber: Subscriber) -> [UInt8] {
    items.flatMap { item -> [UInt8] in
      let id = self.id(NewsPlace(sequence: item.sequence, reported: reported), for: subscriber)
      return switch item.matter {
      case .submission(let submission, let status): EventText.submission(submission, status, id: id)
      case .account(let number): EventText.account(number, id: id)
      case .deal(let deal, let state): EventText.deal(deal, state, id: id)
      case .sessions: []
      }
    }
  }

  private func id(_ place: NewsPlace, for subscriber: Subscriber) -> String {
    news.text(of: place, for: subscriber.caller.person)
  }

  /// Schedules the next heartbeat comment.
  private func beat(_ number: UInt64) {
    let next = Moment.now.nanoseconds + Int64(rules.heartbeat / .nanoseconds(1))
    state.withLock { $0.subscribers[number]?.beat = next }
  }

  /// Starts a stream.
  ///
  /// If no position is requested, sends the current one. If the requested position is unknown or
  /// too old, sends `reset`. Otherwise the stream continues after the requested position.
  func admit(_ number: UInt64, after id: String?) {
    guard let subscriber = state.withLock({ $0.subscribers[number] }) else { return }
    do {
      try read()
      guard let present = state.withLock({ $0.read }) else { return }
      let end = try auth.end(of: subscriber.caller)
      let named = id.flatMap { news.place(in: $0, for: subscriber.caller.person) }
      let known = try named.flatMap { place in
        guard (0...EventRules.replay).contains(present.sequence - place.sequence) else { return NewsPlace?.none }
        return try news.resumption(
          of: subscriber.caller.person, after: place, through: present.sequence, maximum: EventRules.replayOfOne)
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
        state.subscribers[number]?.unsentFrom = known ?? present
        state.subscribers[number]?.nextCheck = clock()
      }
      beat(number)
      if end == nil { return try checkSession(of: subscriber) }
      goOn(number)
      beginTicking()
    } catch {
      // The client reconnects.
      note(error)
      subscriber.stream.end()
    }
  }

  /// Sends the next page to a stream that is behind. After the last page the stream receives new
  /// events immediately.
  func goOn(_ number: UInt64) {
    guard let (subscriber, read) = state.withLock({ state in state.subscribers[number].map { ($0, state.read) } }),
      let read, var place = subscriber.unsentFrom
    else { return }
    attempt {
      let today = day.date(at: clock())
      let person = subscriber.caller.person
      let page = try news.page(
        of: person, after: place.sequence, through: read.sequence, limit: EventRules.pageOfOne, on: today)
      var text = text(of: page.items, reported: place.reported, for: subscriber)
      var begun: [DealID] = []
      if page.isWhole {
        begun =
          place.reported < read.reported
          ? try news.deals(begunAfter: place.reported, through: read.reported, on: today) : []
        text += begun.flatMap { EventText.deal($0, .current, id: id(read, for: subscriber)) }
        if subscriber.isOnce, !text.isEmpty || place.sequence < read.sequence {
          text += EventText.place(id(read, for: subscriber))
        }
        place = read
      } else {
        place.sequence = page.through
      }
      if text.isEmpty, !page.isWhole {
        state.withLock { $0.subscribers[number]?.unsentFrom = place }
        return later { $0.goOn(number) }
      }
      guard subscriber.stream.add(text, more: !page.isWhole) else { return }
      metrics.count(page.items, deals: begun.count)
      state.withLock { $0.subscribers[number]?.unsentFrom = page.isWhole ? nil : place }
      if page.isWhole, subscriber.isOnce {
        subscriber.stream.end()
        leave(number)
      }
    }
  }

  /// Ends the stream if its session has ended, after a `session` event.
  private func checkSession(of subscriber: Subscriber) throws {
    let now = clock()
    if let end = try auth.end(of: subscriber.caller) {
      let next = min(end, now + EventRules.sessionCheckInterval)
      return state.withLock { $0.subscribers[subscriber.number]?.nextCheck = next }
    }
    let place = state.withLock { $0.read } ?? NewsPlace(sequence: 0, reported: now)
    let text = EventText.sessionEnded(subscriber.caller.session, id: id(place, for: subscriber))
    if subscriber.stream.add(text) { metrics.sessions.add() }
    subscriber.stream.end()
    leave(subscriber.number)
  }

  /// Performs the periodic work: new events, deals that have started, ended sessions and heartbeat
  /// comments.
  func work() {
    let present = clock()
    // A failed read is retried after one second. Storage failures are logged elsewhere.
    attempt {
      try read()
      try dispatchBegunDeals()
      for subscriber in admitted where subscriber.nextCheck <= present { try checkSession(of: subscriber) }
    }
    guard let place = state.withLock({ $0.read }) else { return }
    let now = Moment.now.nanoseconds
    for subscriber in admitted where subscriber.stream.isDrained {
      if subscriber.unsentFrom != nil {
        // The previous attempt to read its next page failed.
        goOn(subscriber.number)
      } else if subscriber.beat <= now {
        subscriber.stream.add(EventText.place(id(place, for: subscriber)))
        beat(subscriber.number)
      }
    }
  }

  /// The streams that have received their start position.
  private var admitted: [Subscriber] {
    state.withLock { state in state.subscribers.all.values.filter(\.isAdmitted) }
  }

  /// Sends events for deals whose first day has begun. No database change announces them.
  private func dispatchBegunDeals() throws {
    let now = clock()
    let due = state.withLock { state in state.read.flatMap { now >= state.nextDay ? $0 : nil } }
    guard let before = due else { return }
    let begun = try news.deals(begunAfter: before.reported, through: now, on: day.date(at: now))
    let after = NewsPlace(sequence: before.sequence, reported: now)
    state.withLock { state in (state.read, state.nextDay) = (after, nextDay(after: now)) }
    guard !begun.isEmpty else { return }
    for subscriber in admitted where subscriber.unsentFrom == nil {
      let text = begun.flatMap { EventText.deal($0, .current, id: id(after, for: subscriber)) }
      if subscriber.stream.add(text) {
        metrics.deals.add(begun.count)
        beat(subscriber.number)
      } else {
        state.withLock { $0.subscribers[subscriber.number]?.unsentFrom = before }
      }
    }
  }

  private func nextDay(after instant: Instant) -> Instant {
    day.start(of: CivilDate(daysSinceEpoch: day.date(at: instant).daysSinceEpoch + 1))
  }
}
