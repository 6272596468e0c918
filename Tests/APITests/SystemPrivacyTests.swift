import Foundation
import JSON
import Model
import Services
import Synchronization
import TestBank
import TestClient
import Testing

/// Separation of people's data from systems, and the removal of cached answers after changes.
struct SystemPrivacyTests {
  /// A system that returns one loan for each customer, with the customer's id as its id.
  private final class Core: Sendable {
    private let customers = Mutex<[String]>([])
    private let peer = Mutex<Peer?>(nil)
    /// A closure that runs with each customer's id before the response.
    private let before: @Sendable (String) -> Void

    init(before: @escaping @Sendable (String) -> Void = { _ in }) throws {
      self.before = before
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          let path = request.split(separator: " ").dropFirst().first ?? ""
          guard let self, let id = path.split(separator: "/").dropFirst().first.map(String.init) else { return }
          customers.withLock { $0.append(id) }
          before(id)
          link.answer(200, #"{"items": [{"id": "\#(id)"}]}"#)
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    /// Returns the number of requests for a customer, or for all customers if nil.
    func asked(_ customer: String? = nil) -> Int {
      customers.withLock { asked in customer.map { id in asked.count { $0 == id } } ?? asked.count }
    }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
  }

  private static let service = """
    service: core
    at: ${PEER}
    timeout: 30
    limit: {atOnce: 10000, perPerson: 1000, perSecond: 100000}
    facts:
      - {fact: loans, get: "/customers/{user.externalId}/loans", answer: {each: items, value: text id, caption: text id}, cache: 600}
    lookups:
      - {lookup: branch, key: [id], get: "/branches/{$id}", answer: {items: {each: items, value: text id}}, cache: 600}
    """
  private static let loans = """
    operation: trial.loans
    title: {ru: Кредиты, en: Loans}
    effect: document
    sign: matrix
    atoms:
      - {enum: loan, caption: {ru: Кредит, en: Loan}, options: loans, optional: true}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true, value: "loans[FIRST].value"}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  private let core: Core
  private let server: TestServer

  init() throws {
    core = try Core()
    server = try Self.server(core)
  }

  private static func server(
    _ core: Core, _ adjust: (inout ServiceConfiguration) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer(adjust, asking: [service], at: core.url, serving: [loans])
  }

  /// Adds a person with a security matrix and an external id, and logs in.
  private func person(
    _ login: String, _ external: String?, of server: TestServer? = nil
  ) throws -> (visitor: Visitor, id: PersonID) {
    let server = server ?? self.server
    let id = try server.services.users.add(login: login, name: login, password: "a long password").wait().id
    if let external { try server.services.users.link(id, to: external).wait() }
    let visitor = try logIn(login, at: server)
    visitor.matrix = try server.services.signing.issueMatrix(id).wait()
    return (visitor, id)
  }

  private func logIn(_ login: String, at server: TestServer? = nil) throws -> Visitor {
    let visitor = try Visitor(server ?? self.server)
    try visitor.login(login, "a long password")
    return visitor
  }

  private func states(_ visitor: Visitor) throws -> Visitor.Answer {
    try visitor.post("/operations/trial.loans/evaluate", ["values": [:], "commit": true])
  }

  private func loan(_ visitor: Visitor) throws -> String? { try states(visitor)["atoms"]?["note"]?["value"]?.string }

  private func send(_ visitor: Visitor, key: String) throws -> Visitor.Answer {
    try visitor.post("/operations/trial.loans/submissions", ["values": [:]], headers: [("Idempotency-Key", key)])
  }

  @Test("Concurrent people read only their own facts during logouts, new links and erasures")
  func concurrentPeopleSeeOwnFacts() throws {
    let (people, connections, rounds) = (8, 2, 625)
    let ids = try (0..<people).map { try person("somebody\($0)", "C-\($0)").id }
    let faults = Mutex<[String]>([])
    let seen = try together(people * connections) { thread -> Int in
      let (number, isFirst) = (thread % people, thread < people)
      var (visitor, seen) = (try logIn("somebody\(number)"), 0)
      var (login, external) = ("somebody\(number)", "C-\(number)")
      for round in 0..<rounds {
        let answer = try states(visitor)
        let found = answer["atoms"]?["note"]?["value"]?.string
        // The second connection of a person who is relinked or erased may see either link or none.
        let isSettled = isFirst || number < 4
        if answer.status == 200, let found, found == external || !isSettled && found.hasPrefix("C-\(number)") {
          seen += 1
        } else if isSettled || answer.status != 401 && found != nil {
          faults.withLock { $0.append("\(login) saw \(found ?? "nothing") for \(external), \(answer.status)") }
        }
        guard isFirst, round % 25 == 12 else { continue }
        switch number {
        case 0: try server.serve([Self.loans], asking: [Self.service])
        case 1:
          let sent = try send(visitor, key: "k\(round)")
          let id = try sent.submissionID()
          _ = try visitor.post("/submissions/\(id)/cancel", [:])
        case 2:
          _ = try visitor.post("/auth/logout", nil)
          visitor = try logIn(login)
        case 3: server.systems.forget(ids[3])
        case 4:
          external = "C-4-\(round)"
          try server.services.users.link(ids[4], to: external).wait()
        case 5:
          let former = try #require(try server.services.users.find(login: login))
          _ = try server.services.retention.erase(former.id).wait()
          try server.changed.forget()
          (login, external) = ("somebody5-\(round)", "C-5-\(round)")
          visitor = try person(login, external).visitor
        default: break
        }
      }
      return seen
    }
    #expect(faults.withLock { $0.prefix(5) } == [])
    // Counts both connections of people whose link stays, and the first connections of the others.
    #expect(seen.reduce(0, +) >= (people * connections - 2) * rounds - 2 * rounds)
  }

  @Test("Equal concurrent queries of one person are joined; those of two people are separate")
  func coalescesQueriesPerPerson() throws {
    let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let core = try Core { _ in
      isAsked.signal()
      mayAnswer.wait()
    }
    let server = try Self.server(core)
    _ = try person("anna", "C-1", of: server)
    _ = try person("boris", "C-2", of: server)
    let answers = try together(5) { number -> [String?] in
      if number == 4 {
        for _ in 0..<2 { isAsked.wait() }
        for _ in 0..<2 { mayAnswer.signal() }
        return []
      }
      let login = number % 2 == 0 ? "anna" : "boris"
      return [login, try loan(try logIn(login, at: server))]
    }
    #expect(answers.count { $0 == ["anna", "C-1"] } == 2 && answers.count { $0 == ["boris", "C-2"] } == 2)
    #expect(core.asked("C-1") == 1 && core.asked("C-2") == 1)
  }

  @Test("A submission sends its own query instead of joining a form's pending query")
  func submissionSendsOwnQuery() throws {
    let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Mutex(true)
    let core = try Core { _ in
      let isHeld = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      guard isHeld else { return }
      isAsked.signal()
      mayAnswer.wait()
    }
    let server = try Self.server(core)
    _ = try person("anna", "C-1", of: server)
    let answers = try together(2) { number -> Int in
      let visitor = try logIn("anna", at: server)
      if number == 0 { return try loan(visitor) == "C-1" ? 200 : 0 }
      isAsked.wait()
      defer { mayAnswer.signal() }
      // This submission is validated while the query of the form is pending.
      return try send(visitor, key: "1").status
    }
    #expect(answers.sorted() == [200, 201])
    #expect(core.asked("C-1") == 2)
  }

  @Test("A query after a change does not join a pending query from before it") func doesNotJoinOutdatedQuery() throws {
    let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isHeld = Mutex(true)
    let core = try Core { _ in
      guard isHeld.withLock({ $0 }) else { return }
      isAsked.signal()
      mayAnswer.wait()
    }
    let server = try Self.server(core)
    let id = try person("anna", "C-1", of: server).id
    let answers = try together(2) { number -> [String?] in
      let visitor = try logIn("anna", at: server)
      if number == 0 { return [try loan(visitor)] }
      isAsked.wait()
      isHeld.withLock { $0 = false }
      defer { mayAnswer.signal() }
      server.systems.forget(id)
      // This request is answered while the first query is pending.
      return [try loan(visitor), "after"]
    }
    #expect(answers.allSatisfy { $0.first == "C-1" })
    #expect(core.asked("C-1") == 2)
    // The late answer to the first query is not cached. The answer to the second query is.
    #expect(try loan(logIn("anna", at: server)) == "C-1")
    #expect(core.asked("C-1") == 2)
  }

  /// A named change to a person or to the bank.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// True if the change drops cached answers about the person.
    let drops: Bool
    let make: @Sendable (SystemPrivacyTests, Visitor, PersonID, TestServer) throws -> Void

    init(
      _ name: String, drops: Bool = true,
      _ make: @escaping @Sendable (SystemPrivacyTests, Visitor, PersonID, TestServer) throws -> Void
    ) { (testDescription, self.drops, self.make) = (name, drops, make) }
  }

  static let changes: [Change] = [
    Change("nothing", drops: false) { (_, _, _, _) throws in },
    Change("a page", drops: false) { (_, visitor, _, _) throws in
      let page = try visitor.get("/submissions")
      #expect(page.status == 200)
    },
    Change("another person's logout", drops: false) { (tests, _, _, server) throws in
      let other = try tests.person("boris", "C-2", of: server).visitor
      #expect(try other.post("/auth/logout", nil).status == 204)
      try server.changed.forget()
    },
    Change("submission") { (tests, visitor, _, _) throws in #expect(try tests.send(visitor, key: "1").status == 201)
    },
    Change("signature") { (tests, visitor, _, _) throws in
      let sent = try tests.send(visitor, key: "1")
      _ = try tests.loan(visitor)
      let signed = try visitor.sign(sent)
      #expect(signed["submission"]?["status"] == "signed" || signed["submission"]?["status"] == "executed")
    },
    Change("cancellation") { (tests, visitor, _, _) throws in
      let sent = try tests.send(visitor, key: "1")
      _ = try tests.loan(visitor)
      let id = try sent.submissionID()
      #expect(try visitor.post("/submissions/\(id)/cancel", [:]).status == 200)
    },
    Change("acknowledgement by the core") { (tests, visitor, _, server) throws in
      let sent = try tests.send(visitor, key: "1")
      let id = try sent.submissionID()
      #expect(try visitor.sign(sent)["submission"]?["status"] == "signed")
      _ = try tests.loan(visitor)
      _ = try server.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
      let core = try tests.logIn("abs", at: server)
      #expect(try core.post("/core/submissions/\(id)/ack", ["status": "executed"]).status == 200)
    },
    Change("logout") { (tests, visitor, _, _) throws in #expect(try visitor.post("/auth/logout", nil).status == 204)
    },
    Change("end of all sessions") { (tests, visitor, _, _) throws in
      #expect(try visitor.delete("/auth/sessions").status == 204)
    },
    Change("another password") { (_, visitor, _, _) throws in
      let body: Value = ["oldPassword": "a long password", "newPassword": "another long password"]
      #expect(try visitor.post("/auth/password", body).status == 204)
      let back: Value = ["oldPassword": "another long password", "newPassword": "a long password"]
      #expect(try visitor.post("/auth/password", back).status == 204)
    },
    Change("end of sessions by another process") { (_, _, id, server) throws in
      #expect(try server.services.auth.endAll(of: id).wait() > 0)
      try server.changed.forget()
    },
    Change("another link, and back, by another process") { (_, _, id, server) throws in
      try server.services.users.link(id, to: "C-99").wait()
      try server.services.users.link(id, to: "C-1").wait()
      try server.changed.forget()
    },
    Change("acknowledgement at another server") { (tests, visitor, _, server) throws in
      let sent = try tests.send(visitor, key: "1")
      let id = try sent.submissionID()
      #expect(try visitor.sign(sent)["submission"]?["status"] == "signed")
      try server.changed.forget()
      _ = try tests.loan(visitor)
      let submission = try #require(SubmissionID(id))
      let document = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
      _ = try server.services.coreFeed.acknowledge(submission, .executed(nil), by: .system) { _ in document }.wait()
      try server.changed.forget()
    },
  ]

  @Test("A change to a person drops the cached answers about them; other events do not", arguments: changes)
  func changesDropCachedAnswers(change: Change) throws {
    let server = try Self.server(core) { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    let (visitor, id) = try person("anna", "C-1", of: server)
    // Process the event of the new link, so that only `change` can drop cached answers.
    try server.changed.forget()
    #expect(try loan(visitor) == "C-1")
    #expect(try loan(visitor) == "C-1")
    #expect(core.asked() == 1)
    try change.make(self, visitor, id, server)
    let before = core.asked("C-1")
    #expect(try loan(logIn("anna", at: server)) == "C-1")
    #expect(core.asked("C-1") == before + (change.drops ? 1 : 0))
  }

  @Test("Erasing a person drops all cached answers about them") func erasureDropsCachedAnswers() throws {
    let empty = server.systems.bytesKept
    let (visitor, id) = try person("anna", "C-1")
    #expect(try loan(visitor) == "C-1")
    #expect(server.systems.bytesKept > empty)
    _ = try server.services.retention.erase(id).wait()
    try server.changed.forget()
    #expect(server.systems.bytesKept == empty)
    // The session can stay cached for two seconds, but the person no longer has an external id.
    let after = try states(visitor)
    #expect(after.status == 401 || after["atoms"]?["note"]?["value"] == .null)
    #expect(core.asked() == 1)
  }

  @Test("An external id is linked to one person at a time") func externalIDIsUnique() throws {
    let first = try server.services.users.add(login: "first", name: "A", password: "a long password").wait()
    let second = try server.services.users.add(login: "second", name: "B", password: "a long password").wait()
    try server.services.users.link(first.id, to: "C-1").wait()
    #expect(throws: LinkError.taken) { try server.services.users.link(second.id, to: "C-1").wait() }
    #expect(throws: LinkError.badID) { try server.services.users.link(second.id, to: "C 1").wait() }
    try server.services.users.link(first.id, to: nil).wait()
    try server.services.users.link(second.id, to: "C-1").wait()
    #expect(try server.services.users.externalID(second.id) == "C-1")
  }

  @Test("Without an external id facts are unavailable, and submitting returns 503") func requiresExternalID() throws {
    let visitor = try person("nobody", nil).visitor
    let states = try states(visitor)["atoms"]
    #expect(states?["loan"]?["enabled"] == false && states?["note"]?["value"] == .null)
    try send(visitor, key: "a").expectProblem(503, "system-unavailable")
    #expect(core.asked() == 0)
    let line = server.log.lines.first { $0.contains("no answer from a system of the bank") }
    #expect(line?.contains("reason=no request: `user.externalId` has no value remedy=valence users link") == true)
    #expect(line?.contains("nobody") == false)
  }

  @Test("Linking a person to another external id causes a new query") func relinkSendsNewQuery() throws {
    let (visitor, id) = try person("anna", "C-3")
    #expect(try loan(visitor) == "C-3")
    try server.services.users.link(id, to: "C-77").wait()
    #expect(try loan(visitor) == "C-77")
  }

  @Test("A public operation must declare the services that it queries") func publicOperationDeclaresServices() throws {
    func operation(_ head: String) -> String {
      """
      operation: trial.branch
      title: {ru: Отделение, en: Branch}
      access: public
      \(head)
      atoms:
        - {textInput: id, caption: {ru: Номер, en: Number}, lookup: branch}
        - {text: name, caption: {ru: Нет, en: None}, captionFrom: "branch.items[FIRST].value"}
      """
    }
    #expect(throws: (any Error).self) { try server.serve([operation("language: en")], asking: [Self.service]) }
    try server.serve([operation("asks: [core]")], asking: [Self.service])
    let stranger = try Visitor(server)
    let answer = try stranger.post("/operations/trial.branch/evaluate", ["values": ["id": "7"], "commit": true])
    #expect(answer.status == 200 && core.asked("7") == 1)
    // Facts of a person require a session. Without a token, no system is queried.
    #expect(try states(stranger).status == 401)
    #expect(core.asked() == 1)
  }
}
