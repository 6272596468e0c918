import JSON
import Storage
import TestBank
import TestDatabases
import Testing

/// Facts that cannot be read. The server does not treat them as empty, and refuses to draw,
/// evaluate or submit.
struct UnreadableFactTests {
  /// An operation that requires a signature only if notifications are disabled. An empty fact would
  /// require none.
  private static let signed = """
    operation: t.sign
    title: T
    effect: document
    sign: matrix
    signIf: "settings.pushDeals == NO"
    atoms:
      - {textInput: note, caption: Note, check: "settings.language != 'en'", message: Not in English}
      - {button: send, caption: Send, action: submit}
    """
  /// An operation whose limit depends on a fact.
  private static let limited = """
    operation: t.limit
    title: T
    effect: document
    atoms:
      - {accountPicker: from, caption: From}
      - {textInput: amount, caption: Amount, type: amount, currency: RUB, max: "SUBQUERY(accounts, $a, $a.value == $from)[FIRST].available"}
      - {button: send, caption: Send, action: submit}
    """

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.signed, Self.limited]).withPerson()
  }

  /// Tables that tests rename, so that statements fail.
  private enum Table: String, CaseIterable { case settings, access = "account_access", card, provider, meter }

  private func hide(_ table: Table) throws {
    try server.database.alter(Query("ALTER TABLE \(SQLFragment(names: [table.rawValue])) RENAME TO hidden"))
  }

  private func show(_ table: Table) throws {
    try server.database.alter(Query("ALTER TABLE hidden RENAME TO \(SQLFragment(names: [table.rawValue]))"))
  }

  /// Expects that a request is refused while the table cannot be read, and succeeds afterwards.
  private func refused(without table: Table, _ ask: () throws -> Visitor.Answer) throws {
    try hide(table)
    let answer = try ask()
    answer.expectProblem(503, "storage-failed")
    // Only PostgreSQL identifies a missing table as such.
    #expect(answer.raw["retry-after"] == (TestDatabase.isOnServer ? "10" : "60"))
    try show(table)
    let known = try ask()
    #expect(known.status < 300, "\(known.raw.text)")
  }

  @Test("A submission whose signature condition cannot be read returns 503")
  func refusesWithoutSignatureCondition() throws {
    let values: Value = ["values": ["note": "x"]]
    try hide(.settings)
    try person.post("/operations/t.sign/submissions", values, headers: [("Idempotency-Key", "1")])
      .expectProblem(503, "storage-failed")
    try show(.settings)
    #expect(try person.get("/submissions")["count"] == 0)
    let sent = try person.post("/operations/t.sign/submissions", values, headers: [("Idempotency-Key", "1")])
    #expect(sent.status == 201)
    #expect(sent["submission"]?["status"] == "awaitingSignature")
    #expect(server.logged.contains { $0.contains("cannot read fact settings") })
  }

  @Test("A submission whose limit cannot be read returns 503") func refusesWithoutLimit() throws {
    let from = Value.string(try person.account("Текущий"))
    let values: Value = ["values": ["from": from, "amount": "999999999"]]
    try hide(.access)
    for _ in 1...2 {
      try person.post("/operations/t.limit/submissions", values, headers: [("Idempotency-Key", "1")])
        .expectProblem(503, "storage-failed")
    }
    try show(.access)
    try person.post("/operations/t.limit/submissions", values, headers: [("Idempotency-Key", "1")])
      .expectProblem(422, "invalid-values")
  }

  @Test("Drawing or evaluating a form whose facts cannot be read returns 503") func refusesFormWithoutFact() throws {
    try refused(without: .settings) { try person.get("/operations/settings.edit") }
    try refused(without: .access) { try person.get("/operations/t.limit") }
    try refused(without: .card) { try person.get("/operations/card.status") }
    try refused(without: .settings) { try person.post("/operations/t.sign/evaluate", ["values": ["note": "x"]]) }
    try refused(without: .access) {
      try person.post("/operations/t.limit/evaluate", ["values": ["amount": "1"], "changed": ["amount"]])
    }
    try refused(without: .meter) { try person.get("/operations/provider.pay") }
  }

  @Test("An evaluation whose built-in directory cannot be read returns 503") func refusesWithoutDirectory() throws {
    try refused(without: .provider) {
      try person.post("/operations/provider.pay/evaluate", ["values": ["provider": "gorvodokanal"]])
    }
  }

  @Test("A screen whose conditions cannot be evaluated returns 503") func refusesScreenWithoutFact() throws {
    let account = try person.account("Текущий")
    try refused(without: .access) { try person.get("/screens/account?account=\(account)") }
  }

  @Test("A flow step whose facts cannot be read returns 503, and the flow remains stored")
  func refusesFlowStepWithoutFact() throws {
    let first = try person.post("/flows/payments.steps", nil)
    try hide(.access)
    try person.go(first, "next", FlowSteps.payee).expectProblem(503, "storage-failed")
    try show(.access)
    #expect(try person.get("/flows/payments.steps").status == 200)
  }

  @Test("Saving or prefilling a template whose facts cannot be read returns 503")
  func refusesTemplateWithoutFact() throws {
    let from = Value.string(try person.account("Текущий"))
    let values: Value = ["from": from, "amount": "1"]
    try refused(without: .access) {
      try person.post("/templates", ["operation": "t.limit", "title": "x", "values": values])
    }
    let template = try #require(try person.get("/templates")["data"]?.array?.first?["id"])
    try refused(without: .access) { try person.post("/prefill", ["template": template]) }
  }

  @Test("Facts without stored rows are evaluated with their defaults") func evaluatesMissingRowsAsDefaults() throws {
    // No person has stored settings yet, so the fact has its defaults.
    #expect(try person.get("/operations/settings.edit").status == 200)
    #expect(try person.post("/operations/card.status/evaluate", ["values": ["card": "none"]]).status == 200)
  }
}
