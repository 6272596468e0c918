import Dates
import JSON

/// The date functions; the result is nil if an argument is nil.
extension Builtin {
  /// Returns the result of a function that does not need the bank's calendar.
  func date(_ arguments: Arguments) throws(EvaluationError) -> Value {
    if arguments.hasNull { return .null }
    if self == .date { return try composed(arguments) }
    let date = try day(arguments[0])
    switch self {
    case .year: return .integer(Int64(date.year))
    case .month: return .integer(Int64(date.month))
    case .day: return .integer(Int64(date.day))
    case .weekday: return .integer(Int64(date.weekday))
    case .endOfMonth: return .string(date.endOfMonth.description)
    case .daysBetween: return .integer(Int64(try day(arguments[1]).daysSinceEpoch - date.daysSinceEpoch))
    case .monthsBetween: return .integer(Int64(date.months(to: try day(arguments[1]))))
    default: break
    }
    let count = try whole(arguments, 1)
    let sum: CivilDate?
    switch self {
    case .addDays: sum = date.adding(days: count)
    case .addMonths: sum = date.adding(months: count)
    default: sum = count.magnitude <= 10_000 ? date.adding(months: 12 * count) : nil
    }
    guard let sum else { throw EvaluationError(.undefined(rawValue)) }
    return .string(sum.description)
  }

  /// Returns the date of a year, month and day; nil if it does not exist.
  private func composed(_ arguments: Arguments) throws(EvaluationError) -> Value {
    var parts: [Int] = []
    for index in 0..<3 {
      guard let number = Number(arguments[index])?.whole else {
        throw EvaluationError(.unsuited("a whole number", ValueKind(arguments[index])))
      }
      guard let part = Int(exactly: number) else { return .null }
      parts.append(part)
    }
    return CivilDate(year: parts[0], month: parts[1], day: parts[2]).map { .string($0.description) } ?? .null
  }

  /// Returns the result of a function that needs the calendar; `isBusinessDay` is false for nil.
  func businessDay(_ arguments: Arguments, _ calendar: BusinessCalendar?) throws(EvaluationError) -> Value {
    if arguments.hasNull { return self == .isBusinessDay ? .bool(false) : .null }
    let day = try day(arguments[0])
    guard let calendar else { throw EvaluationError(.noCalendar) }
    if self == .isBusinessDay { return .bool(calendar.isBusinessDay(day)) }
    let count = try whole(arguments, 1)
    try StepBudget.charge(2 * Int(count.magnitude))
    guard let sum = calendar.adding(count, to: day) else { throw EvaluationError(.undefined(rawValue)) }
    return .string(sum.description)
  }

  private func day(_ value: Value) throws(EvaluationError) -> CivilDate {
    guard case .string(let text) = value, let date = CivilDate(text) else { throw EvaluationError(.notDate(rawValue)) }
    return date
  }
}
