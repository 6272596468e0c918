import HTTP
import TestClient
import Testing

/// Requests of which a proxy and a server might disagree where they end, and what comes of each. None may leave the
/// connection open: bytes behind it would be read as a request of their own.
@Suite struct FramingTests {
  @Test(arguments: [
    (
      "Host: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n", 400,
      "badFraming(HTTP.FramingFault.repeatedContentLength)"
    ),
    (
      "Host: x\r\nContent-Length: 5\r\nContent-Length: 5\r\n", 400,
      "badFraming(HTTP.FramingFault.repeatedContentLength)"
    ),
    (
      "Host: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n", 400,
      "badFraming(HTTP.FramingFault.lengthAndTransferEncoding)"
    ),
    (
      "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n", 400,
      "badFraming(HTTP.FramingFault.lengthAndTransferEncoding)"
    ),
    (
      "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 400,
      "badFraming(HTTP.FramingFault.repeatedTransferEncoding)"
    ),
    ("Host: x\r\nTransfer-Encoding: gzip, chunked\r\n", 501, "unsupportedTransferEncoding(\"gzip, chunked\")"),
    ("Host: x\r\nTransfer-Encoding: xchunked\r\n", 501, "unsupportedTransferEncoding(\"xchunked\")"),
    ("Host: x\r\nTransfer-Encoding: \u{0B}chunked\r\n", 400, "badFraming(HTTP.FramingFault.controlCharacter)"),
    ("Host: x\r\nTransfer-Encoding : chunked\r\n", 400, "badFraming(HTTP.FramingFault.badHeaderName)"),
    ("Host: x\r\nContent-Length : 5\r\n", 400, "badFraming(HTTP.FramingFault.badHeaderName)"),
    ("Host: x\r\nX(y): 5\r\n", 400, "badFraming(HTTP.FramingFault.badHeaderName)"),
    ("Host: x\r\nX-A: 1\r\n 2\r\n", 400, "badFraming(HTTP.FramingFault.foldedHeader)"),
    ("Host: x\r\nTransfer-Encoding:\r\n chunked\r\n", 400, "badFraming(HTTP.FramingFault.foldedHeader)"),
    ("Host: x\r\nTransfer-Encoding: chunked\r\n\tx\r\n", 400, "badFraming(HTTP.FramingFault.foldedHeader)"),
    ("X-A: 1\r\n", 400, "badFraming(HTTP.FramingFault.missingHost)"),
    ("Host: x\r\nHost: x\r\n", 400, "badFraming(HTTP.FramingFault.repeatedHost)"),
    (
      "Host: x\r\nX-A: b\(String(repeating: "\u{316}\u{301}", count: 16))\r\n", 400,
      "badFraming(HTTP.FramingFault.combiningRun(limit: 30))"
    ),
  ])
  func aDoubtfulRequestIsRefusedByTheApplication(headers: String, status: Int, refusal: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\n\(headers)\r\n0\r\n\r\n" + get("/smuggled"))
    let answer = try client.receive()
    #expect(answer.status == status)
    #expect(answer.text == refusal)
    #expect(try client.rest() == [])
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n",
    "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / http/1.1\r\n\r\n", "GET /\r\n\r\n",
  ])
  func aMalformedRequestIsRefusedByTheLibrary(request: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send(request + get("/smuggled"))
    #expect(try client.receive().status == 400)
    // (For a malformed length the library repeats its answer before it closes.)
    #expect(try !String(decoding: client.rest(), as: UTF8.self).contains("smuggled"))
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9"])
  func anotherMajorVersionIsRefusedByTheLibrary(version: String) throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("GET / \(version)\r\nHost: x\r\n\r\n")
    #expect(try client.receive().status == 505)
    #expect(try client.rest() == [])
  }

  @Test func anOldClientMaySendNoChunks() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    #expect(try client.receive().text == "badFraming(HTTP.FramingFault.transferEncodingInOldVersion)")
    #expect(try client.rest() == [])
  }
}
