/// The changes of the person's data, as they occur.
///
///     .task(id: scenePhase) {
///       guard scenePhase == .active else { return }
///       do {
///         for try await event in client.events() { model.show(event) }
///       } catch {
///         model.note(error)
///       }
///     }
///
/// - The sequence starts at the response of ``Client/start(opening:)``. Without that call, the
///   first event is ``Event/Name/reset``, because earlier responses may be outdated.
/// - After a lost connection the sequence resumes without gaps or repetitions: the server sends the
///   missed events. If no stream is available, the sequence polls.
/// - It ends after ``Event/Name/session``. It ends immediately without a session, or if the session
///   has no ``Session/events``.
/// - It throws ``Failure/refused(_:)`` if a retry would not help.
///
/// Listen while the application is in the foreground, and cancel the task when it leaves the
/// foreground. The next sequence resumes after the last event.
public struct Events: AsyncSequence, Sendable {
  /// The intervals and timeouts of a sequence of events. The defaults suit the server's defaults.
  public struct Times: Sendable {
    /// The time until a lost stream is opened again, unless the server specifies one. The first
    /// failure doubles it. Default: 3 seconds.
    public var retry: Duration = .seconds(3)
    /// The maximum of ``retry`` after doubling, or of the time that a stream specifies. Default: 60
    /// seconds.
    public var longestRetry: Duration = .seconds(60)
    /// The interval between polls without a stream. Default: 20 seconds.
    public var asking: Duration = .seconds(20)
    /// The time without an attempt to open a stream after two or more successive failures. Default:
    /// 120 seconds.
    public var without: Duration = .seconds(120)
    /// The minimum duration of a stream whose end does not count as a failure. Default: 10 seconds.
    public var lasting: Duration = .seconds(10)

    /// Creates the default times.
    public init() {}
  }

  private let client: Client
  private let times: Times

  init(_ client: Client, _ times: Times) { (self.client, self.times) = (client, times) }

  /// Creates an iterator. It sends no request before the first call of `next()`.
  public func makeAsyncIterator() -> Iterator { Iterator(client, times) }
}

extension Client {
  /// Returns the events of the session that is open when the first event is requested.
  ///
  ///     for try await event in client.events() { refresh(event) }
  public nonisolated func events(_ times: Events.Times = Events.Times()) -> Events { Events(self, times) }
}

extension Events {
  /// The iterator of a sequence of events.
  public struct Iterator: AsyncIteratorProtocol {
    private let client: Client
    private let times: Times
    private var token: String?
    private var parser = EventParser()
    private var pending: ArraySlice<Event> = []
    private var stream: AsyncThrowingStream<[UInt8], any Error>.Iterator?
    private var opened: ContinuousClock.Instant = .now
    /// The earliest time for the next attempt to open a stream; nil if attempts are unrestricted.
    private var streamFrom: ContinuousClock.Instant?
    private var failures = 0
    private var isOver = false

    fileprivate init(_ client: Client, _ times: Times) { (self.client, self.times) = (client, times) }

    /// Waits for the next event.
    ///
    /// - Returns: The event; nil if the sequence has ended or the task is cancelled.
    /// - Throws: ``Failure/refused(_:)`` if the server rejects the request for a permanent reason.
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

    /// Reads the next part of the stream. Without a stream, opens one or polls.
    private mutating func goOn() async throws {
      if stream != nil {
        do {
          if let part = try await stream?.next(), !parser.isBroken { return await take(part) }
        } catch {
          try Task.checkCancellation()
        }
        // The stream has ended or failed.
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
      // Responses before the first event id may be outdated.
      if pending.first?.name != .reset { pending = [Event(.reset)] + pending }
    }

    /// Retries after a temporary refusal, ends with the session, and throws for any other refusal.
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

    /// Waits until the next attempt to open a stream. If that is later than the next poll, waits
    /// `times.retry` so that the client polls.
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
      try await sleep(wait, isLeast: isExact)
    }

    /// Waits for a random time around `time`, so that clients do not send requests simultaneously.
    /// A time that the server has given is the least.
    private func sleep(_ time: Duration, isLeast: Bool = false) async throws {
      try await Task.sleep(for: time * Double.random(in: (isLeast ? 1 : 0.75)...1.25))
    }

    private struct Refusal: Error { let problem: Problem }
  }
}

extension Client {
  /// The requests for a stream (`request`) and for a poll (`once`).
  struct EventRequest: Sendable {
    let request: Request
    let once: Request
    let token: String
  }

  /// Returns the request for the events after the last one; nil if the session has changed or has
  /// no events. If `token` is nil, uses the current session.
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

  /// Stores the id from which the next request resumes. Returns true for the first id of a session.
  func heard(_ id: String, in token: String) -> Bool {
    guard token == session?.token else { return false }
    defer { lastEvent = id }
    return lastEvent == nil
  }

  /// Removes the session of `token`, which has ended.
  func end(_ token: String) { if token == session?.token { forget() } }
}

extension Problem {
  /// Reads the problem of a rejected request. If the body is not a problem, the problem has only
  /// the status.
  fileprivate init(of status: Int, _ headers: [String: String], _ body: [UInt8]) {
    self = Problem(reading: body, status: status) ?? Problem(of: status)
    retryAfter = headers["retry-after"].flatMap { Int($0) }
  }

  private init(of status: Int) {
    (name, wire) = (Name(rawValue: "unknown"), ["status": .integer(Int64(status))])
  }
}
