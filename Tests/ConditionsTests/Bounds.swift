import JSON
import Testing

@testable import Conditions

/// Limits of the work of one evaluation: patterns, lists, texts and faults.
@Suite struct Bounds {
  @Test(
    "A MATCHES pattern with catastrophic backtracking throws a budget error",
    arguments: [
      "(a+)+b", "(a|a)*b", "(a|aa)+$b", "(.*)*(.*)*(.*)*x", "((a{0,50}){0,50}){0,50}b", "^(([a-z])+.)+[A-Z]$",
    ])
  func boundsMatchesBacktracking(_ pattern: String) throws {
    let condition = try Condition("$text MATCHES $pattern")
    let text = String(repeating: "a", count: 5000)
    #expect { try condition.holds(in: ConditionInput(values: [.string(text), .string(pattern)])) } throws: { error in
      (error as? EvaluationError)?.reason == .budget("MATCHES")
    }
  }

  @Test("A condition with many faults reports the first ones and the count of the others")
  func reportsFirstFaultsAndCount() throws {
    let scope = Scope(variables: ["n": Binding(slot: .outer(0), type: .number)])
    let text = Array(repeating: "$n == 'x'", count: 20_000).joined(separator: " AND ")
    let faults = try #require(throws: Faults.self) { try Condition(text, in: scope) }
    #expect(faults.count == Faults.maximum + 1)
    #expect(faults.last?.message == "and 19980 more faults in this text")
    #expect(faults.first?.message == "`==` compares a number with text, which are never equal")
    let letters = try #require(throws: Faults.self) { try Condition(String(repeating: "№ ", count: 5000)) }
    #expect(letters.count == Faults.maximum + 1)
  }

  @Test("A slot beyond 32 bits compiles, and its missing value throws an evaluation error")
  func acceptsSlotBeyond32Bits() throws {
    let scope = Scope(variables: ["n": Binding(slot: .outer(1 << 40), type: .any)])
    for text in ["$n > 0", "$n == 'x'", "$n IN {1, 2}", "$n LIKE 'a*'"] {
      let condition = try Condition(text, in: scope)
      #expect(throws: EvaluationError.self) { try condition.holds(in: ConditionInput(values: [1])) }
    }
  }

  /// A list element and 16 bytes of text are each charged four steps.
  @Test(
    "Work over a list or a text is counted in proportion to its length",
    arguments: [
      ("$list.n == nil", 4_000), ("$list.@sum.n > 0", 4_000), ("$list.@max.n > 0", 4_000), ("ANY $list.n > 5", 8_000),
      ("5 IN $list", 4_000), ("5 IN $object", 4_000), ("$list CONTAINS 5", 4_000), ("max($numbers) > 5", 4_000),
      ("SUBQUERY($list, $x, $x.n == 5).@count > 0", 16_000), ("$list == $same", 4_000), ("$object == $alike", 4_000),
      ("$text == $other", 8_000), ("$text <[c] 'x'", 4_000), ("'x' ==[c] $text", 4_000), ("$short <[c] $text", 4_000),
      ("$text CONTAINS[c] 'x'", 4_000), ("$short CONTAINS[c] $text", 4_000), ("$short BEGINSWITH[d] $text", 4_000),
      ("$text ENDSWITH 'x'", 4_000), ("uppercase($text) == nil", 4_000), ("length($text) > 5", 4_000),
      ("$text.length > 5", 4_000), ("trim($text) == nil", 4_000), ("number($text) == nil", 4_000),
      ("concat($text, $short) == nil", 4_000), ("replace($text, 'b', 'c') == nil", 4_000),
      ("split($text, 'b') == nil", 4_000),
      ("join($texts, '') == nil", 4_000), ("split($even, 'a') == nil", 12_000),
      ("max(1, annuity($n, $n, 9)) == 1", 256),
      ("$text LIKE '*b'", 8_000), ("$text MATCHES 'b'", 4_050),
      ("$short MATCHES $text", 4_050),
    ])
  func countsWorkByLength(_ condition: String, minimum: Int) throws {
    let text = String(repeating: "a", count: 16_000)
    let list = Value.array(Array(repeating: ["n": 1], count: 1_000))
    let object = Value.object(Object((0..<1_000).map { ("k\($0)", 1) }))
    let values: KeyValuePairs<String, Value> = [
      "list": list, "same": list, "numbers": .array(Array(repeating: 1, count: 1_000)), "object": object,
      "alike": object, "texts": .array(Array(repeating: "a", count: 1_000)), "n": 12,
      "even": .string(String(repeating: "ab", count: 2_500)), "text": .string(text),
      "other": .string(String(text.reversed())), "short": "x",
    ]
    var scope = Scope()
    for (place, value) in values.enumerated() { scope.variables[value.key] = Binding(slot: .outer(place), type: .any) }
    var work = StepBudget()
    let read = try Condition(condition, in: scope)
    _ = work.with { try? read.holds(in: ConditionInput(values: values.map(\.value))) }
    let taken = work.taken
    #expect(taken >= minimum && taken <= 2 * minimum, "\(taken)")
    var scarce = StepBudget(steps: minimum / 2)
    _ = scarce.with { try? read.holds(in: ConditionInput(values: values.map(\.value))) }
    let isSpent = scarce.isSpent
    #expect(isSpent)
  }

  @Test("A LIKE pattern with excessive backtracking throws a budget error") func boundsLikeBacktracking() throws {
    let condition = try Condition("$text LIKE $pattern")
    let (text, pattern) = (String(repeating: "a", count: 20_000), "*" + String(repeating: "a", count: 10_000) + "b*")
    #expect { try condition.holds(in: ConditionInput(values: [.string(text), .string(pattern)])) } throws: { error in
      (error as? EvaluationError)?.reason == .budget("LIKE")
    }
  }

  @Test("Ordinary patterns over a long text stay within the budget") func matchesLongTextWithinBudget() throws {
    let condition = try Condition("$text MATCHES '(?:[a-z]+ ?)*' AND $text LIKE '*a*b*' AND $text CONTAINS[cd] 'B B'")
    let text = String(repeating: "aaaa b b ", count: 2000)
    #expect(try condition.holds(in: ConditionInput(values: [.string(text)])))
  }
}
