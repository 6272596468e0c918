import HTTPServer
import Synchronization
import TestClient
import Testing

/// Requests whose end a proxy and a server might interpret differently.
///
/// The connection must close after each of them. Otherwise the bytes after the request would be
/// parsed as another request.
@Suite struct FramingTests {
  @Test(
    "A request with ambiguous framing is rejected with its fault, and the connection closes",
    arguments: [
      (
        "Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n", 400,
        "badFraming(HTTPServer.FramingFault.repeatedContentLength)"
      ),
      (
        "Host: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n", 400,
        "badFraming(HTTPServer.FramingFault.repeatedContentLength)"
      ),
      (
        "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400,
        "badFraming(HTTPServer.FramingFault.lengthAndTransferEncoding)"
      ),
      (
        "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400,
        "badFraming(HTTPServer.FramingFault.lengthAndTransferEncoding)"
      ),
      (
        "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 400,
        "badFraming(HTTPServer.FramingFault.repeatedTransferEncoding)"
      ),
      ("Host: x\r\nTransfer-Encoding: gzip, chunked\r\n", 501, "unsupportedTransferEncoding(\"gzip, chunked\")"),
      ("Host: x\r\nTransfer-Encoding: xchunked\r\n", 501, "unsupportedTransferEncoding(\"xchunked\")"),
      ("Host: x\r\nTransfer-Encoding: \u{0B}chunked\r\n", 400, "badFraming(HTTPServer.FramingFault.controlCharacter)"),
      ("Host: x\r\nTransfer-Encoding : chunked\r\n", 400, "badFraming(HTTPServer.FramingFault.badHeaderName)"),
      ("Host: x\r\nContent-Length : 5\r\n", 400, "badFraming(HTTPServer.FramingFault.badHeaderName)"),
      ("Host: x\r\nX(y): 5\r\n", 400, "badFraming(HTTPServer.FramingFault.badHeaderName)"),
      ("Host: x\r\nX-A: 1\r\n 2\r\n", 400, "badFraming(HTTPServer.FramingFault.foldedHeader)"),
      ("Host: x\r\nTransfer-Encoding:\r\n chunked\r\n", 400, "badFraming(HTTPServer.FramingFault.foldedHeader)"),
      ("Host: x\r\nTransfer-Encoding: chunked\r\n\tx\r\n", 400, "badFraming(HTTPServer.FramingFault.foldedHeader)"),
      ("X-A: 1\r\n", 400, "badFraming(HTTPServer.FramingFault.missingHost)"),
      ("Host: x\r\nHost: x\r\n", 400, "badFraming(HTTPServer.FramingFault.repeatedHost)"),
      (
        "Host: x\r\nX-A: b\(String(repeating: "\u{316}\u{301}", count: 16))\r\n", 400,
        "badFraming(HTTPServer.FramingFault.combiningRun(limit: 30))"
      ),
    ])
  func refusesAmbiguousFraming(headers: String, status: Int, refusal: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\n\(headers)\r\n0\r\n\r\n" + get("/smuggled"))
    let answer = try client.receive()
    #expect(answer.status == status)
    #expect(answer.text == refusal)
    #expect(try client.rest() == [])
  }

  /// Malformed lengths and numbers out of range, with the expected status.
  static let lengths = [
    ("abc", 400), ("+5", 400), ("-5", 400), ("5, 5", 400), ("5 5", 400), ("0x5", 400), ("5e0", 400), ("", 400),
    ("٥", 400),
    ("18446744073709551621", 413), ("99999999999999999999999999", 413), ("9223372036854775808", 413),
  ]

