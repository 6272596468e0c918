@testable import Authoring
@testable import BankSystems
@testable import Definitions
import Atoms
import Dates
import JSON
import HTTPClient
import Testing

@testable import Operations

/// Lists of single values in answers: `[text data.codes]`.
struct ValueListAnswerTests {
  private static let service = """
    service: core
    at: https://core.example
    lookups:
      - lookup: client
        key: [id]
        get: /clients/{$id}
        answer: {codes: [text codes], marks: [optional integer marks]}
    """

  private static func answer(_ body: String) throws -> LookupAnswer {
    let system = try BankSystem(DefinitionFile(name: "core.yaml", bytes: Array(service.utf8)), person: .any)
    let query = try #require(system.queries.first)
    return try query.answer(
      in: OutboundResponse(status: 200, headers: [], body: Array(body.utf8)), { _ in CivilDate(daysSinceEpoch: 0) })
  }

  @Test(
    "A list of single values is read by the type of its elements; an optional list may be missing",
    arguments: [
      (#"{"codes": ["DE", 7]}"#, ["codes": ["DE", "7"], "marks": .array([])] as Value),
      (#"{"codes": [], "marks": [1, "2"]}"#, ["codes": .array([]), "marks": [1, 2]] as Value),
    ])
  func readsListOfValues(_ body: String, _ expected: Value) throws {
    guard case .found(let value) = try Self.answer(body) else {
      Issue.record("the answer is missing")
      return
    }
    #expect(value == expected)
  }

  @Test(
    "A list with an element of another type is rejected with the reason",
    arguments: [
      (#"{"codes": ["DE", null]}"#, "`codes` is not a text"), (#"{"codes": "DE"}"#, "`codes` is not a list"),
      (#"{}"#, "`codes` is not a list"), (#"{"codes": [], "marks": [1.5]}"#, "`marks` is not a whole number"),
    ])
  func rejectsOtherElements(_ body: String, _ reason: String) throws {
    do {
      _ = try Self.answer(body)
      Issue.record("\(reason): the answer was accepted")
    } catch {
      #expect("\(error)" == reason)
    }
  }
}
