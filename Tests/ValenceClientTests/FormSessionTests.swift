import Foundation
import Testing
import ValenceClient

/// The rules of clients that concern time and requests. Their ids are those of `docs/protocol.md`.
@MainActor struct FormSessionTests {
  private static let tree = """
    {"operation": "trial", "version": "1", "evaluate": {"method": "POST", "href": "/e"},
     "draft": {"method": "PUT", "href": "/d"}, "atoms": [
      {"id": "amount", "kind": "textInput", "shown": true, "enabled": true, "required": true, "value": null, "notify": "commit"},
      {"id": "code", "kind": "textInput", "type": "code", "shown": true, "enabled": true, "required": false, "value": null},
      {"id": "send", "kind": "button", "shown": true, "enabled": true, "action": {"name": "submit", "method": "POST", "href": "/s"}},
      {"id": "close", "kind": "button", "shown": true, "enabled": true, "confirm": {"title": "Close?"},
       "action": {"name": "submit", "method": "POST", "href": "/c"}}]}
    """
  private nonisolated static let progress = """
    {"document": "progress", "submission": {"id": "1", "href": "/submissions/1", "status": "executed"}, "next": null}
    """

  private let clock = PassingClock()

  private static func read(_ tree: String) throws -> Tree {
    try JSONDecoder().decode(Tree.self, from: Data(tree.utf8))
  }

  private func session(_ transport: AnsweringTransport) throws -> FormSession {
    FormSession(try Self.read(Self.tree), Client(transport), clock: clock)
  }

  /// Waits until nothing is open and nothing will be repeated.
  private func settle(_ session: FormSession) async { while session.isPending { await Task.yield() } }

