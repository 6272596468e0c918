import JSON
import Platform

/// Arithmetic: exact for whole and decimal numbers, floating-point if one side is.
enum Calculation {
  /// Returns the result of an arithmetic operator; throws `EvaluationError` if it has none.
  ///
  /// - The result of two whole numbers is a whole number if it fits 64 bits.
  /// - Their quotient is a decimal if `precision.isDecimal`.
  /// - The result of `**` is always a floating-point number.
  static func apply(
    _ sign: Arithmetic, _ left: Value, _ right: Value, _ precision: Precision
  ) throws(EvaluationError) -> Value {
    guard let a = Number(left), let b = Number(right) else {
      throw EvaluationError(.operands(sign.rawValue, ValueKind(left), ValueKind(right)))
    }
    if sign == .power { return try float(sign, a.double, b.double) }
    if case .integer(let x) = a, case .integer(let y) = b, sign != .divide || !precision.isDecimal,
      let whole = try whole(sign, x, y)
    {
      return .integer(whole)
    }
    guard let x = a.exact, let y = b.exact else { return try float(sign, a.double, b.double) }
    return .decimal(try exact(sign, x, y, rounds: precision.rounds))
  }

  /// Returns the negated number; throws `EvaluationError` for any other value.
  static func negate(_ value: Value) throws(EvaluationError) -> Value {
    switch Number(value) {
    case .integer(let number):
      return number == .min ? .decimal(Decimal(number).negated) : .integer(-number)
    case .decimal(let number):
      let negated = number.negated
      // 9223372036854775808 exceeds 64 bits, but its negative fits.
      if number.exponent == 0, negated.coefficient == Int128(Int64.min) { return .integer(.min) }
      return .decimal(negated)
    case .float(let number): return .float(-number)
    case nil: throw EvaluationError(.unsuited("the negative", ValueKind(value)))
    }
  }

  /// Returns the whole result; nil if it exceeds 64 bits.
  private static func whole(_ sign: Arithmetic, _ a: Int64, _ b: Int64) throws(EvaluationError) -> Int64? {
    let (result, overflow): (Int64, Bool)
    switch sign {
    case .add: (result, overflow) = a.addingReportingOverflow(b)
    case .subtract: (result, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (result, overflow) = a.multipliedReportingOverflow(by: b)
    default:
      guard b != 0 else { throw EvaluationError(.divisionByZero) }
      (result, overflow) = a.dividedReportingOverflow(by: b)
    }
    return overflow ? nil : result
  }

  private static func exact(_ sign: Arithmetic, _ a: Decimal, _ b: Decimal, rounds: Bool) throws(EvaluationError)
    -> Decimal
  {
    let result: Decimal?
    switch sign {
    case .add: result = a.adding(b) ?? (rounds ? a.addingRounded(b) : nil)
    case .subtract: result = a.subtracting(b) ?? (rounds ? a.addingRounded(b.negated) : nil)
    case .multiply: result = a.multiplied(by: b) ?? (rounds ? a.multipliedRounded(by: b) : nil)
    default:
      guard b.coefficient != 0 else { throw EvaluationError(.divisionByZero) }
      result = a.divided(by: b)
    }
    guard let plain = result?.plain(rounds: rounds || sign == .divide) else {
      throw EvaluationError(.overflow(sign.rawValue))
    }
    return plain
  }

  private static func float(_ sign: Arithmetic, _ a: Double, _ b: Double) throws(EvaluationError) -> Value {
    let result: Double
    switch sign {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply: result = a * b
    case .divide:
      guard b != 0 else { throw EvaluationError(.divisionByZero) }
      result = a / b
    case .power: result = pow(a, b)
    }
    guard result.magnitude < 1e64 else { throw EvaluationError(.undefined(sign.rawValue)) }
    return .float(result)
  }
}

/// The required exactness of an arithmetic operator's result.
struct Precision: Sendable, Hashable {
  /// True if an operand has type `number`, so that even two whole values are divided as decimals.
  let isDecimal: Bool
  /// True if a result with too many digits is rounded; false if it is an error.
  ///
  /// Only a result computed from a quotient may be rounded, because the quotient already is.
  let rounds: Bool

  /// Whole numbers divide as whole numbers; a result with too many digits is an error.
  static let plain = Precision(isDecimal: false, rounds: false)
  /// Whole numbers divide as whole numbers; a result with too many digits is rounded.
  static let rounding = Precision(isDecimal: false, rounds: true)
}

/// Sums, averages and other statistics of lists.
///
/// All functions skip nil elements, except `average`, which counts them as 0.
enum Statistics {
  /// Returns the sum; 0 for an empty list.
  static func sum(_ values: [Value]) throws(EvaluationError) -> Value {
    var total = Value.integer(0)
    for value in values where !value.isNull { total = try Calculation.apply(.add, total, value, .plain) }
    return total
  }

  /// Returns the sum divided by the element count, including nil elements; nil for an empty list.
  static func average(_ values: [Value]) throws(EvaluationError) -> Value {
    values.isEmpty ? .null : try quotient(try sum(values), Int64(values.count))
  }

  /// Returns the smallest element for `<` and the greatest for `>`; nil if all elements are nil.
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

  /// Returns the middle number, or the mean of the middle two; nil for a list without numbers.
  static func median(_ values: [Value]) throws(EvaluationError) -> Value {
    let sorted = try numbers(values).sorted()
    guard let last = sorted.indices.last else { return .null }
    if sorted.count % 2 == 1 { return sorted[last / 2].value }
    let pair = try Calculation.apply(.add, sorted[last / 2].value, sorted[last / 2 + 1].value, .plain)
    return try quotient(pair, 2)
  }

  /// Returns the population standard deviation as a floating-point number; nil for a list
  /// without numbers.
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

  /// Divides by a count as decimals, so that the quotient is not truncated.
  private static func quotient(_ value: Value, _ count: Int64) throws(EvaluationError) -> Value {
    try Calculation.apply(.divide, value, .decimal(Decimal(count)), .rounding)
  }
}
