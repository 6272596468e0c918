import API
import JSON
import Model
import Services
import TestBank
import TestClient
import Testing

struct EventTests {
  /// Returns a server that allows 1,000 unsigned submissions and 1,000 codes an hour.
  private static func server(_ events: EventRules = EventRules()) throws -> TestServer {
    try TestServer(
      {
        $0.unsignedSubmissions = 1000
        $0.signing.codesPerHour = 1000
      }, events: events)
  }

  /// Submits `count` payments; returns their ids.
  private static func submit(_ count: Int, _ visitor: Visitor, _ name: String) throws -> [String] {
    let values = try visitor.payment(["amount": "1.00"])
    return try (0..<count).map { number in
      try visitor.submit(values, key: "\(name)\(number)").submissionID()
    }
  }

  @Test("An event stream sends each state of a submission until it is executed") func sendsSubmissionStates() throws {
    let (server, person) = try Self.server().withPerson()
    let listener = try Listener(server, person)
    #expect(listener.head["cache-control"] == "no-store")
    #expect(listener.head["x-accel-buffering"] == "no")
    #expect(listener.retry == 3000)
    let (id, sent) = try person.waitingPayment(key: "1")
    let first = try #require(try listener.next())
    #expect(first.name == "submission")
    #expect(first.id == listener.lastID)
    #expect(
      first.data == [
        "event": "submission", "submission": .string(id), "status": "awaitingSignature",
        "href": .string("/submissions/\(id)"),
      ])
    #expect(try person.sign(sent).status == 200)
    let second = try #require(try listener.next())
    #expect(second.data["status"] == "executed")
    #expect(second.submission == id)
    #expect(second.id != first.id)
    #expect(try person.get(#require(second.data["href"]?.string))["status"] == "executed")
  }

  @Test("The event streams of two people receive only their own events") func separatesPeople() throws {
    let server = try Self.server()
    let (one, other) = (try server.person(), try server.reachable())
    let listeners = [try Listener(server, one), try Listener(server, other)]
    let own = try Self.submit(20, one, "a")
    // The other person renews a matrix, which is a submission without an account.
    let others = try (0..<20).map { number in
      try #require(
        try other.submit([:], to: "matrix.renew", key: "b\(number)")["submission"]?["id"]?.string)
    }
    #expect(try listeners[0].events(20).map(\.submission) == own)
    #expect(try listeners[1].events(20).map(\.submission) == others)
    // An event id of one person causes a reset for another person.
    let borrowed = try Listener(server, other, after: listeners[0].lastID)
    #expect(try borrowed.next()?.name == "reset")
    #expect(try Self.submit(1, one, "c").count == 1)
    let renewed = try other.submit([:], to: "matrix.renew", key: "d").submissionID()
    #expect(try borrowed.next()?.submission == renewed)
  }

  @Test("A stream resumed by its last event id neither misses nor repeats an event") func resumesByLastID() throws {
    let (server, person) = try Self.server().withPerson()
    var (expected, reported): ([String], [String]) = ([], [])
    var last = try Listener(server, person).lastID
    for round in 0..<12 {
      // Some events arrive before the stream is lost, some while no stream is open, and some while
      // the next one starts.
      let listener = try Listener(server, person, after: last)
      expected += try Self.submit(round % 4, person, "a\(round).")
      reported += try listener.events(expected.count - reported.count).compactMap(\.submission)
      last = listener.lastID
      expected += try Self.submit(round % 3, person, "b\(round).")
    }
    let listener = try Listener(server, person, after: last)
    reported += try listener.events(expected.count - reported.count).compactMap(\.submission)
    #expect(reported == expected)
    #expect(Set(reported).count == reported.count)
  }

  @Test("A backlog of more than one page of events is replayed completely") func replaysLongBacklog() throws {
    let (server, person) = try Self.server().withPerson()
    let last = try #require(try Listener(server, person).lastID)
    let expected = try Self.submit(130, person, "a")
    let listener = try Listener(server, person, after: last)
    let more = try Self.submit(3, person, "b")
    #expect(try listener.events(133).compactMap(\.submission) == expected + more)
    // Resumes from the middle of a page.
    let again = try Listener(server, person, after: last)
    let begun = try again.events(40).compactMap(\.submission)
    let rest = try Listener(server, person, after: again.lastID).events(93).compactMap(\.submission)
    #expect(begun + rest == expected + more)
  }

  @Test("Missed changes of one submission are sent as one event") func mergesMissedChanges() throws {
    let (server, person) = try Self.server().withPerson()
    let last = try #require(try Listener(server, person).lastID)
    let id = try #require(try Self.submit(1, person, "a").first)
    #expect(try person.send("POST", "/submissions/\(id)/cancel").status == 200)
    let listener = try Listener(server, person, after: last, query: "?once=true")
    let events = try listener.rest()
    #expect(events.map { $0.data["status"] } == ["cancelled"])
    #expect(listener.lastID != last)
  }

  @Test("`?once=true` returns the backlog of events and ends the stream") func onceReturnsBacklogAndEnds() throws {
    let (server, person) = try Self.server().withPerson()
    let begun = try Listener(server, person, query: "?once=true")
    #expect(try begun.rest() == [])
    let place = try #require(begun.lastID)
    let ids = try Self.submit(60, person, "a")
    let later = try Listener(server, person, after: place, query: "?once=true")
    #expect(try later.rest().compactMap(\.submission) == ids)
    #expect(try Listener(server, person, after: later.lastID, query: "?once=true").rest() == [])
    // The id also advances past events that do not concern the person.
    let stranger = try server.reachable()
    #expect(try stranger.submit([:], to: "matrix.renew", key: "b").status == 201)
    let quiet = try Listener(server, person, after: later.lastID, query: "?once=true")
    #expect(try quiet.rest() == [])
    #expect(quiet.lastID != later.lastID)
    // The connection stays usable.
    for _ in 0..<3 { #expect(try person.get("/events?once=true").status == 200) }
    #expect(server.events.count == 0)
  }

  @Test(
    "A stream with an unknown last event id receives a reset",
    arguments: [
      "x", "0", "9999999999", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ])
  func resetsUnknownID(id: String) throws {
    let (server, person) = try Self.server().withPerson()
    let listener = try Listener(server, person, after: id)
    let event = try #require(try listener.next())
    #expect(event.name == "reset")
    #expect(event.data == ["event": "reset"])
    let made = try Self.submit(1, person, "a")
    #expect(try listener.next()?.submission == made.first)
    // The stream resumes from the id of the reset.
    #expect(try Listener(server, person, after: event.id).next()?.submission == made.first)
  }

  @Test("A stream whose last event id is over 10,000 audit records old receives a reset")
  func resetsAfterTooManyRecords() throws {
    let (server, person) = try Self.server().withPerson()
    let far = try #require(try Listener(server, person).lastID)
    let (audit, store) = (server.services.audit, server.services.store)
    for _ in 0..<20 {
      _ = try store.deferredWrite(locking: [.deals]) { transaction in
        for _ in 0..<500 { try audit.record(.directoryImported, by: .system, of: .directory(1), transaction) }
      }.wait()
    }
    // Exactly 10,000 records are searched. One more causes a reset.
    #expect(try Listener(server, person, after: far, query: "?once=true").rest() == [])
    _ = try Self.submit(1, person, "a")
    let events = try Listener(server, person, after: far, query: "?once=true").rest()
    #expect(events.map(\.name) == ["reset"])
  }

  @Test("A backlog of up to 500 events of a person is sent; a longer one becomes a reset")
  func resetsAfterTooManyEvents() throws {
    let (server, person) = try Self.server().withPerson()
    let far = try #require(try Listener(server, person).lastID)
    let made = try #require(try Self.submit(1, person, "a").first)
    let id = try #require(SubmissionID(made))
    let (audit, store) = (server.services.audit, server.services.store)
    // 500 records of the person, including the submission, and 499 others.
    _ = try store.deferredWrite(locking: [.deals]) { transaction in
      for number in 0..<998 {
        try number % 2 == 0
          ? audit.record(.directoryImported, by: .system, of: .directory(1), transaction)
          : audit.record(.submissionMade, by: .system, of: .submission(id), transaction)
      }
    }.wait()
    let events = try Listener(server, person, after: far, query: "?once=true").rest()
    #expect(events.map(\.name).allSatisfy { $0 == "submission" } && 20...500 ~= events.count)
    _ = try Self.submit(1, person, "b")
    #expect(try Listener(server, person, after: far, query: "?once=true").rest().map(\.name) == ["reset"])
    // The records do not count for another person.
    let stranger = try server.reachable()
    #expect(
      try Listener(server, stranger, after: try Listener(server, stranger).lastID, query: "?once=true").rest() == [])
  }

  @Test("Resuming from an old event id reads each of up to 10,000 records no more than twice", .onFile)
  func boundsCostOfOldID() throws {
    let (server, person) = try Self.server().withPerson()
    let far = try #require(try Listener(server, person).lastID)
    let made = try #require(try Self.submit(1, person, "a").first)
    let id = try #require(SubmissionID(made))
    let (audit, store) = (server.services.audit, server.services.store)
    for _ in 0..<19 {
      _ = try store.deferredWrite(locking: [.deals]) { transaction in
        for number in 0..<500 {
          try number % 25 == 0
            ? audit.record(.submissionMade, by: .system, of: .submission(id), transaction)
            : audit.record(.directoryImported, by: .system, of: .directory(1), transaction)
        }
      }.wait()
    }
    let database = try server.database.file()
    let before = try database.steps()
    let reported = try Listener(server, person, after: far, query: "?once=true").rest()
    // A record of another person takes about 15 steps. The limit allows 20 steps, and two reads of
    // each record.
    let steps = try database.steps() - before
    #expect(steps < 2 * 10_000 * 20, "\(steps) steps")
    #expect(reported.count <= 500 && reported.allSatisfy { $0.name == "submission" })
  }

  @Test("An idle event stream sends heartbeats with the current id") func sendsHeartbeatWithID() throws {
    var rules = EventRules()
    rules.heartbeat = .zero
    let (server, person) = try Self.server(rules).withPerson()
    let listener = try Listener(server, person)
    let stranger = try server.reachable()
    let before = listener.lastID
    for number in 0..<3 {
      #expect(try stranger.submit([:], to: "matrix.renew", key: "\(number)").status == 201)
      server.events.tick()
      try listener.comment()
      #expect(listener.lastID != before)
    }
  }

  @Test("An event stream sends changes committed by another process") func sendsChangesOfOtherProcess() throws {
    let (server, person) = try Self.server().withPerson()
    let listener = try Listener(server, person)
    let other = try server.anotherProcess()
    let id = try #require(try Self.submit(1, person, "a").first)
    #expect(try listener.next()?.submission == id)
    // The other process does not notify this one. The server checks the audit records every second.
    let caller = try #require(try other.auth.authenticate(person.token ?? ""))
    _ = try other.submissions.cancel(try #require(.init(id)), by: caller).wait()
    let event = try #require(try listener.next())
    #expect(event.submission == id)
    #expect(event.data["status"] == "cancelled")
  }

  @Test("The event stream requires a person's token and a valid request") func requiresPersonAndValidRequest() throws {
    let server = try Self.server()
    #expect(try Listener(server, nil as String?).head.status == 401)
    #expect(try Listener(server, "x").head.status == 401)
    try server.clerk().get("/events").expectProblem(403, "forbidden")
    let person = try server.person()
    try person.get("/events?once=maybe").expectProblem(400, "unknown-query")
    try person.get("/events?other=1").expectProblem(400, "unknown-query")
    try person.post("/events", [:]).expectProblem(405, "method-not-allowed")
    try person.get("/events?once=true", headers: [("If-Match", "\"x\"")]).expectProblem(412, "changed-meanwhile")
    let head = try person.send("HEAD", "/events")
    #expect(head.status == 200)
    #expect(head.raw["content-type"] == "text/event-stream")
    #expect(head.raw["content-length"] == nil)
    #expect(server.events.count == 0)
  }

  @Test("Event streams over the limit are refused with 503, and polling still works")
  func refusesStreamsOverLimit() throws {
    var rules = EventRules()
    rules.limit = 2
    let server = try Self.server(rules)
    let (person, other) = (try server.person(), try server.reachable())
    let listeners = try (0..<2).map { _ in try Listener(server, person) }
    let refused = try other.get("/events")
    refused.expectProblem(503, "overloaded")
    #expect((20...60).contains(Int(refused.raw["retry-after"] ?? "") ?? 0))
    // Polling is not affected.
    #expect(try Listener(server, other, query: "?once=true").rest() == [])
    #expect(server.events.count == 2)
    let made = try Self.submit(1, person, "a")
    for listener in listeners { #expect(try listener.next()?.submission == made.first) }
    let page = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(page.contains("valence_event_streams 2\n"))
    #expect(page.contains("valence_event_streams_refused_total 1\n"))
    #expect(page.contains("valence_events_total{event=\"submission\"} 2\n"))
  }

  @Test("The sixth event stream of a person closes the oldest") func closesOldestOfSixStreams() throws {
    let (server, person) = try Self.server().withPerson()
    let listeners = try (0..<6).map { _ in try Listener(server, person) }
    #expect(try listeners[0].rest() == [])
    #expect(listeners[0].retry == 60_000)
    #expect(server.events.count == 5)
    let made = try Self.submit(1, person, "a")
    for listener in listeners[1...] { #expect(try listener.next()?.submission == made.first) }
  }

  @Test("Stopping the server closes event streams at once") func stopClosesStreams() throws {
    let (server, person) = try Self.server().withPerson()
    let listeners = try (0..<3).map { _ in try Listener(server, person) }
    let began = ContinuousClock.now
    server.stop()
    #expect(ContinuousClock.now - began < .seconds(10))
    for listener in listeners { #expect(try listener.rest() == []) }
  }
}
