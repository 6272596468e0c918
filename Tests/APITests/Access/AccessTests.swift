import HTTPServer
import JSON
import Model
import Services
import TestBank
import Testing

@testable import API

/// Requests to every endpoint with the ids of one person's rows, sent by another person, by an
/// unauthenticated client and by each other role.
struct AccessTests {
  private let server: TestServer
  private let owner: PersonWithEverything

  init() throws {
    server = try TestServer()
    owner = try PersonWithEverything(server)
    try DeclaredListTests.serveAccounts(at: server)
  }

  /// Returns a logged-in caller of a role. Its only data is a security matrix, if the role is
  /// `person`.
  private func somebody(_ role: Person.Role, _ login: String = "ivan") throws -> Visitor {
    let person = try server.services.users.add(login: login, name: "Иван", password: "a long password", role: role)
      .wait()
    if role == .person { _ = try server.services.signing.issueMatrix(person.id).wait() }
    let visitor = try Visitor(server)
    try visitor.login(login, "a long password")
    return visitor
  }

  private static func name(_ endpoint: Endpoint) -> String { "\(endpoint.method.name) \(endpoint.pattern)" }

  /// Sends the request of a case with the owner's ids; returns the response and the sent target and
  /// body.
  private func ask(
    _ visitor: Visitor, _ endpoint: Endpoint, _ about: AccessCase
  ) throws -> (answer: Visitor.Answer, request: String) {
    let path = about.path.reduce(endpoint.pattern) {
      $0.replacing("{\($1.key)}", with: owner.filled("$\($1.value)"))
    }
    let target = path + owner.filled(about.query)
    var headers = about.headers.map { ($0.0, owner.filled($0.1)) }
    let body = about.body.map { owner.filled($0).text }
    if body != nil { headers.append(("Content-Type", "application/json")) }
    let answer = try visitor.send(endpoint.method.name, target, headers: headers, body: body)
    return (answer, target + (body ?? ""))
  }

  /// Calls `check` for every case of every endpoint. Logging out comes last.
  private func everywhere(_ check: (Endpoint, AccessCase) throws -> Void) throws {
    let last = server.application.endpoints.filter { $0.pattern == "/auth/logout" }
    let others = server.application.endpoints.filter { $0.pattern != "/auth/logout" }
    for endpoint in others + last {
      for about in AccessCase.all[Self.name(endpoint)] ?? [] { try check(endpoint, about) }
    }
  }

