import JSON
import TestBank
import TestClient
import Testing

/// Local times in a time zone with daylight saving.
struct SkippedTimeStoryTests {
  private static let operation = """
    operation: visit
    title: {all: Visit}
    effect: document
    atoms:
      - {dateTimeInput: at, caption: {all: At}}
      - {button: send, caption: {all: Send}, action: submit}
    """

  @Test("A local time skipped by daylight saving is refused; an ambiguous one is accepted")
  func rejectsSkippedLocalTime() throws {
    let person = try TestServer(serving: [Self.operation], timeZone: "Europe/Berlin").person()
    func submit(_ moment: String) throws -> Visitor.Answer {
      try person.post(
        "/operations/visit/submissions", ["values": ["at": .string(moment)]], headers: [("Idempotency-Key", moment)])
    }
    let refused = try submit("2026-03-29T02:30")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["code"] == "type")
    let tree = try person.post("/operations/visit/evaluate", ["values": ["at": "2026-03-29T02:30"], "commit": true])
    #expect(tree["atoms"]?["at"]?["error"]?["code"] == "type")
    #expect(try submit("2026-10-25T02:30").status == 201)
    #expect(try submit("2026-03-29T03:00").status == 201)
  }
}
