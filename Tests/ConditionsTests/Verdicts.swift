import Conditions
import Dates
import JSON
import SeededRandom
import Testing

/// Verdicts about conditions without values.
struct Verdicts {
  private static let scope = Scope(
    variables: [
      "type": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3]),
      "sort": Binding(slot: .outer(1), type: .text, options: ["a", "b"]),
      "flag": Binding(slot: .outer(2), type: .boolean), "amount": Binding(slot: .outer(3), type: .number),
      "name": Binding(slot: .outer(4), type: .text), "day": Binding(slot: .outer(5), type: .date),
      "count": Binding(slot: .outer(6), type: .integer), "other": Binding(slot: .outer(7), type: .text),
      "free": Binding(slot: .outer(10), type: .any),
      "lines": Binding(slot: .outer(8), type: .list(.record([Field("sum", .number)]))),
    ],
    names: ["bank": Binding(slot: .outer(9), type: .record([Field("name", .text), Field("place", .text)]))],
    functions: [
      "isEven": Function(name: "isEven", parameters: [.text], result: .boolean) { arguments in
        .bool((arguments[0].string?.utf8.last ?? 0) % 2 == 0)
      }
    ])

  @Test(
    "A condition that no values satisfy has the verdict false",
    arguments: [
      "$type == 1 AND $type == 2", "$type IN {1, 2} AND $type == 3", "1 == 2", "FALSEPREDICATE",
      "NOT ($type == 1 OR $type != 1)", "$type > 3", "$type BETWEEN {4, 9}", "$sort BEGINSWITH 'c'",
      "$flag == YES AND $flag == NO", "$amount > 10 AND $amount < 5", "$amount > 10 AND $amount <= 10",
      "$amount == 1.0 AND $amount != 1", "$amount < -5 AND $amount > -3", "$count == nil AND $count > 3",
      "$name == 'a' AND $name == 'b'", "$name IN {'a', 'b'} AND NOT ($name IN {'a', 'b', 'c'})",
      "$name == nil AND $name == 'x'", "$day < '2026-01-01' AND $day > '2026-02-01'",
      "$day > '2026-01-01' AND $day < '2026-01-02'", "bank.place == 'Moscow' AND bank.place == 'Kazan'",
      "isEven('1')", "$type == 1 AND isEven($name) AND $type == 2", "length('abc') > 3",
      "($name == 'a' OR $name == 'b') AND $name == 'c'", "$free == 'a' AND $free == 'b'",
      "$free IN {'a', 1} AND $free == 2", "$free == 1 AND $free == '1'", "$free == nil AND $free == YES",
      "$free == 1 AND $free != 1.0", "$name BEGINSWITH 'a' AND $name BEGINSWITH 'b'",
      "$name BEGINSWITH 'ab' AND NOT ($name BEGINSWITH 'a')", "length($name) > 3 AND length($name) < 3",
      "length($name) < 0", "weekday($day) == 0", "month($day) > 12", "$day < today() AND $day >= today()",
      "$day > addDays(today(), 3) AND $day < addDays(today(), 4)",
      "$day > today() AND monthsBetween(today(), $day) < 0", "$day < today() AND daysBetween(today(), $day) == 5",
      "$lines.@sum.sum > 2 AND $lines.@sum.sum < 1", "$lines.@count > 2 AND $lines.@count < 2", "$lines.@count < 0",
    ])
  func detectsContradiction(text: String) throws {
    #expect(Verdict.of([try Condition(text, in: Self.scope).logic]) == false)
  }

  @Test(
    "A condition that all values satisfy has the verdict true",
    arguments: [
      "TRUEPREDICATE", "1 < 2", "$type != 1 OR $type != 2", "$type == nil OR $type < 4", "isEven('2')",
      "$amount == nil OR $amount > 5 OR $amount <= 5", "$flag == nil OR $flag == YES OR $flag == NO",
      "$free == 'a' OR $free != 'a'", "$free IN {'a', 1} OR $free != 1", "$name != 'a' OR $name != 'b'",
      "NOT ($sort == 'a' AND $sort == 'b')",
      "$day == nil OR $day <= '2026-01-01' OR $day > '2025-12-31'", "weekday($day) != 0",
      "$day == nil OR $day < today() OR $day > addDays(today(), -1)",
    ])
  func detectsTautology(text: String) throws {
    #expect(Verdict.of([try Condition(text, in: Self.scope).logic]) == true)
  }

  @Test(
    "A condition whose result is uncertain has no verdict",
    arguments: [
      "$type == 1", "$type == 1 OR $type == 2 OR $type == 3", "$flag == YES OR $flag == NO",
      "$amount > 5 OR $amount <= 5",
      "$amount > 10 AND $amount < 10.01", "$day > '2026-01-01' AND $day < '2026-01-03'", "$name == $other",
      "$name != $name", "$name BEGINSWITH 'a' AND $name BEGINSWITH 'ab'", "$name ENDSWITH 'a' AND $name ENDSWITH 'b'",
      "$name ==[c] 'a' AND $name == 'A'",
      "$name < 'a' AND $name > 'b'", "isEven($name) AND NOT isEven($name)", "$day < today()",
      "$day < today() AND $day > '2026-01-01'",
      "$day < today() AND $day > addMonths(today(), -1)", "$day > today() AND monthsBetween(today(), $day) > 1",
      "$day > today() AND monthsBetween(today(), $day) == 0", "length($name) == 4 AND $name != 'abcd'",
      "weekday($day) == 7 AND month($day) == 2", "$lines.@count > 2",
      "$lines.@sum.sum > 2 AND $lines.@count == 0", "$type + 1 == 9", "ANY $lines.sum > 1 AND ANY $lines.sum < 1",
      "bank.place == 'Moscow' AND bank.name == 'Kazan'", "'a' IN $name", "$amount > 1e3 AND $amount < 1e2",
      "TERNARY($type == 1, 1, 2) == 3", "$name IN {$other} AND $name != $other",
      "$name IN 'abc' AND $name != 'abc'", "$free IN 'abc' AND $free != 'abc'", "$free > 1 AND $free < 0",
      "$free == 'a'",
    ])
  func returnsNilIfUncertain(text: String) throws {
    #expect(Verdict.of([try Condition(text, in: Self.scope).logic]) == nil)
  }

  @Test("A verdict uses the conditions that show the read atoms") func verdictUsesShowConditions() throws {
    let hasName = try Condition("$name == 'x' AND $type == 2", in: Self.scope)
    var knowledge = Verdict.Knowledge()
    #expect(Verdict.of([hasName.logic], knowing: knowledge) == nil)
    knowledge.shownIf[.outer(4)] = [try Condition("$type == 1", in: Self.scope).logic]
    #expect(Verdict.of([hasName.logic], knowing: knowledge) == false)
    // Two levels: the type itself is only shown with the flag.
    let three = try Condition("$name == 'x' AND $flag == NO", in: Self.scope)
    knowledge.shownIf[.outer(0)] = [try Condition("$flag == YES", in: Self.scope).logic]
    #expect(Verdict.of([three.logic], knowing: knowledge) == false)
  }

  @Test("A verdict treats an atom that is never shown as nil") func hiddenAtomIsNil() throws {
    var knowledge = Verdict.Knowledge()
    knowledge.empty = [.outer(4)]
    #expect(Verdict.of([try Condition("$name == 'x'", in: Self.scope).logic], knowing: knowledge) == false)
    #expect(Verdict.of([try Condition("$name == nil", in: Self.scope).logic], knowing: knowledge) == true)
  }

  @Test("A verdict excludes nil for a filled slot") func filledSlotHasValue() throws {
    var knowledge = Verdict.Knowledge()
    knowledge.filled = [.outer(0)]
    let condition = try Condition("$type == 1 OR $type == 2 OR $type == 3", in: Self.scope)
    #expect(Verdict.of([condition.logic], knowing: knowledge) == true)
  }

  @Test("A verdict expands the definitions that a condition uses") func verdictExpandsDefinitions() throws {
    var scope = Self.scope
    scope.definitions["taxed"] = try Condition("$type == 1 OR $type == 2", in: scope)
    scope.definitions["both"] = try Condition("taxed AND NOT taxed", in: scope)
    #expect(Verdict.of([try Condition("taxed AND $type == 3", in: scope).logic]) == false)
    #expect(Verdict.of([try Condition("both OR $type == 3", in: scope).logic]) == nil)
    #expect(Verdict.of([try Condition("both", in: scope).logic]) == false)
    #expect(Verdict.of([try Condition("taxed == YES", in: scope).logic]) == nil)
  }

  @Test("Definitions that double at each step use fewer than 100 logic nodes") func sharesDoublingDefinitions() throws {
    var scope = Self.scope
    scope.definitions["d0"] = try Condition("$type == 1", in: scope)
    for step in 1...10 {
      scope.definitions["d\(step)"] = try Condition("d\(step - 1) AND d\(step - 1)", in: scope)
    }
    let condition = try Condition("d10 AND $type == 2", in: scope)
    #expect(condition.logic.nodes.count < 100)
    #expect(Verdict.of([condition.logic]) == false)
  }

  @Test("A condition with more than 20,000 parts including its definitions is rejected")
  func limitsPartsWithDefinitions() throws {
    var scope = Self.scope
    scope.definitions["d0"] = try Condition("$type == 1", in: scope)
    for step in 1...11 {
      scope.definitions["d\(step)"] = try Condition("d\(step - 1) AND d\(step - 1)", in: scope)
    }
    let faults = #expect(throws: Faults.self) { try Condition("d11 AND d11", in: scope) }
    #expect(faults?.map(\.message) == ["with the parts of `d11`, this text has more than 20000 parts"])
  }

  @Test(
    "If a random condition has a verdict, the condition returns it for every combination of values", arguments: 1...300)
  func verdictHoldsForAllValues(seed: Int) throws {
    var chance = Chance(UInt64(seed))
    let condition = try Condition(Self.random(depth: 3, &chance), in: Self.scope)
    guard let verdict = Verdict.of([condition.logic]) else { return }
    for type: Value in [.null, 1, 2, 3] {
      for flag: Value in [.null, true, false] {
        for amount: Value in [.null, 0, 1, 2, 3, 4, 5] {
          for name: Value in [.null, "a", "ab", "b", "c"] {
            let values = [type, .null, flag, amount, name, .null, .null, .null, .null, .null]
            #expect(
              try condition.holds(in: ConditionInput(values: values)) == verdict,
              "\(condition) of \(type), \(flag), \(amount), \(name)")
          }
        }
      }
    }
  }

  @Test("If a random condition about a day has a verdict, the condition returns it for every day", arguments: 1...300)
  func verdictHoldsForAllDays(seed: Int) throws {
    var chance = Chance(UInt64(seed))
    let condition = try Condition(Self.random(depth: 3, of: Self.daysCompared, &chance), in: Self.scope)
    guard let verdict = Verdict.of([condition.logic]) else { return }
    for today in ["2025-12-31", "2026-03-01", "2028-02-29"] {
      let days = try (-40...40).map { Value.string(try #require(CivilDate(today)?.adding(days: $0)).description) }
      for day in [.null] + days {
        let values = [Value](repeating: .null, count: 5) + [day, .null, .null, .null, .null]
        #expect(
          try condition.holds(in: ConditionInput(values: values, today: today)) == verdict,
          "\(condition) of \(day) on \(today)")
      }
    }
  }

  private static let daysCompared = [
    "$day < today()", "$day == today()", "$day > addDays(today(), 2)", "addDays(today(), -1) <= $day", "$day == nil",
    "monthsBetween(today(), $day) > 0", "monthsBetween($day, today()) == 1", "daysBetween(today(), $day) <= -1",
    "weekday($day) > 5", "weekday($day) == 0", "month($day) == 2", "day($day) < 29",
  ]

  private static let valuesCompared = [
    "$type == 1", "$type != 2", "$type IN {1, 3}", "$type == nil", "$flag == YES", "$flag != YES", "$amount > 2",
    "$amount <= 3", "$amount == 4", "$amount BETWEEN {1, 3}", "$name == 'a'", "$name IN {'a', 'b'}", "$name != nil",
    "1 == 2", "isEven($name)", "$amount > $type", "$name BEGINSWITH 'a'", "$name BEGINSWITH 'ab'",
    "length($name) > 1", "length($name) == 1",
  ]

  private static func random(depth: Int, of leaves: [String] = valuesCompared, _ chance: inout Chance) -> String {
    if depth == 0 || Int.random(in: 0..<4, using: &chance) == 0 { return leaves.randomElement(using: &chance) ?? "" }
    let a = random(depth: depth - 1, of: leaves, &chance)
    switch Int.random(in: 0..<3, using: &chance) {
    case 0: return "NOT (\(a))"
    case 1: return "(\(a)) AND (\(random(depth: depth - 1, of: leaves, &chance)))"
    default: return "(\(a)) OR (\(random(depth: depth - 1, of: leaves, &chance)))"
    }
  }
}