  @Test("Every endpoint has access cases for all its path parameters") func coversEveryEndpoint() {
    #expect(Set(AccessCase.all.keys) == Set(server.application.endpoints.map(Self.name)))
    for (name, cases) in AccessCase.all {
      let named = Set(name.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) })
      #expect(!cases.isEmpty && cases.allSatisfy { Set($0.path.keys) == named }, "\(name)")
    }
  }

  @Test("Requests by another person return no data of the owner at any endpoint") func strangerReachesNoRows() throws {
    let stranger = try somebody(.person)
    try everywhere { endpoint, about in
      guard endpoint.access.roles?.contains(.person) ?? true else { return }
      let (answer, request) = try ask(stranger, endpoint, about)
      let what = "\(Self.name(endpoint)) \(request): \(answer.status) \(answer.raw.text.prefix(400))"
      switch about.stranger {
      case .notFound: #expect(answer.status == 404 && answer["type"] == "/problems/not-found", "\(what)")
      case .own(let status): #expect(answer.status == status, "\(what)")
      }
      #expect(owner.leaks(in: answer, to: request) == [], "\(what)")
    }
    try nothingHappened()
  }

  @Test("Every endpoint that is not open returns 401 without a token") func unauthenticatedClientGets401() throws {
    let nobody = try Visitor(server)
    try everywhere { endpoint, about in
      let (answer, request) = try ask(nobody, endpoint, about)
      let what = "\(Self.name(endpoint)) \(request): \(answer.status)"
      if endpoint.access != .open, about.nobody != 401 {
        #expect(answer.status == about.nobody, "\(what)")
      } else if endpoint.access != .open {
        #expect(answer.status == 401 && answer["type"] == "/problems/unauthorized", "\(what)")
        #expect(answer.raw["www-authenticate"] == "Bearer", "\(what)")
      }
      #expect(owner.leaks(in: answer, to: request) == [], "\(what)")
    }
    try nothingHappened()
  }

  @Test(
    "Operators and the core get 403 outside their endpoints and no data of the owner",
    arguments: [Person.Role.operator, .core])
  func otherRolesGet403(role: Person.Role) throws {
    let visitor = try somebody(role, "other")
    try everywhere { endpoint, about in
      let (answer, request) = try ask(visitor, endpoint, about)
      let what = "\(Self.name(endpoint)) \(request): \(answer.status) \(answer.raw.text.prefix(400))"
      if let roles = endpoint.access.roles, !roles.contains(role) {
        #expect(answer.status == 403 && answer["type"] == "/problems/forbidden", "\(what)")
      }
      // The core may read signed submissions, so its endpoints are excluded.
      if role != .core || endpoint.access != .core {
        #expect(owner.leaks(in: answer, to: request) == [], "\(what)")
      }
    }
    try nothingHappened()
  }

  @Test("A person gets 403 from the endpoints of other roles") func personGets403ForOtherRoles() throws {
    let stranger = try somebody(.person)
    for visitor in [owner.visitor, stranger] {
      try everywhere { endpoint, about in
        guard let roles = endpoint.access.roles, !roles.contains(.person) else { return }
        let (answer, request) = try ask(visitor, endpoint, about)
        #expect(answer.status == 403 && answer["type"] == "/problems/forbidden", "\(Self.name(endpoint)) \(request)")
      }
    }
    try nothingHappened()
  }

  @Test(
    "Expired, revoked and altered tokens get 401 from every endpoint that is not open",
    arguments: ["expired", "revoked", "altered"])
  func rejectsInvalidTokens(_ why: String) throws {
    let visitor = try Visitor(server)
    try visitor.login(server.access.login, server.access.password)
    switch why {
    case "expired": server.pass(.seconds(400 * 24 * 3600))
    case "revoked": #expect(try visitor.post("/auth/logout", nil).status == 204)
    default: visitor.token = visitor.token.map { "\($0.dropLast())\($0.hasSuffix("A") ? "E" : "A")" }
    }
    try everywhere { endpoint, about in
      guard endpoint.access != .open, about.nobody == 401 else { return }
      let (answer, request) = try ask(visitor, endpoint, about)
      let what = "\(Self.name(endpoint)) \(request): \(answer.status)"
      #expect(answer.status == 401 && answer["type"] == "/problems/unauthorized", "\(what)")
      #expect(answer.raw["www-authenticate"] == "Bearer error=\"invalid_token\"", "\(what)")
      #expect(owner.leaks(in: answer, to: request) == [], "\(what)")
    }
  }

  @Test("Codes for a challenge of one session do not sign in another session of the person")
  func rejectsCodesInOtherSession() throws {
    let other = try server.person()
    let id = owner.filled("$submission")
    let asked = try owner.visitor.get("/submissions/\(id)/signature")
    let codes = other.codes(for: asked.body)
    let answer = try other.sign(id, codes)
    #expect(answer.status != 200, "\(answer.raw.text)")
    #expect(try owner.visitor.get("/submissions/\(id)")["status"] == "awaitingSignature")
  }

  /// Expects that the owner's rows are unchanged.
  private func nothingHappened() throws {
    let person = owner.visitor
    let id = owner.filled("$submission")
    #expect(try person.get("/submissions/\(id)")["status"] == "awaitingSignature")
    #expect(try person.get("/submissions/\(id)")["attemptsLeft"] == 3)
    #expect(try person.get("/drafts/pp.quick")["draft"]?["values"]?["name"] == "Secret draft")
    #expect(try person.get("/flows/payments.steps")["flow"]?["step"] == "amount")
    #expect(try person.get("/templates/\(owner.filled("$template"))").status == 200)
    #expect(try person.get("/user")["phone"] == "+79000000000")
    #expect(try person.get("/submissions")["count"] == 3)
    try server.expectUnharmed()
  }
}
