import Foundation
import JSON
import TestBank
import TestClient
import TestDatabases
import Testing

/// Servers that serve for a drain time after SIGTERM, so that a load balancer and the clients can
/// move to another server.
struct DrainTests {
  /// Waits until `/readyz` returns 503, and returns that response.
  private static func stopping(_ port: UInt16) throws -> RawClient.Answer {
    var ready: RawClient.Answer?
    _ = try eventually {
      ready = try RawClient(port: port).exchange("GET", "/readyz")
      return ready?.status == 503
    }
    return try #require(ready)
  }

  @Test("A draining server serves requests and closes each connection after its response")
  func servesWhileDraining() throws {
    let (_, server, person) = try Workplace.servingPerson("--drain-seconds", "3600")
    let (kept, silent) = (try RawClient(port: server.port), try RawClient(port: server.port))
    for client in [kept, silent] { #expect(try client.exchange("GET", "/healthz")["connection"] == nil) }
    server.signal(SIGTERM)
    let ready = try Self.stopping(server.port)
    #expect(ready["retry-after"] == "1")
    let reported = try Value(reading: Array(ready.text.utf8))
    #expect(reported["status"] == "stopping" && reported["checks"]?["database"]?["status"] == "ok")
    // The server serves all requests except `/readyz`, on open and new connections, and closes each
    // connection after its response.
    let last = try kept.exchange("GET", "/healthz")
    #expect((last.status, last["connection"]?.lowercased()) == (200, "close"))
    #expect(try kept.rest() == [])
    let other = try person.reconnected(to: server.port)
    let sent = try other.submit(try other.payment(), key: "drain")
    #expect(sent.raw["connection"]?.lowercased() == "close")
    #expect(try other.sign(sent).status == 200)
    // SIGHUP still reloads while the server drains, and a second SIGTERM stops it at once.
    server.signal(SIGHUP)
    try server.program.hears("operations unchanged trigger=SIGHUP")
    let outcome = try server.stop()
    #expect(outcome.errors.contains("about to stop seconds=3600 signal=SIGTERM"))
    #expect(outcome.errors.contains("stopping at once signal=SIGTERM"))
    #expect(try silent.rest() == [])
  }

  @Test("A server without a drain time stops at once") func stopsAtOnceWithoutDrainTime() throws {
    let server = try Workplace().serve()
    #expect(try !server.stop().errors.contains("about to stop"))
  }

  @Test("Event streams of a drained server resume at another server without gaps")
  func streamsResumeAtOtherServer() throws {
    let place = try Workplace()
    let database = try OwnServer.shared.get().newDatabase()
    func serve(_ more: String...) throws -> RunningServer {
      try RunningServer(
        Program(["serve", "--port", "0", "--demo", "--database", database] + more, in: place))
    }
    let one = try serve("--drain-seconds", "2")
    let other = try serve()
    let person = try one.person()
    let elsewhere = try person.reconnected(to: other.port)
    let values = try elsewhere.payment(["amount": "1.00"])
    func submit(_ key: String) throws -> String {
      try elsewhere.submit(values, key: key).submissionID()
    }
    let streams = try (0..<4).map { _ in try Listener(port: one.port, person.token) }
    let first = try submit("before")
    for stream in streams { #expect(try stream.next()?.submission == first) }
    one.signal(SIGTERM)
    _ = try Self.stopping(one.port)
    let second = try submit("during")
    var all = [second]
    for (number, stream) in streams.enumerated() {
      // Each event arrives once, from the first server before its end or from the other server.
      let rest = try stream.rest().map(\.submission)
      #expect(stream.retry.map { (100...1000).contains($0) } == true)
      let next = try Listener(port: other.port, person.token, after: stream.lastID)
      #expect(next.head.status == 200)
      all.append(try submit("behind-\(number)"))
      let reported = try rest + next.events(all.count - rest.count).map(\.submission)
      #expect(reported == all)
    }
    _ = try one.ended()
    try other.stop()
  }
}
