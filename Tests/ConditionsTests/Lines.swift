import Dates
import JSON
import Testing

@testable import Conditions

/// The responses of `valence conditions eval`.
@Suite struct Lines {
  private func answer(_ line: String) throws -> Value {
    var evaluator = LineEvaluator(today: CivilDate("2026-04-01"))
    return try Value(reading: evaluator.answer(Array(line.utf8)))
  }

  @Test(
    "The line evaluator returns the id with a result or an error",
    arguments: [
      ("{\"id\": 1, \"format\": \"$a == 1\", \"vars\": {\"a\": 1}}", "{\"id\":1,\"result\":true}"),
      (
        "{\"id\": [\"x\"], \"format\": \"a.b == 1\", \"object\": {\"a\": {\"b\": 2}}}",
        "{\"id\":[\"x\"],\"result\":false}"
      ),
      ("{\"format\": \"SELF == 5\", \"object\": 5}", "{\"id\":null,\"result\":true}"),
      ("{\"id\": 2, \"format\": \"today() == '2026-04-01'\"}", "{\"id\":2,\"result\":true}"),
      (
        "{\"id\": 3, \"format\": \"a ==\"}",
        "{\"id\":3,\"result\":\"parse-error\",\"message\":\"1:5: expected a value, found the end\"}"
      ),
      (
        "{\"id\": 4, \"format\": \"1 == 1 AND $b == 2\"}",
        "{\"id\":4,\"result\":\"eval-error\",\"message\":\"1:12: a variable was not supplied\"}"
      ),
      (
        "{\"id\": 5, \"format\": \"1 / 0 == 1\"}",
        "{\"id\":5,\"result\":\"eval-error\",\"message\":\"1:1: division by zero\"}"
      ),
    ])
  func answersLine(_ line: String, _ expected: String) throws {
    var evaluator = LineEvaluator(today: CivilDate("2026-04-01"))
    #expect(String(decoding: evaluator.answer(Array(line.utf8)), as: UTF8.self) == expected)
  }

  @Test(
    "The line evaluator reports an input error for a malformed line",
    arguments: [
      "", "x", "[]", "null", "5", "{}", "{\"id\": 1}", "{\"id\": 1, \"format\": 5}",
      "{\"format\": \"1 == 1\", \"vars\": []}",
      "{\"format\": \"1 == 1\"", "{\"format\": \"1 == 1\"} x", String(repeating: "[", count: 100_000),
    ])
  func reportsInputError(_ line: String) throws {
    #expect(try answer(line)["result"] == "input-error")
  }

  @Test("The line evaluator reports an input error for invalid UTF-8") func rejectsInvalidUTF8Line() throws {
    var evaluator = LineEvaluator(today: nil)
    for byte in UInt8.min...UInt8.max {
      let answer = try Value(reading: evaluator.answer([byte, 0xFF, byte]))
      #expect(answer["result"] == "input-error")
    }
  }

  @Test("The line evaluator compiles a format again if its variables change") func recompilesForOtherVariables() throws
  {
    var evaluator = LineEvaluator(today: nil)
    func result(_ line: String) throws -> Value? { try Value(reading: evaluator.answer(Array(line.utf8)))["result"] }
    #expect(try result("{\"format\": \"$a == $b\", \"vars\": {\"a\": 1, \"b\": 2}}") == false)
    #expect(try result("{\"format\": \"$a == $b\", \"vars\": {\"b\": 1, \"a\": 1}}") == true)
    #expect(try result("{\"format\": \"$a == $b\", \"vars\": {\"b\": 1}}") == "eval-error")
  }
}
