import HTTPServer
import Synchronization
import TestClient
import Testing

/// Requests with an ambiguous end, each followed by a second request. Each must be rejected or
/// close its connection, and the second request must never get a response.
///
/// `HeadValidation` checks the first head of a connection before libmicrohttpd reads it.
/// libmicrohttpd reads all others first and does not report everything. The server handles each gap
/// as follows:
/// - A bare line feed ends a line, and a NUL ends a value. The position of the next name reveals
///   both (`HeaderScan`), and the request is rejected. Exception: a NUL followed by a bare line
///   feed looks like a correct line end.
/// - Additional spaces in a request line are skipped, and a NUL ends the method or target. The
///   position of the next part reveals both (`RequestHead`), and the request is rejected.
/// - Folded lines are joined. Positions reveal this too, and the request is rejected.
/// - Chunk sizes, extensions and trailers are not reported, and bare line feeds are accepted in
///   them. The connection therefore closes after a chunked request.
/// - Empty lines before a request line are skipped, even those with a bare line feed. This is not
///   visible, but it does not change where a request ends.
/// - libmicrohttpd rejects some requests with its own error page. The server replaces it for an
///   invalid `Content-Length` (`Exchange.answerForLibrary`), but not for a chunk without a size.
///   After a response or with TLS, it cannot replace the responses to a header line without a
///   colon, a head that exceeds libmicrohttpd's memory, and another HTTP version. In these cases
///   the connection closes. If the request line was read, the access log records the request.
@Suite struct SmugglingTests {
  /// A request and the status of the error response.
  struct Case: Sendable, CustomTestStringConvertible {
    let fact: String
    let request: String
    let status: Int
    var testDescription: String { fact }

    init(_ fact: String, _ request: String, _ status: Int) {
      (self.fact, self.request, self.status) = (fact, request, status)
    }
  }

  private static func post(_ headers: String, _ body: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\(body)"
  }

