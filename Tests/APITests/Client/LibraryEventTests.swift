import API
import TestBank
import Testing
import ValenceClient

struct LibraryEventTests {
  private static let times: Events.Times = {
    var times = Events.Times()
    (times.retry, times.asking, times.lasting) = (.milliseconds(20), .milliseconds(200), .zero)
    return times
  }()

  @Test("The library receives the events of a payment until the session ends", arguments: [true, false])
  func receivesEventsUntilSessionEnds(streams: Bool) async throws {
    let server = try TestServer()
    let (person, reporting) = (LibraryPerson(server), StreamingTransport(server))
    let client = streams ? Client(reporting, session: try await person.session()) : person.client
    if !streams { try await person.login() }
    var heard = client.events(Self.times).makeAsyncIterator()
    #expect(try await heard.next()?.name == .reset)
    let form = try await LibraryPerson(server).loggedInPayment()
    let sent = try await form.person.client.send(try #require(form.form.tap("send")))
    guard case .progress(let progress) = sent else { throw LibraryPerson.NotThere() }
    let first = try #require(try await heard.next())
    #expect(first.name == .submission)
    #expect(first.status == "awaitingSignature")
    #expect(first.link?.href == progress.submission?.href)
    _ = try await form.person.client.send(try form.person.signature(of: progress.next?.tree))
    let second = try #require(try await heard.next())
    #expect(second.status == "executed")
    #expect(second.submission == first.submission)
    guard case .other(let shown) = try await client.follow(try #require(second.link)) else {
      throw LibraryPerson.NotThere()
    }
    #expect(shown["status"] == "executed")
    #expect(try server.person().delete("/auth/sessions").status == 204)
    #expect(try await heard.next()?.name == .session)
    #expect(try await heard.next() == nil)
    #expect(await client.session == nil)
  }

  @Test("The library resumes an interrupted event stream without missing or repeating events")
  func resumesCutStream() async throws {
    let server = try TestServer { $0.unsignedSubmissions = 1000 }
    let (person, reporting) = (LibraryPerson(server), StreamingTransport(server))
    let client = Client(reporting, session: try await person.session())
    let visitor = try server.person()
    let values = try visitor.payment(["amount": "1.00"])
    var heard = client.events(Self.times).makeAsyncIterator()
    #expect(try await heard.next()?.name == .reset)
    for round in 0..<8 {
      var expected: [String?] = []
      for number in 0..<4 {
        if number == round % 4 { reporting.cut() }
        expected.append(try visitor.submit(values, key: "\(round).\(number)")["submission"]?["id"]?.string)
      }
      var reported: [String?] = []
      while reported.count < 4 { reported.append(try await heard.next()?.submission) }
      #expect(reported == expected)
    }
  }

  @Test("The library polls for events while the server refuses streams")
  func pollsWhileStreamsAreRefused() async throws {
    var rules = EventRules()
    rules.limit = 0
    let server = try TestServer(events: rules)
    let (person, reporting) = (LibraryPerson(server), StreamingTransport(server))
    let client = Client(reporting, session: try await person.session())
    let visitor = try server.person()
    var heard = client.events(Self.times).makeAsyncIterator()
    #expect(try await heard.next()?.name == .reset)
    let id = try visitor.submit(try visitor.payment(), key: "1")["submission"]?["id"]?.string
    #expect(try await heard.next()?.submission == id)
  }
}

extension LibraryPerson {
  /// Logs in and returns the session.
  func session() async throws -> Session {
    try await login()
    return try #require(await client.session)
  }

  /// Logs in and returns the person with a completed payment order.
  func loggedInPayment() async throws -> (person: LibraryPerson, form: LiveForm) {
    try await login()
    return (self, try await payment())
  }
}
