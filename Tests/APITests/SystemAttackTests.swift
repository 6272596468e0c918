import Dispatch
import JSON
import Services
import Synchronization
import TestBank
import TestClient
import Testing

/// Slow, failing and malicious systems of the bank. They affect only the operations that use them.
struct SystemAttackTests {
  /// A misbehavior of a system until its recovery.
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
    Attack("drips", "timeout") { link in
      link.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      link.drip(String(repeating: " ", count: 100_000))
    },
    Attack("drips its head", "timeout") { $0.drip("HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 30_000)) },
    Attack("closes at once", "broken") { _ in },
    Attack("closes in the middle", "broken") { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"data\"") },
    Attack("fails", "status 500") { $0.answer(500, "{}") },
    Attack("asks to wait", "status 429") { $0.answer(429, "", "Retry-After: 1\r\n") },
    Attack("is out of order", "status 503") { $0.answer(503, "", "Retry-After: 1\r\n") },
    Attack("has a wrong chunk", "broken") {
      $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n")
    },
    Attack("is no HTTP", "broken") { $0.write("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n") },
    Attack("is no JSON", "the body is not JSON") { $0.answer(200, "<html>") },
    Attack("too large", "too-large") { link in
      link.write("HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n")
      let part = String(repeating: " ", count: 65536)
      while link.write(part) {}
    },
    Attack("endless chunks", "too-large") { link in
      link.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let part = "10000\r\n" + String(repeating: " ", count: 65536) + "\r\n"
      while link.write(part) {}
    },
    Attack("a list", "the answer is not a record") { $0.answer(200, "[1, 2]") },
    Attack("nothing", "the answer is not a record") { $0.answer(200, "null") },
    Attack("no body", "the body is not JSON") { $0.answer(200, "") },
    Attack("bytes that are not UTF-8", "the body is not JSON") { link in
      link.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\"")
      link.write([0xFF, 0x22])
    },
    Attack("two members with one name", "the body is not JSON") {
      $0.answer(200, #"{"data": {"name": "a", "name": "b", "head": "y"}}"#)
    },
    Attack("another shape", "`name` is not a text") { $0.answer(200, #"{"data": {"name": ["x"], "head": "y"}}"#) },
    Attack("too deep", "the body is not JSON") { $0.answer(200, String(repeating: "[", count: 100_000)) },
    Attack("a number beyond bounds", "the body is not JSON") {
      $0.answer(200, #"{"data": {"name": 1e999999, "head": "y"}}"#)
    },
    Attack("redirects to another host", "status 302") { $0.answer(302, "", "Location: http://127.0.0.2:1/\r\n") },
    Attack("redirects to a file", "status 307") { $0.answer(307, "", "Location: file:///etc/passwd\r\n") },
    Attack("an endless head", "too-large") { link in
      link.write("HTTP/1.1 200 OK\r\n")
      while link.write("X-Endless: " + String(repeating: "a", count: 1000) + "\r\n") {}
    },
  ]

  private func server(_ peer: Peer, _ file: String, threads: Int = 2) throws -> TestServer {
    try TestServer(
      http: { $0.threads = threads }, operations: "Tests/APITests/Cases/lookups", asking: [file], at: peer.url(""))
  }

  private func evaluate(_ person: Visitor) throws -> Visitor.Answer {
    try person.post("/operations/slow.company/evaluate", ["values": ["inn": "7707083893"], "commit": true])
  }

  private func expectLocked(_ answer: Visitor.Answer) {
    #expect(answer.status == 200)
    let states = answer["atoms"]
    #expect(states?["head"]?["enabled"] == false && states?["head"]?["value"] == .null)
    #expect(states?["head"]?["warning"]?["code"] == "unavailable")
    #expect(states?["inn"]?["enabled"] == true && states?["inn"]?["error"] == .null)
    #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
    #expect(answer["retryAfter"] == 5)
  }

  @Test("The log names the option that allows a refused address") func logsOptionForRefusedAddress() throws {
    let (server, person) = try TestServer(
      operations: "Tests/APITests/Cases/lookups", asking: [Register.file], at: "http://0.0.0.0:9"
    ).withPerson()
    expectLocked(try evaluate(person))
    let lines = server.log.lines.filter { $0.contains("no answer from a system of the bank") }
    #expect(lines.contains { $0.contains("reason=refused-address remedy=--services-allow 0.0.0.0") }, "\(lines)")
  }

  @Test("A misbehaving system locks dependent fields and blocks submissions until it recovers", arguments: attacks)
  func locksFieldsUntilRecovery(attack: Attack) throws {
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
    // A system that responds at all gets a timeout of 30 seconds, so that a busy test machine
    // causes no timeout.
    let timeout = attack.reason == "timeout" ? "0.3" : "30"
    let (server, person) = try server(
      peer, Register.file.replacing("timeout: 30", with: "timeout: \(timeout)\nbreaker: {after: 1000, for: 0.001}")
    ).withPerson()
    expectLocked(try evaluate(person))

    let values: Value = .object(try person.payment(Object([("inn", "7707083893")])))
    func submit() throws -> Visitor.Answer {
      try person.post("/operations/slow.chain/submissions", ["values": values], headers: [("Idempotency-Key", "one")])
    }
    let refused = try submit()
    refused.expectProblem(503, "system-unavailable")
    #expect(refused.raw["retry-after"] == "5")
    #expect(try person.get("/submissions")["data"]?.array?.isEmpty == true)
    // Requests that do not use the system are served.
    #expect(try person.post("/operations/two.banks/evaluate", ["values": ["from": "044525225"]]).status == 200)
    #expect(try person.get("/readyz").status == 200)
    let lines = server.log.lines.filter { $0.contains("no answer from a system of the bank") }
    let named = ["system=register", "query=company", "reason=\(attack.reason)"]
    #expect(lines.contains { line in named.allSatisfy { line.contains($0) } }, "\(lines)")
    #expect(!server.log.lines.contains { $0.contains("7707083893") })

    hasRecovered.withLock { $0 = true }
    // A system with `Retry-After: 1` is not queried for a second, and a slow system can be slow
    // again on a busy machine. Other systems are queried again immediately.
    let mayTakeLonger = timeout != "30" || ["asks to wait", "is out of order"].contains(attack.testDescription)
    var sent = try submit()
    _ = try eventually(within: 30) {
      if mayTakeLonger, sent.status == 503 { sent = try submit() }
      return !mayTakeLonger || sent.status != 503
    }
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(try submit()["submission"]?["id"] == sent["submission"]?["id"])
    #expect(try person.get("/submissions")["data"]?.array?.count == 1)
  }

  @Test("One HTTP thread serves other requests while a system misbehaves", arguments: attacks)
  func servesOthersDuringFailure(attack: Attack) throws {
    let (isAsked, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let peer = try Peer { link in
      _ = link.request()
      isAsked.signal()
      guard attack.reason == "timeout" else { return attack.serve(link) }
      // A hanging attack ends after the other requests are served.
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.start {
        attack.serve(link)
        hasEnded.signal()
      }
      mayEnd.wait()
      link.end()
      hasEnded.wait()
    }
    defer { peer.stop() }
    let server = try server(peer, Register.file, threads: 1)
    let answers = try together(2) { number -> [Visitor.Answer] in
      if number == 0 { return [try evaluate(try server.person())] }
      defer { mayEnd.signal() }
      let other = try server.stranger()
      isAsked.wait()
      return try (0..<50).map { _ in
        try other.post("/operations/two.banks/evaluate", ["values": ["from": "044525225"]])
      }
    }
    #expect(answers.map(\.count).sorted() == [1, 50])
    for answer in answers.flatMap({ $0 }) {
      #expect(answer.status == 200)
      if answer["operation"] == "slow.company" { expectLocked(answer) }
    }
  }

  private static let right = #"{"data": {"name": "ПАО Сбербанк", "head": "Греф", "parent": 7702235133}}"#

  @Test("A slow answer within the timeout of a system is accepted") func acceptsSlowAnswerInTime() throws {
    let peer = try Peer { link in
      _ = link.request()
      link.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.right.utf8.count)\r\n\r\n")
      link.drip(Self.right)
    }
    defer { peer.stop() }
    let server = try server(peer, Register.file)
    let states = try evaluate(try server.person())["atoms"]
    #expect(states?["name"]?["caption"] == "ПАО Сбербанк" && states?["inn"]?["warning"] == .null)
  }

  /// The content type is ignored, because many systems set a wrong one, and the JSON parser rejects
  /// other formats.
  @Test(
    "A JSON answer of a system is accepted under any content type",
    arguments: ["application/json", "text/plain; charset=windows-1251", "text/html", "garbage", ""])
  func acceptsJSONOfAnyContentType(type: String) throws {
    let peer = try Peer { link in
      while !link.request().isEmpty { link.answer(200, Self.right, "Content-Type: \(type)\r\n") }
    }
    defer { peer.stop() }
    let server = try server(peer, Register.file)
    let states = try evaluate(try server.person())["atoms"]
    #expect(states?["name"]?["caption"] == "ПАО Сбербанк")
  }

  @Test("Failed access token requests open the circuit of a system", arguments: [false, true])
  func opensCircuitWithoutToken(isSilent: Bool) throws {
    let asked = Mutex<[String]>([])
    let peer = try Peer { link in
      while true {
        let request = link.request()
        guard let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
        asked.withLock { $0.append(path) }
        if isSilent { return link.awaitEnd() }
        link.answer(401, #"{"error": "invalid_client"}"#)
      }
    }
    defer { peer.stop() }
    let auth = #"auth: {clientCredentials: {at: "${PEER}/token", id: valence, secret: "${PEER}"}}"#
    let file = Register.file.replacing("timeout: 30", with: "timeout: \(isSilent ? "0.3" : "30")\n\(auth)")
      .replacing("retries: 0", with: "retries: 0\nbreaker: {after: 2, for: 600}")
    let (server, person) = try server(peer, file).withPerson()
    for _ in 0..<3 { expectLocked(try evaluate(person)) }
    // A silent system possibly received no request, because the time can expire before the
    // connection is made.
    let paths = asked.withLock { $0 }
    #expect(paths.allSatisfy { $0 == "/token" } && paths.count <= 2 && (isSilent || paths.count == 2), "\(paths)")
    let page = String(decoding: server.metrics.text, as: UTF8.self)
    #expect(page.contains("valence_system_failures_total{system=\"register\",reason=\"token\"} 2\n"))
    #expect(page.contains("valence_system_paused{system=\"register\"} 1\n"))
    let lines = server.log.lines.filter { $0.contains("no answer from a system of the bank") }
    #expect(lines.contains { $0.contains("reason=token") }, "\(lines)")
  }

  @Test("Timeouts of a lookup with a shortened limit leave the circuit closed")
  func shortTimeoutLeavesCircuitClosed() throws {
    let isHurried = Mutex(true)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        if isHurried.withLock({ $0 }) { return link.awaitEnd() }
        link.answer(200, #"{"data": {"name": "ПАО Сбербанк", "head": "Греф"}}"#)
      }
    }
    defer { peer.stop() }
    let hurried = """
      operation: trial.hurried
      title: {ru: Спешка, en: Hurry}
      atoms:
        - {textInput: inn, caption: ИНН, type: digits, optional: true, lookup: {name: company, timeout: 0.05}}
      """
    let person = try TestServer(
      operations: "Tests/APITests/Cases/lookups",
      asking: [Register.file.replacing("retries: 0", with: "retries: 0\nbreaker: {after: 2, for: 600}")],
      at: peer.url(""), serving: [hurried]
    ).person()
    for number in 0..<4 {
      let states = try person.post(
        "/operations/trial.hurried/evaluate", ["values": ["inn": .string("\(5000 + number)")], "commit": true])["atoms"]
      #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
    }
    isHurried.withLock { $0 = false }
    #expect(try evaluate(person)["atoms"]?["name"]?["caption"] == "ПАО Сбербанк")
  }

  @Test("Repeated failures open the circuit of a system, visible in `/readyz` and the metrics")
  func opensCircuitAfterFailures() throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      while !link.request().isEmpty {
        asked.withLock { $0 += 1 }
        link.answer(500, "{}")
      }
    }
    defer { peer.stop() }
    let file = Register.file.replacing("retries: 0", with: "retries: 0\nbreaker: {after: 3, for: 600}")
    let (server, person) = try TestServer(
      operations: "Tests/APITests/Cases/lookups", asking: [file], at: peer.url("")
    ).withPerson()
    let other = try server.stranger()
    for number in 0..<10 {
      _ = try (number % 2 == 0 ? person : other).post(
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
