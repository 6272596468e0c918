package import JSON

/// The reason why a value is unknown.
///
/// A value computed from an unknown value is unknown. A condition over an unknown value is unknown
/// only if the value may change its result (Kleene's strong three-valued logic):
///
///     // `$a` is pending
///     $a == 1 AND NO     // does not hold
///     $a == 1 OR YES     // holds
///     $a == 1 AND YES    // pending
package enum UnknownReason: Sendable, Hashable {
  /// The value was requested and has not arrived.
  case pending
  /// The value is not available at present.
  case unavailable
  /// The expression that computes the value failed; values that depend on it fail too.
  case failed

  /// Returns `pending` if either reason is `pending`, else `unavailable`.
  ///
  /// - Parameter other: The reason of a second value that the result depends on; nil if that value
  ///   is known.
  package func joined(_ other: UnknownReason?) -> UnknownReason {
    self == .pending || other == .pending ? .pending : .unavailable
  }
}

extension Condition {
  /// Returns the result of the condition if the unknown values cannot change it.
  ///
  /// - Parameters:
  ///   - input: The values; those of unknown slots are ignored.
  ///   - unknown: Returns why an outer slot is unknown; nil if its value is known.
  /// - Throws: `EvaluationError` with the reason `unknown` if the result depends on an unknown
  ///   value; else like `holds(in:)`.
  package func holds(in input: ConditionInput, unknown: (Int) -> UnknownReason?) throws(EvaluationError) -> Bool {
    try program.truth(input, [], unknown).known()
  }
}

extension ConditionExpression {
  /// Returns the value of the expression if the unknown values cannot change it.
  ///
  /// - Parameters:
  ///   - input: The values; those of unknown slots are ignored.
  ///   - unknown: Returns why an outer slot is unknown; nil if its value is known.
  /// - Throws: `EvaluationError` with the reason `unknown` if the value depends on an unknown one;
  ///   else like `value(in:)`.
  package func value(in input: ConditionInput, unknown: (Int) -> UnknownReason?) throws(EvaluationError) -> Value {
    try program.knownValue(program.result, input, [], unknown)
  }
}

extension Value {
  /// Returns the mark that represents an unknown element of a list or an unknown member of a
  /// dictionary.
  ///
  /// The mark is a NaN that no calculation produces, so the other elements and members stay known.
  /// Only evaluations with unknown values interpret it.
  package static func unknown(_ reason: UnknownReason) -> Value { .float(Double(bitPattern: reason.bits)) }

  /// The reason why the value is unknown; nil if the value is not a mark.
  package var unknown: UnknownReason? {
    guard case .float(let number) = self, number.isNaN else { return nil }
    return [.pending, .unavailable].first { $0.bits == number.bitPattern }
  }

  /// The value with each mark replaced by null.
  package var withoutUnknown: Value {
    switch self {
    case .float: unknown == nil ? self : .null
    case .array(let elements): .array(elements.map(\.withoutUnknown))
    case .object(let object):
      .object(Object(unique: object.members.map { Object.Member(name: $0.name, value: $0.value.withoutUnknown) }))
    default: self
    }
  }

  /// Returns the reason of the first mark in nested lists and, if `deeply`, in dictionaries.
  fileprivate func firstUnknown(deeply: Bool = false) -> UnknownReason? {
    switch self {
    case .float: return unknown
    case .array(let elements):
      for element in elements { if let reason = element.firstUnknown(deeply: deeply) { return reason } }
      return nil
    case .object(let object) where deeply:
      for member in object.members { if let reason = member.value.firstUnknown(deeply: true) { return reason } }
      return nil
    default: return nil
    }
  }
}

extension UnknownReason {
  /// The bits of a signalling NaN with a distinct payload.
  fileprivate var bits: UInt64 { self == .pending ? 0x7FF4_7065_6E64_0001 : 0x7FF4_7065_6E64_0002 }
}

/// The result of a condition over partly unknown values.
private enum Truth {
  case holds
  case fails
  case unknown(UnknownReason)
  case failed(EvaluationError)