  /// Expects one response, from the application, and then the end of the connection. Also covers
  /// requests after a response, and heads that arrive in pieces, so that libmicrohttpd has already
  /// read a part.
  @Test(
    "An invalid Content-Length gets an error response from the application, and the connection closes",
    arguments: lengths,
    [false, true])
  func refusesInvalidContentLength(_ length: (text: String, status: Int), inPieces: Bool) throws {
    let server = try echoServer()
    for isFirst in [true, false] {
      let client = try RawClient(port: server.port)
      if !isFirst { #expect(try client.exchange("GET", "/").status == 200) }
      let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length.text)\r\n\r\n"
      if inPieces {
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-")
        // Wait until the server has handled other connections, and has therefore read the first
        // piece.
        for _ in 0..<3 { #expect(try RawClient(port: server.port).exchange("GET", "/").status == 200) }
        _ = try? client.send(String(head.drop { $0 != "L" }) + get("/smuggled"))
      } else {
        _ = try? client.send(head + get("/smuggled"))
      }
      let answer = try client.receive()
      #expect(answer.status == length.status)
      let refusal =
        length.status == 413 ? "bodyTooLarge(limit: 1048576)" : "badFraming(HTTPServer.FramingFault.badContentLength)"
      #expect(answer.text == refusal)
      #expect(try client.rest() == [])
    }
  }

  /// `HeadValidation` rejects these before libmicrohttpd reads them.
  @Test(
    "A malformed first head gets an error response from the application, and the connection closes",
    arguments: [
      ("GET / HTTP/1.1\r\nno colon\r\n\r\n", "badFraming(HTTPServer.FramingFault.headerWithoutColon)"),
      ("GET / http/1.1\r\n\r\n", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("GET /\r\n\r\n", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("GET\r\n", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("\u{16}\u{03}\u{01}", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("GET /a?x=ё y HTTP/1.1\r\nHost: x\r\n\r\n", "badFraming(HTTPServer.FramingFault.badRequestLine)"),
      ("GET / HTTP/2.0\r\nHost: x\r\n\r\n", "unsupportedVersion"),
      ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "unsupportedVersion"),
      ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\n\r\n", "targetTooLong(limit: 8192)"),
      (
        "GET / HTTP/1.1\r\nHost: x\r\nX-A: \(String(repeating: "a", count: 20_000))\r\n\r\n",
        "headersTooLarge(limit: 8192)"
      ),
      ("GET / HTTP/1.1\r\n" + String(repeating: "A: 1\r\n", count: 200) + "\r\n", "tooManyHeaders(limit: 100)"),
      ("GET / HTTP/1.1\r\nCookie: " + String(repeating: "a;", count: 4000) + "\r\n\r\n", "tooManyHeaders(limit: 100)"),
    ])
  func refusesMalformedHead(request: String, refusal: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    _ = try? client.send(request)
    #expect(try client.receive().text == refusal)
    #expect(try client.rest() == [])
  }

  @Test(
    "A Host header with a name or an address and an optional port is accepted",
    arguments: [
      "x", "x.y:80", "192.0.2.1:8080", "[::1]:80", "[2001:db8::1]", "x:", "", "a_b-c.d", "%D1%8F.example",
    ])
  func acceptsValidHost(host: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(try client.receive().status == 200)
  }

  @Test(
    "A malformed Host header is rejected, and the connection closes",
    arguments: [
      "x y", "x/y", "x@y", "x:a", "x:123456", "[::1", "[::1]x", "[g::1]", "x:1:2", "x?", "\"x\"", "я", "[]",
    ])
  func refusesMalformedHost(host: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
    #expect(try client.receive().text == "badFraming(HTTPServer.FramingFault.badHost)")
    #expect(try client.rest() == [])
  }

  @Test(
    "A repeated single-valued header is rejected",
    arguments: ["Authorization: a", "Content-Type: a", "Idempotency-Key: a", "Client-Version: a"])
  func refusesRepeatedHeader(line: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\(line)\r\n\(line.lowercased())\r\n\r\n")
    #expect(try client.receive().text == "badFraming(HTTPServer.FramingFault.repeatedHeader)")
  }

  @Test(
    "A malformed chunk that libmicrohttpd rejects is reported to the application",
    arguments: [
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n",
    ])
  func reportsMalformedChunk(request: String) throws {
    let reported = Mutex<[RequestRefusal?]>([])
    let server = try server { _ in
    } respond: { request in
      reported.withLock { $0.append(request.refusal) }
      return .now(Response(status: 200))
    }
    let client = try RawClient(port: server.port)
    try client.send(request + get("/smuggled"))
    #expect(try client.receive().status == 400)
    #expect(try client.rest() == [])
    server.stop(grace: .zero)
    #expect(reported.withLock { $0 } == [.badFraming(.unreadable)])
  }

  /// After the first response, libmicrohttpd reads the request line before this server does.
  @Test("Another HTTP major version on a reused connection is rejected with 505", arguments: ["HTTP/2.0", "HTTP/0.9"])
  func refusesOtherVersionWith505(version: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    #expect(try client.exchange("GET", "/").status == 200)
    try client.send("GET / \(version)\r\nHost: x\r\n\r\n")
    #expect(try client.receive().status == 505)
    #expect(try client.rest() == [])
  }

  @Test("A chunked HTTP/1.0 request is rejected") func refusesChunkedHTTP10() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    #expect(try client.receive().text == "badFraming(HTTPServer.FramingFault.transferEncodingInOldVersion)")
    #expect(try client.rest() == [])
  }
}
