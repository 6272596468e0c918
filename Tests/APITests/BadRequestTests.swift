import JSON
import TestBank
import TestClient
import Testing

/// Invalid requests. Each returns its problem and does not damage the server.
struct BadRequestTests {
  /// A line of `Cases/bad-requests.json`.
  ///
  /// The demo's person sends the request. If `authorization` is present, it replaces the header;
  /// null omits it.
  struct Case: CustomTestStringConvertible {
    let line: Object
    var testDescription: String { line["fact"]?.string ?? "" }

    /// Returns the request's headers. A null value in the case omits the header.
    func headers(token: String) -> [(String, String)] {
      var headers: Object = ["Content-Type": "application/json", "Authorization": .string("Bearer \(token)")]
      if let authorization = line["authorization"] { headers["Authorization"] = authorization }
      for header in line["headers"]?.object?.members ?? [] { headers[header.name] = header.value }
      return headers.members.compactMap { header in header.value.string.map { (header.name, $0) } }
    }
  }

  @Test(
    "Each invalid request of the case file returns the expected problem",
    arguments: try CaseFile.cases("bad-requests").map(Case.init))
  func returnsExpectedProblem(_ bad: Case) throws {
    let server = try TestServer()
    let token = try #require(try server.person().token)
    let line = try #require(bad.line["send"]?.string).split(separator: " ")
    let answer = try Visitor(server).send(
      String(line[0]), String(line[1]), headers: bad.headers(token: token), body: bad.line["body"]?.string)
    answer.expectProblem(Int(bad.line["status"]?.integer ?? 0), bad.line["type"]?.string ?? "")
    for member in bad.line["members"]?.object?.members ?? [] { #expect(answer[member.name] == member.value) }
    if let allow = bad.line["allow"]?.string { #expect(answer.raw["allow"] == allow) }
    if answer.status == 409 { #expect(answer["next"] == (try server.person().get("/operations/pp.quick").body)) }
    try server.expectUnharmed()
  }

  @Test("A body with an excessive Content-Length is refused before it is sent") func rejectsDeclaredLargeBody() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.send(
      "POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2097152\r\n\r\n"
    )
    let raw = try client.receive()
    let answer = Visitor.Answer(status: raw.status, body: try Value(reading: raw.body), raw: raw)
    answer.expectProblem(413, "body-too-large")
    #expect(answer["detail"] == "В теле может быть не больше 1048576 байт.")
    try server.expectUnharmed()
  }

  @Test("A chunked body over the size limit is refused with 413") func rejectsChunkedLargeBody() throws {
    let server = try TestServer()
    let client = try RawClient(port: server.port)
    try client.send(
      "POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    // Send exactly one byte too many, so that no unread bytes remain when the response arrives.
    for _ in 0..<16 { try client.send("10000\r\n" + String(repeating: "[", count: 65536) + "\r\n") }
    try client.send("1\r\n[\r\n")
    let raw = try client.receive()
    Visitor.Answer(status: raw.status, body: try Value(reading: raw.body), raw: raw)
      .expectProblem(413, "body-too-large")
    try server.expectUnharmed()
  }

  @Test(
    "A body of 10,000 nested arrays is refused at depth 64",
    arguments: ["/operations/pp.quick/evaluate", "/operations/pp.quick/submissions"])
  func rejectsDeepNesting(_ path: String) throws {
    let (server, person) = try TestServer().withPerson()
    let answer = try person.send(
      "POST", path, headers: [("Content-Type", "application/json"), ("Idempotency-Key", "k")],
      body: String(repeating: "[", count: 10_000))
    answer.expectProblem(400, "malformed-request")
    #expect(answer["offset"] == 64)
    #expect(answer["detail"] == "JSON: nested deeper than 64 at offset 64")
    try server.expectUnharmed()
  }

  @Test("A request with an expired token is refused with 401") func rejectsExpiredToken() throws {
    let (server, person) = try TestServer { $0.sessions.lifetime = .seconds(3600) }.withPerson()
    #expect(try person.get("/operations").status == 200)
    server.pass(.seconds(3600))
    try person.get("/operations").expectProblem(401, "unauthorized")
    try server.expectUnharmed()
  }

  @Test("The login endpoint gives the same response to an unknown login and a wrong password")
  func hidesWhichCredentialIsWrong() throws {
    let nobody = try TestServer().visitor()
    let bodies = try ["demo", "nobody", "not a login!"].map { login in
      let answer = try nobody.post("/auth/login", ["login": .string(login), "password": "a wrong password"])
      answer.expectProblem(401, "wrong-credentials")
      var body = try #require(answer.body.object)
      body["requestId"] = nil
      return body
    }
    #expect(bodies[1] == bodies[0] && bodies[2] == bodies[0])
  }
}
