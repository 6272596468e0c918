import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// Flows whose steps depend on answers of systems of the bank.
struct SystemFlowTests {
  private static let service = """
    service: core
    at: ${PEER}
    timeout: 30
    breaker: {after: 1000}
    retries: 0
    facts: [{fact: loans, get: /loans, answer: {each: SELF, value: text id, caption: text id}}]
    verifications: [{verification: isKnown, takes: [inn], get: "/known/{$inn}", holds: ok == YES}]
    """

  /// A system with an answer for each path. A path without an answer returns 500.
  private final class Core: Sendable {
    let answers = Mutex<[String: String]>([:])
    private let peer = Mutex<Peer?>(nil)

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          guard let self, let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
          if let body = answers.withLock({ $0[path] }) { link.answer(200, body) } else { link.answer(500, "{}") }
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
    func set(_ path: String, _ body: String?) { answers.withLock { $0[path] = body } }
  }

  private let core: Core
  private let server: TestServer
  private let person: Visitor

  init() throws {
    core = try Core()
    server = try TestServer(
      operations: "Tests/APITests/Cases/asking-flow/operations", asking: [Self.service], at: core.url)
    person = try server.person()
  }

  private func begin() throws -> Visitor.Answer { try person.post("/flows/ask.steps", nil) }

  private func next(_ step: Visitor.Answer, _ values: Value) throws -> Visitor.Answer {
    let name = step["flow"]?["step"]?.string ?? ""
    return try person.post("/flows/ask.steps/steps/\(name)", ["values": values])
  }

  @Test(
    "A fact of a service decides whether a flow step is shown",
    arguments: [("[]", "payer"), (#"[{"id": "1"}]"#, "terms")])
  func factSelectsFirstStep(loans: String, step: String) throws {
    core.set("/loans", loans)
    let begun = try begin()
    #expect(begun.status == 201 && begun["flow"]?["step"]?.string == step, "\(begun.raw.text)")
  }

  @Test("Starting a flow without its fact returns 503 and stores no flow") func failsToBeginWithoutFact() throws {
    let refused = try begin()
    refused.expectProblem(503, "system-unavailable")
    #expect(refused.raw["retry-after"] == "5")
    try person.get("/flows/ask.steps").expectProblem(404, "not-found")
    core.set("/loans", "[]")
    #expect(try begin().status == 201)
  }

  @Test(
    "A verification by a service selects the next flow step", arguments: [("true", "confirm"), ("false", "reason")])
  func verificationSelectsNextStep(holds: String, step: String) throws {
    core.set("/loans", "[]")
    core.set("/known/7707083893", #"{"ok": \#(holds)}"#)
    let after = try next(try begin(), ["inn": "7707083893"])
    #expect(after.status == 200 && after["flow"]?["step"]?.string == step, "\(after.raw.text)")
  }

  @Test("A failed verification returns 503, and the flow stays at its step") func failedVerificationKeepsStep() throws {
    core.set("/loans", "[]")
    let begun = try begin()
    let refused = try next(begun, ["inn": "7707083893"])
    refused.expectProblem(503, "system-unavailable")
    let present = try person.get("/flows/ask.steps")
    #expect(present["flow"]?["step"] == "payer")
    core.set("/known/7707083893", #"{"ok": true}"#)
    let last = try next(begun, ["inn": "7707083893"])
    #expect(last["flow"]?["step"] == "confirm")
    #expect(last["modules"]?.array?.compactMap { $0["title"]?.string } == ["INN: 7707083893", "Loans: 0"])
  }

  @Test("A flow screen with an unavailable fact has `retryAfter`") func unknownFactSetsRetryAfter() throws {
    core.set("/loans", "[]")
    core.set("/known/7707083893", #"{"ok": true}"#)
    let last = try next(try begin(), ["inn": "7707083893"])
    #expect(last["retryAfter"] == nil)
    core.set("/loans", nil)
    let drawn = try person.get("/flows/ask.steps/steps/confirm")
    #expect(drawn.status == 200 && drawn["retryAfter"] == 5, "\(drawn.raw.text)")
  }
}
