/// What changes at the bank for the person, as it happens.
///
/// They begin behind the answer of ``Client/start(opening:)``. If that was not asked for, the first one is ``Event/Name/reset``:
/// what you asked for before may have changed until the server began to listen. From then on it goes on by itself after a loss, and
/// repeats and misses nothing: the server sends what came meanwhile. Where no stream can be had, it asks from time to time. It ends
/// after ``Event/Name/session``, and at once without a session or if the server tells this person no events. It throws
/// ``Failure/refused(_:)`` if asking again would not help.
///
///     .task(id: scenePhase) {
///       guard scenePhase == .active else { return }
///       do { for try await event in client.events() { model.show(event) } } catch { model.note(error) }
///     }
///
/// Listen while the person looks, and cancel the task when they leave: the next one goes on behind the last event.
public struct Events: AsyncSequence, Sendable {
  /// The times of listening. The defaults suit the server's.
  public struct Times: Sendable {
    /// The time until a lost stream is asked for again, unless the server names another; doubled by each failure.
    public var retry: Duration = .seconds(3)
    /// Maximum of that time.
    public var longestRetry: Duration = .seconds(60)
    /// The time between two questions while there is no stream.
    public var asking: Duration = .seconds(20)
    /// The time after several failures in which no stream is tried.
    public var without: Duration = .seconds(120)
    /// The time for which a stream must last to be no failure.
    public var lasting: Duration = .seconds(10)

    /// Creates the default times.
    public init() {}
  }

  private let client: Client
  private let times: Times

  init(_ client: Client, _ times: Times) { (self.client, self.times) = (client, times) }

  /// Creates an iterator, which opens no stream before its first element is asked for.
  public func makeAsyncIterator() -> Iterator { Iterator(client, times) }
}

extension Client {
  /// The events of the session that is open when the first one is asked for.
  ///
  ///     for try await event in client.events() { refresh(event) }
  public nonisolated func events(_ times: Events.Times = Events.Times()) -> Events { Events(self, times) }
}

extension Events {
  /// Listens for one reader.
  public struct Iterator: AsyncIteratorProtocol {
    private let client: Client
    private let times: Times
    private var token: String?
    private var parser = EventParser()
    private var pending: ArraySlice<Event> = []
    private var stream: AsyncThrowingStream<[UInt8], any Error>.Iterator?
    private var opened: ContinuousClock.Instant = .now
    /// The time from which a stream is tried again.
    private var streamFrom: ContinuousClock.Instant?
    private var failures = 0
    private var isOver = false

    fileprivate init(_ client: Client, _ times: Times) { (self.client, self.times) = (client, times) }

    /// Waits for the next event; nil when there will be no more, or the task is cancelled.
    public mutating func next() async throws -> Event? {
      while true {
        if let event = pending.popFirst() {
          if event.name == .session {
            isOver = true
            if let token { await client.end(token) }
          }
          return event
        }
        if isOver || Task.isCancelled { return nil }
        do {
          try await goOn()
        } catch is CancellationError {
          return nil
        }
      }
    }

    /// Reads the next part of the stream, or opens one, or waits for the time to do so.
    private mutating func goOn() async throws {
      if stream != nil {
        do {
          if let part = try await stream?.next(), !parser.isBroken { return await take(part) }
        } catch {
          try Task.checkCancellation()
        }
        // It has ended, or nobody knows.
        stream = nil
        let isLasting = ContinuousClock.now - opened >= times.lasting
        return try await pause(afterFailure: !isLasting, naming: parser.retry)
      }
      let isOnce = streamFrom.map { ContinuousClock.now < $0 } ?? false
      guard let asked = await client.eventRequest(isOnce: isOnce, of: token) else {
        isOver = true
        return
      }
      token = asked.token
      opened = .now
      parser = EventParser()
      do {
        if let transport = client.transport as? any EventTransport, !isOnce {
          try await open(asked.request, over: transport)
        } else {
          try await ask(asked.once)
        }
      } catch let refusal as Refusal {
        try await refused(refusal.problem, isOnce)
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        try Task.checkCancellation()
        try await (isOnce ? sleep(times.asking) : pause(afterFailure: true))
      }
    }

