import JSON
import Services
import Synchronization
import TestClient
import Testing

/// A system of the bank that is slow, dead, lying or too large hurts only what needs it, and weakens nothing.
struct SystemAttackTests {
  /// A peer that misbehaves in one way until it recovers.
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The reason in the log.
    let reason: String
    let serve: @Sendable (Peer.Link) -> Void

    init(_ name: String, _ reason: String, _ serve: @escaping @Sendable (Peer.Link) -> Void) {
      (testDescription, self.reason, self.serve) = (name, reason, serve)
    }
  }

  static let attacks = [
    Attack("silent", "timeout") { $0.awaitEnd() },
    Attack("stops in the middle", "timeout") { link in
      link.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{\"data\"")
      link.awaitEnd()
    },
    Attack("closes at once", "broken") { _ in },
    Attack("closes in the middle", "broken") { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"data\"") },
    Attack("fails", "status 500") { $0.answer(500, "{}") },
    Attack("asks to wait", "status 429") { $0.answer(429, "", "Retry-After: 30\r\n") },
    Attack("is no HTTP", "broken") { $0.write("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n") },
    Attack("is no JSON", "the body is not JSON") { $0.answer(200, "<html>") },
    Attack("too large", "too-large") { link in
      link.write("HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n")
      let part = String(repeating: " ", count: 65536)
      while link.write(part) {}
    },
    Attack("another shape", "`name` is not a text") { $0.answer(200, #"{"data": {"name": ["x"], "head": "y"}}"#) },
    Attack("too deep", "the body is not JSON") { $0.answer(200, String(repeating: "[", count: 100_000)) },
    Attack("a number beyond bounds", "the body is not JSON") {
      $0.answer(200, #"{"data": {"name": 1e999999, "head": "y"}}"#)
    },
    Attack("redirects", "status 302") { $0.answer(302, "", "Location: http://127.0.0.2:1/\r\n") },
    Attack("an endless head", "too-large") { link in
      link.write("HTTP/1.1 200 OK\r\n")
      while link.write("X-Endless: " + String(repeating: "a", count: 1000) + "\r\n") {}
    },
  ]

  @Test("an attack locks what depends on the answer, and nothing else", arguments: attacks)
  func attack(attack: Attack) throws {
    let hasRecovered = Mutex(false)
    let peer = try Peer { link in
      _ = link.request()
      if hasRecovered.withLock({ $0 }) {
        link.answer(
          200, #"{"data": {"name": "ПАО Сбербанк", "head": "Греф", "parent": 7702235133}}"#, "Connection: close\r\n")
      } else {
        attack.serve(link)
      }
    }
    defer { peer.stop() }
    let file = Register.file.replacing("timeout: 30", with: "timeout: 0.5\nbreaker: {after: 1000, for: 0.001}")
    let server = try TestServer(
      operations: "Tests/ValenceTests/Cases/lookups", asking: [file], at: peer.url(""))
    let person = try Visitor.demo(server)
    let answer = try person.post(
      "/operations/slow.company/evaluate", ["values": ["inn": "7707083893"], "commit": true])
    #expect(answer.status == 200)
    let states = answer["atoms"]
    #expect(states?["head"]?["enabled"] == false && states?["head"]?["value"] == .null)
    #expect(states?["inn"]?["enabled"] == true && states?["inn"]?["warning"]?["code"] == "lookupFailed")
    #expect(answer["retryAfter"] == 5)

    let values: Value = .object(try person.payment(Object([("inn", "7707083893")])))
    func submit() throws -> Visitor.Answer {
      try person.post("/operations/slow.chain/submissions", ["values": values], headers: [("Idempotency-Key", "one")])
    }
    let refused = try submit()
    refused.expectProblem(503, "system-unavailable")
    #expect(refused.raw["retry-after"] == "5")
    #expect(try person.get("/submissions")["data"]?.array?.isEmpty == true)
    // Who needs no answer is served as before.
    #expect(try person.post("/operations/two.banks/evaluate", ["values": ["from": "044525225"]]).status == 200)
    #expect(try person.get("/readyz").status == 200)
    let lines = server.log.lines.filter { $0.contains("a system of the bank gave no answer") }
    #expect(
      lines.contains { $0.contains("register") && $0.contains("company") && $0.contains(attack.reason) }, "\(lines)")
    #expect(!server.log.lines.contains { $0.contains("7707083893") })

    hasRecovered.withLock { $0 = true }
    // A system that asked to wait is left alone for that time; any other one is asked again at once.
    guard attack.reason != "status 429" else { return }
    #expect(try submit().status == 201)
  }

  @Test func aSystemThatFailsIsLeftAloneAndNamed() throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        asked.withLock { $0 += 1 }
        link.answer(500, "{}")
      }
    }
    defer { peer.stop() }
    let file = Register.file.replacing("retries: 0", with: "retries: 0\nbreaker: {after: 3, for: 600}")
    let server = try TestServer(
      operations: "Tests/ValenceTests/Cases/lookups", asking: [file], at: peer.url(""))
    let person = try Visitor.demo(server)
    for number in 0..<10 {
      _ = try person.post(
        "/operations/slow.company/evaluate", ["values": ["inn": .string("\(1000 + number)")], "commit": true])
    }
    #expect(asked.withLock { $0 } == 3)
    let ready = try person.get("/readyz")
    #expect(ready.status == 200 && ready["checks"]?["systems"]?["register"]?["status"] == "paused")
    let page = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(page.contains("valence_system_requests_total{system=\"register\"} 3\n"))
    #expect(page.contains("valence_system_paused{system=\"register\"} 1\n"))
  }
}

