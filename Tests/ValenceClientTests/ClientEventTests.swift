import Synchronization
import Testing

@testable import ValenceClient

@Suite struct ClientEventTests {
  private static let session = try? Session([
    "token": "secret", "events": ["method": "GET", "href": "/events"],
  ])

  /// Minimal times, so that tests do not wait.
  private static let times: Events.Times = {
    var times = Events.Times()
    (times.retry, times.longestRetry, times.asking, times.without) = (.zero, .zero, .zero, .milliseconds(1))
    times.lasting = .zero
    return times
  }()

  private static func record(_ number: Int) -> String {
    "event: submission\nid: i\(number)\ndata: {\"submission\":\"s\(number)\",\"status\":\"signed\",\"href\":\"/s/\(number)\"}\n\n"
  }

  /// Returns the submissions of the next `count` events, or the names of events without one.
  private static func heard(_ count: Int, _ client: Client) async throws -> [String] {
    var heard: [String] = []
    for try await event in client.events(times) {
      heard.append(event.submission ?? event.name.rawValue)
      if heard.count == count { break }
    }
    return heard
  }

  @Test("Events are parsed from parts of any length", arguments: [1, 2, 3, 7, 1000])
  func parsesEventsInParts(length: Int) {
    let text =
      ":\nretry: 3000\nid: a\n\n: comment\n\nevent: deal\r\nid: b\r\ndata: {\"deal\":\"d\"}\r\n\r\nevent:reset\nid:c\ndata:{}\n\n"
      + "data: {}\n\nevent: other\ndata: not json\n\n"
    var parser = EventParser()
    var events: [Event] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: length) {
      events += parser.take(bytes[start..<min(start + length, bytes.count)])
    }
    #expect(events.map(\.name.rawValue) == ["deal", "reset", "other"])
    #expect(events[0].deal == "d")
    #expect(parser.id == "c")
    #expect(parser.retry == .seconds(3))
    #expect(!parser.isBroken)
  }

  @Test("A line above the length limit breaks the event stream") func rejectsEndlessLine() {
    var parser = EventParser()
    _ = parser.take([UInt8](repeating: 65, count: EventParser.longest + 1))
    #expect(parser.isBroken)
  }

  @Test("A lost event stream resumes after the last received event") func resumesLostStream() async throws {
    let transport = ScriptedTransport([
      .stream([":\nid: i0\n\n", Self.record(1)], isLost: true),
      .stream([Self.record(2), Self.record(3)], isLost: false),
      .failure, .stream([Self.record(4)], isLost: false),
    ])
    let client = Client(transport, session: Self.session)
    #expect(try await Self.heard(5, client) == ["reset", "s1", "s2", "s3", "s4"])
    let asked = transport.asked
    #expect(asked.map { $0.headers["Last-Event-ID"] } == [nil, "i1", "i3", "i3"])
    #expect(asked.allSatisfy { $0.headers["Authorization"] == "Bearer secret" && $0.path == "/events" })
    #expect(asked.allSatisfy { $0.headers["Accept"] == "text/event-stream" })
    // A later sequence also resumes after the last event.
    transport.add([.stream([Self.record(5)], isLost: false)])
    #expect(try await Self.heard(1, client) == ["s5"])
    #expect(transport.asked.last?.headers["Last-Event-ID"] == "i4")
  }

  @Test("A client whose transport has no streams polls for events") func pollsWithoutStreams() async throws {
    let scripted = ScriptedTransport([
      .answer(200, ":\nid: i0\n\n"), .answer(200, ""), .failure, .answer(503, "{}"), .answer(200, Self.record(1)),
    ])
    let client = Client(AskingTransport(scripted: scripted), session: Self.session)
    #expect(try await Self.heard(2, client) == ["reset", "s1"])
    #expect(scripted.asked.map(\.path) == Array(repeating: "/events?once=true", count: 5))
    #expect(scripted.asked.map { $0.headers["Last-Event-ID"] } == [nil, "i0", "i0", "i0", "i0"])
  }

  @Test("A client polls for events if streams fail") func pollsAfterFailedStreams() async throws {
    var times = Self.times
    times.without = .seconds(3600)
    let transport = ScriptedTransport([
      .failure, .stream([], isLost: true), .answer(503, "{}"), .answer(200, ":\nid: i0\n\n"),
      .answer(200, Self.record(1)),
    ])
    times.lasting = .seconds(3600)
    var heard: [String] = []
    for try await event in Client(transport, session: Self.session).events(times) {
      heard.append(event.submission ?? event.name.rawValue)
      if heard.count == 2 { break }
    }
    #expect(heard == ["reset", "s1"])
    #expect(transport.asked.map(\.path).suffix(2) == ["/events?once=true", "/events?once=true"])
    #expect(transport.asked.prefix(2).map(\.path) == ["/events", "/events"])
  }

  @Test("The end of the session is the last event", arguments: [true, false])
  func endsEventsWithSession(isTold: Bool) async throws {
    let ended = "event: session\nid: i9\ndata: {\"ended\":true}\n\n"
    let transport = ScriptedTransport([
      .stream([":\nid: i0\n\n"] + (isTold ? [ended] : []), isLost: false), .answer(401, "{}"),
    ])
    let client = Client(transport, session: Self.session)
    #expect(try await Self.heard(10, client) == ["reset", "session"])
    #expect(await client.session == nil)
    #expect(transport.asked.count == (isTold ? 1 : 2))
    // Without a session, the sequence is empty.
    #expect(try await Self.heard(10, client) == [])
  }

  @Test("A permanent refusal of an event stream is thrown") func throwsPermanentRefusal() async throws {
    let transport = ScriptedTransport([.answer(403, "{\"type\":\"/problems/forbidden\",\"status\":403}")])
    let client = Client(transport, session: Self.session)
    do {
      _ = try await Self.heard(1, client)
      Issue.record("nothing was thrown")
    } catch Failure.refused(let problem) {
      #expect(problem.name.rawValue == "forbidden")
    }
    #expect(await client.session != nil)
  }

  @Test("A session without a link to events of its own server has no events")
  func returnsNoEventsWithoutLink() async throws {
    let silent = try Session(["token": "secret"])
    #expect(try await Self.heard(1, Client(ScriptedTransport([]), session: silent)) == [])
    let foreign = try Session(["token": "secret", "events": ["href": "https://example.org/events"]])
    #expect(try await Self.heard(1, Client(ScriptedTransport([]), session: foreign)) == [])
  }

  @Test("Cancelling a task ends its events") func endsEventsOnCancellation() async throws {
    let transport = ScriptedTransport([.silence])
    let client = Client(transport, session: Self.session)
    let listening = Task { try await Self.heard(1, client) }
    await transport.waitUntilAsked()
    listening.cancel()
    #expect(try await listening.value == [])
  }
}

