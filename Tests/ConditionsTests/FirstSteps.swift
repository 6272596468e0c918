import JSON
import Testing

@testable import Conditions

/// The usual use: a closed scope of typed variables, with values by slot.
@Suite struct FirstSteps {
  let scope = Scope(variables: [
    "type": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3]),
    "name": Binding(slot: .outer(1), type: .text),
    "amount": Binding(slot: .outer(2), type: .number),
    "date": Binding(slot: .outer(3), type: .date),
  ])

  @Test(
    "A condition and its canonical text give the same result for values by slot",
    arguments: [
      ("($type == 1) || ($type == 2)", true), ("$type IN {2, 3}", false), ("NOT $type == 1", false),
      ("$name BEGINSWITH[cd] 'ЙО'", true), ("$name MATCHES '\\\\w+'", true), ("$name LIKE '*ж'", true),
      ("$amount + 0.20 == 0.3", true), ("$amount * 3 / 7 < 0.05", true), ("$date > '2026-01-01'", true),
      ("addMonths($date, 1) == '2026-02-28'", true), ("-(1 + 2) * 2 == -6", true), ("$name == NULL", false),
      ("TERNARY($type == 1, 'a', 'b') == 'a'", true), ("{1, 2, 3}[SIZE] == 3", true), ("ANY {1, 2} == $type", true),
    ])
  func evaluatesValuesBySlot(_ text: String, _ expected: Bool) throws {
    let values: [Value] = [1, "Ёж", .decimal(try #require(Decimal("0.1"))), "2026-01-31"]
    var (text, values2) = (text, values)
    if text.contains("ЙО") { values2[1] = "йод" }
    #expect(try Condition(text, in: scope).holds(in: ConditionInput(values: values2)) == expected)
    text = try Condition(text, in: scope).description
    #expect(try Condition(text, in: scope).holds(in: ConditionInput(values: values2)) == expected)
  }

  @Test(
    "A faulty condition throws a message that names the cause",
    arguments: [
      ("$type == 4", "`$type` has no option 4, the options are 1, 2, 3"),
      ("$nme == 'a'", "unknown variable `$nme`, did you mean `$name`?"),
      ("$name == 1", "`==` compares text with a whole number, which are never equal: write '1'"),
      ("lenght($name) > 1", "unknown function `lenght`, did you mean `length`?"),
      ("$date == '2026-02-30'", "the date '2026-02-30' does not exist"),
      ("$amount > AND", "expected a value, found `AND`"),
      ("name == 'a'", "unknown name `name`, did you mean `$name`?"),
    ])
  func describesFault(_ text: String, _ message: String) {
    #expect { try Condition(text, in: scope) } throws: { ($0 as? Faults)?.map(\.message) == [message] }
  }

  @Test("A bare function name is called with the value of the condition's subject") func callsBareFunctionWithSubject()
    throws
  {
    let isLong = Function(name: "isLong", parameters: [.text], result: .boolean) { arguments in
      .bool((arguments[0].string ?? "").count > 3)
    }
    var scope = scope
    scope.functions = ["isLong": isLong]
    let condition = try Condition("isLong", in: scope, subject: "name")
    #expect(try condition.holds(in: ConditionInput(values: [1, "long"])))
    let call = try #require(condition.call)
    #expect(call.function == "isLong")
    #expect(try call.arguments.map { try $0.value(in: ConditionInput(values: [1, "long"])) } == ["long"])
    #expect(condition.reads.slots == [.outer(1)])
  }
}
