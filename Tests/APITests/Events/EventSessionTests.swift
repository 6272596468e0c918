import JSON
import Model
import Services
import TestBank
import TestClient
import Testing

struct EventSessionTests {
  /// The causes of a session's end.
  enum End: String, CaseIterable, Sendable {
    case logout, fromAnother, allOthers, password, operatorEnds, otherProcess, expiry, disuse, erasure
  }

  @Test("An event stream ends when its session ends, whatever the cause", arguments: End.allCases)
  func endsWithSession(by end: End) throws {
    let server = try TestServer { configuration in
      if end == .disuse { configuration.sessions.unused = .seconds(1800) }
    }
    let (person, second) = (try server.person(), try server.person())
    let stranger = try server.reachable()
    let (listener, other) = (try Listener(server, person), try Listener(server, stranger))
    let services = server.services
    let caller = try #require(try services.auth.authenticate(person.token ?? ""))
    var isOtherOpen = true
    switch end {
    case .logout: #expect(try person.post("/auth/logout", [:]).status == 204)
    case .fromAnother: #expect(try second.delete("/auth/sessions/\(caller.session.rawValue)").status == 204)
    case .allOthers: #expect(try second.delete("/auth/sessions?keep=current").status == 204)
    case .password:
      let change: Value = ["oldPassword": .string(server.access.password), "newPassword": "another long password"]
      #expect(try second.post("/auth/password", change).status == 204)
    case .operatorEnds: #expect(try services.auth.endAll(of: caller.person).wait() == 2)
    case .otherProcess: #expect(try server.anotherProcess().auth.endAll(of: caller.person).wait() == 2)
    case .expiry:
      server.pass(.seconds(12 * 3600))
      isOtherOpen = false
    case .disuse:
      server.pass(.seconds(1800 + 120))
      isOtherOpen = false
    case .erasure: #expect(try services.retention.erase(caller.person).wait() != nil)
    }
    let events = try listener.rest()
    #expect(events.map(\.name) == ["session"])
    #expect(events[0].data == ["event": "session", "session": .string(caller.session.rawValue), "ended": true])
    #expect(try Listener(server, person.token, after: events[0].id).head.status == 401)
    if isOtherOpen {
      #expect(eventually { server.events.count == 1 })
      #expect(try stranger.submit([:], to: "matrix.renew", key: "1").status == 201)
      #expect(try other.next()?.name == "submission")
    } else {
      #expect(try other.rest().map(\.name) == ["session"])
    }
  }

  @Test("An event stream continues when another session of the person ends")
  func continuesWhenOtherSessionEnds() throws {
    let server = try TestServer()
    let (person, second) = (try server.person(), try server.person())
    let listener = try Listener(server, person)
    // Only the other session of the person ends.
    #expect(try second.post("/auth/logout", [:]).status == 204)
    #expect(try person.delete("/auth/sessions?keep=current").status == 204)
    let sent = try person.submit([:], to: "matrix.renew", key: "1")
    #expect(try listener.next()?.submission == sent["submission"]?["id"]?.string)
  }

  @Test("Listening and polling for events do not extend a session") func listeningDoesNotExtendSession() throws {
    let server = try TestServer { $0.sessions.unused = .seconds(1800) }
    let (listening, asking, using) = (try server.person(), try server.person(), try server.person())
    let listener = try Listener(server, listening)
    for _ in 0..<4 {
      server.pass(.seconds(7 * 60))
      server.events.tick()
      #expect(try asking.get("/events?once=true").status == 200)
      #expect(try Listener(server, listening, after: listener.lastID).head.status == 200)
      #expect(try using.get("/user").status == 200)
    }
    server.pass(.seconds(7 * 60))
    #expect(try listener.rest().map(\.name) == ["session"])
    #expect(try asking.get("/events?once=true").status == 401)
    #expect(try using.get("/user").status == 200)
  }

  /// The check of the session for events must not suppress the recorded use by the next request.
  @Test("A request right after a poll for events extends the session") func useAfterPollingExtendsSession() throws {
    let (server, person) = try TestServer { $0.sessions.unused = .seconds(1800) }.withPerson()
    server.pass(.seconds(25 * 60))
    #expect(try person.get("/events?once=true").status == 200)
    #expect(try person.get("/user").status == 200)
    server.pass(.seconds(25 * 60))
    #expect(try person.get("/user").status == 200)
  }
}
