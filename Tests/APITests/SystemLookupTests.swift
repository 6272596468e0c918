import Atoms
import Dispatch
import JSON
import Operations
import Synchronization
import TestBank
import TestClient
import Testing

/// A register of companies over HTTP that records requested paths and responds when the test allows
/// it.
final class Register: Sendable {
  let mayAnswer = DispatchSemaphore(value: 0)
  let isAsked = DispatchSemaphore(value: 0)
  private let requests = Mutex<[String]>([])
  private let peer = Mutex<Peer?>(nil)

  /// A register that responds immediately if `isPrompt`.
  init(isPrompt: Bool = false) throws {
    let peer = try Peer { [weak self] link in
      while true {
        let request = link.request()
        guard let self, let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
        requests.withLock { $0.append(path) }
        isAsked.signal()
        if !isPrompt { mayAnswer.wait() }
        switch path.split(separator: "/").last {
        case "7707083893":
          link.answer(200, #"{"data": {"name": "ПАО Сбербанк", "head": "Греф", "parent": 7702235133}}"#)
        case "7702235133": link.answer(200, #"{"data": {"name": "Банк России", "head": "Набиуллина"}, "new": [1]}"#)
        case "0000000000": link.answer(500, "{}")
        case let inn? where inn.hasPrefix("1"): link.answer(404)
        default: link.answer(200, "[]")
        }
      }
    }
    self.peer.withLock { $0 = peer }
  }

  deinit { peer.withLock { $0?.stop() } }

  /// The requested keys, in order.
  var asked: [String] { requests.withLock { $0.map { String($0.split(separator: "/").last ?? "") } } }
  var url: String { peer.withLock { $0?.url("") } ?? "" }

  static let file = """
    service: register
    at: ${PEER}
    timeout: 30
    retries: 0
    limit: {perPerson: 32, perSecond: 400}
    lookups:
      - lookup: company
        key: [inn]
        get: /companies/{$inn}
        answer: {name: text data.name, head: text data.head, parent: optional text data.parent}
        missing: 404
        cache: 600
    """
}

/// Lookups in a system of the bank. No HTTP thread waits for them.
struct SystemLookupTests {
  private let register: Register
  private let server: TestServer

  init() throws {
    let register = try Register()
    self.register = register
    server = try TestServer(
      http: { $0.threads = 1 }, operations: "Tests/APITests/Cases/lookups", asking: [Register.file],
      at: register.url)
  }

  private func evaluate(_ operation: String, _ values: Value) throws -> Visitor.Answer {
    try server.person().post("/operations/\(operation)/evaluate", ["values": values, "commit": true])
  }

  @Test("One HTTP thread serves other requests while a lookup is pending") func servesOthersDuringLookup() throws {
    let answers = try together(2) { number in
      if number == 0 { return try evaluate("slow.company", ["inn": "7707083893"]) }
      register.isAsked.wait()
      // The only HTTP thread answers this request while the lookup is pending.
      let health = try Visitor(server).get("/healthz")
      register.mayAnswer.signal()
      return health
    }
    #expect(answers.allSatisfy { $0.status == 200 })
    let states = answers.compactMap { $0["atoms"] }.first
    #expect(states?["name"]?["caption"] == "ПАО Сбербанк")
    #expect(states?["head"]?["value"] == "Греф")
    #expect(states?["inn"]?["error"] == .null)
    #expect(states?["inn"]?["warning"] == .null)
  }

  @Test("A failed lookup locks its dependent fields with a warning") func failedLookupLocksDependents() throws {
    register.mayAnswer.signal()
    let answer = try evaluate("slow.company", ["inn": "0000000000"])
    let states = answer["atoms"]
    #expect(states?["name"]?["caption"] == "The register is silent")
    #expect(states?["inn"]?["enabled"] == true && states?["inn"]?["error"] == .null)
    #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
    #expect(states?["inn"]?["warning"]?["message"] == "The register is silent")
    #expect(states?["head"]?["enabled"] == false && states?["head"]?["value"] == .null)
    #expect(states?["head"]?["warning"]?["code"] == "unavailable")
    #expect(states?["head"]?["warning"]?["message"] == "The register is silent")
    #expect(answer["retryAfter"] == 5)
    let line = server.log.lines.first { $0.contains("no answer from a system of the bank") }
    #expect(line?.contains("status 500") == true && line?.contains("0000000000") == false)
  }

  @Test("A lookup answer of another shape counts as failed") func rejectsAnswerOfOtherShape() throws {
    register.mayAnswer.signal()
    let states = try evaluate("slow.company", ["inn": "5"])["atoms"]
    #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
  }

  @Test("A lookup without a result is a violation of its input") func missingRecordIsViolation() throws {
    register.mayAnswer.signal()
    let states = try evaluate("slow.company", ["inn": "1"])["atoms"]
    #expect(states?["inn"]?["error"]?["code"] == "lookup")
    #expect(states?["name"]?["caption"] == "")
  }

  @Test("A lookup answer is cached for the declared time") func cachesAnswerForDeclaredTime() throws {
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    #expect(register.asked.count == 1)
    server.pass(.seconds(601))
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    #expect(register.asked.count == 2)
  }

  @Test("A failed lookup is not cached") func doesNotCacheFailure() throws {
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "0000000000"])
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "0000000000"])
    #expect(register.asked.count == 2)
  }

  @Test("Equal concurrent lookups send one request") func coalescesEqualLookups() throws {
    let answers = try together(5) { number in
      if number > 0 { return try evaluate("slow.company", ["inn": "7707083893"]) }
      register.isAsked.wait()
      register.mayAnswer.signal()
      return try evaluate("slow.company", ["inn": "7707083893"])
    }
    // A late request finds the cached answer, so the register gets one request in every case.
    #expect(answers.allSatisfy { $0["atoms"]?["name"]?["caption"] == "ПАО Сбербанк" })
    #expect(register.asked.count == 1)
  }

  @Test("A request with more than 64 lookups is refused with 400") func limitsLookupsPerRequest() throws {
    func companies(_ count: Int) -> Value {
      ["companies": .array((0..<count).map { ["inn": .string("\(1000 + $0)")] })]
    }
    try evaluate("slow.many", companies(65)).expectProblem(400, "too-much-work")
    #expect(register.asked.isEmpty)
    for _ in 0..<64 { register.mayAnswer.signal() }
    let answer = try evaluate("slow.many", companies(64))
    #expect(answer.status == 200)
    #expect(Set(register.asked).count == 64)
  }

  @Test("A form tree includes the lookup answer for its prefilled input") func treeHasLookupAnswer() throws {
    register.mayAnswer.signal()
    let tree = try server.person().get("/operations/slow.company?inn=7707083893")
    let atoms = tree["atoms"]?.array ?? []
    #expect(atoms.first { $0["id"] == "name" }?["caption"] == "ПАО Сбербанк")
  }

  @Test("Flow steps, including the step in a 409, contain their lookup answers") func flowStepHasLookupAnswer() throws {
    func caption(_ step: Visitor.Answer, _ atom: String) -> Value? {
      step["atoms"]?.array?.first { $0["id"]?.string == atom }?["caption"]
    }
    func href(_ step: Visitor.Answer, _ action: String) throws -> String {
      let actions = (step["atoms"]?.array ?? []).compactMap { $0["action"] }
      return try #require(actions.first { $0["name"]?.string == action }?["href"]?.string)
    }
    for _ in 0..<4 { register.mayAnswer.signal() }
    let (server, person) = try TestServer(
      operations: "Tests/APITests/Cases/slow-flow/operations", asking: [Register.file], at: register.url
    ).withPerson()
    // Each of these steps is drawn after a write, when the request has already been validated.
    let begun = try person.post("/flows/slow.steps?inn=7707083893&parent=7702235133", nil)
    #expect(begun.status == 201, "\(begun.raw.text)")
    #expect(caption(begun, "head") == "Head: Греф")
    let next = try person.post(try href(begun, "next"), ["values": ["inn": "7707083893"]])
    #expect(caption(next, "top") == "Head: Набиуллина", "\(next.raw.text)")
    // The tree in a refusal waits for the lookup too, because it shows the person's current step.
    server.pass(.seconds(601))
    for _ in 0..<4 { register.mayAnswer.signal() }
    let late = try person.post(try href(begun, "next"), ["values": ["inn": "7707083893"]])
    #expect(late.status == 409 && late["next"]?["flow"]?["step"] == "owner", "\(late.raw.text)")
    let owner = late["next"]?["atoms"]?.array?.first { $0["id"]?.string == "top" }
    #expect(owner?["caption"] == "Head: Набиуллина")
    let back = try person.post(try href(next, "back"), ["values": ["parent": "7702235133"]])
    #expect(caption(back, "head") == "Head: Греф")
  }

  @Test("A lookup answer is the key of a further lookup") func chainsLookups() throws {
    for _ in 0..<4 { register.mayAnswer.signal() }
    let states = try evaluate("slow.chain", ["inn": "7707083893"])["atoms"]
    #expect(register.asked == ["7707083893", "7702235133"])
    #expect(states?["top"]?["caption"] == "Head: Набиуллина")
  }

  @Test("A submission is validated by its lookup answer") func validatesSubmissionByLookup() throws {
    let visitor = try server.person()
    func submit(_ inn: String, key: String) throws -> Visitor.Answer {
      try visitor.post(
        "/operations/slow.chain/submissions",
        ["values": .object(try visitor.payment(Object([("inn", .string(inn))])))], headers: [("Idempotency-Key", key)])
    }
    register.mayAnswer.signal()
    let refused = try submit("1", key: "a")
    #expect(refused.status == 422)
    #expect(refused["errors"]?[0]?["atom"] == "inn")
    #expect(refused["errors"]?[0]?["code"] == "lookup")
    for _ in 0..<4 { register.mayAnswer.signal() }
    #expect(try submit("7707083893", key: "b").status == 201)
  }

  @Test("A submission whose lookup fails is refused with 503 and not stored")
  func refusesSubmissionWithoutLookup() throws {
    let visitor = try server.person()
    func submit() throws -> Visitor.Answer {
      try visitor.post(
        "/operations/slow.chain/submissions",
        ["values": .object(try visitor.payment(Object([("inn", "0000000000")])))], headers: [("Idempotency-Key", "a")])
    }
    for _ in 0..<2 {
      register.mayAnswer.signal()
      let refused = try submit()
      refused.expectProblem(503, "system-unavailable")
      #expect(refused.raw["retry-after"] == "5")
    }
    #expect(try visitor.get("/submissions")["data"]?.array?.isEmpty == true)
  }

  @Test("A submission repeats its lookups instead of reading cached answers") func submissionBypassesCache() throws {
    for _ in 0..<4 { register.mayAnswer.signal() }
    _ = try evaluate("slow.chain", ["inn": "7707083893"])
    let visitor = try server.person()
    let values: Value = .object(try visitor.payment(Object([("inn", "7707083893")])))
    #expect(
      try visitor.post(
        "/operations/slow.chain/submissions", ["values": values], headers: [("Idempotency-Key", "a")]
      ).status == 201)
    #expect(register.asked == ["7707083893", "7702235133", "7707083893", "7702235133"])
  }

  @Test("Two lookups in one directory are answered in one evaluation") func answersTwoLookupsOfDirectory() throws {
    let states = try evaluate("two.banks", ["from": "044525225", "to": "044525974"])["atoms"]
    #expect(states?["summary"]?["caption"]?.string?.hasPrefix("From ПАО Сбербанк to ") == true)
    #expect(states?["summary"]?["caption"]?.string?.hasSuffix("to —") == false)
  }
}
