import Dates
import JSON
import Platform

extension Builtin {
  /// Returns the function's result; reads only today's date and the calendar of the input.
  ///
  /// Throws `EvaluationError` if an argument is invalid or the function has no result.
  func call(_ arguments: Arguments, _ input: borrowing ConditionInput) throws(EvaluationError) -> Value {
    guard takes(arguments.count) else { throw EvaluationError(.arguments(rawValue, arguments.count)) }
    guard arguments.count > 0 else {
      guard let today = input.today else { throw EvaluationError(.noClock) }
      return .string(today.description)
    }
    switch self {
    case .min where arguments.count > 1: return try Statistics.extreme(arguments.all, .less)
    case .max where arguments.count > 1: return try Statistics.extreme(arguments.all, .greater)
    case .sum, .count, .min, .max, .average, .median, .stddev: return try statistics(arguments[0])
    case .groups:
      guard let key = arguments[1].string, arguments.count < 3 || arguments[2].string != nil else {
        throw EvaluationError(.unsuited("the name of a field", ValueKind(arguments[arguments.count - 1])))
      }
      return try Groups.of(arguments[0], by: key, summed: arguments.count < 3 ? nil : arguments[2].string)
    case .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc: return try number(arguments[0])
    case .round, .mod, .power, .annuity: return try exact(arguments)
    case .uppercase, .lowercase, .length, .concat, .join, .split, .substring, .trim, .replace, .padStart, .padEnd,
      .text, .number:
      return try text(arguments)
    case .addBusinessDays, .isBusinessDay: return try businessDay(arguments, input.calendar)
    case .today, .date, .addDays, .addMonths, .addYears, .endOfMonth, .daysBetween, .monthsBetween, .year, .month, .day,
      .weekday:
      return try date(arguments)
    }
  }

  private func statistics(_ argument: Value) throws(EvaluationError) -> Value {
    guard case .array(let values) = argument else {
      throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(argument)))
    }
    try StepBudget.charge(values.count)
    switch self {
    case .sum: return try Statistics.sum(values)
    case .min: return try Statistics.extreme(values, .less)
    case .max: return try Statistics.extreme(values, .greater)
    case .average: return try Statistics.average(values)
    case .median: return try Statistics.median(values)
    case .stddev: return try Statistics.deviation(values)
    default: return .integer(Int64(values.count))
    }
  }

  private func number(_ argument: Value) throws(EvaluationError) -> Value {
    guard let number = Number(argument) else { throw EvaluationError(.unsuited("`\(rawValue)`", ValueKind(argument))) }
    let result: Double
    switch self {
    case .sqrt: result = number.double.squareRoot()
    case .log: result = log10(number.double)
    case .ln: result = naturalLogarithm(number.double)
    case .exp: result = exponential(number.double)
    case .abs: return number < .integer(0) ? try Calculation.negate(number.value) : number.value
    case .floor: return number.rounded(.down)
    case .ceiling: return number.rounded(.up)
    default: return number.rounded(.towardZero)
    }
    guard result.magnitude < 1e64 else { throw EvaluationError(.undefined(rawValue)) }
    return .float(result)
  }
}

// Outside of `Builtin`, because its cases hide `log` and `exp`.
private func naturalLogarithm(_ number: Double) -> Double { log(number) }
private func exponential(_ number: Double) -> Double { exp(number) }
