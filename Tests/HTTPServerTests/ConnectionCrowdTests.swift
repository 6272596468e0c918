import Platform
import Dispatch
import HTTPServer
import Synchronization
import TestClient
import Testing

/// Servers at their connection limits.
@Suite struct ConnectionCrowdTests {
  /// Returns a server that responds to `/held` once the gate is open.
  private static func gatedServer(
    _ gate: Gate, _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> Server {
    try server(change) { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      guard request.path == "/held" else { return .now(Response(status: 200, body: Array(request.path.utf8))) }
      return .later(Job { done in gate.hold { done(Response(status: 200, body: Array("held".utf8))) } })
    }
  }

  @Test(
    "At the connection limit, connections without a request are closed to admit new clients",
    arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n"])
  func closesSilentConnections(begun: String) throws {
    let server = try echoServer { $0.connectionLimit = 20 }
    let silent = try (0..<60).map { _ in try RawClient(port: server.port) }
    for client in silent { _ = try? client.send(begun) }
    for number in 0..<30 {
      let client = try RawClient(port: server.port)
      #expect(try client.exchange("GET", "/\(number)").text == "GET /\(number) [] ")
    }
    #expect(server.connections <= 20)
    #expect(silent[0].isClosed(within: 10_000))
  }

  @Test("At the connection limit, requests that are already sent but not yet read are still answered", arguments: 1...4)
  func answersUnreadRequests(round: Int) throws {
    let server = try echoServer {
      $0.threads = 1
      $0.connectionLimit = 8
    }
    let clients = try (0..<100).map { number in
      let client = try RawClient(port: server.port)
      try client.send(get("/\(number)"))
      return client
    }
    for (number, client) in clients.enumerated() { #expect(try client.receive().text == "GET /\(number) [] ") }
  }

  @Test("At the connection limit, idle keep-alive connections are closed to admit new clients")
  func closesIdleConnections() throws {
    let server = try echoServer { $0.connectionLimit = 4 }
    let clients = try (0..<12).map { number in
      let client = try RawClient(port: server.port)
      #expect(try client.exchange("GET", "/\(number)").status == 200)
      return client
    }
    #expect(try clients[11].exchange("GET", "/again").status == 200)
    // Which connections are closed depends on when each thread has recorded the end of a response.
    let ended = clients.filter { $0.isClosed(within: 0) }
    #expect(ended.count >= 8)
    for client in clients where !ended.contains(where: { $0 === client }) {
      #expect(try client.exchange("GET", "/stays").status == 200)
    }
  }

  @Test("At the connection limit, a new connection waits while all others have pending requests")
  func queuesConnectionWhenAllAreBusy() throws {
    let gate = Gate()
    let server = try Self.gatedServer(gate) {
      $0.threads = 1
      $0.connectionLimit = 2
    }
    let busy = try (0..<2).map { _ in try RawClient(port: server.port) }
    for client in busy { try client.send(get("/held")) }
    gate.wait(for: 2)
    let third = try RawClient(port: server.port)
    try third.send(get("/third"))
    #expect(!third.isClosed(within: 200))
    gate.open()
    for client in busy { #expect(try client.receive().text == "held") }
    #expect(try third.receive().text == "/third")
  }

  @Test("New connections from an address at its limit are closed, and other addresses are served")
  func limitsConnectionsPerAddress() throws {
    let gate = Gate()
    let server = try Self.gatedServer(gate) { $0.connectionLimitPerAddress = 2 }
    let busy = try (0..<2).map { _ in try RawClient(port: server.port) }
    for client in busy { try client.send(get("/held")) }
    gate.wait(for: 2)
    #expect(try RawClient(port: server.port).rest() == [])
    #expect(try RawClient(port: server.port, from: "127.0.0.2").exchange("GET", "/other").text == "/other")
    gate.open()
    for client in busy { #expect(try client.receive().text == "held") }
    // Idle connections can be closed again. The server records the end of a response after sending
    // its last byte.
    #expect(eventually { !server.isBusy })
    #expect(try RawClient(port: server.port).exchange("GET", "/again").text == "/again")
  }

  @Test("A trusted proxy is exempt from the connection limit per address") func exemptsTrustedProxy() throws {
    let server = try echoServer {
      $0.connectionLimitPerAddress = 2
      $0.trustedProxies = [Network("127.0.0.1")].compactMap { $0 }
    }
    let clients = try (0..<6).map { _ in try RawClient(port: server.port) }
    for _ in 0..<2 { for client in clients { #expect(try client.exchange("GET", "/").status == 200) } }
  }

  @Test("A flood of connections from one address does not block another address")
  func servesOtherAddressUnderFlood() throws {
    let server = try echoServer {
      $0.connectionLimit = 200
      $0.connectionLimitPerAddress = 50
    }
    let silent = try (0..<300).map { _ in try RawClient(port: server.port, from: "127.0.0.9") }
    let began = ContinuousClock.now
    #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200)
    #expect(ContinuousClock.now - began < .seconds(1))
    #expect(server.connections <= 51)
    #expect(silent.count == 300)
  }

  /// libmicrohttpd's own threads stall if `epoll_wait` returns exactly as many events as its buffer
  /// holds, 128.
  @Test("Up to 256 simultaneous requests on one thread get a response", arguments: [127, 128, 129, 256])
  func answersSimultaneousRequests(count: Int) throws {
    let (held, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try server {
      $0.threads = 1
      $0.idleTimeout = 600
      $0.connectionLimitPerAddress = 0
    } respond: { request in
      guard request.path == "/hold" else { return .now(Response(status: 200, body: Array(request.path.utf8))) }
      // When the stream is released, the thread has finished the work for this connection. Block it
      // here.
      let stream = BodyStream(gone: {
        held.signal()
        released.wait()
      })
      stream.end()
      return .now(Response(status: 200, stream: stream))
    }
    let holder = try RawClient(port: server.port, patience: 20)
    let clients = try (0..<count).map { _ in try RawClient(port: server.port, patience: 20) }
    for client in clients { #expect(try client.exchange("GET", "/").status == 200) }
    #expect(try holder.exchange("GET", "/hold").status == 200)
    held.wait()
    // The thread gets all these requests in its next iteration.
    for (place, client) in clients.enumerated() { try client.send(get("/\(place)")) }
    released.signal()
    for (place, client) in clients.enumerated() { #expect(try client.receive().text == "/\(place)") }
  }

  @Test("If the unread responses of an address exceed its limit, its oldest connections are closed")
  func closesOldestUnreadConnections() throws {
    let body = [UInt8](repeating: 65, count: 24 * 1024 * 1024)
    let server = try server {
      $0.heldLimitPerAddress = 60 * 1024 * 1024
      ($0.requestTimeout, $0.idleTimeout) = (600, 600)
    } respond: { request in
      .now(Response(status: 200, body: request.path == "/large" ? body : []))
    }
    let other = try RawClient(port: server.port, from: "127.0.0.2")
    try other.send(get("/large"))
    try other.waitForBytes()
    let clients = try (0..<4).map { _ in
      let client = try RawClient(port: server.port)
      try client.send(get("/large"))
      try client.waitForBytes()
      return client
    }
    // The limit allows two responses, so the two newest connections of the address remain.
    for client in clients[..<2] { #expect(try client.rest().count < body.count) }
    for client in [clients[2], clients[3], other] { #expect(try client.receive().body.count == body.count) }
  }

  @Test(
    "A client that half-closes during a request is disconnected without a response",
    arguments: [
      "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
    ], [false, true])
  func closesHalfClosedPartialRequest(part: String, afterAnAnswer: Bool) throws {
    let server = try echoServer {
      $0.idleTimeout = 600
      $0.requestTimeout = 600
    }
    let client = try RawClient(port: server.port)
    if afterAnAnswer { #expect(try client.exchange("GET", "/").status == 200) }
    try client.send(part)
    client.endSending()
    #expect(try client.rest() == [])
  }

  @Test("A client that half-closes after a complete request gets its response") func answersHalfClosedClient() throws {
    let gate = Gate()
    let server = try Self.gatedServer(gate)
    let client = try RawClient(port: server.port)
    try client.send(get("/held"))
    client.endSending()
    gate.wait(for: 1)
    // Longer than the interval at which the server checks for half-closed connections.
    #expect(!client.isClosed(within: 2500))
    gate.open()
    #expect(try client.receive().text == "held")
  }
}

/// Holds deferred responses until it is opened.
private final class Gate: Sendable {
  private let held = Mutex<(isOpen: Bool, answers: [@Sendable () -> Void])>((false, []))
  private let came = DispatchSemaphore(value: 0)

  /// Calls `answer` once the gate is open.
  func hold(_ answer: @escaping @Sendable () -> Void) {
    let isOpen = held.withLock { held in
      if !held.isOpen { held.answers.append(answer) }
      return held.isOpen
    }
    if isOpen { answer() }
    came.signal()
  }

  /// Waits for `count` more calls of `hold`.
  func wait(for count: Int) { for _ in 0..<count { _ = came.wait(timeout: .now() + 60) } }

  /// Calls all held closures. Later ones are called at once.
  func open() {
    let answers = held.withLock { held in
      held.isOpen = true
      return held.answers
    }
    for answer in answers { answer() }
  }
}