  private nonisolated static func problem(
    _ name: String, _ status: Int, retryAfter: Int? = nil
  ) -> ValenceClient.Response {
    let headers = retryAfter.map { ["Retry-After": String($0)] } ?? [:]
    return AnsweringTransport.json(
      #"{"type": "/problems/\#(name)", "title": "x", "status": \#(status)}"#, status: status, headers: headers)
  }

  @Test("Q7: a failed question is repeated after 1, 2 and 4 s, or after `Retry-After`, and names its changes")
  func repeatsQuestions() async throws {
    let transport = AnsweringTransport { request, number in
      guard request.path == "/e" else { return AnsweringTransport.json("{}") }
      switch number {
      case 1...3: return nil
      case 4: return Self.problem("overloaded", 503, retryAfter: 7)
      default: return AnsweringTransport.states(of: request)
      }
    }
    let session = try session(transport)
    session.enter("5", at: "amount")
    session.endEditing(at: "amount")
    await settle(session)
    #expect(clock.waits.filter { $0 != .milliseconds(1200) } == [1, 2, 4, 7].map { .seconds($0) })
    let changed = try transport.bodies(to: "/e").map { $0["changed"] }
    #expect(changed == Array(repeating: ["amount"], count: 5) && !session.form.isWaiting)
  }

  @Test("T5: a tap is repeated with its key while the first request is under way, up to five times")
  func repeatsTaps() async throws {
    let transport = AnsweringTransport { request, number in
      guard request.path == "/s" else { return AnsweringTransport.states(of: request) }
      return number > 2 ? AnsweringTransport.json(Self.progress, status: 201) : Self.problem("under-way", 409)
    }
    let session = try session(transport)
    guard case .shown(.progress, isEarlier: false) = try await session.tap("send") else {
      Issue.record("no progress")
      return
    }
    #expect(transport.sent.count == 3 && Set(transport.sent.map { $0.headers["Idempotency-Key"] }).count == 1)
    #expect(clock.waits == [.seconds(1), .seconds(1)])
    let stuck = AnsweringTransport { _, _ in Self.problem("under-way", 409) }
    await #expect(throws: Failure.self) { _ = try await self.session(stuck).tap("send") }
    #expect(stuck.sent.count == 6)
  }

  @Test("T6: before a question, all values are validated, and the person is not asked about wrong ones")
  func validatesBeforeQuestion() async throws {
    let transport = AnsweringTransport { request, number in
      guard request.path == "/e" else { return AnsweringTransport.json(Self.progress, status: 201) }
      let error = number == 1 ? #"{"code": "required", "message": "Enter it"}"# : "null"
      return AnsweringTransport.states(of: request, #""amount": {"shown": true, "value": null, "error": \#(error)}"#)
    }
    let session = try session(transport)
    guard case .findings("amount") = try await session.tap("close") else {
      Issue.record("no findings")
      return
    }
    guard case .confirmation(let question) = try await session.tap("close") else {
      Issue.record("no question")
      return
    }
    #expect(question.title == "Close?" && transport.sent.allSatisfy { $0.path == "/e" })
    #expect(try transport.bodies(to: "/e").allSatisfy { $0["commit"] == true && $0["changed"] == nil })
    _ = try await session.tap("close", isConfirmed: true)
    #expect(transport.sent.map(\.path) == ["/e", "/e", "/c"])
  }

  @Test("D4: after 401 the form keeps its values and its key, and asks again after the login")
  func continuesAfterLogin() async throws {
    let transport = AnsweringTransport { request, number in
      guard request.path == "/e" else { return AnsweringTransport.json("{}") }
      return number == 1 ? Self.problem("unauthorized", 401) : AnsweringTransport.states(of: request)
    }
    let session = try session(transport)
    var failures = 0
    session.onFailure = { _ in failures += 1 }
    let key = session.form.tap("send")?.key
    session.enter("5", at: "amount")
    session.endEditing(at: "amount")
    await settle(session)
    #expect(failures == 1 && session.form.isWaiting && session.form.values == ["amount": "5"])
    session.resume()
    await settle(session)
    #expect(!session.form.isWaiting && session.form.tap("send")?.key == key)
    #expect(try transport.bodies(to: "/e").map { $0["changed"] } == [["amount"], ["amount"]])
  }

  @Test("F1, F2, F3: entries without secrets are saved once, and a conflict is left to the person")
  func savesDrafts() async throws {
    let transport = AnsweringTransport { request, number in
      guard request.path == "/d" else { return AnsweringTransport.states(of: request) }
      if request.headers["If-Match"] == "two" { return AnsweringTransport.json(#"{"draft": {"etag": "three"}}"#) }
      return AnsweringTransport.json(
        #"{"type": "/problems/draft-changed", "status": 412, "current": {"etag": "two", "values": {"amount": "7"}}}"#,
        status: 412)
    }
    let session = try session(transport)
    session.enter("5", at: "amount")
    session.enter("1234", at: "code")
    await settle(session)
    #expect(try transport.bodies(to: "/d").map { $0["values"] } == [["amount": "5"]])
    session.enter("6", at: "amount")
    await settle(session)
    let conflict = try #require(session.draftConflict)
    #expect(transport.sent.count == 1 && session.form["amount"]?.value == "6")
    session.resolveDraft(conflict.currentDraft, with: ["amount": "6"])
    await settle(session)
    #expect(try transport.bodies(to: "/d").map { $0["values"] } == [["amount": "5"], ["amount": "6"]])
    #expect(session.draftConflict == nil && transport.sent.last { $0.path == "/d" }?.headers["If-Match"] == "two")
  }

  @Test("Q4: a resumed draft is evaluated without `changed` and `commit`") func evaluatesResumedDraft() async throws {
    let transport = AnsweringTransport { request, _ in AnsweringTransport.states(of: request) }
    let tree = Self.tree.replacing(#""href": "/d""#, with: #""href": "/d", "etag": "one""#)
    let session = FormSession(try Self.read(tree), Client(transport), clock: clock)
    await settle(session)
    let bodies = try transport.bodies(to: "/e")
    #expect(bodies.count == 1 && bodies[0]["changed"] == nil && bodies[0]["commit"] == nil)
  }

  @Test("T1: stored keys are the keys of the restored form, also after an edit of a stored submission")
  func restoresKeys() throws {
    var form = LiveForm(try Self.read(Self.tree))
    _ = form.enter("5", at: "amount")
    let first = try #require(form.tap("send"))
    form.end(first, with: .progress(try JSONDecoder().decode(Progress.self, from: Data(Self.progress.utf8))))
    #expect(form.tap("send") == first)
    _ = form.enter("6", at: "amount")
    let second = try #require(form.tap("send"))
    #expect(second.key != first.key && form.tap("close")?.key != second.key)
    let stored = try JSONEncoder().encode(form.keys)
    let restored = LiveForm(try Self.read(Self.tree), keys: try JSONDecoder().decode(TapKeys.self, from: stored))
    #expect(restored.tap("send")?.key == first.key)
  }
}
