import Dates
import Conditions
import JSON

/// The entry point of libFuzzer. The input is a byte that selects the scope, and the text of a
/// condition.
///
/// Parsing and evaluating must not crash. If the text can be parsed, its canonical form must be
/// parsed as an equal condition, be its own canonical form, and have the same result. The
/// evaluation that checks each value for being unknown must have the same result too.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let first = bytes.first else { return 0 }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let scope = first & 1 == 0 ? Scope() : Environment.typed
  attempt(text, in: scope)
  measure(text, in: scope)
  return 0
}

private func attempt(_ text: String, in scope: Scope) {
  do {
    let condition = try Condition(text, in: scope)
    let canonical = condition.description
    let again = try Condition(canonical, in: scope)
    precondition(again == condition && again.description == canonical, "canonical form differs: \(canonical)")
    precondition(answer(condition) == answer(again), "canonical form has another result: \(canonical)")
    let (plain, careful) = (
      try? condition.holds(in: Environment.input), try? condition.holds(in: Environment.input) { _ in nil }
    )
    precondition(plain == careful, "another result with unknown values: \(canonical)")
  } catch {
    // This also detects a canonical form that cannot be parsed.
    precondition((try? Condition(text, in: scope)) == nil, "canonical form cannot be parsed: \(text)")
    for fault in error.all {
      precondition(
        fault.range.lowerBound >= 0 && fault.range.upperBound <= text.utf8.count, "fault outside the text: \(fault)")
      precondition(!fault.rendered(in: text).isEmpty)
    }
  }
}

/// Evaluates the text as an expression. The result of a function has at most 10,000 characters.
private func measure(_ text: String, in scope: Scope) {
  guard let value = try? ConditionExpression(text, in: scope).value(in: Environment.input), let result = value.string
  else {
    return
  }
  precondition(result.unicodeScalars.count <= 10_000, "a text of \(result.unicodeScalars.count) characters")
}

private func answer(_ condition: Condition) -> String {
  do {
    return "\(try condition.holds(in: Environment.input))"
  } catch {
    return error.description
  }
}

/// The values and names for conditions.
private enum Environment {
  static let input = ConditionInput(
    values: [3, "Ёлка", .decimal(Decimal("12.50") ?? Decimal(0)), "2026-01-31", nil, [1, 2, 3]],
    object: [
      "a": 1, "b": "text", "c": [1, "x", nil], "d": ["k": 25], "e": nil,
      "lines": [["amount": 10, "name": "é"], ["amount": 20, "name": "Я"], ["name": nil]],
    ], today: CivilDate(year: 2026, month: 4, day: 1),
    calendar: BusinessCalendar(holidays: Set([CivilDate(year: 2026, month: 2, day: 2)].compactMap(\.self))))

  static let typed = Scope(
    variables: [
      "a": Binding(slot: .outer(0), type: .integer, options: [1, 2, 3]), "b": Binding(slot: .outer(1), type: .text),
      "c": Binding(slot: .outer(2), type: .number), "d": Binding(slot: .outer(3), type: .date),
      "e": Binding(slot: .outer(4), type: .boolean), "f": Binding(slot: .outer(5), type: .list(.integer)),
    ],
    functions: [
      "isInn": Function(name: "isInn", parameters: [.text], optionalParameters: 0, result: .boolean) { arguments in
        .bool(arguments.first?.string?.utf8.count == 10)
      }
    ])
}
