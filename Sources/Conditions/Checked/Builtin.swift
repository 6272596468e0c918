/// A function that the language brings along.
enum Builtin: String, Sendable, Hashable, CaseIterable {
  case sum, count, min, max, average, median, stddev
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc, round
  case uppercase, lowercase, length
  case today, addDays, addMonths, daysBetween, year, month, day

  /// The types of its arguments.
  var parameters: [ValueType] {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .stddev: [.list(.any)]
    case .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc: [.number]
    case .round: [.number, .integer]
    case .uppercase, .lowercase, .length: [.text]
    case .today: []
    case .addDays, .addMonths: [.date, .integer]
    case .daysBetween: [.date, .date]
    case .year, .month, .day: [.date]
    }
  }

  /// The type of the result for arguments of these types.
  func result(_ arguments: [ValueType]) -> ValueType {
    switch self {
    case .count, .length, .daysBetween, .year, .month, .day: .integer
    case .average, .median, .stddev, .sqrt, .log, .ln, .exp: .number
    case .uppercase, .lowercase: .text
    case .today, .addDays, .addMonths: .date
    case .floor, .ceiling, .abs, .trunc, .round: arguments.first == .integer ? .integer : .number
    case .sum: arguments.first?.element == .integer ? .integer : .number
    case .min, .max: arguments.first?.element ?? .any
    }
  }

  /// The functions in the order of their names.
  static let names = allCases.map(\.rawValue)
}

/// A key-path operator.
enum PathOperator: String, Sendable, Hashable, CaseIterable {
  case count, sum, avg, min, max

  /// The operators in the order of their names.
  static let names = allCases.map(\.rawValue)
}
