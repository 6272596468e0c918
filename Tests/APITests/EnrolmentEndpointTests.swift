import JSON
import Model
import Services
import TestBank
import Testing

/// Enrolments, and the access of blocked people, over HTTP.
struct EnrolmentEndpointTests {
  private static let password = "a quite long password"

  @Test("An enrolment returns a session with its links, and the person logs in afterwards")
  func enrolmentReturnsSession() throws {
    let server = try TestServer()
    let (nobody, code) = (try Visitor(server), try Self.code(server))
    let begun = try nobody.post("/enrolments", ["code": .string(code)])
    let id = try #require(begun["id"]?.string)
    #expect(begun.status == 201 && begun["sentTo"] == "+7********67" && begun["login"] == nil)
    #expect(begun.raw["location"] == "/enrolments/\(id)")
    #expect(begun.raw["cache-control"] == "no-store")
    let entry = try Self.entry(server, login: "anna")
    let entered = try nobody.post("/enrolments/\(id)", entry)
    #expect(entered.status == 200 && entered["user"]?["name"] == "Анна Смирнова")
    #expect(entered["logout"]?["href"] == "/auth/logout" && entered["events"]?["href"] == "/events")
    nobody.token = entered["token"]?.string
    #expect(try nobody.get("/user")["name"] == "Анна Смирнова")
    let again = try Visitor(server)
    try again.login("anna", Self.password)
    #expect(try again.get("/user").status == 200)
    try again.post("/enrolments/\(id)", entry).expectProblem(410, "enrolment-over")
    try again.post("/enrolments", ["code": .string(code)]).expectProblem(422, "wrong-invitation")
  }

