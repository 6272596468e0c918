import Atoms
import Conditions
import Dispatch
import JSON
import Operations
import Synchronization
import Testing

/// Directories that take their time: no thread of HTTP's waits for them.
struct SlowLookupTests {
  /// A register of companies that answers when the test lets it, and counts how often it is asked.
  private final class Register: Sendable {
    private struct Unreachable: Error {}

    let mayAnswer = DispatchSemaphore(value: 0)
    let isAsked = DispatchSemaphore(value: 0)
    private let questions = Mutex<[String]>([])

    /// The keys it was asked for, in order.
    var asked: [String] { questions.withLock { $0 } }

    var directory: LookupSource {
      let shape = Lookup("company", fields: [Field("name", .text), Field("head", .text), Field("parent", .text)])
      return LookupSource(shape, .slow { try self.answer($0.plainText) })
    }

    private func answer(_ inn: String) throws -> Value? {
      questions.withLock { $0.append(inn) }
      isAsked.signal()
      mayAnswer.wait()
      switch inn {
      case "7707083893": return ["name": "ПАО Сбербанк", "head": "Греф", "parent": "7702235133"]
      case "7702235133": return ["name": "Банк России", "head": "Набиуллина", "parent": nil]
      case "0000000000": throw Unreachable()
      default: return nil
      }
    }
  }

  private let register: Register
  private let server: TestServer

  init() throws {
    let register = Register()
    self.register = register
    server = try TestServer(
      http: { $0.threads = 1 }, operations: "Tests/ValenceTests/Cases/lookups", slow: [register.directory])
  }

  private func evaluate(_ operation: String, _ values: Value) throws -> Visitor.Answer {
    try Visitor.demo(server).post("/operations/\(operation)/evaluate", ["values": values, "commit": true])
  }

  @Test func theOneThreadOfHTTPServesOthersWhileADirectoryIsAsked() throws {
    let answers = try together(2) { number in
      if number == 0 { return try evaluate("slow.company", ["inn": "7707083893"]) }
      register.isAsked.wait()
      // This is answered by the thread that the question came in on.
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

  @Test func anAnswerThatIsLateIsAFailure() throws {
    let states = try evaluate("slow.hasty", ["inn": "7707083893"])["atoms"]
    register.mayAnswer.signal()
    #expect(states?["name"]?["caption"] == "The register is silent")
    #expect(states?["inn"]?["error"] == .null)
    #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
    #expect(states?["inn"]?["warning"]?["message"] == "The register is silent")
  }

  @Test func aDirectoryThatCannotBeAskedIsAFailure() throws {
    register.mayAnswer.signal()
    let states = try evaluate("slow.company", ["inn": "0000000000"])["atoms"]
    #expect(states?["inn"]?["warning"]?["code"] == "lookupFailed")
  }

  @Test func nothingFoundIsAViolation() throws {
    register.mayAnswer.signal()
    let states = try evaluate("slow.company", ["inn": "1"])["atoms"]
    #expect(states?["inn"]?["error"]?["code"] == "lookup")
    #expect(states?["name"]?["caption"] == "")
  }

  @Test func anAnswerIsUsedAgainForAsLongAsTheDefinitionAllows() throws {
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    #expect(register.asked.count == 1)
    server.pass(.seconds(601))
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "7707083893"])
    #expect(register.asked.count == 2)
  }

