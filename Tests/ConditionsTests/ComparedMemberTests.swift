import JSON
import Testing

@testable import Conditions

/// The members that a condition compares in a document, and its result if a member is missing.
struct ComparedMemberTests {
  @Test(
    "The compared members of a condition are listed by path",
    arguments: [
      ("state == 'A'", ["state"]),
      ("data.state != 'A' AND (n > 5 OR NOT data.b.c IN {'x'})", ["data.state", "n", "data.b.c"]),
      ("lowercase(data.state) == 'a'", ["data.state"]), ("SELF.a BEGINSWITH 'x'", ["a"]),
      ("a == nil OR a == 'x'", ["a"]),
      ("nil != data.a", []), ("a.b == c.d", ["a.b", "c.d"]), ("ANY rows.state == 'A'", ["rows.state"]),
      ("flag AND NOT other", []), ("TERNARY(state == 'A', name, 'x')", ["state"]), ("a + b", []), ("state ==", []),
      ("rows[0].state == 'A'", ["rows"]),
    ])
  func listsComparedMembers(text: String, paths: [String]) {
    #expect(ConditionExpression.comparedMembers(of: text).map { $0.path.joined(separator: ".") } == paths)
  }

  @Test(
    "A condition over a document has no result if a compared member is missing or mistyped",
    arguments: [
      ("state == 'A'", "{}", nil), ("state != 'A'", "{}", nil), ("state != 'A'", #"{"state": null}"#, nil),
      ("state != 'A'", #"{"state": 5}"#, nil), ("state != 'A'", #"{"state": "B"}"#, true),
      ("n > 5", #"{"n": "6"}"#, nil), ("n > 5", #"{"n": 6.5}"#, true), ("data.a.b == 'x'", #"{"data": 1}"#, nil),
      ("state == 'A' OR n == 1", #"{"n": 1}"#, true), ("state == 'A' AND n == 1", #"{"n": 2}"#, false),
      ("state == 'A' AND n == 1", #"{"n": 1}"#, nil), ("a == nil", "{}", true), ("a == nil OR a == 'x'", "{}", true),
      ("a == nil OR a == 'x'", #"{"a": 5}"#, nil),
      ("data == nil OR data.a == 'x'", "{}", true), ("data != nil AND data.a == 'x'", "{}", false),
      ("data != nil AND data.a == 'x'", #"{"data": {}}"#, nil), ("data == nil OR data.a != 'x'", #"{"data": {}}"#, nil),
      ("ANY rows.state == 'A'", #"{"rows": [{"state": "B"}, {}]}"#, nil),
      ("ANY rows.state == 'A'", #"{"rows": [{"state": "B"}, {"state": "A"}]}"#, true),
      ("ANY rows.state == 'A'", #"{"rows": []}"#, false), ("state IN {'A', 'B'}", #"{"state": "C"}"#, false),
      ("state IN {'A', 'B'}", #"{"state": true}"#, nil), ("tags CONTAINS 'a'", #"{"tags": ["a"]}"#, true),
      ("state == 'A'", #"{"state": []}"#, nil),
      ("rows.state != 'A'", #"{"rows": [{"state": "B"}]}"#, nil),
    ] as [(String, String, Bool?)])
  func missingComparedMemberIsUnknown(text: String, document: String, answer: Bool?) throws {
    let expression = try ConditionExpression(text, in: Scope(variables: [:], object: .open))
    var marked = try Value(reading: Array(document.utf8))
    for member in ConditionExpression.comparedMembers(of: text) { marked = member.marked(in: marked) ?? marked }
    let value = try? expression.value(in: ConditionInput(values: [], object: marked), unknown: { _ in nil })
    #expect(value == answer.map(Value.bool))
  }
}
