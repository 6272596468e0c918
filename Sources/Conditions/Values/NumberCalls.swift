import JSON

/// The number functions with exact results or documented rounding.
extension Builtin {
  /// Returns the result of `round`, `mod`, `power` or `annuity`.
  ///
  /// A floating-point number is read as its shortest decimal text.
  func exact(_ arguments: Arguments) throws(EvaluationError) -> Value {
    let first = try decimal(arguments[0])
    switch self {
    case .round: return try rounded(arguments, first)
    case .mod: return try remainder(arguments, first)
    case .power:
      let exponent = try whole(arguments, 1)
      if first.coefficient == 0, exponent < 0 { throw EvaluationError(.divisionByZero) }
      try StepBudget.charge(2 * (Int.bitWidth - exponent.magnitude.leadingZeroBitCount) * Self.elementsOfProduct)
      guard let power = first.power(exponent)?.plain(rounds: true) else { throw EvaluationError(.overflow(rawValue)) }
      return .decimal(power)
    default:
      let (rate, months) = (try decimal(arguments[1]), try whole(arguments, 2))
      guard Annuity.rates.contains(rate) else { throw EvaluationError(.undefined(rawValue)) }
      try StepBudget.charge(8 * Self.elementsOfProduct)
      guard let payment = Annuity.payment(sum: first, rate: rate, months: months)?.plain(rounds: true) else {
        throw EvaluationError(.overflow(rawValue))
      }
      return .decimal(payment)
    }
  }

  /// The charge for a rounded product, in list elements.
  private static let elementsOfProduct = 8

  private func rounded(_ arguments: Arguments, _ number: Decimal) throws(EvaluationError) -> Value {
    let places = try whole(arguments, 1)
    var mode = RoundingMode.halfUp
    if arguments.count > 2 {
      guard case .string(let name) = arguments[2], let named = RoundingMode(rawValue: name) else {
        throw EvaluationError(.undefined(rawValue))
      }
      mode = named
    }
    guard let result = number.rounded(places: places, mode).plain(rounds: false) else {
      throw EvaluationError(.overflow(rawValue))
    }
    if case .integer = Number(arguments[0]), let whole = Number.decimal(result).whole { return .integer(whole) }
    return .decimal(result)
  }

  private func remainder(_ arguments: Arguments, _ number: Decimal) throws(EvaluationError) -> Value {
    let divisor = try decimal(arguments[1])
    if divisor.coefficient == 0 { throw EvaluationError(.divisionByZero) }
    guard let result = number.remainder(dividingBy: divisor)?.plain(rounds: false) else {
      throw EvaluationError(.overflow(rawValue))
    }
    if case .integer = Number(arguments[0]), case .integer = Number(arguments[1]),
      let whole = Number.decimal(result).whole
    {
      return .integer(whole)
    }
    return .decimal(result)
  }

  /// Returns the exact number; throws `EvaluationError` if the value is not a number or does not
  /// fit a decimal.
  private func decimal(_ value: Value) throws(EvaluationError) -> Decimal {
    guard let number = Number(value) else { throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(value))) }
    guard let exact = number.exact ?? Decimal(shortest: number.double) else {
      throw EvaluationError(.undefined(rawValue))
    }
    return exact
  }
}