  @Test func aFailureIsNotKept() throws {
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "0000000000"])
    register.mayAnswer.signal()
    _ = try evaluate("slow.company", ["inn": "0000000000"])
    #expect(register.asked.count == 2)
  }

  @Test func manyWhoAskTheSameAtOnceShareOneQuestion() throws {
    let answers = try together(5) { number in
      if number > 0 { return try evaluate("slow.company", ["inn": "7707083893"]) }
      register.isAsked.wait()
      register.mayAnswer.signal()
      return try evaluate("slow.company", ["inn": "7707083893"])
    }
    // Whoever comes late finds the answer kept: either way the register is asked once.
    #expect(answers.allSatisfy { $0["atoms"]?["name"]?["caption"] == "ПАО Сбербанк" })
    #expect(register.asked.count == 1)
  }

  @Test func aRequestAsksSoManyDifferentQuestionsAndNoMore() throws {
    func companies(_ count: Int) -> Value {
      ["companies": .array((0..<count).map { ["inn": .string("\(1000 + $0)")] })]
    }
    try evaluate("slow.many", companies(201)).expectProblem(400, "too-much-work")
    #expect(register.asked.isEmpty)
    for _ in 0..<200 { register.mayAnswer.signal() }
    let answer = try evaluate("slow.many", companies(200))
    #expect(answer.status == 200)
    #expect(Set(register.asked).count == 200)
  }

  @Test func whoFoundMissingWhatHasComeSinceIsServedByIt() throws {
    let directories = LookupSources([register.directory], server.services)
    let terms = LookupTerms(timeout: 60_000, cache: 600_000)
    guard case .failure(let missing) = try directories.answer(of: "company", for: "7707083893", terms) else {
      Issue.record("there is nothing to answer with yet")
      return
    }
    // Both have looked before either asks.
    for _ in 1...2 {
      register.mayAnswer.signal()
      let hasCome = DispatchSemaphore(value: 0)
      directories.fetch([missing.wanted]) { _ in hasCome.signal() }
      hasCome.wait()
    }
    #expect(register.asked.count == 1)
  }

  @Test func aTreeIsDrawnWithWhatWasFetched() throws {
    register.mayAnswer.signal()
    let tree = try Visitor.demo(server).get("/operations/slow.company?inn=7707083893")
    let atoms = tree["atoms"]?.array ?? []
    #expect(atoms.first { $0["id"] == "name" }?["caption"] == "ПАО Сбербанк")
  }

  @Test func aStepOfAFlowIsDrawnWithWhatWasFetched() throws {
    func caption(_ step: Visitor.Answer, _ atom: String) -> Value? {
      step["atoms"]?.array?.first { $0["id"]?.string == atom }?["caption"]
    }
    func href(_ step: Visitor.Answer, _ action: String) throws -> String {
      let actions = (step["atoms"]?.array ?? []).compactMap { $0["action"] }
      return try #require(actions.first { $0["name"]?.string == action }?["href"]?.string)
    }
    for _ in 0..<4 { register.mayAnswer.signal() }
    let server = try TestServer(
      operations: "Tests/ValenceTests/Cases/slow-flow/operations", slow: [register.directory])
    let person = try Visitor.demo(server)
    // Each of these is drawn after a write, when the request was judged already.
    let begun = try person.post("/flows/slow.steps?inn=7707083893&parent=7702235133", nil)
    #expect(begun.status == 201, "\(begun.raw.text)")
    #expect(caption(begun, "head") == "Head: Греф")
    let next = try person.post(try href(begun, "next"), ["values": ["inn": "7707083893"]])
    #expect(caption(next, "top") == "Head: Набиуллина", "\(next.raw.text)")
    // The tree of a refusal waits for the look-up too: it shows the person's present step.
    server.pass(.seconds(601))
    for _ in 0..<4 { register.mayAnswer.signal() }
    let late = try person.post(try href(begun, "next"), ["values": ["inn": "7707083893"]])
    #expect(late.status == 409 && late["next"]?["flow"]?["step"] == "owner", "\(late.raw.text)")
    let owner = late["next"]?["atoms"]?.array?.first { $0["id"]?.string == "top" }
    #expect(owner?["caption"] == "Head: Набиуллина")
    let back = try person.post(try href(next, "back"), ["values": ["parent": "7702235133"]])
    #expect(caption(back, "head") == "Head: Греф")
  }

  @Test func anAnswerMayBeLookedUpInItsTurn() throws {
    for _ in 0..<4 { register.mayAnswer.signal() }
    let states = try evaluate("slow.chain", ["inn": "7707083893"])["atoms"]
    #expect(register.asked == ["7707083893", "7702235133"])
    #expect(states?["top"]?["caption"] == "Head: Набиуллина")
  }

  @Test func aSubmissionIsJudgedByWhatWasFetched() throws {
    let visitor = try Visitor.demo(server)
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

  @Test func twoLookupsOfOneDirectoryAnswerSideBySide() throws {
    let states = try evaluate("two.banks", ["from": "044525225", "to": "044525974"])["atoms"]
    #expect(states?["summary"]?["caption"]?.string?.hasPrefix("From ПАО Сбербанк to ") == true)
    #expect(states?["summary"]?["caption"]?.string?.hasSuffix("to —") == false)
  }
}
