import HTTPServer
import JSON
import Model
import Services
import TestBank
import Testing

@testable import API

/// The audit records of each endpoint that is not GET, or the reason why it writes none. A new
/// endpoint fails a test until it is listed.
@Suite struct AuditedTests {
  /// The audit events of each endpoint, in order.
  static let endpoints: [String: [AuditEvent]] = [
    "POST /auth/login": [.login],
    "POST /auth/logout": [.logout],
    "POST /enrolments": [.enrolmentBegun],
    "POST /enrolments/{id}": [.personEnrolled, .login],
    "POST /auth/password": [.passwordChanged],
    "DELETE /auth/sessions": [.sessionEnded],
    "DELETE /auth/sessions/{id}": [.sessionEnded],
    "POST /deals": [.dealAdded],
    "PATCH /deals/{id}": [.dealChanged],
    "DELETE /deals/{id}": [.dealEnded],
    "PATCH /user": [.personChanged],
    "PATCH /settings": [.settingsChanged],
    "POST /templates": [.templateAdded],
    "PATCH /templates/{id}": [.templateRenamed],
    "DELETE /templates/{id}": [.templateDeleted],
    "POST /operations/{id}/submissions": [.submissionMade],
    "POST /flows/{id}/submissions": [.submissionMade],
    "POST /submissions/{id}/signature": [.submissionSigned],
    "POST /submissions/{id}/cancel": [.submissionCancelled],
    "POST /core/submissions/{id}/ack": [.submissionExecuted],
    "POST /callbacks/{service}": [.submissionExecuted],
  ]

  /// The endpoints without audit records, with the reason.
  static let silent = [
    "POST /operations/{id}/evaluate": "stores nothing",
    "POST /operations/{id}/options": "stores nothing",
    "POST /operations/{id}/rows": "stores nothing",
    "POST /prefill": "stores nothing",
    "POST /playground/check": "stores nothing",
    "POST /playground/evaluate": "stores nothing",
    "PUT /deals/{id}/seen": "a read marker is not audited",
    "PUT /notifications/{id}/read": "a read marker is not audited",
    "DELETE /notifications/{id}": "a read marker is not audited",
    "PUT /drafts/{operation}": "a draft is not audited before its submission",
    "DELETE /drafts/{operation}": "a draft is not audited before its submission",
    "POST /flows/{id}": "a flow is not audited before its submission",
    "DELETE /flows/{id}": "a flow is not audited before its submission",
    "POST /flows/{id}/steps/{step}": "a flow is not audited before its submission",
    "POST /flows/{id}/steps/{step}/back": "a flow is not audited before its submission",
    "POST /flows/{id}/steps/{step}/evaluate": "an evaluation changes nothing",
    "PUT /flows/{id}/steps/{step}/draft": "a flow is not audited before its submission",
    "POST /submissions/{id}/signature/resend": "sends a new code, and changes or signs nothing",
  ]

  @Test("Every endpoint other than GET declares its audit events") func declaresEventsOfEveryEndpoint() throws {
    let server = try TestServer()
    let changing = server.application.endpoints.map { "\($0.method.name) \($0.pattern)" }.filter {
      !$0.hasPrefix("GET ")
    }
    #expect(Set(changing) == Set(Self.endpoints.keys).union(Self.silent.keys))
    #expect(Set(Self.endpoints.keys).isDisjoint(with: Self.silent.keys))
  }

  @Test("Each endpoint writes exactly its declared audit events") func endpointsWriteDeclaredEvents() throws {
    let requests = try AuditedRequests()
    try requests.profile()
    try requests.templates()
    try requests.forms()
    try requests.drafts()
    try requests.flows()
    try requests.submissions()
    try requests.callbacks()
    try requests.renewal()
    try requests.deals()
    try requests.sessions()
    try requests.enrolments()
    #expect(requests.seen == Set(Self.endpoints.keys).union(Self.silent.keys))
    // The chain of audit records is intact.
    #expect(try requests.audit.verify() == requests.audit.head())
  }
}

/// Requests to the endpoints that are not GET, whose audit records are compared with the declared
/// events.
private final class AuditedRequests {
  let audit: Audit
  /// The endpoints of the requests.
  private(set) var seen: Set<String> = []
  private let server: TestServer
  private let person: Visitor
  private let core: Visitor