  @Test(
    "A refused entry is reported at its member",
    arguments: [
      ("demo", EnrolmentEndpointTests.password, "login", "taken"), ("no login", Self.password, "login", "login"),
      ("anna", "aaaabbbbccccdddd", "password", "simple"), ("anna", "short", "password", "length"),
    ])
  func reportsFieldOfRefusal(_ login: String, _ password: String, _ member: String, _ code: String) throws {
    let server = try TestServer()
    let nobody = try Visitor(server)
    let id = try Self.begin(server, nobody)
    let refused = try nobody.post("/enrolments/\(id)", try Self.entry(server, login: login, password: password))
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["atom"] == .string(member))
    #expect(refused["errors"]?[0]?["code"] == .string(code))
    // Without the one-time code, nothing is said about the login.
    let blind = try nobody.post(
      "/enrolments/\(id)", ["code": "x", "login": .string(login), "password": .string(password)])
    #expect(blind["errors"]?[0]?["atom"] == "code" && blind["errors"]?[0]?["code"] == "wrong-code")
  }

  @Test("The form of an invitation leads to the form of a login and a password, which opens a session")
  func formsLeadToSession() throws {
    let server = try TestServer()
    let nobody = try Visitor(server)
    let link = try nobody.get("/operations/auth.login")["atoms"]?.array?.first { $0["id"] == "first" }
    #expect(link?["href"] == "/enrolments")
    let form = try nobody.get("/enrolments")
    #expect(form.status == 200 && form["atoms"]?.array?.map { $0["id"] } == ["about", "code", "next"])
    let action = try #require(form["atoms"]?[2]?["action"])
    #expect(action["method"] == "POST" && action["href"] == "/enrolments")
    let refused = try nobody.post("/enrolments", ["values": ["code": "0000-0000-0000"]])
    refused.expectProblem(422, "wrong-invitation")
    #expect(refused["errors"]?[0]?["atom"] == "code")
    let begun = try nobody.post("/enrolments", ["values": ["code": .string(Self.code(server))]])
    let next = try #require(begun["next"])
    #expect(next["atoms"]?.array?.map { $0["id"] } == ["notice", "code", "login", "rule", "password", "enter"])
    let path = try #require(next["atoms"]?[5]?["action"]?["href"]?.string)
    let entered = try nobody.post(path, ["values": try Self.entry(server, login: "anna")])
    #expect(entered.status == 200 && entered["next"]?["href"] == "/start")
    nobody.token = entered["session"]?["token"]?.string
    #expect(try nobody.get("/user").status == 200)
  }

  @Test("The form of a person with a login shows it and has no input for it") func formShowsLogin() throws {
    let server = try TestServer()
    let code = try server.services.enrolments.invite(server.access.person.id).wait().code.secretText
    let begun = try Visitor(server, language: "ru").post("/enrolments", ["code": .string(code)])
    let atoms = begun["next"]?["atoms"]?.array ?? []
    #expect(atoms.map { $0["id"] } == ["notice", "code", "own", "rule", "password", "enter"])
    #expect(atoms.dropFirst(2).first?["caption"] == "Ваш логин: demo")
  }

  @Test("Unknown, malformed and used invitations get equal responses") func rejectsEqually() throws {
    let server = try TestServer()
    let nobody = try Visitor(server)
    let used = try Self.code(server)
    _ = try server.services.enrolments.invite(Self.newcomer(server).id).wait()
    let answers = try ["0000-0000-0000", "x", "", used].map { code in
      let answer = try nobody.post("/enrolments", ["code": .string(code)])
      return "\(answer.status) \(answer["type"] ?? .null) \(answer["title"] ?? .null) \(answer["detail"] ?? .null)"
    }
    #expect(Set(answers).count == 1 && answers[0].hasPrefix("422"), "\(answers)")
  }

  @Test("Guesses of invitations from one address are delayed") func delaysGuesses() throws {
    let server = try TestServer()
    let nobody = try Visitor(server)
    let statuses = try (0..<30).map {
      try nobody.post("/enrolments", ["code": .string("0000-0000-\(1_000 + $0)")]).status
    }
    #expect(statuses.prefix(20).allSatisfy { $0 == 422 } && statuses.last == 429, "\(statuses)")
    let refused = try nobody.post("/enrolments", ["code": .string(try Self.code(server))])
    refused.expectProblem(429, "too-many-attempts")
    #expect(refused.raw["retry-after"] != nil)
  }

  @Test("A blocked person gets 403 with the right password, also in the login form, and 401 with a wrong one")
  func blockedPersonGets403() throws {
    let (server, person) = try TestServer().withPerson()
    let (login, password) = (server.access.login, server.access.password)
    _ = try server.services.auth.block(server.access.person.id, reason: "a secret reason").wait()
    try person.get("/user").expectProblem(401, "unauthorized")
    let nobody = try Visitor(server)
    let refused = try nobody.post("/auth/login", ["login": .string(login), "password": .string(password)])
    refused.expectProblem(403, "blocked")
    #expect(!refused.raw.text.contains("secret"))
    try nobody.post("/auth/login", ["login": .string(login), "password": "wrong"])
      .expectProblem(401, "wrong-credentials")
    let values: Value = ["values": ["login": .string(login), "password": .string(password)]]
    try nobody.post("/operations/auth.login/submissions", values).expectProblem(403, "blocked")
  }

  private static func newcomer(_ server: TestServer) throws -> Person {
    if let person = try server.services.users.find(externalID: "C-1001") { return person }
    return try server.services.users.add(external: "C-1001", name: "Анна Смирнова", phone: "+79001234567").wait()
  }

  private static func code(_ server: TestServer) throws -> String {
    try server.services.enrolments.invite(newcomer(server).id).wait().code.secretText
  }

  /// Begins an enrolment and returns its id.
  private static func begin(_ server: TestServer, _ nobody: Visitor) throws -> String {
    try #require(try nobody.post("/enrolments", ["code": .string(code(server))])["id"]?.string)
  }

  private static func entry(
    _ server: TestServer, login: String, password: String = password
  ) throws -> Value {
    [
      "code": .string(try server.telephones.enrolmentCode()), "login": .string(login), "password": .string(password),
    ]
  }
}
