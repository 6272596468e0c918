import Dates
import JSON
import Model
import TestBank
import Testing

/// Events about deals, which all people receive from the first day of a deal on, over HTTP.
struct EventDealTests {
  private static func deal(_ title: String, from start: String = "2020-01-01") -> Value {
    ["title": ["ru": .string(title)], "startDate": .string(start), "endDate": "2099-12-31"]
  }

  /// Returns the day after the server's current day in Moscow.
  private static func tomorrow(_ server: TestServer) throws -> String {
    let hours = (server.services.clock().microseconds / 1_000_000 + 3 * 3600) / 86_400
    return CivilDate(daysSinceEpoch: Int(hours) + 1).description
  }

  @Test("A new deal and its end are sent to every event stream") func sendsDealToEveryStream() throws {
    let (server, clerk) = try TestServer { $0.sessions.lifetime = .seconds(1000 * 24 * 3600) }.withClerk()
    let (person, stranger) = (try server.person(), try server.reachable())
    let listeners = [try Listener(server, person), try Listener(server, stranger)]
    let added = try clerk.add(Self.deal("Новое"))
    let href = try #require(added["href"])
    for listener in listeners {
      let event = try #require(try listener.next())
      #expect(event.name == "deal")
      #expect(event.data == ["event": "deal", "deal": try #require(added["id"]), "ended": false, "href": href])
    }
    let read = try clerk.get(try #require(href.string))
    #expect(try clerk.delete(read).status == 204)
    for listener in listeners { #expect(try listener.next()?.data["ended"] == true) }
  }

  @Test("A planned deal is sent once, on its first day") func sendsPlannedDealOnFirstDay() throws {
    let (server, clerk) = try TestServer { $0.sessions.lifetime = .seconds(1000 * 24 * 3600) }.withClerk()
    let (person, stranger) = (try server.person(), try server.reachable())
    let listener = try Listener(server, person)
    let before = try #require(try Listener(server, stranger).lastID)
    let planned = try clerk.add(Self.deal("Завтра", from: try Self.tomorrow(server)))
    #expect(planned.status == 201)
    let read = try clerk.get(try #require(planned["href"]?.string))
    #expect(try clerk.patch(read, ["title": ["ru": "Уже завтра"]]).status == 200)
    let present = try clerk.add(Self.deal("Сегодня"))
    // The planned deal was not sent, neither to an open stream nor to a resumed one.
    #expect(try listener.next()?.data["deal"] == present["id"])
    #expect(
      try Listener(server, stranger, after: before, query: "?once=true").rest().map { $0.data["deal"] }
        == [present["id"]])
    server.pass(.seconds(24 * 3600))
    server.events.tick()
    let event = try #require(try listener.next())
    #expect(
      event.data == [
        "event": "deal", "deal": try #require(planned["id"]), "ended": false, "href": try #require(planned["href"]),
      ])
    // A resumed stream receives a missed event once.
    let missed = try Listener(server, stranger, after: before, query: "?once=true").rest()
    #expect(missed.map { $0.data["deal"] } == [present["id"], planned["id"]])
    #expect(try Listener(server, person, after: event.id, query: "?once=true").rest() == [])
    let last = try #require(missed.last?.id)
    #expect(try Listener(server, stranger, after: last, query: "?once=true").rest() == [])
  }

  @Test("A deal deleted before its first day is not sent") func skipsDealDeletedBeforeStart() throws {
    let (server, clerk, person) = try TestServer { $0.sessions.lifetime = .seconds(1000 * 24 * 3600) }
      .withClerkAndPerson()
    let listener = try Listener(server, person)
    let planned = try clerk.add(Self.deal("Завтра", from: try Self.tomorrow(server)))
    #expect(try clerk.delete(try clerk.get(try #require(planned["href"]?.string))).status == 204)
    server.pass(.seconds(24 * 3600))
    server.events.tick()
    let present = try clerk.add(Self.deal("Сегодня"))
    #expect(try listener.next()?.data["deal"] == present["id"])
  }
}
