import HTTPServer
import TestClient
import Testing

@Suite struct ServingTests {
  @Test("The server responds to several requests on one connection") func reusesConnection() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    for number in 1...5 {
      let answer = try client.exchange("POST", "/a/\(number)?x=%41&y", body: "body \(number)")
      #expect(answer.status == 200)
      #expect(answer.text == "POST /a/\(number) [x=A;y=] body \(number)")
      #expect(answer["date"]?.hasSuffix(" GMT") == true)
      #expect(answer["connection"] == nil)
    }
  }

  @Test("Pipelined requests are answered in order") func answersPipelinedInOrder() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    let post = "POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"
    try client.send(get("/1") + post + get("/3"))
    #expect(try client.receive().text == "GET /1 [] ")
    #expect(try client.receive().text == "POST /2 [] hi")
    #expect(try client.receive().text == "GET /3 [] ")
  }

  @Test("A HEAD request gets a Content-Length and no body") func answersHEADWithoutBody() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("HEAD", "/a")
    #expect(answer.status == 200)
    #expect(answer["content-length"] == "\("HEAD /a [] ".utf8.count)")
    // A body would be read as the start of this response.
    #expect(try client.exchange("GET", "/b").text == "GET /b [] ")
  }

  @Test("Requests with any method reach the application", arguments: ["OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"])
  func passesAllMethods(method: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    #expect(try client.exchange(method, "/a").text == "\(method) /a [] ")
  }

  @Test("The target * is accepted for OPTIONS only") func acceptsAsteriskForOPTIONS() throws {
    let server = try echoServer()
    #expect(try RawClient(port: server.port).exchange("OPTIONS", "*").text == "OPTIONS * [] ")
    #expect(try RawClient(port: server.port).exchange("GET", "*").status == 400)
  }

  @Test("A chunked body is reassembled, and the connection closes after the response")
  func reassemblesChunkedBody() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n")
    try client.send("3\r\nabc\r\n")
    try client.send("A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n")
    try client.send(get("/d"))
    let answer = try client.receive()
    #expect(answer.text == "POST /c [] abc0123456789")
    #expect(answer["connection"] == "close")
    #expect(try client.rest() == [])
  }

  @Test("A request that arrives byte by byte is read in full") func readsRequestByteByByte() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    for byte in Array("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello".utf8) { try client.send([byte]) }
    #expect(try client.receive().text == "POST /b [] hello")
  }

  @Test("A request with Connection: close gets the same header, and the connection closes")
  func honorsConnectionClose() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("GET", "/a", headers: [("Connection", "close")])
    #expect(answer["connection"]?.lowercased() == "close")
    #expect(try client.rest() == [])
  }

  @Test("An HTTP/1.0 connection is closed after one response") func closesHTTP10AfterResponse() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("GET /old HTTP/1.0\r\n\r\n")
    #expect(try client.receive().text == "GET /old [] ")
    #expect(try client.rest() == [])
  }

  @Test("The server continues to serve after clients disconnect during a request")
  func survivesDisconnectDuringRequest() throws {
    // libmicrohttpd may miss a half-close that arrives together with bytes. The timeout then closes
    // the connection.
    let server = try echoServer { $0.requestTimeout = 1 }
    for part in ["G", "GET / HTTP/1.1\r\nHost", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhal"] {
      let client = try RawClient(port: server.port)
      try client.send(part)
      client.endSending()
      #expect(try client.rest() == [])
    }
    #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200)
  }

  @Test("A valid X-Request-Id from the client is used") func usesClientRequestID() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    let named = try client.exchange("GET", "/", headers: [("x-request-ID", "a.B_9-")])
    #expect(named["x-request-id"] == "a.B_9-")
  }

  @Test(
    "A missing or invalid X-Request-Id is replaced by a unique one",
    arguments: [nil, "", "a b", "é", "<x>", String(repeating: "a", count: 65)])
  func replacesInvalidRequestID(name: String?) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    let headers = name.map { [("X-Request-Id", $0)] } ?? []
    let made = try (1...3).map { _ in try client.exchange("GET", "/", headers: headers)["x-request-id"] ?? "" }
    #expect(Set(made).count == 3)
    #expect(made.allSatisfy { $0.utf8.count == 15 && $0 != name })
  }

  @Test("The application receives the headers in order and the peer address") func passesHeadersAndPeer() throws {
    let server = try server { request in
      let all = request.headers.all.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
      return .now(Response(status: 200, body: Array("\(request.header("x-one") ?? "-") \(request.peer) \(all)".utf8)))
    }
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("GET", "/", headers: [("X-One", " 1\t "), ("x-ONE", "2"), ("Empty", "")])
    #expect(answer.text == "1 127.0.0.1 Host=localhost;X-One=1;x-ONE=2;Empty=")
  }

  @Test("A response of 3 MB arrives in full") func sendsLargeResponse() throws {
    let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let server = try server { _ in .now(Response(status: 200, body: body)) }
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/").body == body)
  }

  @Test(
    "A response with an invalid header or status is replaced by an empty 500",
    arguments: [
      Response(status: 200, headers: [("X-A", "1\r\nX-B: 2")]), Response(status: 200, headers: [("X-A", "nul\0")]),
      Response(status: 200, headers: [("X A", "1")]), Response(status: 200, headers: [("", "1")]),
      Response(status: 200, headers: [("X-A", "")]), Response(status: 101), Response(status: 42),
      Response(status: 1000),
    ])
  func replacesInvalidResponse(response: Response) throws {
    let server = try server { _ in .now(response) }
    let answer = try RawClient(port: server.port).exchange("GET", "/")
    #expect(answer.status == 500)
    #expect(answer["x-a"] == nil && answer["x-b"] == nil)
    #expect(answer.body == [])
  }

  @Test("A response with status 204 or 304 is sent without a body", arguments: [204, 304])
  func omitsBodyOf204And304(status: Int) throws {
    let server = try server { request in
      .now(Response(status: request.path == "/" ? status : 200, body: Array("text".utf8)))
    }
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/").status == status)
    #expect(try client.exchange("GET", "/b").text == "text")
  }

  @Test("Content-Length and Date are sent once, even if the application sets them")
  func sendsServerHeadersOnce() throws {
    let server = try server { _ in
      .now(Response(status: 200, headers: [("Content-Length", "9"), ("date", "x"), ("X-A", "1")], body: [65]))
    }
    let answer = try RawClient(port: server.port).exchange("GET", "/")
    #expect(answer.headers.map(\.name).sorted() == ["content-length", "date", "x-a"])
    #expect(answer.text == "A")
  }
}
