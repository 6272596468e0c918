import JSON
import TestBank
import Testing

struct AccessLogTests {
  private static func accessLines(_ server: TestServer) -> [String] {
    server.logged.filter { $0.hasPrefix("info request ") }
  }

  @Test("Each request is logged as one line with its method, path and status") func logsOneLinePerRequest() throws {
    let server = try TestServer()
    let answers = [
      try Visitor(server).get("/healthz"),
      try Visitor(server).get("/operations/pp.quick?name=%D0%A1%D0%B5%D0%BA%D1%80%D0%B5%D1%82"),
      try Visitor(server).send("HEAD", "/nowhere"), try Visitor(server).send("OPTIONS", "/operations"),
      try Visitor(server).send("DELETE", "/user"), try Visitor(server).get("/operations?x=%zz"),
      try Visitor(server).post("/auth/login", ["login": "demo", "password": "a wrong password"]),
    ]
    let expected = [
      "GET /healthz 200", "GET /operations/pp.quick 401", "HEAD /* 404", "OPTIONS /operations 204",
      "DELETE /user 405", "GET /operations 400", "POST /auth/login 401",
    ]
    let lines = Self.accessLines(server)
    #expect(lines.count == answers.count)
    for (number, answer) in answers.enumerated() {
      let words = expected[number].split(separator: " ")
      let line = lines.filter { $0.contains("requestId=\(answer.raw["x-request-id"] ?? "none") ") }
      #expect(line.count == 1)
      for pair in ["method=\(words[0])", "path=\(words[1])", "status=\(words[2])"] {
        #expect(line.first?.split(separator: " ").contains { $0 == pair } == true, "\(pair) in \(lines)")
      }
    }
  }

  @Test("A valid X-Request-Id from the client is used in the response and the log") func usesClientRequestID() throws {
    let server = try TestServer()
    let answer = try Visitor(server).get("/nowhere", headers: [("X-Request-Id", "tap-17.a_b")])
    #expect(answer.raw["x-request-id"] == "tap-17.a_b")
    #expect(answer["requestId"] == "tap-17.a_b")
    #expect(Self.accessLines(server).contains { $0.contains("requestId=tap-17.a_b ") })
  }

  @Test(
    "An empty, unsafe or overlong X-Request-Id is replaced by a generated id",
    arguments: ["a b", "", "a\"b", "x=1;status=200", String(repeating: "a", count: 65)])
  func replacesUnsafeRequestID(_ name: String) throws {
    let server = try TestServer()
    let answer = try Visitor(server).get("/nowhere", headers: [("X-Request-Id", name)])
    #expect(answer.raw["x-request-id"] != name)
    #expect(name.isEmpty || !Self.accessLines(server).contains { $0.contains("requestId=\(name) ") })
  }

  @Test(
    "Logged paths contain words of routes and ids from the bank and mask other segments",
    arguments: [
      ("/accounts/40817810500000000001/entries", "/accounts/*/entries"),
      ("/operations/pp.quick", "/operations/pp.quick"),
      ("/operations/Ivanov", "/operations/*"), ("/banks/044525225", "/banks/*"), ("/", "/"), ("//user", "//user"),
      (
        "/submissions/01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19/signature",
        "/submissions/01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19/signature"
      ),
      ("/submissions/01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f1/", "/submissions/*/"),
      ("/user/79000000000", "/user/*"), ("/%D0%98%D0%B2%D0%B0%D0%BD", "/*"),
    ])
  func masksUnknownPathSegments(_ path: String, _ logged: String) throws {
    let server = try TestServer()
    let id = try Visitor(server).get(path).raw["x-request-id"] ?? "none"
    let line = Self.accessLines(server).first { $0.contains("requestId=\(id) ") }
    #expect(line?.contains(" path=\(logged) ") == true, "\(line ?? "no line")")
  }