  init() throws {
    // The core executes submissions, so that a signed one can be acknowledged.
    server = try TestServer(
      { $0.execution = Execution(core: .feed, days: BusinessDays()) }, serving: [Walk.operationWithRows],
      playground: true)
    audit = server.services.audit
    person = try server.person()
    core = try Visitor(server)
    _ = try server.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
    try core.login("abs", "a long password")
  }

  /// Sends a request to an endpoint, and compares the audit events.
  @discardableResult private func reports(
    _ endpoint: String, _ request: () throws -> Visitor.Answer
  ) throws -> Visitor.Answer {
    let before = try audit.head().sequence
    let answer = try request()
    #expect(answer.status < 300, "\(endpoint): \(answer.raw.text)")
    let reported = try audit.events(after: before)
    let expected = AuditedTests.endpoints[endpoint] ?? []
    #expect(reported == expected.map(\.rawValue), "\(endpoint)")
    seen.insert(endpoint)
    return answer
  }

  func profile() throws {
    let login: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    try reports("POST /auth/login") { try person.post("/auth/login", login) }
    try reports("PATCH /user") { try person.patch("/user", ["name": "Мария Иванова"]) }
    try reports("PATCH /settings") { try person.patch("/settings", ["pushDeals": true]) }
  }

  func templates() throws {
    let title: Value = ["operation": "pp.quick", "title": "Квартира", "values": ["name": "Анна"]]
    let template = try reports("POST /templates") { try person.post("/templates", title) }["id"]?.string ?? ""
    try reports("POST /prefill") { try person.post("/prefill", ["template": .string(template)]) }
    try reports("PATCH /templates/{id}") { try person.patch("/templates/\(template)", ["title": "Дача"]) }
    try reports("DELETE /templates/{id}") { try person.delete("/templates/\(template)") }
  }

  func forms() throws {
    let values = try person.payment()
    try reports("POST /operations/{id}/evaluate") {
      try person.post("/operations/pp.quick/evaluate", ["values": .object(values), "commit": true])
    }
    try reports("POST /operations/{id}/options") {
      try person.post("/operations/provider.pay/options", ["atom": "provider"])
    }
    try reports("POST /operations/{id}/rows") {
      try person.post("/operations/trial.rows/rows", ["atom": "lines", "text": "Eva"])
    }
    let file: Value = ["file": try person.get("/playground/example")["file"] ?? .null]
    try reports("POST /playground/check") { try person.post("/playground/check", file) }
    try reports("POST /playground/evaluate") { try person.post("/playground/evaluate", file) }
  }

  func drafts() throws {
    try reports("PUT /drafts/{operation}") {
      try person.put("/drafts/pp.quick", ["values": .object(try person.payment())])
    }
    try reports("DELETE /drafts/{operation}") { try person.delete("/drafts/pp.quick") }
  }

  func flows() throws {
    let steps = "/flows/payments.steps"
    try reports("POST /flows/{id}") { try person.post(steps, nil) }
    let entered = try FlowSteps.entered(by: person)
    try reports("POST /flows/{id}/steps/{step}") { try person.post("\(steps)/steps/payee", entered[0].value) }
    try reports("POST /flows/{id}/steps/{step}/back") { try person.post("\(steps)/steps/amount/back", [:]) }
    try reports("DELETE /flows/{id}") { try person.delete(steps) }
    _ = try person.post(steps, nil)
    for (step, values) in entered { _ = try person.post("\(steps)/steps/\(step)", values) }
    let pages = "/flows/complaint.send"
    _ = try person.post(pages, nil)
    try reports("POST /flows/{id}/steps/{step}/evaluate") {
      try person.post("\(pages)/steps/subject/evaluate", ["values": [:]])
    }
    try reports("PUT /flows/{id}/steps/{step}/draft") {
      try person.put("\(pages)/steps/subject/draft", ["values": ["about": "service"]])
    }
    try reports("POST /flows/{id}/submissions") {
      try person.post("\(steps)/submissions", [:], headers: [("Idempotency-Key", "steps")])
    }
  }

