import Foundation
import TestBank
import TestClient
import Testing

struct StopCommandTests {
  @Test("SIGTERM and SIGINT complete pending requests before the stop", arguments: [SIGTERM, SIGINT])
  func finishesPendingRequests(_ signal: Int32) throws {
    let server = try Workplace().serve("--demo", "--threads", "1")
    let clients = try (0..<6).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.exchange("GET", "/healthz").status == 200) }
    // Two passwords are checked at a time. The single thread processes all connections in turn, so
    // the response to `/healthz` shows that it has begun all six requests.
    let body = #"{"login": "demo", "password": "valence-demo"}"#
    for client in clients {
      try client.send(
        "POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    #expect(try RawClient(port: server.port).exchange("GET", "/healthz").status == 200)
    server.signal(signal)
    for client in clients {
      let answer = try client.receive()
      #expect(answer.status == 200)
      #expect(answer.text.contains("token"))
    }
    let outcome = try server.ended()
    #expect(outcome.errors.contains(signal == SIGINT ? "signal=SIGINT" : "signal=SIGTERM"))
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test("A stop with SIGTERM closes idle keep-alive connections") func stopsDespiteOpenConnection() throws {
    let server = try Workplace().serve()
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/healthz").status == 200)
    try server.stop()
    #expect(try client.rest() == [])
  }
}
