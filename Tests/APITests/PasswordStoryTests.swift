import Foundation
import JSON
import SQLiteStorage
import Storage
import TestBank
import Testing

/// Password changes and logins through forms, over HTTP. No typed password is stored, logged or
/// returned.
struct PasswordStoryTests {
  private static let new = "Grüße, Ёжик 2026!"

  @Test("A password change through a form ends the other sessions") func changesPasswordThroughForm() throws {
    let (server, person) = try TestServer().withPerson()
    let other = try server.person()
    let values = Self.values(old: server.access.password, new: Self.new)
    let done = try person.submit(values, to: "auth.password", key: "tap")
    #expect(done.status == 201)
    #expect(done["submission"]?["status"] == "executed")
    try other.get("/user").expectProblem(401, "unauthorized")
    #expect(try person.get("/user").status == 200)
    // After a lost response, the old password is wrong. The repeated key returns the stored
    // submission.
    let again = try person.submit(values, to: "auth.password", key: "tap")
    #expect(again.status == 200)
    #expect(again["submission"]?["id"] == done["submission"]?["id"])
    let nobody = try Visitor(server)
    try nobody.post(
      "/auth/login", ["login": "demo", "password": .string(server.access.password)]
    ).expectProblem(401, "wrong-credentials")
    try nobody.login("demo", Self.new)
    #expect(try nobody.get("/user").status == 200)
  }

  @Test(
    "A refused password change is reported at its atom and its key stays unused",
    arguments: [
      ("not the password", PasswordStoryTests.new, "old", "wrong-password"),
      ("valence-demo", "aaaabbbbccccdddd", "new", "simple"),
    ])
  func reportsRefusalAtAtom(_ old: String, _ new: String, _ atom: String, _ code: String) throws {
    let (server, person) = try TestServer().withPerson()
    let refused = try person.submit(Self.values(old: old, new: new), to: "auth.password", key: "tap")
    refused.expectProblem(422, "refused")
    #expect(refused["errors"]?[0]?["atom"] == .string(atom))
    #expect(refused["errors"]?[0]?["code"] == .string(code))
    // The refused submission did not use up its key.
    let right = Self.values(old: server.access.password, new: Self.new)
    #expect(try person.submit(right, to: "auth.password", key: "tap").status == 201)
  }

  @Test("Typed passwords are neither stored nor logged nor returned") func keepsPasswordsSecret() throws {
    let (server, person) = try TestServer().withPerson()
    let (old, new) = (server.access.password, Self.new)
    let values = Self.values(old: old, new: new)
    var answers: [Visitor.Answer] = [
      try person.post("/operations/auth.password/evaluate", ["values": values, "commit": true]),
      try person.put("/drafts/auth.password", ["values": values]), try person.get("/drafts/auth.password"),
      try person.submit(Self.values(old: new, new: old), to: "auth.password", key: "wrong"),
      try person.submit(values, to: "auth.password", key: "tap"), try person.get("/submissions"),
      try person.post("/auth/password", ["oldPassword": .string("mistyped \(new)"), "newPassword": .string(old)]),
    ]
    let nobody = try Visitor(server)
    answers.append(try nobody.post("/operations/auth.login/evaluate", ["values": ["password": .string(new)]]))
    answers.append(try Self.enter(nobody, "demo", new))
    answers.append(try Self.enter(nobody, "demo", "mistyped \(new)"))
    // A query with a password is refused.
    answers.append(try nobody.get("/operations/auth.login?password=Gr%C3%BC%C3%9Fe"))
    #expect(answers.map(\.status) == [200, 201, 200, 422, 201, 200, 422, 200, 200, 422, 400])
    for secret in [old, new, "Grüße"] {
      for answer in answers { #expect(!answer.raw.text.contains(secret), "\(answer.raw.text)") }
      #expect(!server.logged.contains { $0.contains(secret) })
      guard let database = server.database as? Database else { continue }
      for file in ["", "-wal"] {
        let bytes = try Data(contentsOf: URL(filePath: database.path + file))
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in the database\(file)")
      }
    }
    let submission = try #require(answers[4]["submission"]?["id"]?.string)
    let stored = try server.database.read { connection in
      try connection.first("SELECT \"values\" FROM submission WHERE id = $1", submission) { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
    }
    #expect(stored == "{}")
  }

  @Test("The login form opens a session") func logsInThroughForm() throws {
    let (server, nobody) = try TestServer().withVisitor()
    let tree = try nobody.get("/operations/auth.login")
    #expect(tree.status == 200)
    #expect(
      tree["atoms"]?.array?.compactMap { $0["id"]?.string } == ["login", "password", "enter", "first", "trouble"])
    #expect(tree["draft"] == nil)
    #expect(try nobody.get("/operations/auth.login/schema").status == 200)
    let opened = try Self.enter(nobody, "demo", server.access.password)
    #expect(opened.status == 200)
    #expect(opened.raw["cache-control"] == "no-store")
    #expect(opened["next"]?["href"] == "/start" && opened["next"]?["transition"]?["kind"] == "window")
    nobody.token = opened["session"]?["token"]?.string
    #expect(try nobody.get("/user")["name"] == "Анна Смирнова")
    #expect(try nobody.get("/operations")["data"]?.array?.contains { $0["id"] == "auth.login" } == false)
    #expect(try nobody.get("/submissions")["count"] == 0)
    for link in opened["next"]?["atoms"]?.array?.compactMap({ $0["href"]?.string }) ?? [] {
      #expect(try nobody.get(link).status == 200, "\(link)")
    }
  }

  @Test("The login form accepts a request with an invalid token") func logsInDespiteInvalidToken() throws {
    let server = try TestServer()
    let visitor = try server.person()
    #expect(try visitor.post("/auth/logout", nil).status == 204)
    #expect(try visitor.get("/operations/auth.login").status == 200)
    #expect(try Self.enter(visitor, "demo", server.access.password).status == 200)
  }

  @Test("The login form gives the same response to an unknown login and a wrong password")
  func hidesWhetherLoginExists() throws {
    let nobody = try TestServer().visitor()
    let answers = try [("demo", "not the password"), ("nobody", "not the password"), ("not a login!", "x")].map {
      try Self.enter(nobody, $0.0, $0.1)
    }
    let bodies = answers.map { answer in
      var body = answer.body.object
      body?["requestId"] = nil
      return body
    }
    answers[0].expectProblem(422, "invalid-values")
    #expect(answers[0]["errors"]?[0]?["atom"] == "password")
    #expect(bodies[0] == bodies[1])
    #expect(bodies[0] == bodies[2])
    try Self.enter(nobody, "", "").expectProblem(422, "invalid-values")
  }

  private static func values(old: String, new: String) -> Value {
    ["old": .string(old), "new": .string(new), "repeated": .string(new)]
  }

  private static func enter(_ visitor: Visitor, _ login: String, _ password: String) throws -> Visitor.Answer {
    try visitor.post(
      "/operations/auth.login/submissions", ["values": ["login": .string(login), "password": .string(password)]])
  }
}
