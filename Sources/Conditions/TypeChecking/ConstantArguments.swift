import Dates
import JSON

/// Argument values that a function rejects whatever its other arguments are.
extension Builtin {
  /// Maximum length of a text that a function returns, in Unicode scalars.
  static let maxCharacters = 10_000

  /// True if the result depends only on the arguments.
  var isPure: Bool { self != .today && !readsCalendar }

  var readsCalendar: Bool { self == .addBusinessDays || self == .isBusinessDay }

  /// Returns a description of the accepted values, such as "1 to 12 for its month"; nil if the
  /// value is accepted.
  func refusal(of value: Value, at index: Int) -> String? {
    switch (self, index) {
    case (.round, 2):
      let names = RoundingMode.allCases.map { "'\($0.rawValue)'" }
      guard let text = value.string, RoundingMode(rawValue: text) == nil else { return nil }
      return "as its mode \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
    case (.split, 1): return value.string == "" ? "a separator of one character or more" : nil
    case (.replace, 1): return value.string == "" ? "a text of one character or more to replace" : nil
    case (.padStart, 2), (.padEnd, 2): return value.string == "" ? "one character or more to fill with" : nil
    case (.number, 0):
      guard let text = value.string, TextFunctions.number(text) == nil else { return nil }
      return "a number as text, such as '12.50'"
    case (.mod, 1): return Number(value).map { $0 == .integer(0) } == true ? "a divisor other than 0" : nil
    case (.annuity, 1):
      guard let rate = Number(value)?.exact, !Annuity.rates.contains(rate) else { return nil }
      return "\(Annuity.rates.lowerBound) to \(Annuity.rates.upperBound) percent a year for its rate"
    default: break
    }
    guard parameters.indices.contains(index), parameters[index] == .integer, let number = Number(value) else {
      return nil
    }
    guard let whole = number.whole else { return "a whole number" }
    guard let (range, what) = bounds(at: index), !range.contains(whole) else { return nil }
    if range.upperBound == .max { return "\(range.lowerBound) or more for its \(what)" }
    return "\(range.lowerBound) to \(range.upperBound) for its \(what)"
  }

  /// The range of a whole-number argument and its name in messages; nil if the range is unlimited.
  private func bounds(at index: Int) -> (range: ClosedRange<Int64>, what: String)? {
    let maximum = Int64(Builtin.maxCharacters)
    switch (self, index) {
    case (.round, 1):
      let places = Int64(Decimal.maximumExponent)
      return (-places...places, "decimal places")
    case (.text, 1): return (0...Int64(Decimal.maximumDigits), "decimal places")
    case (.substring, 1): return (0...Int64.max, "start")
    case (.substring, 2): return (0...Int64.max, "character count")
    case (.padStart, 1), (.padEnd, 1): return (0...maximum, "length")
    case (.power, 1): return (-Int64(Decimal.maximumPower)...Int64(Decimal.maximumPower), "exponent")
    case (.annuity, 2): return (1...Int64(Annuity.maxMonths), "months")
    case (.addBusinessDays, 1):
      let days = Int64(BusinessCalendar.maxDays)
      return (-days...days, "business days")
    case (.date, 0): return (1...9999, "year")
    case (.date, 1): return (1...12, "month")
    case (.date, 2): return (1...31, "day")
    default: return nil
    }
  }

  /// Returns a whole-number argument; throws `EvaluationError` for other values and out of range.
  func whole(_ arguments: Arguments, _ index: Int) throws(EvaluationError) -> Int {
    guard let number = Number(arguments[index]) else {
      throw EvaluationError(.unsuited("a whole number", ValueKind(arguments[index])))
    }
    guard let whole = number.whole else { throw EvaluationError(.unsuited("a whole number", .number)) }
    guard let count = Int(exactly: whole),
      bounds(at: index).map({ $0.range.contains(whole) }) ?? true
    else { throw EvaluationError(.undefined(rawValue)) }
    return count
  }
}
