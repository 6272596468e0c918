import HTTPServer
import JSON
import TestBank
import TestClient
import Testing

/// Requirements of the HTTP standards for headers and status codes.
struct SmallPrintTests {
  @Test("`WWW-Authenticate` reports an invalid token or an insufficient scope") func challengeNamesTokenError() throws {
    let (server, visitor) = try TestServer().withVisitor()
    let asked = try visitor.get("/accounts")
    asked.expectProblem(401, "unauthorized")
    #expect(asked.raw["www-authenticate"] == "Bearer")
    for value in ["Bearer nonsense", "bearer \(String(repeating: "A", count: 43))", "Bearer "] {
      let refused = try visitor.get("/accounts", headers: [("Authorization", value)])
      refused.expectProblem(401, "unauthorized")
      let isToken = value != "Bearer "
      #expect(refused.raw["www-authenticate"] == (isToken ? "Bearer error=\"invalid_token\"" : "Bearer"), "\(value)")
    }
    // Another scheme is not a bearer token.
    #expect(
      try visitor.get("/accounts", headers: [("Authorization", "Basic YQ==")]).raw["www-authenticate"] == "Bearer")
    let wrong = try server.person().get("/core/submissions")
    wrong.expectProblem(403, "forbidden")
    #expect(wrong.raw["www-authenticate"] == "Bearer error=\"insufficient_scope\"")
  }

  @Test(
    "A single-value header that occurs twice is refused with 400",
    arguments: ["Idempotency-Key", "Authorization", "Content-Type", "Client-Version"])
  func rejectsRepeatedHeader(name: String) throws {
    let (server, person) = try TestServer().withPerson()
    let value =
      name == "Authorization" ? "Bearer \(person.token ?? "")" : name == "Content-Type" ? "application/json" : "ios/1"
    let token = person.token
    if name == "Authorization" { person.token = nil }
    let answer = try person.send(
      "POST", "/operations/pp.quick/submissions", headers: [(name, value), (name, value)], body: "{}")
    answer.expectProblem(400, "malformed-request")
    person.token = token
    try server.expectUnharmed()
  }

  @Test("An unknown HTTP method returns 501 on any path", arguments: ["BREW", "get", "PROPFIND", "X"])
  func unknownMethodReturns501(method: String) throws {
    let server = try TestServer()
    for path in ["/accounts", "/nowhere"] {
      try Visitor(server).send(method, path).expectProblem(501, "unknown-method")
    }
  }

  @Test(
    "A known but unsupported HTTP method returns 405 with `Allow`", arguments: ["TRACE", "CONNECT", "QUERY", "PUT"])
  func unsupportedMethodReturns405(method: String) throws {
    let server = try TestServer()
    let answer = try Visitor(server).send(method, "/accounts")
    answer.expectProblem(405, "method-not-allowed")
    #expect(answer.raw["allow"] == "GET, HEAD, OPTIONS")
  }

  @Test("`OPTIONS *` lists the methods of the server") func optionsListsAllMethods() throws {
    let server = try TestServer()
    let answer = try Visitor(server).send("OPTIONS", "*")
    #expect(answer.status == 204)
    #expect(answer.raw["allow"] == "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")
    #expect(answer.raw["content-length"] == nil)
  }

  @Test("`/openapi.json` returns 304 for its entity tag") func documentReturns304() throws {
    let visitor = try TestServer().visitor()
    let first = try visitor.get("/openapi.json")
    let tag = try #require(first.raw["etag"])
    let again = try visitor.get("/openapi.json", headers: [("If-None-Match", tag)])
    #expect(again.status == 304)
    #expect(first.raw["content-language"] == nil)
    // A 304 may only have the `Content-Length` that the 200 has (RFC 9110, 8.6).
    #expect(again.raw["content-length"] == first.raw["content-length"])
    #expect(Int(first.raw["content-length"] ?? "") == first.raw.body.count)
    #expect(try visitor.get("/openapi.json").status == 200)
  }

  @Test("`Content-Length` of a 304 equals that of the 200") func reportsFullLengthIn304() throws {
    let person = try TestServer().person()
    for path in ["/accounts", "/operations", "/operations/pp.quick", "/"] {
      let first = try person.get(path)
      let tag = try #require(first.raw["etag"])
      for method in ["GET", "HEAD"] {
        let again = try person.send(method, path, headers: [("If-None-Match", tag)])
        #expect(again.status == 304)
        #expect(again.raw["content-length"] == String(first.raw.body.count), "\(method) \(path)")
      }
    }
  }

  @Test("A GET or HEAD whose `If-Match` differs from the entity tag returns 412")
  func evaluatesIfMatchOfReads() throws {
    let person = try TestServer().person()
    let tag = try #require(try person.get("/accounts").raw["etag"])
    for value in [tag, "*", "\"other\", \(tag)"] {
      #expect(try person.get("/accounts", headers: [("If-Match", value)]).status == 200, "\(value)")
    }
    for value in ["\"other\"", "W/\(tag)"] {
      try person.get("/accounts", headers: [("If-Match", value)]).expectProblem(412, "changed-meanwhile")
      #expect(try person.send("HEAD", "/accounts", headers: [("If-Match", value)]).status == 412)
    }
    // `If-Match` precedes `If-None-Match` (RFC 9110, 13.2.2).
    try person.get("/accounts", headers: [("If-Match", "\"other\""), ("If-None-Match", tag)])
      .expectProblem(412, "changed-meanwhile")
    // An error response keeps its status.
    try person.get("/accounts/1", headers: [("If-Match", "\"other\"")]).expectProblem(404, "not-found")
  }

  @Test("A 415 for a content type lists the accepted types") func reportsAcceptedContentTypes() throws {
    let person = try TestServer().person()
    let answer = try person.send(
      "POST", "/operations/pp.quick/evaluate", headers: [("Content-Type", "text/plain")], body: "{}")
    answer.expectProblem(415, "unsupported-media-type")
    #expect(answer.raw["accept"] == "application/json")
    let patched = try person.patch("/settings", [:], type: "text/plain")
    patched.expectProblem(415, "unsupported-media-type")
    #expect(patched.raw["accept-patch"] == "application/json, application/merge-patch+json")
    #expect(try person.send("OPTIONS", "/settings").raw["accept-patch"] == patched.raw["accept-patch"])
  }

  @Test(
    "A body with a content coding other than identity is refused with 415",
    arguments: ["gzip", "br", "deflate", "gzip, identity", "x"])
  func rejectsContentEncoding(coding: String) throws {
    let person = try TestServer().person()
    let answer = try person.post(
      "/operations/pp.quick/evaluate", ["values": [:]], headers: [("Content-Encoding", coding)])
    answer.expectProblem(415, "unsupported-content-encoding")
    #expect(answer.raw["accept-encoding"] == "identity")
    #expect(
      try person.post("/operations/pp.quick/evaluate", ["values": [:]], headers: [("Content-Encoding", "Identity")])
        .status
        == 200)
  }

  @Test("Localized responses have `Content-Language`; health and OpenAPI responses have none", arguments: ["ru", "en"])
  func reportsContentLanguage(language: String) throws {
    let person = try TestServer().person(language: language)
    for path in ["/operations", "/operations/pp.quick", "/problems/not-found", "/nowhere"] {
      #expect(try person.get(path).raw["content-language"] == language, "\(path)")
    }
    let evaluated = try person.post("/operations/pp.quick/evaluate", ["values": [:]])
    #expect(evaluated.raw["content-language"] == language)
    for path in ["/healthz", "/readyz", "/openapi.json"] {
      #expect(try person.get(path).raw["content-language"] == nil, "\(path)")
    }
  }

  @Test("A malformed signature body is refused before and after the submission is signed")
  func rejectsMalformedSignatureBody() throws {
    let person = try TestServer().person()
    let (id, sent) = try person.waitingPayment(key: "k")
    let path = "/submissions/\(id)/signature"
    let codes = person.codes(for: sent["next"])
    let name = try #require(codes.members.first?.name)
    for isEnded in [false, true] {
      if isEnded { #expect(try person.sign(id, codes).status == 200) }
      for member in ["action", "version"] {
        try person.post(path, ["values": .object(codes), "\(member)": 0]).expectProblem(400, "malformed-request")
      }
      try person.post(path, ["values": 0]).expectProblem(400, "malformed-request")
      try person.post(path, ["values": [name: 0]]).expectProblem(422, "invalid-values")
      try person.post(path, ["values": ["nonsense": "1"]]).expectProblem(422, "invalid-values")
    }
    // The correct codes return the outcome again.
    #expect(try person.sign(id, codes).status == 200)
  }

  @Test("A request with an invalid head is logged and refused in the requested language")
  func logsRejectedRequestHead() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.send(
      "POST /auth/login HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nX-Request-Id: odd-1\r\nContent-Length: +5\r\n\r\n"
    )
    let raw = try client.receive()
    let answer = Visitor.Answer(status: raw.status, body: try Value(reading: raw.body), raw: raw)
    answer.expectProblem(400, "malformed-request")
    #expect(answer["detail"] == "`Content-Length` is one number of decimal digits.")
    #expect(answer["requestId"] == "odd-1")
    #expect(raw["content-language"] == "en")
    #expect(raw["connection"] == "close")
    #expect(try client.rest() == [])
    #expect(server.logged.contains { $0.contains("odd-1") && $0.contains("400") }, "\(server.logged)")
  }
}