  /// Returns the result; throws `EvaluationError` if it is unknown or failed.
  func known() throws(EvaluationError) -> Bool {
    switch self {
    case .holds: return true
    case .fails: return false
    case .unknown(let reason): throw EvaluationError(unknown: reason)
    case .failed(let error): throw error
    }
  }

  /// True unless the test is known not to hold.
  var canHold: Bool { if case .fails = self { false } else { true } }
  /// True unless the test is known to hold.
  var canFail: Bool { if case .holds = self { false } else { true } }

  /// Returns the result of a condition whose first test has this result.
  ///
  /// `ends` contains the results after its jumps: one if the test is known, two if it is unknown.
  func leading(to ends: [Truth]) -> Truth {
    guard case .unknown(let reason) = self else { return ends[0] }
    switch (ends[0], ends[1]) {
    case (.holds, .holds): return .holds
    case (.fails, .fails): return .fails
    case (let yes, let no): return .unknown(reason.joined(yes.reason).joined(no.reason))
    }
  }

  private var reason: UnknownReason? { if case .unknown(let reason) = self { reason } else { nil } }
}

extension Program {
  /// Returns the result of the condition; an unknown test matters only if its two jumps lead to
  /// different results.
  ///
  /// Each test is evaluated at most once, so the cost is linear in the number of tests.
  fileprivate func truth(_ input: ConditionInput, _ locals: [Value], _ unknown: (Int) -> UnknownReason?) -> Truth {
    var truths = [Truth?](repeating: nil, count: tests.count)
    var answers = [Truth?](repeating: nil, count: tests.count)
    func known(_ place: Int32) -> Truth? {
      switch place {
      case Branch.holds: .holds
      case Branch.fails: .fails
      default: truths[Int(place)]
      }
    }
    var waiting = [entry]
    while let next = waiting.last {
      guard known(next) == nil else {
        waiting.removeLast()
        continue
      }
      let place = Int(next)
      let answer = answers[place] ?? answer(of: place, input, locals, unknown)
      answers[place] = answer
      switch answer {
      case .failed: truths[place] = answer
      case .holds, .fails, .unknown:
        let ends = (answer.canHold ? [tests[place].onTrue] : []) + (answer.canFail ? [tests[place].onFalse] : [])
        if let open = ends.first(where: { known($0) == nil }) {
          waiting.append(open)
        } else {
          truths[place] = answer.leading(to: ends.compactMap(known))
        }
      }
    }
    return known(entry) ?? .unknown(.unavailable)
  }

  private func answer(of place: Int, _ input: ConditionInput, _ locals: [Value], _ unknown: (Int) -> UnknownReason?)
    -> Truth
  {
    func compared(
      _ comparison: Comparison, _ left: Int32, _ right: Int32, _ ready: Int32
    ) throws(EvaluationError) -> Truth {
      let (a, b) = (
        try knownValue(Int(left), input, locals, unknown), try knownValue(Int(right), input, locals, unknown)
      )
      if let reason = a.firstUnknown(deeply: true) ?? b.firstUnknown(deeply: true) { return .unknown(reason) }
      return try compare(comparison, a, b, ready >= 0 ? prepared[Int(ready)] : nil) ? .holds : .fails
    }
    do throws(EvaluationError) {
      switch tests[place].question {
      case .integer(let slot, let relation, let number):
        let value = try Self.known(slot, input, unknown)
        return try Comparison(relation: relation).holds(value, .integer(number), nil) ? .holds : .fails
      case .text(let slot, let text, let isNegated):
        let value = try Self.known(slot, input, unknown)
        return Equality.holds(value, .string(texts[Int(text)])) != isNegated ? .holds : .fails
      case .prepared(let comparison, _, let ready, let left, let right),
        .comparison(let comparison, let left, let right, let ready):
        return try compared(comparison, left, right, ready)
      case .pieces(let comparison, let left, let right, _, _): return try compared(comparison, left, right, -1)
      case .truth(let operand):
        let value = try knownValue(Int(operand), input, locals, unknown)
        if case .bool(let bool) = value { return bool ? .holds : .fails }
        throw EvaluationError(.unsuited("a condition", ValueKind(value)), range: places[Int(operand)].range.offsets)
      }
    } catch {
      if let reason = error.unknown { return .unknown(reason) }
      return .failed(error.at(tests[place].range.offsets))
    }
  }

