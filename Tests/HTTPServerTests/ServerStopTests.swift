import HTTPServer
import TestClient
import Testing

@Suite struct ServerStopTests {
  @Test("A stop closes connections with incomplete requests before the grace period ends")
  func closesIncompleteRequestsEarly() throws {
    let server = try echoServer()
    let clients = try (0..<8).map { _ in
      let client = try RawClient(port: server.port)
      #expect(try client.exchange("GET", "/").status == 200)
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf")
      return client
    }
    let began = ContinuousClock.now
    server.stop(grace: .seconds(30))
    #expect(ContinuousClock.now - began < .seconds(15))
    for client in clients { _ = try client.rest() }
  }

  @Test("A stop completes the pending request and accepts no further requests or connections")
  func completesPendingRequest() throws {
    let started = Promise<@Sendable (Response) -> Void>()
    let server = try server { request in
      request.path == "/late" ? .later(Job { started.give($0) }) : .now(Response(status: 200))
    }
    let (busy, idle) = (try RawClient(port: server.port), try RawClient(port: server.port))
    #expect(try idle.exchange("GET", "/").status == 200)
    try busy.send(get("/late") + get("/next"))
    let done = try #require(started.wait())

    let stopped = Promise<Bool>()
    onAnotherThread {
      server.stop(grace: .seconds(10))
      stopped.give(true)
    }
    // The end of the idle connection shows that the stop has begun. The busy connection still gets
    // its response, and no other.
    #expect(try idle.rest() == [])
    done(Response(status: 200, body: Array("late".utf8)))
    let answer = try busy.receive()
    #expect(answer.text == "late")
    #expect(answer["connection"]?.lowercased() == "close")
    #expect(try busy.rest() == [])
    #expect(stopped.wait() == true)
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test("A request that is pending when the grace period ends gets a 503")
  func answers503AfterGrace() throws {
    let started = Promise<@Sendable (Response) -> Void>()
    let server = try server { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      return .later(Job { started.give($0) })
    }
    let client = try RawClient(port: server.port)
    try client.send(get("/late"))
    let done = try #require(started.wait())
    server.stop(grace: .zero)
    let answer = try client.receive()
    #expect(answer.status == 503)
    #expect(answer.text == "givenUp")
    #expect(try client.rest() == [])
    done(Response(status: 200))
  }

  @Test("A connection with a partial body is closed when the grace period ends")
  func closesPartialBodyAfterGrace() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.receive().status == 100)
    try client.send("half")
    server.stop(grace: .zero)
    #expect(try client.rest() == [])
  }

  @Test("A stop completes while clients continue to open connections") func stopsWhileConnectionsArrive() throws {
    for _ in 1...40 {
      let server = try echoServer()
      let port = server.port
      let begun = Promise<Bool>()
      let ended = Promise<Bool>()
      onAnotherThread {
        // Connect until the port is closed.
        while let client = try? RawClient(port: port) {
          if let answer = try? client.exchange("GET", "/"), answer.status == 200 { begun.give(true) }
        }
        ended.give(true)
      }
      #expect(begun.wait() == true)
      server.stop(grace: .seconds(10))
      #expect(ended.wait() == true)
    }
  }

  @Test("A second stop of a server has no effect") func ignoresSecondStop() throws {
    let server = try echoServer()
    server.stop(grace: .seconds(10))
    server.stop(grace: .seconds(10))
    #expect(throws: RawClient.Failure.self) { try RawClient(port: server.port) }
  }

  @Test("Starting on a port in use throws, and the port is free again after a stop") func freesPortOnStop() throws {
    let first = try echoServer()
    let port = first.port
    #expect(throws: ServerError.portInUse(port)) { try echoServer { $0.port = port } }
    first.stop(grace: .zero)
    let second = try echoServer { $0.port = port }
    #expect(second.port == port)
    #expect(try RawClient(port: port).exchange("GET", "/").status == 200)
  }

  @Test("A startup error has a one-line description") func describesServerErrors() {
    #expect(ServerError.portInUse(8080).description == "port 8080 is in use")
    #expect(ServerError.notPermitted(80).description == "no permission to listen on port 80")
    #expect(ServerError.system(call: "bind", errno: 22).description == "bind: Invalid argument")
  }

  @Test(
    "A listening address that is malformed or not local is rejected",
    arguments: ["nowhere", "300.1.1.1", "1:2", "192.0.2.1"])
  func rejectsInvalidListeningAddress(address: String) {
    #expect(throws: ServerError.badAddress(address)) { try echoServer { $0.address = .literal(address) } }
  }

  @Test("A server on all addresses accepts IPv4 connections and reports IPv4 peers") func servesAllAddresses() throws {
    let server = try server {
      $0.address = .any
    } respond: { request in
      .now(Response(status: 200, body: Array(request.peer.utf8)))
    }
    // An IPv4 peer of an IPv6 socket is reported as IPv4.
    #expect(try RawClient(port: server.port).exchange("GET", "/").text == "127.0.0.1")
    #expect(try RawClient(port: server.port, host: "127.0.0.2").exchange("GET", "/").status == 200)
  }

  @Test("A server limit out of range is rejected with the permitted range") func rejectsLimitOutOfRange() {
    let changes: [(String, (inout ServerConfiguration) -> Void)] = [
      ("threads must be between 1 and 1024, not 0", { $0.threads = 0 }),
      ("connectionLimit must be between 2 (the threads) and 1000000, not 1", { $0.connectionLimit = 1 }),
      ("connectionLimitPerAddress must be between 0 and 1000000, not -1", { $0.connectionLimitPerAddress = -1 }),
      ("idleTimeout must be between 1 and 86400 seconds, not 0", { $0.idleTimeout = 0 }),
      ("requestTimeout must be between 1 and 86400 seconds, not 86401", { $0.requestTimeout = 86_401 }),
      ("headerLimit must be between 1024 and 1048576 bytes, not 1", { $0.headerLimit = 1 }),
      ("bodyLimit must be between 0 and 1073741824 bytes, not -1", { $0.bodyLimit = -1 }),
    ]
    for (message, change) in changes {
      #expect(throws: ServerError.badConfiguration(message)) { try echoServer(change) }
    }
  }
}
