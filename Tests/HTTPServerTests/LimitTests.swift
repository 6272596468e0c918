import HTTPServer
import TestClient
import Testing

@Suite struct LimitTests {
  @Test("A request body of exactly the limit is accepted") func acceptsBodyAtLimit() throws {
    let server = try echoServer { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    let body = String(repeating: "x", count: 1000)
    #expect(try client.exchange("POST", "/", body: body).text == "POST / [] \(body)")
  }

  @Test("A Content-Length above the limit is rejected with 413 before the body arrives")
  func refusesLongBodyEarly() throws {
    let server = try echoServer { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
    let answer = try client.receive()
    #expect(answer.status == 413)
    #expect(answer.text == "bodyTooLarge(limit: 1000)")
    #expect(answer["connection"]?.lowercased() == "close")
    #expect(try client.rest() == [])
  }

  @Test(
    "A Content-Length of 63 bits or more is rejected with 413",
    arguments: ["9223372036854775807", "18446744073709551615", "18446744073709551616"])
  func refusesHugeContentLength(length: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
    #expect(try client.receive().status == 413)
    _ = try client.rest()
  }

  @Test("A chunked body is rejected with 413 when it exceeds the limit") func refusesLongChunkedBody() throws {
    let server = try echoServer { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n")
    try client.send(String(repeating: "x", count: 1000) + "\r\n")
    try client.send("1\r\nx\r\n")
    let answer = try client.receive()
    #expect(answer.status == 413)
    #expect(answer.text == "bodyTooLarge(limit: 1000)")
    #expect(answer["connection"] == "close")
    #expect(answer["date"]?.hasSuffix(" GMT") == true)
    #expect(try client.rest() == [])
  }

  @Test("The error response to an oversized chunked body can be deferred") func defersRefusalOfChunkedBody() throws {
    let server = try server {
      $0.bodyLimit = 10
    } respond: { request in
      .later(Job { done in onAnotherThread { done(refused(request.refusal ?? .unanswered)) } })
    }
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n0123456789a")
    #expect(try client.receive().text == "bodyTooLarge(limit: 10)")
    #expect(try client.rest() == [])
  }

  @Test("A request with Expect: 100-continue gets 100 within the body limit and 413 above it")
  func answersExpectContinue() throws {
    let server = try echoServer { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    let head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
    try client.send(head + "Content-Length: 5\r\n\r\n")
    #expect(try client.receive().status == 100)
    try client.send("hello")
    #expect(try client.receive().text == "POST / [] hello")
    try client.send(head + "Content-Length: 1001\r\n\r\n")
    #expect(try client.receive().status == 413)
    #expect(try client.rest() == [])
  }

  @Test("A client that sends an entire body above the limit still receives the 413")
  func delivers413DespiteSentBody() throws {
    let server = try echoServer { $0.bodyLimit = 1000 }
    let client = try RawClient(port: server.port)
    let body = String(repeating: "x", count: 2_000_000)
    // The server may close the connection while the client is still sending.
    _ = try? client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
    #expect(try client.receive().status == 413)
  }

  @Test("Headers above the limit are rejected with a 431 from the application") func refusesLongHeaders() throws {
    let server = try echoServer { $0.headerLimit = 4096 }
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/", headers: [("X-Long", String(repeating: "a", count: 3900))]).status == 200)
    let answer = try client.exchange("GET", "/", headers: [("X-Long", String(repeating: "a", count: 4200))])
    #expect(answer.status == 431)
    #expect(answer.text == "headersTooLarge(limit: 4096)")
    #expect(try client.rest() == [])
  }

  @Test("Headers and targets that exceed the connection memory are rejected with 431 and 414")
  func refusesHugeHeadersAndTargets() throws {
    let server = try echoServer { $0.headerLimit = 4096 }
    let long = String(repeating: "a", count: 100_000)
    let header = try RawClient(port: server.port)
    #expect(try header.exchange("GET", "/").status == 200)
    _ = try? header.send("GET / HTTP/1.1\r\nHost: x\r\nX-Long: \(long)\r\n\r\n")
    #expect(try header.receive().status == 431)
    let target = try RawClient(port: server.port)
    #expect(try target.exchange("GET", "/").status == 200)
    _ = try? target.send(get("/" + long))
    #expect(try target.receive().status == 414)
  }

  @Test("An idle connection is closed after the idle timeout") func closesIdleConnection() throws {
    let server = try echoServer { $0.idleTimeout = 1 }
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/").status == 200)
    #expect(try client.rest() == [])
  }

  /// The idle timeout is much longer here, so only the request timeout can close the connection.
  @Test(
    "A connection with an incomplete request is closed after the request timeout",
    arguments: [
      "", "GET / HTT", "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
    ])
  func closesIncompleteRequest(part: String) throws {
    let server = try echoServer {
      $0.idleTimeout = 600
      $0.requestTimeout = 1
    }
    let client = try RawClient(port: server.port)
    try client.send(part)
    #expect(try client.rest() == [])
  }

  /// The client sends a byte before each idle timeout, so only the request timeout can close the
  /// connection.
  @Test("A client that sends a header slowly is disconnected after the request timeout", arguments: [false, true])
  func closesTricklingHeader(afterAnAnswer: Bool) throws {
    let server = try echoServer {
      $0.idleTimeout = 1
      $0.requestTimeout = 1
    }
    let client = try RawClient(port: server.port)
    if afterAnAnswer { #expect(try client.exchange("GET", "/").status == 200) }
    let drops = (1...30).prefix { _ in
      // After the server has closed, sending may fail.
      _ = try? client.send("G")
      return !client.isClosed(within: 300)
    }
    #expect(drops.count < 30)
  }

  @Test("A connection is closed after the request timeout if its client does not read the response")
  func cutsOffUnreadResponse() throws {
    let body = [UInt8](repeating: 65, count: 64 * 1024 * 1024)
    let server = try server {
      $0.idleTimeout = 600
      $0.requestTimeout = 1
    } respond: { _ in
      .now(Response(status: 200, body: body))
    }
    let slow = try RawClient(port: server.port)
    try slow.send(get("/"))
    try slow.waitForBytes()
    // The response has begun, and the client stops reading. Wait until two connections, one after
    // the other, have reached the same timeout. One is not enough: it may be closed just before the
    // next check for unread responses.
    for _ in 1...2 { #expect(try RawClient(port: server.port).rest() == []) }
    let taken = try slow.rest().count
    #expect(taken < body.count)
  }
}