  /// Returns the value of a slot; throws `EvaluationError` if it is unknown.
  private static func known(
    _ slot: Int32, _ input: ConditionInput, _ unknown: (Int) -> UnknownReason?
  ) throws(EvaluationError) -> Value {
    if let reason = unknown(Int(slot)) { throw EvaluationError(unknown: reason) }
    guard slot < input.values.count else { throw EvaluationError(.missingVariable) }
    return input.values[Int(slot)]
  }

  /// Returns the value of an operand: evaluates its subtree in order, and throws at an unknown
  /// part.
  fileprivate func knownValue(
    _ root: Int, _ input: ConditionInput, _ locals: [Value], _ unknown: (Int) -> UnknownReason?
  ) throws(EvaluationError) -> Value {
    let start = Int(places[root].start)
    var values: [Value] = []
    values.reserveCapacity(root - start + 1)
    for place in start...root {
      do throws(EvaluationError) {
        values.append(try known(place, input, locals, unknown, parts: values, from: start))
      } catch {
        throw error.at(places[place].range.offsets)
      }
    }
    return values[root - start]
  }

  /// Returns the value of an operand; `parts` contains the values of its parts from `start` on.
  private func known(
    _ place: Int, _ input: ConditionInput, _ locals: [Value], _ unknown: (Int) -> UnknownReason?, parts: [Value],
    from start: Int
  ) throws(EvaluationError) -> Value {
    switch operands[place] {
    case .outer(let slot), .subject(_, .outer(let slot)):
      if let reason = unknown(slot) { throw EvaluationError(unknown: reason) }
    case .definition(let condition): return .bool(try condition.holds(in: input, unknown: unknown))
    case .composed(let composed): return try composed.value(in: input, unknown: unknown)
    case .truth(let branch): return .bool(try branch.truth(input, locals, unknown).known())
    case .ternary(let condition, let a, let b):
      switch condition.truth(input, locals, unknown) {
      case .holds: return try a.knownValue(a.result, input, locals, unknown)
      case .fails: return try b.knownValue(b.result, input, locals, unknown)
      case .failed(let error): throw error
      case .unknown(let reason):
        let (first, second) = (
          try a.knownValue(a.result, input, locals, unknown), try b.knownValue(b.result, input, locals, unknown)
        )
        guard first == second else { throw EvaluationError(unknown: reason) }
        return first
      }
    case .subquery(let collection, let level, let branch):
      let elements = try Operand.elements(of: parts[collection - start])
      var inner = Array(locals.prefix(level))
      inner.append(.null)
      var matching: [Value] = []
      for element in elements {
        inner[level] = element
        if try branch.truth(input, inner, unknown).known() { matching.append(element) }
      }
      return .array(matching)
    default: break
    }
    if case .aggregate(let base, let sign, let path) = operands[place], sign != .count {
      try Self.requireKnown(parts[base - start], path[...])
    }
    let value = try operands[place].compute(input, locals) { child in parts[child - start] }
    if let reason = value.firstUnknown() { throw EvaluationError(unknown: reason) }
    return value
  }

  /// Throws if a path reads an unknown member of an element.
  private static func requireKnown(_ value: Value, _ path: ArraySlice<PathStep>) throws(EvaluationError) {
    guard case .array(let elements) = value else { return }
    for element in elements {
      guard let step = path.first else { return }
      guard case .key(let name) = step else {
        try requireKnown(element, path.dropFirst())
        continue
      }
      let member = element.object?[name] ?? .null
      if let reason = member.firstUnknown() { throw EvaluationError(unknown: reason) }
      try requireKnown(member, path.dropFirst())
    }
  }
}
