import HTTPServer
import Synchronization
import TestClient
import Testing

/// Requests that an event loop reads in one iteration form a batch.
///
/// The tests block the only thread of a server until all requests of the batch have arrived.
@Suite struct ReplyBatchTests {
  /// A point at which one thread waits until another thread opens the gate.
  private struct Gate: Sendable {
    private let reached = Promise<Bool>()
    private let opened = Promise<Bool>()

    /// Reports that the gate is reached, and waits until it is open.
    func pass() {
      reached.give(true)
      #expect(opened.wait() == true)
    }

    func await() { #expect(reached.wait() == true) }

    func open() { opened.give(true) }
  }

  @Test("Each of 100 requests in one batch gets its own response") func matchesResponsesToRequests() throws {
    let gate = Gate()
    let server = try server({ $0.threads = 1 }) { request in
      let answer = Response(status: request.refusal?.status ?? 200, body: Array(request.path.utf8) + request.body)
      switch request.path {
      case "/hold":
        gate.pass()
        return .now(answer)
      case "/later": return .later(Job { done in onAnotherThread { done(answer) } })
      case "/soon": return .later(Job { done in done(answer) })
      default: return .now(answer)
      }
    }
    let clients = try (0..<100).map { _ in try RawClient(port: server.port) }
    for client in clients { #expect(try client.exchange("GET", "/").status == 200) }
    let holder = try RawClient(port: server.port)
    try holder.send(get("/hold"))
    gate.await()
    let paths = ["/now", "/later", "/soon", "/now", "/%zz"]
    for (number, client) in clients.enumerated() {
      try client.send(
        "POST \(paths[number % 5]) HTTP/1.1\r\nHost: x\r\nContent-Length: \("\(number)".utf8.count)\r\n\r\n\(number)")
    }
    gate.open()
    #expect(try holder.receive().text == "/hold")
    for (number, client) in clients.enumerated() {
      let answer = try client.receive()
      #expect(answer.status == (number % 5 == 4 ? 400 : 200))
      #expect(answer.text == (number % 5 == 4 ? "/%zz" : "\(paths[number % 5])\(number)"))
      if number % 5 != 4 { #expect(try client.exchange("POST", "/now", body: "more").text == "/nowmore") }
    }
  }

  @Test("A batched request is dropped if its client disconnects before it is handled")
  func dropsRequestOfDisconnectedClient() throws {
    let (gate, refusing) = (Gate(), Gate())
    let carriedOut = Mutex<[String]>([])
    let server = try server({ $0.threads = 1 }) { request in
      if let refusal = request.refusal {
        refusing.pass()
        return .now(refused(refusal))
      }
      if request.path == "/hold" { gate.pass() }
      carriedOut.withLock { $0.append(request.path) }
      return .now(Response(status: 200))
    }
    let (holder, other) = (try RawClient(port: server.port), try RawClient(port: server.port))
    do {
      let leaving = try RawClient(port: server.port)
      for client in [leaving, other] { #expect(try client.exchange("GET", "/").status == 200) }
      try holder.send(get("/hold"))
      gate.await()
      try leaving.send(get("/left"))
      try other.send(get("/%zz"))
      gate.open()
      // Both requests are read in one iteration. The first waits for the next one, while the thread
      // is blocked in rejecting the second.
      refusing.await()
      leaving.resetAtTheEnd()
    }
    refusing.open()
    #expect(try other.receive().status == 400)
    #expect(try holder.receive().status == 200)
    #expect(try holder.exchange("GET", "/next").status == 200)
    server.stop(grace: .zero)
    #expect(carriedOut.withLock { $0 } == ["/", "/", "/hold", "/next"])
  }
}
