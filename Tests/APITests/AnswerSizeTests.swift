import JSON
import TestBank
import Testing

struct AnswerSizeTests {
  /// Returns `count` values of atoms that do not exist.
  private static func unknown(_ count: Int) -> Value {
    .object(Object(unique: (0..<count).map { Object.Member(name: "u\($0)", value: 1) }))
  }

  @Test("A submission response lists at most 100 errors and counts the others") func limitsErrorsOfSubmission() throws {
    let (server, person) = try TestServer().withPerson()
    let answer = try person.post(
      "/operations/pp.quick/submissions", ["values": Self.unknown(50_000)], headers: [("Idempotency-Key", "k")])
    answer.expectProblem(422, "invalid-values")
    let errors = try #require(answer["errors"]?.array)
    #expect(errors.count == 100)
    #expect((answer["moreErrors"]?.integer ?? 0) + 100 >= 50_000)
    #expect(answer.raw.body.count < 50_000)
    try server.expectUnharmed()
  }

  @Test("A response with fewer than 100 errors omits the count of further errors")
  func omitsCountForFewErrors() throws {
    let server = try TestServer()
    let answer = try server.person().post(
      "/operations/pp.quick/submissions", ["values": Self.unknown(3)], headers: [("Idempotency-Key", "k")])
    #expect(answer["moreErrors"] == nil)
    #expect(answer["errors"]?.array?.suffix(3).compactMap { $0["atom"]?.string } == ["u0", "u1", "u2"])
  }

  @Test("Long atom and action names are truncated in error responses") func truncatesLongAtomNames() throws {
    let person = try TestServer().person()
    let long = String(repeating: "ж", count: 200_000)
    let answer = try person.post(
      "/operations/pp.quick/submissions", ["values": .object(Object([(long, Value.integer(1))]))],
      headers: [("Idempotency-Key", "k")])
    let atom = try #require(answer["errors"]?.array?.last?["atom"]?.string)
    #expect(atom == String(repeating: "ж", count: 500) + "…")
    let tapped = try person.post(
      "/operations/pp.quick/submissions", ["values": [:], "action": .string(long)], headers: [("Idempotency-Key", "k")])
    tapped.expectProblem(400, "malformed-request")
    #expect(tapped.raw.body.count < 3_000)
  }

  @Test("A template response lists at most 100 errors and counts the others") func limitsErrorsOfTemplate() throws {
    let server = try TestServer()
    let answer = try server.person().post(
      "/templates", ["operation": "pp.quick", "title": "A", "values": Self.unknown(50_000)])
    answer.expectProblem(422, "invalid-values")
    #expect(answer["errors"]?.array?.count == 100)
    #expect(answer["moreErrors"] == 49_900)
  }

  @Test("A draft response lists at most 100 dropped values and counts the others")
  func limitsDroppedValuesOfDraft() throws {
    let person = try TestServer().person()
    let answer = try person.put("/drafts/pp.quick", ["version": "000000000000", "values": Self.unknown(50_000)])
    #expect(answer.status == 201)
    #expect(answer["carried"]?["dropped"]?.array?.count == 100)
    #expect(answer["carried"]?["moreDropped"] == 49_900)
  }

  @Test("An evaluation of over 1,000 reported changes is refused with 400") func limitsReportedChanges() throws {
    let person = try TestServer().person()
    func ask(_ count: Int) throws -> Visitor.Answer {
      try person.post(
        "/operations/pp.quick/evaluate", ["values": [:], "changed": .array(Array(repeating: "amount", count: count))])
    }
    #expect(try ask(1_000).status == 200)
    try ask(1_001).expectProblem(400, "malformed-request")
  }

  @Test("An evaluation that needs too much work is refused with 400") func rejectsExpensiveEvaluation() throws {
    let server = try TestServer(serving: [
      """
      operation: trial.much
      title: {ru: Много, en: Much}
      atoms:
        - repeat: lines
          max: 10000
          atoms:
            - {textInput: n, caption: {ru: Слово, en: Word}, pattern: "(a|aa)+[bc]"}
      """
    ])
    let person = try server.person()
    // The pattern backtracks: a mismatch takes one try for each way to write 40 as a sum of ones
    // and twos.
    let word = String(repeating: "a", count: 40)
    func ask(_ count: Int) throws -> Visitor.Answer {
      try person.post(
        "/operations/trial.much/evaluate",
        ["values": ["lines": .array(Array(repeating: ["n": .string(word)], count: count))], "commit": true])
    }
    #expect(try ask(3).status == 200)
    try ask(1_000).expectProblem(400, "too-much-work")
    #expect(try ask(3).status == 200)
    try server.expectUnharmed()
  }
}
