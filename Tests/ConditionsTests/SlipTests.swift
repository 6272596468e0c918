import Conditions
import Testing

/// Parts of expressions over an unknown object that mostly are slips.
struct SlipTests {
  private static func expression(_ text: String) throws(Faults) -> Expression {
    try Expression(text, in: Scope(variables: ["n": Binding(slot: .outer(0), type: .integer)], object: .open))
  }

  @Test(arguments: [
    ("state == CLOSED", ["CLOSED"]), ("CLOSED = data.state", ["CLOSED"]), ("state == Closed", ["Closed"]),
    ("state != CLOSED AND kind == 'A'", ["CLOSED"]), ("state IN {OPEN, 'X', NEW}", ["OPEN", "NEW"]),
    ("STATE == CLOSED", ["STATE", "CLOSED"]), ("state BEGINSWITH AB", ["AB"]), ("items[FIRST].state == DONE", ["DONE"]),
    ("SUBQUERY(items, $i, $i.state == DONE).@count > 1", ["DONE"]), ("TERNARY(state == DONE, 1, 2)", ["DONE"]),
    ("state == 'CLOSED'", []), ("STATE == 'CLOSED'", []), ("state == #CLOSED", []), ("min == max", []),
    ("Total == Paid", []), ("state == data.CLOSED", []), ("state == NIL", []), ("flag == YES", []), ("A == $n", []),
    ("STATE", []), ("TERNARY(STATE == 'X', STATE, 'Y')", []),
  ])
  func aConstantWithoutQuotesIsFound(text: String, words: [String]) throws {
    let found = try Self.expression(text).comparedWords
    #expect(Set(found.map(\.word)) == Set(words))
    for word in found {
      #expect(String(decoding: Array(text.utf8)[word.range], as: UTF8.self) == word.word)
    }
  }

  @Test(arguments: [
    ("2026-11-20", ["2026-11-20"]), ("12 / 2026", ["12 / 2026"]), ("date == 2026-11-20", ["2026-11-20"]),
    ("round(1 + 2, 2)", ["1 + 2"]), ("-1 * 2", ["-1 * 2"]), ("60 * 60 * $n", []), ("$n * (60 * 60)", []), ("-1", []),
    ("'2026-11-20'", []), ("$n - 1", []), ("5", []),
  ])
  func aCalculationWithConstantsIsFound(text: String, found: [String]) throws {
    let ranges = try Self.expression(text).constantCalculations
    #expect(ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) } == found)
  }
}
