import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Arithmetic: exact for whole and decimal numbers, floating where one side is.
enum Calculation {
  /// The result of the operator.
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

  /// The number with its sign turned.
  static func negate(_ value: Value) throws(EvaluationError) -> Value {
    switch Number(value) {
    case .integer(let number):
      return number == .min ? .decimal(Decimal(number).negated) : .integer(-number)
    case .decimal(let number):
      let negated = number.negated
      // 9223372036854775808 fits no whole number of 64 bits, but with a minus it does.
      if number.exponent == 0, negated.coefficient == Int128(Int64.min) { return .integer(.min) }
      return .decimal(negated)
    case .float(let number): return .float(-number)
    case nil: throw EvaluationError(.unsuited("the negative", ValueKind(value)))
    }
  }

  /// The whole result; nil where it takes more than 64 bits.
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
    guard let result else { throw EvaluationError(.overflow(sign.rawValue)) }
    return result
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
    guard result.isFinite else { throw EvaluationError(.undefined(sign.rawValue)) }
    return .float(result)
  }
}
