import Dates
import JSON
import Model
import Services
import TestBank
import Testing

struct CoreEndpointTests {
  /// Returns a server whose core executes submissions.
  static func server() throws -> TestServer {
    try TestServer({ $0.execution = Execution(core: .feed, days: BusinessDays()) })
  }

  /// Returns the core, logged in.
  static func core(_ server: TestServer, language: String = "en") throws -> Visitor {
    let visitor = try Visitor(server, language: language)
    if try server.services.users.find(login: "abs") == nil {
      _ = try server.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
    }
    try visitor.login("abs", "a long password")
    return visitor
  }

  /// Returns a server whose core executes submissions, with the demo's person and the core, both
  /// logged in.
  private static func withPersonAndCore() throws -> (server: TestServer, person: Visitor, core: Visitor) {
    let server = try server()
    return (server, try server.person(), try core(server))
  }

  /// Submits and signs a payment; returns the submission's id.
  static func pay(_ person: Visitor, _ server: TestServer, key: String) throws -> String {
    let (id, sent) = try person.waitingPayment(key: key)
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "signed")
    return id
  }

  @Test("The core reads a signed submission and acknowledges its execution") func coreExecutesSubmission() throws {
    let (server, person, core) = try Self.withPersonAndCore()
    #expect(try core.get("/core/submissions").body == ["document": "list", "count": 0, "data": []])
    let id = try Self.pay(person, server, key: "1")
    #expect(try person.balance() == "152300.00")
    let page = try core.get("/core/submissions?after=0")
    #expect(page["count"] == 1)
    let row = try #require(page["data"]?[0])
    #expect(row["id"] == .string(id))
    #expect(row["sequence"] == 1)
    #expect(row["operation"] == "pp.quick")
    #expect(row["status"] == "signed")
    #expect(row["person"]?["name"] == "Анна Смирнова")
    #expect(row["account"] == .string(try person.account("Текущий")))
    #expect(row["customer"]?["name"] == row["person"]?["name"])
    #expect(row["values"]?["account"] == "40702810138250123017")
    #expect((row["amount"], row["currency"]) == ("100.50", "RUB"))
    #expect(row["digest"]?.string?.count == 64)
    #expect(row["businessDay"] == (try person.get("/submissions/\(id)")["businessDay"]))
    #expect(row["acknowledgedAt"] == nil)
    let ack = try #require(row["ack"]?["href"]?.string)
    let taken = try core.post(ack, ["status": "executed"])
    #expect(taken.status == 200)
    #expect(taken["status"] == "executed")
    #expect(try person.balance() == "152199.50")
    let again = try core.post(ack, ["status": "executed"])
    #expect((again.status, again.body) == (200, taken.body))
    try core.post(ack, ["status": "rejected", "reason": "late"]).expectProblem(409, "conflict")
    #expect(try core.get("/core/submissions?after=1").body == ["document": "list", "count": 0, "data": []])
    #expect(try core.get("/core/submissions")["data"]?[0]?["status"] == "executed")
    #expect(try server.services.inspection.ledger().isSound)
  }

  @Test("A rejection by the core is shown with its reason and message") func showsCoreRejection() throws {
    let (server, person, core) = try Self.withPersonAndCore()
    let id = try Self.pay(person, server, key: "1")
    let message: Value = ["ru": "Счёт получателя закрыт", "en": "The payee's account is closed"]
    let said: Value = ["status": "rejected", "reason": "payee-closed", "message": message]
    #expect(try core.post("/core/submissions/\(id)/ack", said).status == 200)
    let whole = try person.get("/submissions/\(id)")
    #expect(whole["status"] == "rejected")
    #expect(whole["reason"] == "payee-closed")
    #expect(whole["message"] == "The payee's account is closed")
    let last = whole["history"]?.array?.last
    #expect((last?["status"], last?["reason"]) == ("rejected", "payee-closed"))
    #expect(last?["message"] == "The payee's account is closed")
    let russian = try server.person(language: "ru")
    #expect(try russian.get("/submissions/\(id)")["message"] == "Счёт получателя закрыт")
    // A repeated key returns the outcome of the stored submission.
    let result = try russian.submit(try russian.payment(), key: "1")["next"]
    #expect(result?["atoms"]?[0]?["caption"] == "Отклонено: Счёт получателя закрыт")
    #expect(try person.balance() == "152300.00")
  }

  @Test("The feed of the core is paged by cursor") func pagesThroughCoreFeed() throws {
    let (server, person, core) = try Self.withPersonAndCore()
    let ids = try (1...3).map { try Self.pay(person, server, key: "\($0)") }
    let first = try core.get("/core/submissions?limit=2")
    #expect(first["data"]?.array?.compactMap { $0["id"]?.string } == Array(ids.prefix(2)))
    let next = try #require(first["next"]?.string)
    #expect(next == "/core/submissions?limit=2&after=2")
    let second = try core.get(next)
    #expect(second["data"]?.array?.compactMap { $0["id"]?.string } == Array(ids.suffix(1)))
    #expect(second["next"] == nil)
    for query in ["after=-1", "after=x", "limit=0", "limit=201", "before=1"] {
      try core.get("/core/submissions?\(query)").expectProblem(400, "unknown-query")
    }
  }

  @Test(
    "The endpoints of the core require the role `core`",
    arguments: [
      ("GET", "/core/submissions"), ("POST", "/core/submissions/01890a5d-ac96-774b-bcce-b302099a8057/ack"),
    ])
  func restrictsCoreEndpoints(_ method: String, _ path: String) throws {
    let server = try Self.server()
    try Visitor(server).send(method, path).expectProblem(401, "unauthorized")
    let refused = try server.person().send(method, path)
    refused.expectProblem(403, "forbidden")
    #expect(refused["detail"] == "This requires the role `core`. Your role is `person`.")
  }

  @Test(
    "The role `core` is refused at the endpoints for people",
    arguments: [
      ("GET", "/user"), ("GET", "/accounts"), ("GET", "/operations"), ("GET", "/submissions"), ("GET", "/drafts"),
      ("POST", "/operations/pp.quick/submissions"),
    ])
  func restrictsCoreRole(_ method: String, _ path: String) throws {
    let server = try Self.server()
    let core = try Self.core(server)
    try core.send(method, path).expectProblem(403, "forbidden")
    #expect(try core.post("/auth/logout", nil).status == 204)
    try core.get("/core/submissions").expectProblem(401, "unauthorized")
  }

  @Test(
    "An invalid acknowledgement is refused and the submission stays signed",
    arguments: [
      #"{}"#, #"{"status": "signed"}"#, #"{"status": "rejected"}"#, #"{"status": "executed", "reason": "why"}"#,
      #"{"status": "rejected", "reason": ""}"#, #"{"status": "rejected", "reason": "Not A Code"}"#,
      #"{"status": "rejected", "reason": 1}"#, #"{"status": "executed", "message": 1}"#,
      #"{"status": "executed", "message": ""}"#, #"{"status": "executed", "message": {"en": "only English"}}"#,
      #"{"status": "executed", "message": "\u0000"}"#, #"{"status": "executed", "message": {"ru": "да\u001b[2J"}}"#,
      #"{"status": "executed", "message": {"ru": "да", "en": "\u009f"}}"#,
      #"{"status": "executed", "message": {"ru": "да", "de": "ja"}}"#, "[]",
    ])
  func rejectsInvalidAcknowledgement(_ body: String) throws {
    let (server, person, core) = try Self.withPersonAndCore()
    let id = try Self.pay(person, server, key: "1")
    try core.send(
      "POST", "/core/submissions/\(id)/ack", headers: [("Content-Type", "application/json")], body: body
    ).expectProblem(400, "malformed-request")
    #expect(try person.get("/submissions/\(id)")["status"] == "signed")
  }

  @Test("The acknowledgement of an unsigned or unknown submission returns 404")
  func rejectsUnknownAcknowledgement() throws {
    let (_, person, core) = try Self.withPersonAndCore()
    let unsigned = try person.submit(try person.payment(), key: "1")["submission"]?["id"]?.string ?? ""
    for id in [unsigned, "01890a5d-ac96-774b-bcce-b302099a8057", "x"] {
      try core.post("/core/submissions/\(id)/ack", ["status": "executed"]).expectProblem(404, "not-found")
    }
  }

  @Test("An unresponsive core is reported at /readyz; the server stays ready") func reportsSilentCore() throws {
    let (server, person, core) = try Self.withPersonAndCore()
    let nobody = try Visitor(server)
    #expect(
      try nobody.get("/readyz")["checks"]?["core"]
        == ["status": "ok", "waiting": 0, "oldestSeconds": 0])
    let id = try Self.pay(person, server, key: "1")
    server.pass(.seconds(3600))
    let silent = try nobody.get("/readyz")
    #expect((silent.status, silent["status"]) == (200, "ok"))
    #expect(silent["checks"]?["database"] == ["status": "ok"])
    #expect(silent["checks"]?["core"]?["status"] == "silent")
    #expect(silent["checks"]?["core"]?["waiting"] == 1)
    #expect((silent["checks"]?["core"]?["oldestSeconds"]?.integer ?? 0) >= 3600)
    _ = try core.get("/core/submissions")
    _ = try core.post("/core/submissions/\(id)/ack", ["status": "executed"])
    let awake = try nobody.get("/readyz")["checks"]?["core"]
    #expect((awake?["status"], awake?["waiting"]) == ("ok", 0))
    #expect(awake?["lastPullAt"]?.string != nil)
  }

  @Test("The readiness response omits the core if the ledger executes submissions") func omitsCoreWithoutFeed() throws {
    let server = try TestServer()
    #expect(
      try Visitor(server).get("/readyz")["checks"]?.object?.members.map(\.name)
        == ["database", "definitions", "directory", "messages"])
  }

  @Test("A signed submission shows its business day") func showsBusinessDay() throws {
    // No day of 2026 and 2027 is a business day, so every signature has the first business day of
    // 2028.
    let first = try #require(CivilDate("2026-01-01")).daysSinceEpoch
    let off = BusinessCalendar(holidays: Set((0..<730).map { CivilDate(daysSinceEpoch: first + $0) }))
    let person = try TestServer({ $0.execution = Execution(core: .ledger, days: BusinessDays(off)) })
      .person()
    let sent = try person.submit(try person.payment(), key: "1")
    #expect(sent["submission"]?["businessDay"] == nil)
    let id = try sent.submissionID()
    let signed = try person.sign(sent)
    // 2028-01-01 is a Saturday.
    #expect(signed["submission"]?["businessDay"] == "2028-01-03")
    #expect(signed["next"]?["atoms"]?[1]?["caption"] == "Business day: 3 Jan 2028")
    #expect(try person.get("/submissions/\(id)")["businessDay"] == "2028-01-03")
  }
}
