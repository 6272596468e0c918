import JSON

extension Program {
  /// Returns true if a comparison holds; `ready` is the index of the prepared right side, or -1.
  @inline(never)
  func compare(
    _ comparison: Comparison, _ left: Int, _ right: Int, _ ready: Int, _ input: ConditionInput, _ locals: [Value]
  ) throws(EvaluationError) -> Bool {
    let a = try value(left, input, locals)
    let b = try value(right, input, locals)
    return try compare(comparison, a, b, ready >= 0 ? prepared[ready] : nil)
  }

  @inline(__always)
  func compare(
    _ comparison: Comparison, _ a: Value, _ b: Value, _ prepared: Prepared?
  ) throws(EvaluationError) -> Bool {
    guard let modifier = comparison.modifier else { return try comparison.holds(a, b, prepared) }
    // nil has no elements: ANY is false, ALL and NONE are true.
    if a.isNull { return modifier != .any }
    guard case .array(let elements) = a else { throw EvaluationError(.notCollection(modifier.rawValue, ValueKind(a))) }
    try StepBudget.charge(elements.count)
    for element in elements where try comparison.holds(element, b, prepared) != (modifier == .all) {
      return modifier == .any
    }
    return modifier != .any
  }
}

extension Comparison {
  /// Returns true if the relation between two values holds; ignores the modifier.
  ///
  /// Throws `EvaluationError` if
  /// - the operator does not accept these kinds of values,
  /// - a pattern is invalid or exceeds its step limit,
  /// - the request's step budget is spent.
  func holds(_ a: Value, _ b: Value, _ prepared: Prepared?) throws(EvaluationError) -> Bool {
    if case .string(let text) = a { try StepBudget.charge(text) }
    if let prepared, case .string(let text) = a { return try prepared.holds(relation, text) }
    switch relation {
    case .equal: return Equality.holds(a, b, options)
    case .notEqual: return !Equality.holds(a, b, options)
    default: break
    }
    if case .string(let text) = b { try StepBudget.charge(text) }
    switch relation {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try Order.holds(relation, a, b, options)
    default: break
    }
    if a.isNull || b.isNull { return false }
    switch relation {
    case .within:
      if case .members(let members) = prepared { return members.contains(a) }
      return try found(a, in: b, a, b)
    case .contains: return try found(b, in: a, a, b)
    case .between: return try between(a, b)
    default: break
    }
    guard case .string(let text) = a, case .string(let pattern) = b else { throw clash(a, b) }
    switch relation {
    case .beginsWith:
      return options.isEmpty ? TextSearch.begins(text, with: pattern) : FoldedPattern(pattern, options).begins(text)
    case .endsWith:
      return options.isEmpty ? TextSearch.ends(text, with: pattern) : FoldedPattern(pattern, options).ends(text)
    case .like: return try Wildcard(pattern, options).matches(text)
    default: return try Regex(pattern, options).matches(text)
    }
  }

  /// Returns true if an element of a list, a value of a dictionary, or a part of a text equals the
  /// item.
  ///
  /// `a` and `b` are the sides of the comparison, for the error.
  private func found(_ item: Value, in collection: Value, _ a: Value, _ b: Value) throws(EvaluationError) -> Bool {
    switch collection {
    case .array(let elements):
      try StepBudget.charge(elements.count)
      return elements.contains { Equality.holds($0, item, options) }
    case .object(let object):
      try StepBudget.charge(object.count)
      return object.members.contains { Equality.holds($0.value, item, options) }
    case .string(let text):
      guard case .string(let wanted) = item else { throw clash(a, b) }
      try StepBudget.charge(text)
      return options.isEmpty ? TextSearch.contains(text, wanted) : FoldedPattern(wanted, options).isContained(in: text)
    default: throw clash(a, b)
    }
  }

  /// Returns true if the value is within two bounds, both included; false if a bound is nil.
  private func between(_ value: Value, _ bounds: Value) throws(EvaluationError) -> Bool {
    guard case .array(let pair) = bounds else { throw EvaluationError(.bounds(nil)) }
    guard pair.count == 2 else { throw EvaluationError(.bounds(pair.count)) }
    if pair[0].isNull || pair[1].isNull { return false }
    let (lower, upper) = (Order.of(pair[0], value), Order.of(value, pair[1]))
    guard let lower, let upper else {
      throw EvaluationError(.operands("BETWEEN", ValueKind(value), ValueKind(lower == nil ? pair[0] : pair[1])))
    }
    return lower <= 0 && upper <= 0
  }

  private func clash(_ a: Value, _ b: Value) -> EvaluationError {
    EvaluationError(.operands(spelling, ValueKind(a), ValueKind(b)))
  }
}