  @Test("The access log contains no tokens, passwords, codes or entered values") func logsNoSecretsOrValues() throws {
    let (server, person) = try TestServer().withPerson()
    let token = try #require(person.token)
    try Visitor(server).login("demo", "a wrong password")
    let values = try person.payment(["inn": "7707083893"])
    _ = try person.get("/operations/pp.quick?name=Jane%20Doe")
    _ = try person.post("/operations/pp.quick/evaluate", ["values": .object(values), "commit": true])
    let sent = try person.submit(values, key: "a-key-of-mine")
    let id = try sent.submissionID()
    let wrong = person.codes(for: sent["next"], wrong: true)
    let next = try person.sign(id, wrong)["next"]
    let codes = person.codes(for: next)
    #expect(try person.sign(id, codes)["submission"]?["status"] == "executed")
    _ = try person.submit(try person.payment(["amount": "999999999"]), key: "refused")
    _ = try person.submit(try person.payment(["amount": "ten thousand"]), key: "invalid")
    _ = try person.get("/accounts/\(person.account("Текущий"))/entries")
    _ = try person.post("/auth/logout", nil)
    _ = try person.get("/user")
    let log = server.logged.joined(separator: "\n")
    #expect(log.contains("path=/submissions/\(id)/signature status=200"))
    let posted = values.members.compactMap(\.value.string)
    for secret in [token, "valence-demo", "a wrong password", "Jane", "999999999", "ten thousand"] + posted {
      #expect(!log.contains(secret), "\(secret)")
    }
    // Compare whole words, because four digits can be part of another number.
    let words = Set(log.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init))
    let pairs = codes.members.compactMap(\.value.string) + wrong.members.compactMap(\.value.string)
    let times = Set(
      server.logged.flatMap { $0.split(separator: " ").filter { $0.hasPrefix("us=") || $0.hasPrefix("bytes=") } }
        .map { String($0.drop { $0 != "=" }.dropFirst()) })
    #expect(pairs.filter { words.contains($0) && !times.contains($0) } == [])
  }

  @Test("The access line has the problem, the violated rules, the submission and its outcome")
  func logsOutcomes() throws {
    let (server, person) = try TestServer().withPerson()
    func line(_ answer: Visitor.Answer) -> String {
      server.logged.first { $0.contains("requestId=\(answer.raw["x-request-id"] ?? "none") ") } ?? "no line"
    }
    let invalid = try person.submit(
      try person.payment(["account": "40702810900000000001", "nickname": "Jane Doe"]), key: "invalid")
    let invalidLine = line(invalid)
    #expect(invalidLine.contains(" problem=invalid-values rules="))
    let rules = invalidLine.split(separator: " ").first { $0.hasPrefix("rules=") }?.dropFirst(6).split(separator: ",")
    #expect(Set(rules ?? []).isSuperset(of: ["account:isAccount", "unknown"]), "\(invalidLine)")
    #expect(!invalidLine.contains("nickname") && invalidLine.hasPrefix("info "))
    #expect(invalidLine.hasSuffix(" operation=pp.quick"))
    let sent = try person.submit(try person.payment(), key: "1")
    let id = try sent.submissionID()
    let about = " operation=pp.quick submission=\(id) outcome="
    #expect(line(sent).contains(about + "awaitingSignature"))
    let wrong = try person.sign(id, person.codes(for: sent["next"], wrong: true))
    #expect(line(wrong).contains(" problem=wrong-code" + about + "awaitingSignature"), "\(line(wrong))")
    let signed = try person.sign(id, person.codes(for: wrong["next"]))
    #expect(line(signed).contains(about + "executed") && !line(signed).contains(" reason="))
  }

  @Test("A payment that is rejected at its signature is logged at level notice with the reason")
  func logsRejectionAsNotice() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try ["1", "2"].map { try person.submit(try person.payment(["amount": "100000.00"]), key: $0) }
    for answer in sent { _ = try person.sign(answer.submissionID(), person.codes(for: try person.asked(answer))) }
    let notices = server.logged.filter { $0.hasPrefix("notice request ") }
    #expect(notices.count == 1 && notices[0].contains(" outcome=rejected reason=insufficient-funds"), "\(notices)")
  }

  @Test("Only the request that rejects a submission is logged at level notice") func logsRejectionOnce() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try person.submit(try person.payment(), key: "1")
    let id = try sent.submissionID()
    var tree = sent["next"]
    for _ in 0..<3 { tree = try person.sign(id, person.codes(for: tree, wrong: true))["next"] }
    #expect(try person.sign(id, Object()).status == 410)
    let notices = server.logged.filter { $0.hasPrefix("notice request ") }
    #expect(notices.count == 1, "\(notices)")
    #expect(notices.first?.contains(" problem=gone ") == true)
    #expect(notices.first?.contains(" outcome=rejected reason=signing-failed") == true)
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(text.contains("valence_submissions_total{outcome=\"rejected\",reason=\"signing-failed\"} 1\n"))
  }

  @Test("A valid `traceparent` puts the trace id into the access line")
  func logsTrace() throws {
    let server = try TestServer()
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    for (header, isLogged) in [("00-\(trace)-00f067aa0ba902b7-01", true), ("00-\(trace)-01", false)] {
      let answer = try Visitor(server).get("/nowhere", headers: [("traceparent", header)])
      let line = server.logged.first { $0.contains("requestId=\(answer.raw["x-request-id"] ?? "none") ") }
      #expect(line?.contains(" trace=\(trace) problem=not-found") == isLogged, "\(line ?? "no line")")
    }
  }
}
