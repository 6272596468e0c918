import Dates
import JSON
import Testing

@testable import Conditions

/// Names, slots, definitions and what a condition reads.
@Suite struct Scopes {
  static let scope: Scope = {
    var scope = Scope(
      variables: [
        "total": Binding(slot: .outer(0), type: .number), "line": Binding(slot: .item(0), type: .number),
        "lines": Binding(slot: .outer(1), type: .list(.record([Field("amount", .number)]))),
      ],
      names: ["bank": Binding(slot: .outer(2), type: .record([Field("name", .text)]))])
    scope.definitions = (try? Condition("$total > 10", in: scope)).map { ["isLarge": $0] } ?? [:]
    return scope
  }()
  let input = ConditionInput(
    values: [12, [["amount": 5], ["amount": nil], ["amount": 7]], ["name": "Банк"]], item: [5],
    today: CivilDate("2026-04-01"))

  @Test(
    "A condition reads outer slots, item slots, records and definitions",
    arguments: [
      ("isLarge", true), ("NOT isLarge OR $line == 5", true), ("isLarge == NO", false),
      ("$lines.@sum.amount == $total", true),
      ("$line < $total AND bank.name ==[c] 'БАНК'", true),
      ("SUBQUERY($lines, $each, $each.amount > $line).@count == 1", true),
      (
        "SUBQUERY($lines, $a, SUBQUERY($lines, $b, $b.amount < $a.amount)[SIZE] > 0)[SIZE] == SUBQUERY($lines, $b, $b.amount == 7)[SIZE]",
        true
      ), ("TERNARY(isLarge, $line, 0) == 5", true), ("$lines.amount == {5, NULL, 7}", true),
      ("year(today()) == 2026", true),
    ])
  func readsSlotsItemsAndDefinitions(_ text: String, _ expected: Bool) throws {
    #expect(try Condition(text, in: Scopes.scope).holds(in: input) == expected)
  }

  @Test(
    "The reads of a condition list each slot once and in order",
    arguments: [
      ("isLarge", [Slot.outer(0)]), ("$line == 1 OR isLarge AND $total == 2", [.outer(0), .item(0)]),
      ("bank.name == 'a'", [.outer(2)]), ("1 == 1", []),
      ("SUBQUERY($lines, $each, $each.amount > $line)[SIZE] == 1", [.outer(1), .item(0)]),
    ])
  func listsReadSlotsOnce(_ text: String, _ slots: [Slot]) throws {
    #expect(try Condition(text, in: Scopes.scope).reads.slots == slots)
  }

  @Test("The reads of a condition include the clock, object keys and variables") func reportsClockAndObjectReads()
    throws
  {
    let reads = try Condition("today() > SELF.end AND start < $limit AND $limit != NULL").reads
    #expect(reads.readsClock)
    #expect(reads.readsObject)
    #expect(reads.keys == ["end", "start"])
    #expect(reads.variables == ["limit"])
    #expect(reads.slots == [.outer(0)])
    #expect(try !Condition("1 == 1").reads.readsObject)
  }

  @Test("An options filter reads the fields of the option") func filterReadsOptionFields() throws {
    let fields = [Field("currency", .text), Field("isOwner", .boolean)]
    let filter = try Condition(
      "currency == 'RUB' AND isOwner == YES", in: Scope(variables: [:], object: .fields(fields)))
    #expect(try filter.holds(in: ConditionInput(values: [], object: ["currency": "RUB", "isOwner": true])))
    #expect(try !filter.holds(in: ConditionInput(values: [], object: ["currency": "RUB"])))
  }

  @Test("Equality of conditions ignores spelling and respects the order of operands") func equalityIgnoresSpelling()
    throws
  {
    #expect(try Condition("a==1&&!(b<2)") == Condition("( a = 1 )  AND NOT b < 2"))
    #expect(try Condition("a == 1 OR b == 2") != Condition("b == 2 OR a == 1"))
    #expect(try Set([Condition("a == 1.50"), Condition("a == 1.5")]).count == 1)
    #expect(try Condition("a == 1") != Condition("a == 1e0"))
  }

  static let typed: [(String, ValueType, Value)] = [
    ("$total * 1.5", .number, 18),
    ("$total / 5", .number, .decimal(Decimal(coefficient: 24, exponent: -1) ?? Decimal(0))),
    ("bank.name", .text, "Банк"),
    ("$total > 1 AND isLarge", .boolean, true), ("{1, 2}", .list(.integer), [1, 2]),
    ("$lines[FIRST].amount", .number, 5), ("addDays(today(), 30)", .date, "2026-05-01"),
    ("TERNARY(isLarge, 'a', 'b')", .text, "a"), ("NULL", .any, nil),
  ]

  @Test("An expression has a static type and a value", arguments: typed)
  func hasTypeAndValue(_ text: String, _ type: ValueType, _ value: Value) throws {
    let expression = try ConditionExpression(text, in: Scopes.scope)
    #expect(expression.type == type)
    #expect(try expression.value(in: input) == value)
    #expect(try ConditionExpression(expression.description, in: Scopes.scope) == expression)
  }

  @Test("A condition that is one function call exposes the function and its arguments") func exposesCallArguments()
    throws
  {
    var scope = Scopes.scope
    scope.functions["fits"] = Function(
      name: "fits", parameters: [.number, .number], optionalParameters: 1, result: .boolean
    ) {
      arguments throws(EvaluationError) in
      guard arguments.count == 2 else { throw EvaluationError(.outside("no limit is known")) }
      return .bool(Number(arguments[0]).map { $0 < .integer(20) } ?? false)
    }
    let condition = try Condition("fits($total + 1, $line)", in: scope)
    let call = try #require(condition.call)
    #expect(call.function == "fits")
    #expect(try call.arguments.map { try $0.value(in: input) } == [13, 5])
    #expect(try condition.holds(in: input))
    #expect(try Condition("NOT fits($total)", in: scope).call == nil)
    #expect(throws: EvaluationError(.outside("no limit is known"), range: 4..<16)) {
      try Condition("NOT fits($total)", in: scope).holds(in: input)
    }
  }

  @Test("The explanation of a condition shows its tree, types and reads") func explainsTreeTypesAndReads() throws {
    let explanation = try Condition("isLarge AND NOT $line + 1 IN {1, 2.5}", in: Scopes.scope).explanation
    #expect(
      explanation == """
        canonical: isLarge AND NOT $line + 1 IN {1, 2.5}
        reads: isLarge, $line
          AND            Boolean
            isLarge      Boolean
            NOT          Boolean
              IN         Boolean
                +        number
                  $line  number
                  1      integer
                { }      list of number
                  1      integer
                  2.5    number
        """)
  }

  @Test("A condition fault has a line, a column and a byte range") func reportsFaultPosition() throws {
    let text = "a == 'ж' AND\n  $x.ключ == 1"
    #expect { try Condition(text) } throws: { error in
      guard let fault = (error as? Faults)?.first else { return false }
      return fault.position(in: text) == (2, 6) && fault.range == 19..<27
    }
  }
}