  static let bad = [
    Case("two equal lengths", post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello"), 400),
    Case("two lengths", post("Content-Length: 5\r\nContent-Length: 0\r\n", "hello"), 400),
    Case("two lengths in different case", post("Content-Length: 5\r\ncontent-LENGTH: 0\r\n", "hello"), 400),
    Case("two lengths in one line", post("Content-Length: 5, 5\r\n", "hello"), 400),
    Case("a length with a sign", post("Content-Length: +5\r\n", "hello"), 400),
    Case("a negative length", post("Content-Length: -5\r\n", "hello"), 400),
    Case("a hexadecimal length", post("Content-Length: 0x5\r\n", "hello"), 400),
    Case("a length with an exponent", post("Content-Length: 5e0\r\n", "hello"), 400),
    Case("a length in words", post("Content-Length: five\r\n", "hello"), 400),
    Case("an empty length", post("Content-Length: \r\n", "hello"), 400),
    Case("a length with an inner space", post("Content-Length: 5 5\r\n", "hello"), 400),
    Case("a huge length", post("Content-Length: 18446744073709551621\r\n", "hello"), 413),
    Case("a length above the limit", post("Content-Length: 999999999999\r\n", "hello"), 413),
    Case("a length and chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
    Case("chunks and a length", post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"), 400),
    Case("an unknown encoding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"), 501),
    Case("chunks, then identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"), 501),
    Case("identity, then chunks", post("Transfer-Encoding: identity, chunked\r\n", "0\r\n\r\n"), 501),
    Case("two encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"), 400),
    Case("an empty encoding", post("Transfer-Encoding:\r\n", "0\r\n\r\n"), 501),
    Case("an encoding in quotes", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"), 501),
    Case("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    Case("a space before the colon", post("Content-Length : 5\r\n", "hello"), 400),
    Case("a tab before the colon", post("Transfer-Encoding\t: chunked\r\n", "0\r\n\r\n"), 400),
    Case("a space before a name", "POST / HTTP/1.1\r\n Host: x\r\n\r\n", 400),
    Case("a folded header", post("X-A: 1\r\n Content-Length: 5\r\n", "hello"), 400),
    Case("a header folded by a tab", post("X-A: 1\r\n\tb\r\n"), 400),
    Case("a folded first header", "POST / HTTP/1.1\r\nHost:\r\n x\r\n\r\n", 400),
    Case("a header without a colon", post("Content-Length\r\n"), 400),
    Case("a header without a name", post(": 5\r\n"), 400),
    Case("a name with a control character", post("X\u{0B}A: 5\r\n"), 400),
    Case("a bare CR in a value", post("X-A: 1\rContent-Length: 5\r\n", "hello"), 400),
    Case("a bare CR at the end of a value", post("X-A: 1\r\r\n"), 400),
    Case("a bare CR in a name", post("X-A\rContent-Length: 5\r\n", "hello"), 400),
    Case("a bare CR before the version", "GET / \rHTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a bare CR in a target", "GET /a\rb HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a bare CR in a method", "GE\rT / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a bare LF after a value", post("X-A: 1\nContent-Length: 5\r\n", "hello"), 400),
    Case("a bare LF after the request line", "GET / HTTP/1.1\nHost: x\r\n\r\n", 400),
    Case("a bare LF after the last header", "GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
    Case("a bare LF as the empty line", "GET / HTTP/1.1\r\nHost: x\r\n\n", 400),
    Case("only bare LFs", "GET / HTTP/1.1\nHost: x\n\n", 400),
    Case("an HTTP/1.0 request with bare LFs", "GET / HTTP/1.0\n\n", 400),
    Case("a NUL in a value", post("Content-Length: 5\u{0}0\r\n", "hello"), 400),
    Case("a NUL at the end of a value", post("X-A: 1\u{0}\r\n"), 400),
    Case("a NUL in the last value", post("X-A: 1\u{0}2\r\n"), 400),
    Case("a NUL in a name", post("X-\u{0}A: 1\r\n"), 400),
    Case("a NUL before a colon", post("Content-Length\u{0}: 5\r\n", "hello"), 400),
    Case("a NUL in a target", "GET /a\u{0}b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a NUL in a query", "GET /a?b=\u{0} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a NUL in a method", "GE\u{0}T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a form feed in a value", post("X-A: 1\u{0C}\r\n"), 400),
    Case("a DEL in a value", post("X-A: 1\u{7F}\r\n"), 400),
    Case("two spaces after the method", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("two spaces before the version", "GET /  HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("a space after the version", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400),
    Case("a tab after the method", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("an invalid method", "G(E)T / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Case("no version", "GET /\r\nHost: x\r\n\r\n", 400),
    Case("a lowercase version", "GET / http/1.1\r\nHost: x\r\n\r\n", 400),
    Case("version 0.9", "GET / HTTP/0.9\r\nHost: x\r\n\r\n", 505),
    Case("version 2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    Case("no host", "GET / HTTP/1.1\r\nX-A: 1\r\n\r\n", 400),
    Case("two hosts", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    Case("two equal hosts", "GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n", 400),
    Case(
      "a request line above the limit", "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    Case("a header above the limit", post("X-A: \(String(repeating: "a", count: 9000))\r\n"), 431),
    Case(
      "a request line beyond the library's memory",
      "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    Case("a header beyond the library's memory", post("X-A: \(String(repeating: "a", count: 20_000))\r\n"), 431),
    Case("too many headers", post(String(repeating: "A: 1\r\n", count: 1000)), 431),
    Case("a chunk without a size", post("Transfer-Encoding: chunked\r\n", "\r\nhello\r\n0\r\n\r\n"), 400),
    Case("a malformed chunk size", post("Transfer-Encoding: chunked\r\n", "5x\r\nhello\r\n0\r\n\r\n"), 400),
    Case("a chunk size of 0x5", post("Transfer-Encoding: chunked\r\n", "0x5\r\nhello\r\n0\r\n\r\n"), 400),
    Case("a chunk size of -5", post("Transfer-Encoding: chunked\r\n", "-5\r\nhello\r\n0\r\n\r\n"), 400),
    Case("a chunk size with a leading space", post("Transfer-Encoding: chunked\r\n", " 5\r\nhello\r\n0\r\n\r\n"), 400),
    Case(
      "an overflowing chunk size", post("Transfer-Encoding: chunked\r\n", "10000000000000005\r\nhello\r\n0\r\n\r\n"),
      413),
    Case(
      "a chunk above the limit",
      post("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n5f5e100\r\n\(String(repeating: "a", count: 1000))"), 413),
    Case("a chunk longer than its size", post("Transfer-Encoding: chunked\r\n", "3\r\nhello\r\n0\r\n\r\n"), 400),
  ]

  @Test("A malformed request is rejected, and requests smuggled after it are not executed", arguments: bad)
  func refusesSmuggling(_ bad: Case) throws {
    let answered = Atomic(0)
    let server = try server {
      $0.bodyLimit = 1000
    } respond: { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      answered.add(1, ordering: .relaxed)
      return .now(Response(status: 200, body: Array("answered".utf8)))
    }
    let client = try RawClient(port: server.port)
    // The server may close the connection before everything is sent.
    _ = try? client.send(bad.request + get("/smuggled") + get("/smuggled"))
    let answer = try client.receive()
    #expect(answer.status == bad.status)
    let rest = String(decoding: try client.rest(), as: UTF8.self)
    #expect(!rest.contains("answered") && !rest.contains("200 OK"))
    #expect(answered.load(ordering: .relaxed) == 0)
  }

  /// Faults in chunks that libmicrohttpd 0.9 accepts and 1.0 partly rejects. In both cases the
  /// connection closes.
  @Test(
    "The connection closes after a chunked request, even if its chunks are malformed",
    arguments: [
      ("chunks", "5\r\nhello\r\n0\r\n\r\n"), ("a bare LF after a size", "5\nhello\r\n0\r\n\r\n"),
      ("a bare LF after a chunk", "5\r\nhello\n0\r\n\r\n"),
      ("a bare LF after the last chunk size", "5\r\nhello\r\n0\n\r\n"),
      ("an extension", "5;a=b\r\nhello\r\n0\r\n\r\n"), ("a CR in an extension", "5;a\rb\r\nhello\r\n0\r\n\r\n"),
      ("a bare LF in an extension", "5;\nhello\r\n0\r\n\r\n"),
      ("a trailer", "5\r\nhello\r\n0\r\nContent-Length: 9\r\n\r\n"),
      ("a size with many leading zeros", "0000000000000005\r\nhello\r\n0\r\n\r\n"),
    ])
  func closesAfterChunkedRequest(_ fact: String, chunks: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send(
      "POST /chunks HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + get("/smuggled"))
    let answer = try client.receive()
    let isRefused = answer.status == 400 && !LibrarySelfTest.isOlder(LibrarySelfTest.version, than: "1.0")
    #expect(answer.text == "POST /chunks [] hello" || isRefused && fact != "chunks")
    #expect(answer["connection"]?.lowercased() == "close")
    #expect(try client.rest() == [])
  }

  @Test("No request is read from or after an unterminated chunked body") func ignoresUnterminatedChunkedBody() throws {
    let server = try echoServer { $0.requestTimeout = 1 }
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
    #expect(try client.rest() == [])
    // Without the empty line after the last chunk, the following bytes are parsed as trailers,
    // which need a colon.
    let other = try RawClient(port: server.port)
    try other.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + get("/smuggled"))
    #expect(try !String(decoding: other.rest(), as: UTF8.self).contains("smuggled"))
  }

  @Test(
    "A Content-Length with whitespace is read, and trailing whitespace closes the connection",
    arguments: ["5 ", " 5 ", "5\t", "  5 \t \t", "5                    ", "\t5", "05 "])
  func readsPaddedContentLength(_ length: String) throws {
    let server = try echoServer()
    for name in ["Content-Length", "content-length", "CONTENT-LENGTH"] {
      for rest in ["", "X-A: b\r\n", "X-A: \(String(repeating: "b", count: 3000))\r\n"] {
        let client = try RawClient(port: server.port)
        try client.send(
          Self.post("\(name):\(length)\r\n\(rest)", "hello") + (length.last == "5" ? "" : get("/smuggled")))
        let answer = try client.receive()
        #expect(answer.text == "POST / [] hello")
        if length.last == "5" { continue }
        #expect(answer["connection"]?.lowercased() == "close")
        #expect(try client.rest() == [])
      }
    }
  }

  @Test(
    "An invalid Content-Length with whitespace is rejected with 400",
    arguments: [
      "5 5 ", "+5 ", "5, ", "5,5 ", "0x5 ", " ", "5\u{B} ", "5 \r\nContent-Length: 5", "5 \r\nContent-Length: 6 ",
    ])
  func refusesInvalidPaddedLength(_ length: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    _ = try? client.send(Self.post("Content-Length: \(length)\r\n", "hello") + get("/smuggled"))
    #expect(try client.receive().status == 400)
    #expect(try !String(decoding: client.rest(), as: UTF8.self).contains("smuggled"))
  }

  @Test("Before libmicrohttpd 1.0, a pipelined request with a padded Content-Length closes the connection")
  func closesAfterPipelinedPaddedLength() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    _ = try? client.send(get("/first") + Self.post("Content-Length: 5 \r\n", "hello") + get("/smuggled"))
    #expect(try client.receive().text == "GET /first [] ")
    _ = try client.receive()
    #expect(
      try !String(decoding: client.rest(), as: UTF8.self).contains("smuggled")
        || !LibrarySelfTest.isOlder(LibrarySelfTest.version, than: "1.0"))
  }

  @Test(
    "Unusual but valid requests are served on one connection",
    arguments: [
      "GET / HTTP/1.1\r\nHost:x\r\n\r\n", "GET / HTTP/1.1\r\nHost: \r\n\r\n", "GET / HTTP/1.1\r\nHost:   x  \r\n\r\n",
      "GET / HTTP/1.1\r\nhOST:\tx\t\r\nX-A:\r\nX-B: \r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET http://x/ HTTP/1.1\r\nHost: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-A: é:\tü\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nCookie: a=1; b=\"2\"; c\r\n\r\n", "GET /? HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    ])
  func answersUnusualRequests(request: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    // Send the request as a whole and byte by byte, because libmicrohttpd may receive a head in
    // pieces.
    try client.send(request + request)
    for _ in 1...2 { #expect(try client.receive().text == "GET / [] ") }
    for byte in request.utf8 { try client.send([byte]) }
    #expect(try client.receive().text == "GET / [] ")
  }

  @Test("A request head close to the header limit is accepted") func readsHeadNearLimit() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    for length in [100, 1000, 4000, 8000] {
      let headers = (0..<length / 100).map { ("X-\($0)", String(repeating: "b", count: 90 - 3)) }
      #expect(try client.exchange("GET", "/", headers: Array(headers.prefix(80))).status == 200)
    }
  }
}
