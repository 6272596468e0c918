import HTTP
import Testing

/// A server on a free port that answers each request with what it saw of it.
func echoServer(_ change: (inout Configuration) -> Void = { _ in }) throws -> Server {
  var configuration = Configuration()
  configuration.port = 0
  configuration.threads = 2
  change(&configuration)
  return try Server(configuration: configuration) { request in
    if let refusal = request.refusal {
      return .now(Response(status: refusal.status, headers: [("X-Refusal", "\(refusal)")], body: Array("refused".utf8)))
    }
    let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
    let text = "\(request.method.name) \(request.path) [\(query)] \(String(decoding: request.body, as: UTF8.self))"
    return .now(
      Response(
        status: 200, headers: [("Content-Type", "text/plain"), ("X-Request-Id", request.id)], body: Array(text.utf8)))
  }
}

@Suite struct ServingTests {
  @Test func aConnectionServesManyRequests() throws {
    let server = try echoServer()
    let client = try RawClient(port: server.port)
    for number in 1...5 {
      let answer = try client.exchange("POST", "/a/\(number)?x=%41&y", body: "body \(number)")
      #expect(answer.status == 200)
      #expect(answer.text == "POST /a/\(number) [x=A;y=] body \(number)")
      #expect(answer["date"] != nil)
      #expect(answer["connection"] == nil)
    }
  }
}
