import Conditions
import Dates
import JSON
import Testing

/// Conditions that read values by name.
struct NamedValueTests {
  @Test(
    "A condition reads variables and keys by name, and a missing value is nil",
    arguments: [
      ("$b == 2 AND $a == 1 AND $b > $a", true), ("a == 1 AND SELF.b == 2", true), ("$c == NULL AND c == NULL", true),
      ("$a == 2", false), ("$list.@count == 3 AND ANY list == 3", true), ("$d.name == 'Anna'", true),
    ])
  func readsValuesByName(_ text: String, _ expected: Bool) throws {
    let values: Object = ["a": 1, "b": 2, "list": [1, 2, 3], "d": ["name": "Anna"]]
    #expect(try Condition(text).holds(values) == expected)
  }

  @Test("The date of today is an argument, and its absence throws") func readsToday() throws {
    let condition = try Condition("today() == '2026-11-28'")
    #expect(try condition.holds([:], today: CivilDate("2026-11-28")))
    #expect(throws: EvaluationError.self) { try condition.holds([:]) }
  }

  @Test("A variable that the scope binds to a slot has no name, so it throws") func rejectsBoundVariables() throws {
    var scope = Scope()
    scope.variables = ["a": Binding(slot: .outer(0), type: .integer)]
    for text in ["$a == 1", "$a == 1 OR $b == 1"] {
      let condition = try Condition(text, in: scope)
      #expect(throws: EvaluationError.self) { try condition.holds(["a": 1, "b": 1]) }
    }
  }
}
