import Conditions
import Testing

/// Parts of expressions that are valid but usually a mistake.
struct SlipTests {
  private static func expression(_ text: String) throws(Faults) -> ConditionExpression {
    try ConditionExpression(text, in: Scope(variables: ["n": Binding(slot: .outer(0), type: .integer)], object: .open))
  }

  @Test(
    "A compared constant without quotes is detected",
    arguments: [
      ("state == CLOSED", ["CLOSED"]), ("CLOSED = data.state", ["CLOSED"]), ("state == Closed", ["Closed"]),
      ("state != CLOSED AND kind == 'A'", ["CLOSED"]), ("state IN {OPEN, 'X', NEW}", ["OPEN", "NEW"]),
      ("STATE == CLOSED", ["STATE", "CLOSED"]), ("state BEGINSWITH AB", ["AB"]),
      ("items[FIRST].state == DONE", ["DONE"]),
      ("SUBQUERY(items, $i, $i.state == DONE).@count > 1", ["DONE"]), ("TERNARY(state == DONE, 1, 2)", ["DONE"]),
      ("state == 'CLOSED'", []), ("STATE == 'CLOSED'", []), ("state == #CLOSED", []), ("min == max", []),
      ("Total == Paid", []), ("state == data.CLOSED", []), ("state == NIL", []), ("flag == YES", []), ("A == $n", []),
      ("STATE", []), ("TERNARY(STATE == 'X', STATE, 'Y')", []),
    ])
  func findsUnquotedConstant(text: String, words: [String]) throws {
    let found = try Self.expression(text).comparedWords
    #expect(Set(found.map(\.word)) == Set(words))
    for word in found {
      #expect(String(decoding: Array(text.utf8)[word.range], as: UTF8.self) == word.word)
    }
  }

  @Test(
    "A calculation with only constants is detected",
    arguments: [
      ("2026-11-20", ["2026-11-20"]), ("12 / 2026", ["12 / 2026"]), ("date == 2026-11-20", ["2026-11-20"]),
      ("round(1 + 2, 2)", ["1 + 2"]), ("-1 * 2", ["-1 * 2"]), ("60 * 60 * $n", []), ("$n * (60 * 60)", []), ("-1", []),
      ("'2026-11-20'", []), ("$n - 1", []), ("5", []),
    ])
  func findsConstantCalculation(text: String, found: [String]) throws {
    let ranges = try Self.expression(text).constantCalculations
    #expect(ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == found)
  }

  @Test(
    "A remainder computed by division is detected, and mod() is suggested",
    arguments: [
      ("$n - $n / 7 * 7 == 0", "$n - $n / 7 * 7", "mod($n, 7)"),
      ("1 + ($n - 7 * ($n / 7)) > 0", "($n - 7 * ($n / 7))", "mod($n, 7)"),
      ("$n + 1 - ($n + 1) / $n * $n > 0", "$n + 1 - ($n + 1) / $n * $n", "mod($n + 1, $n)"),
      ("$n - $n / 7 * 8 == 0", nil, ""), ("$n - ($n - 1) / 7 * 7 == 0", nil, ""), ("$n / 7 * 7 - $n == 0", nil, ""),
      ("$n + $n / 7 * 7 == 0", nil, ""),
    ])
  func findsHandmadeRemainder(text: String, part: String?, call: String) throws {
    let found = try Self.expression(text).handmadeRemainders
    #expect(found.first.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == part)
    #expect(found.allSatisfy { $0.message.hasSuffix("so this is a remainder: write \(call)") })
  }

  @Test("The remainder hint for fractional numbers explains that division keeps the fraction")
  func explainsFractionalRemainder() throws {
    let scope = Scope(variables: ["a": Binding(slot: .outer(0), type: .number)])
    #expect(
      try Condition("$a - $a / 7 * 7 == 0", in: scope).handmadeRemainders.map(\.message) == [
        "`/` keeps the fraction here, so this is 0 or nearly 0 and not a remainder: write mod($a, 7)"
      ])
  }

  @Test(
    "The groups of values without which an expression has no value are known",
    arguments: [
      ("$a + $b", [[0], [1]]), ("concat($s, 'x')", [[2]]), ("round(-$a, 2)", [[0]]), ("$s.length", [[2]]),
      ("sum({$a, $b})", []), ("sum({$a, $b + 1})", [[1]]), ("count({$a})", []), ("average({$a, $b})", []),
      ("max($a, $b)", [[0, 1]]), ("min({$a, 5})", []), ("median({$a, $b})", [[0, 1]]), ("join({$s}, ',')", [[2]]),
      ("join({$s, 'x'}, ',')", []), ("join({'x'}, $s)", [[2]]), ("$a > 1", []), ("$a + 1 > 1", [[0]]),
      ("$a > 1 AND $b + 1 > 2", []), ("NOT $a + 1 > 1", [[0]]), ("TERNARY($a == nil, 0, $a)", []),
      ("TERNARY($b > 1, $a, $a * 2)", [[0]]), ("TERNARY($b + 1 > 1, 1, 2)", [[1]]),
      ("split($s, ',')[$a - 1]", [[0], [2]]),
      ("split($s, ',').@count", [[2]]), ("5", []),
    ])
  func findsNeeds(text: String, needs: [[Int]]) throws {
    let scope = Scope(variables: [
      "a": Binding(slot: .outer(0), type: .number), "b": Binding(slot: .outer(1), type: .number),
      "s": Binding(slot: .outer(2), type: .text),
    ])
    #expect(try ConditionExpression(text, in: scope).needs == Set(needs))
  }
}