/// A transport that returns scripted responses in order.
private final class ScriptedTransport: EventTransport {
  enum Step: Sendable {
    case stream([String], isLost: Bool)
    case answer(Int, String)
    case failure
    case silence
  }

  struct Lost: Error {}

  private struct State {
    var steps: [Step]
    var asked: [Request] = []
  }

  private let state: Mutex<State>
  private let began = AsyncStream<Void>.makeStream()

  init(_ steps: [Step]) { state = Mutex(State(steps: steps)) }

  var asked: [Request] { state.withLock { $0.asked } }

  func add(_ steps: [Step]) { state.withLock { $0.steps += steps } }

  func waitUntilAsked() async {
    for await _ in began.stream { return }
  }

  private func next(_ request: Request) -> Step {
    defer { began.continuation.yield() }
    return state.withLock { state in
      state.asked.append(request)
      return state.steps.isEmpty ? .silence : state.steps.removeFirst()
    }
  }

  func send(_ request: Request) async throws -> Response {
    switch next(request) {
    case .answer(let status, let body): return Response(status: status, headers: [:], body: Array(body.utf8))
    case .failure, .stream, .silence: throw Lost()
    }
  }

  func open(_ request: Request) async throws -> StreamedResponse {
    switch next(request) {
    case .stream(let parts, let isLost):
      return StreamedResponse(
        status: 200, headers: ["Content-Type": "text/event-stream"],
        body: AsyncThrowingStream { continuation in
          for part in parts { continuation.yield(Array(part.utf8)) }
          continuation.finish(throwing: isLost ? Lost() : nil)
        })
    case .answer(let status, let body):
      return StreamedResponse(
        status: status, headers: [:],
        body: AsyncThrowingStream { continuation in
          continuation.yield(Array(body.utf8))
          continuation.finish()
        })
    case .failure: throw Lost()
    case .silence: return StreamedResponse(status: 200, headers: [:], body: AsyncThrowingStream { _ in })
    }
  }
}

/// A transport without streams that returns scripted responses.
private struct AskingTransport: Transport {
  let scripted: ScriptedTransport

  func send(_ request: Request) async throws -> Response { try await scripted.send(request) }
}