  func submissions() throws {
    let values = try person.payment()
    let submit = "POST /operations/{id}/submissions"
    let first = try reports(submit) { try person.submit(values, key: "1") }["submission"]?["id"]?.string ?? ""
    try reports("POST /submissions/{id}/cancel") { try person.send("POST", "/submissions/\(first)/cancel") }
    let sent = try reports(submit) { try person.submit(values, key: "2") }
    let id = sent["submission"]?["id"]?.string ?? ""
    try reports("POST /submissions/{id}/signature") {
      try person.sign(sent)
    }
    try reports("POST /core/submissions/{id}/ack") {
      try core.post("/core/submissions/\(id)/ack", ["status": "executed"])
    }
  }

  /// Sends a callback to a server whose submissions a `Lender` executes, and compares the audit
  /// events.
  func callbacks() throws {
    let lender = try Lender()
    lender.answer { _, _ in .status(202, "{}") }
    let (server, person) = try lender.server().withPerson()
    let id = try person.loan("1.00")
    _ = try person.until("/submissions/\(id)") { $0["delivery"]?["status"] == "accepted" }
    let audit = server.services.audit
    let before = try audit.head().sequence
    let body = #"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#
    let answer = try Visitor(server).send("POST", "/callbacks/lender", headers: Lender.proof(of: body), body: body)
    #expect(answer.status == 200, "\(answer.raw.text)")
    let reported = try audit.events(after: before)
    #expect(reported == AuditedTests.endpoints["POST /callbacks/{service}"]?.map(\.rawValue))
    seen.insert("POST /callbacks/{service}")
  }

  /// Renews the security matrix.
  func renewal() throws {
    let submit = "POST /operations/{id}/submissions"
    let renewal = try reports(submit) { try person.submit([:], to: "matrix.renew", key: "1") }
    server.pass(.seconds(60))
    try reports("POST /submissions/{id}/signature/resend") {
      try person.send("POST", "/submissions/\(renewal["submission"]?["id"]?.string ?? "")/signature/resend")
    }
  }

  func deals() throws {
    let clerk = try server.clerk()
    try person.login(server.access.login, server.access.password)
    let deal: Value = ["title": ["ru": "Ипотека"], "startDate": "2020-01-01", "endDate": "2099-12-31"]
    let added = try reports("POST /deals") { try clerk.add(deal) }
    let path = added["href"]?.string ?? ""
    try reports("PUT /deals/{id}/seen") { try person.send("PUT", "\(path)/seen") }
    let notification = try person.get("/notifications")["data"]?[0]?["id"]?.string ?? ""
    try reports("PUT /notifications/{id}/read") { try person.send("PUT", "/notifications/\(notification)/read") }
    try reports("DELETE /notifications/{id}") { try person.delete("/notifications/\(notification)") }
    let changed = try reports("PATCH /deals/{id}") {
      try clerk.send(
        "PATCH", path, headers: [("Content-Type", "application/json"), ("If-Match", added.raw["etag"] ?? "")],
        body: #"{"place": 1}"#)
    }
    try reports("DELETE /deals/{id}") {
      try clerk.send("DELETE", path, headers: [("If-Match", changed.raw["etag"] ?? "")])
    }
  }

  func sessions() throws {
    let other = try server.person()
    let sessions = try person.get("/auth/sessions")["data"]?.array ?? []
    let ended = sessions.first { $0["current"] == false }?["id"]?.string ?? ""
    try reports("DELETE /auth/sessions/{id}") { try person.delete("/auth/sessions/\(ended)") }
    try reports("DELETE /auth/sessions") { try person.delete("/auth/sessions?keep=current") }
    #expect(try other.get("/user").status == 401)
    let (old, new) = (server.access.password, "new \(server.access.password)")
    try reports("POST /auth/password") {
      try person.post("/auth/password", ["oldPassword": .string(old), "newPassword": .string(new)])
    }
    try reports("POST /auth/logout") { try person.send("POST", "/auth/logout") }
  }

  func enrolments() throws {
    let invitation = try server.services.enrolments.invite(server.access.person.id).wait()
    let begun = try reports("POST /enrolments") {
      try person.post("/enrolments", ["code": .string(invitation.code.secretText)])
    }
    let entry: Value = try [
      "code": .string(server.telephones.enrolmentCode()), "password": "quite another password",
    ]
    try reports("POST /enrolments/{id}") { try person.post("/enrolments/\(begun["id"]?.string ?? "")", entry) }
  }
}
