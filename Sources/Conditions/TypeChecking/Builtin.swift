enum Builtin: String, Sendable, Hashable, CaseIterable {
  case sum, count, min, max, average, median, stddev, groups
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc, round, mod, power, annuity
  case uppercase, lowercase, length, concat, join, split, substring, trim, replace, padStart, padEnd, text, number
  case today, date, addDays, addMonths, addYears, addBusinessDays, endOfMonth, daysBetween, monthsBetween
  case year, month, day, weekday, isBusinessDay

  /// The types of the parameters; optional parameters are last.
  ///
  /// `min` and `max` have one list here; a call may have two or more values instead.
  var parameters: [ValueType] {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .stddev: [.list(.any)]
    case .groups: [.list(.any), .text, .text]
    case .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc: [.number]
    case .round: [.number, .integer, .text]
    case .mod: [.number, .number]
    case .power: [.number, .integer]
    case .annuity: [.number, .number, .integer]
    case .uppercase, .lowercase, .length, .trim, .number: [.text]
    case .concat, .split: [.text, .text]
    case .join: [.list(.text), .text]
    case .substring: [.text, .integer, .integer]
    case .replace: [.text, .text, .text]
    case .padStart, .padEnd: [.text, .integer, .text]
    case .text: [.any, .integer]
    case .today: []
    case .date: [.integer, .integer, .integer]
    case .addDays, .addMonths, .addYears, .addBusinessDays: [.date, .integer]
    case .daysBetween, .monthsBetween: [.date, .date]
    case .endOfMonth, .year, .month, .day, .weekday, .isBusinessDay: [.date]
    }
  }

  /// The number of trailing parameters that a call may omit.
  var optionalParameters: Int {
    switch self {
    case .round, .substring, .padStart, .padEnd, .text, .groups: 1
    default: 0
    }
  }

  /// True if a call may repeat the last parameter.
  var isVariadic: Bool { self == .concat }

  /// True if a call may have two or more values instead of one list.
  var takesValues: Bool { self == .min || self == .max }

  /// True if the argument is a list of numbers.
  var takesNumbers: Bool { [.sum, .average, .median, .stddev].contains(self) }

  /// True if a number or a date as a text argument gets the hint to convert it with `text`.
  var isOfText: Bool { parameters.first == .text && self != .number || self == .join }

  /// Returns the types of the parameters of a call with that number of arguments.
  func parameters(of count: Int) -> [ValueType] {
    if takesValues, count > 1 { return Array(repeating: .any, count: count) }
    guard isVariadic, count > parameters.count, let last = parameters.last else { return parameters }
    return parameters + Array(repeating: last, count: count - parameters.count)
  }

  func takes(_ count: Int) -> Bool { arities.contains(count) }

  /// The allowed numbers of arguments.
  private var arities: ClosedRange<Int> {
    switch self {
    case .today: 0...0
    case .min, .max: 1...Int.max
    case .concat: 2...Int.max
    case .round, .substring, .padStart, .padEnd, .groups: 2...3
    case .text: 1...2
    case .annuity, .replace, .date: 3...3
    case .mod, .power, .join, .split, .addDays, .addMonths, .addYears, .addBusinessDays, .daysBetween, .monthsBetween:
      2...2
    default: 1...1
    }
  }

  /// Returns the type of the result for arguments of these types.
  func result(_ arguments: [ValueType]) -> ValueType {
    switch self {
    case .count, .length, .daysBetween, .monthsBetween, .year, .month, .day, .weekday: .integer
    case .isBusinessDay: .boolean
    case .average, .median, .stddev, .sqrt, .log, .ln, .exp, .power, .annuity, .number: .number
    case .uppercase, .lowercase, .concat, .join, .substring, .trim, .replace, .padStart, .padEnd, .text: .text
    case .split: .list(.text)
    case .groups: .list(.any)
    case .today, .date, .addDays, .addMonths, .addYears, .addBusinessDays, .endOfMonth: .date
    case .floor, .ceiling, .abs, .trunc, .round: arguments.first == .integer ? .integer : .number
    case .mod: arguments.allSatisfy { $0 == .integer } ? .integer : .number
    case .sum: arguments.first?.element == .integer ? .integer : .number
    case .min, .max:
      arguments.count > 1
        ? arguments.dropFirst().reduce(arguments[0]) { $0.joined($1) } : arguments.first?.element ?? .any
    }
  }

  /// The names of all functions, in declaration order.
  static let names = allCases.map(\.rawValue)
}
