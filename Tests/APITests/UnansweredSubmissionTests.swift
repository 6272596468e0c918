import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// Submissions that need an answer from a silent system. They return 503 with `Retry-After`, and
/// store neither a submission nor the key.
struct UnansweredSubmissionTests {
  /// A system that responds with 500 until the test sets `isUp`.
  private final class Core: Sendable {
    let isUp = Mutex(false)
    private let peer = Mutex<Peer?>(nil)

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          guard let self, let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
          guard isUp.withLock({ $0 }) else {
            link.answer(500, "{}")
            continue
          }
          switch path {
          case "/loans": link.answer(200, #"[{"id": "a", "rate": 5}]"#)
          case "/offers/1": link.answer(200, #"{"name": "One", "list": [{"id": "a", "rate": 5}]}"#)
          case "/offers/2": link.answer(200, #"{"name": "Two", "list": []}"#)
          case "/known/x": link.answer(200, #"{"ok": true}"#)
          default: link.answer(404)
          }
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
  }

  private static let service = """
    service: core
    at: ${PEER}
    timeout: 30
    breaker: {after: 1000}
    retries: 0
    lookups:
      - {lookup: offers, key: [code], get: "/offers/{$code}", missing: 404, answer: {name: text name, list: {each: list, value: text id, caption: text id, rate: number rate}}}
    facts: [{fact: loans, get: /loans, answer: {each: SELF, value: text id, caption: text id, rate: number rate}}]
    verifications: [{verification: isKnown, takes: [word], get: "/known/{$word}", holds: ok == YES}]
    """

  /// A form, values that cannot be validated while the system fails, and values that are valid
  /// after its recovery.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let atoms: String
    var head = ""
    let values: Value
    let right: Value

    init(_ name: String, _ atoms: String, head: String = "", _ values: Value, right: Value) {
      (testDescription, self.atoms, self.head) = (name, atoms, head)
      (self.values, self.right) = (values, right)
    }
  }

  static let forms = [
    Form(
      "a computed value of a lookup", "{textInput: code, lookup: offers}, {textInput: name, value: offers.name}",
      ["code": "1"], right: ["code": "2"]),
    Form(
      "through a definition", "{textInput: code, lookup: offers}, {textInput: name, value: greeting}",
      head: "define: {greeting: \"concat('Dear ', offers.name)\"}\n", ["code": "1"], right: ["code": "2"]),
    Form(
      "options without a choice",
      "{textInput: code, lookup: offers}, {enum: offer, options: offers.list}, {textInput: rate, type: number, value: $offer.rate}",
      ["code": "1"], right: ["code": "1", "offer": "a"]),
    Form(
      "options with a kept choice",
      "{textInput: code, lookup: offers}, {enum: offer, options: offers.list}, {textInput: rate, type: number, value: $offer.rate}",
      ["code": "1", "offer": "b"], right: ["code": "1", "offer": "a"]),
    Form(
      "an optional choice that a computed value needs",
      "{enum: loan, options: loans, optional: true}, {textInput: rate, type: number, value: $loan.rate}", [:],
      right: ["loan": "a"]),
    Form(
      "a preset", "{textInput: code, lookup: offers}, {textInput: name, defaultFrom: offers.name}",
      ["code": "1"], right: ["code": "2"]),
    Form(
      "a preset that the client sends as it is shown",
      "{textInput: code, lookup: offers}, {textInput: name, defaultFrom: offers.name}, {textInput: copy, value: $name}",
      ["code": "1", "name": .null], right: ["code": "1", "name": "x"]),
    Form(
      "a list of a system",
      "{repeat: rows, from: loans, key: id, atoms: [{textInput: id, value: item.value}, {textInput: note}]}",
      ["rows": []], right: ["rows": [["id": "a", "note": "x"]]]),
    Form(
      "choices in items",
      "{repeat: rows, atoms: [{enum: loan, options: loans}, {textInput: rate, type: number, value: $loan.rate}]}",
      ["rows": [[:]]], right: ["rows": [["loan": "a"]]]),
    Form("a check", "{textInput: word, check: isKnown}", ["word": "y"], right: ["word": "x"]),
    Form("showIf", "{textInput: note, showIf: \"loans.@count > 0\"}", [:], right: ["note": "x"]),
    Form("requireIf", "{textInput: note, optional: true, requireIf: \"loans.@count > 0\"}", [:], right: ["note": "x"]),
    Form("min", "{textInput: rate, type: number, min: \"loans.@max.rate\"}", ["rate": 4], right: ["rate": 5]),
    Form(
      "signIf", "{textInput: note}", head: "sign: matrix\nsignIf: \"loans.@count > 5\"\n", ["note": "y"],
      right: ["note": "x"]),
  ]

  @Test("A submission refused for a missing service answer leaves its key unused", arguments: forms)
  func missingAnswerLeavesKeyUnused(form: Form) throws {
    let core = try Core()
    let text = """
      operation: trial
      title: Trial
      effect: document
      \(form.head)atoms: [\(form.atoms), {button: send, action: submit}]
      """
    let person = try TestServer(asking: [Self.service], at: core.url, serving: [text]).person()
    for _ in 0..<2 {
      let refused = try person.submit(form.values, to: "trial", key: "k")
      refused.expectProblem(503, "system-unavailable")
      #expect(refused.raw["retry-after"] == "5")
    }
    #expect(try person.get("/submissions")["count"] == 0)
    core.isUp.withLock { $0 = true }
    let sent = try person.submit(form.right, to: "trial", key: "k")
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(try person.submit(form.right, to: "trial", key: "k").status == 200)
    try person.submit(form.values, to: "trial", key: "k").expectProblem(422, "idempotency-key-reused")
  }

  @Test("A button whose condition is unavailable returns 503 and leaves the key unused")
  func unknownButtonLeavesKeyUnused() throws {
    let core = try Core()
    let text = """
      operation: trial
      title: Trial
      effect: document
      atoms: [{textInput: note}, {button: send, action: submit, enableIf: "loans.@count > 0"}]
      """
    let person = try TestServer(asking: [Self.service], at: core.url, serving: [text]).person()
    try person.submit(["note": "y"], to: "trial", action: "send", key: "k").expectProblem(503, "system-unavailable")
    core.isUp.withLock { $0 = true }
    #expect(try person.submit(["note": "x"], to: "trial", action: "send", key: "k").status == 201)
  }

  @Test("A disabled operation or missing code sender returns 503 and leaves the key unused")
  func disabledOperationLeavesKeyUnused() throws {
    let text = """
      operation: trial
      title: Trial
      effect: document
      sign: code
      signIf: $note == 'signed'
      atoms: [{textInput: note}, {button: send, action: submit}]
      """
    let (server, person) = try TestServer({ $0.messages.codes = nil }, serving: [text]).withPerson()
    try person.submit(["note": "signed"], to: "trial", key: "k").expectProblem(503, "codes-unavailable")
    _ = try server.services.availability.disable("trial")
    try person.submit(["note": "stopped"], to: "trial", key: "k").expectProblem(503, "operation-disabled")
    _ = try server.services.availability.enable("trial")
    #expect(try person.submit(["note": "plain"], to: "trial", key: "k").status == 201)
    #expect(try person.get("/submissions")["count"] == 1)
  }

  @Test("A choice from an empty list of a service is reported as a lookup violation")
  func reportsEmptyOptions() throws {
    let core = try Core()
    core.isUp.withLock { $0 = true }
    let text = """
      operation: trial
      title: Trial
      effect: document
      atoms:
        - {textInput: code, lookup: offers}
        - {enum: offer, options: offers.list}
        - {textInput: rate, type: number, value: $offer.rate}
      """
    let server = try TestServer(asking: [Self.service], at: core.url, serving: [text])
    let refused = try server.person().submit(["code": "2", "offer": "a"], to: "trial", key: "k")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.map { $0["atom"] } == ["offer"])
    #expect(refused["errors"]?[0]?["code"] == "lookup")
    #expect(refused["errors"]?[0]?["params"]?["lookup"] == "offers")
  }
}
