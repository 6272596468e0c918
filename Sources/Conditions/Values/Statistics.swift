import JSON

/// Sums, averages and the like over the elements of a list; nil elements count for nothing but in an average, where they are 0.
enum Statistics {
  /// The sum; 0 of no elements.
  static func sum(_ values: [Value]) throws(EvaluationError) -> Value {
    var total = Value.integer(0)
    for value in values where !value.isNull { total = try Calculation.apply(.add, total, value, .plain) }
    return total
  }

  /// The sum divided by the number of elements, nil ones included; nil of no elements.
  static func average(_ values: [Value]) throws(EvaluationError) -> Value {
    values.isEmpty ? .null : try quotient(try sum(values), Int64(values.count))
  }

  /// The smallest element for `<`, the greatest for `>`; nil where all are nil.
  static func extreme(_ values: [Value], _ relation: Relation) throws(EvaluationError) -> Value {
    var best = Value.null
    for value in values where !value.isNull {
      if best.isNull {
        guard Order.of(value, value) != nil else { throw EvaluationError(.unsuited("an order", ValueKind(value))) }
        best = value
      } else if try Order.holds(relation, value, best) {
        best = value
      }
    }
    return best
  }

  /// The middle element by size, of an even number the mean of the middle two; nil of no elements.
  static func median(_ values: [Value]) throws(EvaluationError) -> Value {
    let sorted = try numbers(values).sorted()
    guard let last = sorted.indices.last else { return .null }
    if sorted.count % 2 == 1 { return sorted[last / 2].value }
    let pair = try Calculation.apply(.add, sorted[last / 2].value, sorted[last / 2 + 1].value, .plain)
    return try quotient(pair, 2)
  }

  /// The standard deviation of the population, floating; nil of no elements.
  static func deviation(_ values: [Value]) throws(EvaluationError) -> Value {
    let numbers = try numbers(values).map(\.double)
    guard !numbers.isEmpty else { return .null }
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return .float((squares / Double(numbers.count)).squareRoot())
  }

  private static func numbers(_ values: [Value]) throws(EvaluationError) -> [Number] {
    var numbers: [Number] = []
    for value in values where !value.isNull {
      guard let number = Number(value) else { throw EvaluationError(.unsuited("a number", ValueKind(value))) }
      numbers.append(number)
    }
    return numbers
  }

  /// The quotient of a number and a count, which is not cut to a whole number.
  private static func quotient(_ value: Value, _ count: Int64) throws(EvaluationError) -> Value {
    try Calculation.apply(.divide, value, .decimal(Decimal(count)), .rounding)
  }
}
