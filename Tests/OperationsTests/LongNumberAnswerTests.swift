@testable import Authoring
@testable import BankSystems
@testable import Definitions
import Atoms
import Dates
import JSON
import HTTPClient
import Testing

@testable import Operations

/// Ids that a service writes as whole numbers of more than 64 bits.
struct LongNumberAnswerTests {
  private static let service = """
    service: core
    at: https://core.example
    lookups:
      - lookup: account
        key: [id]
        get: /accounts/{$id}
        answer: {id: text id, parent: optional text parent, parts: {each: parts, value: text id, caption: text name}}
    """

  private static func answer(_ body: String) throws -> LookupAnswer {
    let system = try BankSystem(DefinitionFile(name: "core.yaml", bytes: Array(service.utf8)), person: .any)
    let query = try #require(system.queries.first)
    return try query.answer(
      in: OutboundResponse(status: 200, headers: [], body: Array(body.utf8)), { _ in CivilDate(daysSinceEpoch: 0) })
  }

  @Test("A whole number of up to 38 digits in an answer becomes text") func readsLongNumberAsText() throws {
    let maximum = String(repeating: "9", count: 38)
    let body =
      #"{"id": 9223372036854775808, "parent": -9223372036854775809, "#
      + #""parts": [{"id": 40817810500000000000, "name": "a"}, {"id": \#(maximum), "name": "b"}]}"#
    let wanted: Value = [
      "id": "9223372036854775808", "parent": "-9223372036854775809",
      "parts": [["value": "40817810500000000000", "caption": "a"], ["value": .string(maximum), "caption": "b"]],
    ]
    guard case .found(let found) = try Self.answer(body) else {
      Issue.record("the answer is missing")
      return
    }
    #expect(found == wanted)
  }

  @Test(
    "A fraction, an exponent or a number of 39 digits is rejected as text",
    arguments: ["1.5", "1e20", String(repeating: "9", count: 39)])
  func rejectsNumberAsText(number: String) {
    #expect(throws: (any Error).self) { try Self.answer(#"{"id": \#(number), "parts": []}"#) }
  }

  @Test("A recording replaces a whole number by 1 and a fraction by 1.5") func hidesRecordedNumbers() throws {
    #expect(Recording.hidden(try Value(reading: "40817810500000000001")) == 1)
    #expect(Recording.hidden(try Value(reading: "2.25")) == .decimal(try #require(Decimal("1.5"))))
  }
}