    private mutating func open(_ request: Request, over transport: any EventTransport) async throws {
      let response = try await transport.open(request)
      var body = response.body.makeAsyncIterator()
      guard response.status == 200 else {
        var bytes: [UInt8] = []
        while bytes.count < EventParser.longest, let part = try await body.next() { bytes += part }
        throw Refusal(problem: Problem(of: response.status, response.headers, bytes))
      }
      stream = body
    }

    private mutating func ask(_ request: Request) async throws {
      let response = try await client.transport.send(request)
      guard response.status == 200 else {
        throw Refusal(problem: Problem(of: response.status, response.headers, response.body))
      }
      await take(response.body)
      if pending.isEmpty { try await sleep(times.asking) }
    }

    private mutating func take(_ bytes: [UInt8]) async {
      pending = parser.take(bytes)[...]
      guard let id = parser.id, let token, await client.heard(id, in: token) else { return }
      // What was asked for before the first place in the stream may have changed in between.
      if pending.first?.name != .reset { pending = [Event(.reset)] + pending }
    }

    /// Goes on after a refusal that passes; ends after the end of the session, and throws after any other.
    private mutating func refused(_ problem: Problem, _ isOnce: Bool) async throws {
      switch problem.status {
      case 401: pending = [Event(.session)]
      case 429, 500...:
        if isOnce { return try await sleep(times.asking) }
        try await pause(afterFailure: true, naming: problem.retryAfter.map { .seconds($0) }, isExact: true)
      default:
        isOver = true
        throw ValenceClient.Failure.refused(problem)
      }
    }

    /// Waits until a stream is to be opened again, or, if that is far, a moment until the server is asked.
    private mutating func pause(afterFailure: Bool, naming named: Duration? = nil, isExact: Bool = false) async throws {
      failures = afterFailure ? failures + 1 : 0
      var wait = named ?? times.retry
      if !isExact {
        for _ in 0..<Swift.min(failures, 5) { wait = wait * 2 }
        wait = failures > 1 ? times.without : Swift.min(wait * Double.random(in: 0.5...1.5), times.longestRetry)
      }
      if wait > times.asking {
        streamFrom = ContinuousClock.now + wait
        wait = times.retry
      }
      try await sleep(wait)
    }

    /// Waits, a little shorter or longer each time, so that many clients do not ask together.
    private func sleep(_ time: Duration) async throws {
      try await Task.sleep(for: time * Double.random(in: 0.75...1.25))
    }

    private struct Refusal: Error { let problem: Problem }
  }
}

extension Client {
  /// A request for events: one that goes on, and one for those until now.
  struct EventRequest: Sendable {
    let request: Request
    let once: Request
    let token: String
  }

  /// Returns the request for the events behind the last one; nil if the session is not that of `token` any more, or tells
  /// none. The first request, without a token, takes the session that is open.
  func eventRequest(isOnce: Bool, of token: String?) -> EventRequest? {
    guard let session, token == nil || token == session.token, let link = session.events, link.isOwn else { return nil }
    var headers = headers(token: session.token)
    headers["Accept"] = "text/event-stream"
    headers["Last-Event-ID"] = lastEvent
    let path = link.href + (link.href.contains("?") ? "&" : "?") + "once=true"
    return EventRequest(
      request: Request(method: "GET", path: link.href, headers: headers, body: nil),
      once: Request(method: "GET", path: path, headers: headers, body: nil), token: session.token)
  }

  /// Notes the place behind which the next request goes on; returns true for the first one of a session.
  func heard(_ id: String, in token: String) -> Bool {
    guard token == session?.token else { return false }
    defer { lastEvent = id }
    return lastEvent == nil
  }

  /// Forgets the session of `token`, which has ended.
  func end(_ token: String) { if token == session?.token { forget() } }
}

extension Problem {
  /// Reads the problem of a refused request; one of the status alone if the body is none.
  fileprivate init(of status: Int, _ headers: [String: String], _ body: [UInt8]) {
    let read = WireValue(reading: body)?.object.flatMap { try? Problem($0) }
    self = read ?? Problem(of: status)
    retryAfter = headers["retry-after"].flatMap { Int($0) }
  }

  private init(of status: Int) {
    (name, wire) = (Name(rawValue: "unknown"), ["status": .integer(Int64(status))])
  }
}
