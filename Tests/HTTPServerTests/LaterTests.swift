import HTTPServer
import Synchronization
import TestClient
import Testing

@Suite struct LaterTests {
  @Test("A deferred response can be sent from another thread") func sendsResponseFromAnotherThread() throws {
    let server = try server { request in
      .later(Job { done in onAnotherThread { done(Response(status: 201, body: request.body)) } })
    }
    let client = try RawClient(port: server.port)
    for number in 1...50 {
      let answer = try client.exchange("POST", "/", body: "\(number)")
      #expect(answer.status == 201)
      #expect(answer.text == "\(number)")
      #expect(answer["connection"] == nil)
    }
  }

  @Test("A deferred response can be sent synchronously") func sendsResponseSynchronously() throws {
    let server = try server { request in .later(Job { done in done(Response(status: 200, body: request.body)) }) }
    let client = try RawClient(port: server.port)
    for number in 1...5 { #expect(try client.exchange("POST", "/", body: "\(number)").text == "\(number)") }
  }

  @Test("Only the first of several deferred responses is sent") func sendsFirstResponseOnly() throws {
    let server = try server { _ in
      .later(
        Job { done in
          done(Response(status: 200, body: [49]))
          done(Response(status: 500))
          onAnotherThread { done(Response(status: 500)) }
        })
    }
    let client = try RawClient(port: server.port)
    for _ in 1...5 { #expect(try client.exchange("GET", "/").text == "1") }
  }

  @Test("A request gets a 500 if its job releases the handle without a response", arguments: [true, false])
  func answers500WithoutResponse(atOnce: Bool) throws {
    let server = try server { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      return .later(Job { done in if !atOnce { onAnotherThread { withExtendedLifetime(done) {} } } })
    }
    let client = try RawClient(port: server.port)
    let forgotten = try client.exchange("GET", "/")
    #expect(forgotten.status == 500)
    #expect(forgotten.text == "unanswered")
    #expect(try client.exchange("GET", "/").status == 500)
  }

  @Test("A request gets an empty 500 if neither its job nor the error handler responds")
  func answersEmpty500WithoutRefusal() throws {
    let server = try server { _ in .later(Job { _ in }) }
    let answer = try RawClient(port: server.port).exchange("GET", "/")
    #expect(answer.status == 500)
    #expect(answer.body == [])
  }

  @Test("The response to a rejected request can be deferred") func defersRefusal() throws {
    let server = try server { request in
      .later(Job { done in onAnotherThread { done(refused(request.refusal ?? .unanswered)) } })
    }
    let client = try RawClient(port: server.port)
    try client.send("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.receive().text.contains("badPercentEncoding"))
    #expect(try client.rest() == [])
  }

  @Test("A deferred response to a disconnected client does not stop the server")
  func survivesDisconnectBeforeResponse() throws {
    let started = Promise<@Sendable (Response) -> Void>()
    let server = try server { request in
      request.path == "/late" ? .later(Job { started.give($0) }) : .now(Response(status: 200))
    }
    do {
      let client = try RawClient(port: server.port)
      try client.send(get("/late"))
      let done = try #require(started.wait())
      withExtendedLifetime(client) {}
      onAnotherThread { done(Response(status: 200, body: [65])) }
    }
    #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200)
  }

  #if os(Linux)
    @Test("An event loop runs work of other threads, and runs it inline after a stop")
    func runsQueuedWorkOnEventLoop() throws {
      let loops = Promise<EventLoop>()
      let server = try server {
        $0.threads = 1
      } respond: { request in
        if let loop = EventLoop.current { loops.give(loop) }
        return .now(Response(status: 200))
      }
      #expect(EventLoop.current == nil)
      #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200)
      let loop = try #require(loops.wait())
      // Schedule work from many threads, concurrently with requests.
      let places = (0..<200).map { _ in Promise<Bool>() }
      for place in places { onAnotherThread { loop.run { place.give(EventLoop.current === loop) } } }
      #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200)
      for place in places { #expect(place.wait() == true) }
      // Work scheduled before the stop runs. Work scheduled after it runs inline.
      let last = Promise<Bool>()
      loop.run { last.give(true) }
      server.stop(grace: .zero)
      #expect(last.wait() == true)
      let late = Mutex(false)
      loop.run { late.withLock { $0 = EventLoop.current == nil } }
      #expect(late.withLock { $0 })
    }
  #endif
}