/// Nobody sees what systems know of another person.
struct SystemPrivacyTests {
  private static let service = """
    service: core
    at: ${PEER}
    timeout: 30
    limit: {atOnce: 10000, perPerson: 1000, perSecond: 100000}
    facts:
      - {fact: loans, get: "/customers/{user.externalId}/loans", answer: {each: items, value: text id, caption: text id}, cache: 600}
    """
  private static let operation = """
    operation: trial.loans
    title: {ru: Кредиты, en: Loans}
    effect: document
    sign: code
    atoms:
      - {enum: loan, caption: {ru: Кредит, en: Loan}, options: loans, optional: true}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true, value: "loans[FIRST].value"}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  private let peer: Peer
  private let server: TestServer

  init() throws {
    peer = try Peer { link in
      while true {
        let request = link.request()
        guard let id = request.split(separator: "/").dropFirst(2).first else { return }
        link.answer(200, #"{"items": [{"id": "\#(id)"}]}"#)
      }
    }
    server = try TestServer(asking: [Self.service], at: peer.url(""), serving: [Self.operation])
  }

  private func person(_ number: Int) throws -> Visitor {
    let login = "somebody\(number)"
    let added = try server.services.users.add(login: login, name: login, password: "a long password \(number)").wait()
    try server.services.users.link(added.id, to: "C-\(number)").wait()
    return try logIn(number)
  }

  private func logIn(_ number: Int) throws -> Visitor {
    let visitor = try Visitor(server)
    try visitor.login("somebody\(number)", "a long password \(number)")
    return visitor
  }

  private func loan(_ visitor: Visitor) throws -> String? {
    try visitor.post("/operations/trial.loans/evaluate", ["values": [:], "commit": true])["atoms"]?["note"]?["value"]?
      .string
  }

  @Test func manyPersonsAskAtOnceAndEachSeesTheirOwn() throws {
    let (people, rounds) = (8, 150)
    for number in 0..<people { _ = try person(number) }
    let wrong = try together(people) { number -> Int in
      var (visitor, wrong) = (try logIn(number), 0)
      for round in 0..<rounds {
        if try loan(visitor) != "C-\(number)" { wrong += 1 }
        switch (number, round % 25) {
        case (0, 12): try server.serve([Self.operation], asking: [Self.service])
        case (1, _) where round % 10 == 0:
          _ = try visitor.post(
            "/operations/trial.loans/submissions", ["values": [:]], headers: [("Idempotency-Key", "k\(round)")])
        case (2, _) where round % 10 == 0:
          _ = try visitor.post("/auth/logout", nil)
          visitor = try logIn(number)
        default: break
        }
      }
      return wrong
    }
    #expect(wrong == Array(repeating: 0, count: people))
  }

  @Test func anExternalIdBelongsToOnePerson() throws {
    let first = try server.services.users.add(login: "first", name: "A", password: "a long password").wait()
    let second = try server.services.users.add(login: "second", name: "B", password: "a long password").wait()
    try server.services.users.link(first.id, to: "C-1").wait()
    #expect(throws: LinkError.taken) { try server.services.users.link(second.id, to: "C-1").wait() }
    #expect(throws: LinkError.badID) { try server.services.users.link(second.id, to: "C 1").wait() }
    try server.services.users.link(first.id, to: nil).wait()
    try server.services.users.link(second.id, to: "C-1").wait()
    #expect(try server.services.users.externalID(second.id) == "C-1")
  }

  @Test func withoutAnExternalIdNothingIsKnownAndNothingCanBeSent() throws {
    _ = try server.services.users.add(login: "somebody9", name: "N", password: "a long password 9").wait()
    let visitor = try logIn(9)
    let states = try visitor.post("/operations/trial.loans/evaluate", ["values": [:], "commit": true])["atoms"]
    #expect(states?["loan"]?["enabled"] == false && states?["note"]?["value"] == .null)
    try visitor.post("/operations/trial.loans/submissions", ["values": [:]], headers: [("Idempotency-Key", "a")])
      .expectProblem(503, "system-unavailable")
  }

  @Test func anotherLinkIsAnotherQuestion() throws {
    let visitor = try person(3)
    #expect(try loan(visitor) == "C-3")
    let id = try #require(try server.services.users.find(login: "somebody3")?.id)
    try server.services.users.link(id, to: "C-77").wait()
    #expect(try loan(visitor) == "C-77")
  }
}
