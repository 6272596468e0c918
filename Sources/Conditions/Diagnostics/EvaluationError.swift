import JSON

/// The reason why a condition or an expression has no result for the given values.
///
/// Its description names kinds of values and never the values, because it is logged.
///
///     do {
///       _ = try Condition("1 / $n == 1").holds(in: Input(values: [0]))
///     } catch let error as EvaluationError {
///       error.description  // "division by zero"
///       error.range  // 0..<6, the range of `1 / $n`
///     }
public struct EvaluationError: Error, Sendable, Hashable {
  /// The kind of the failure.
  public let reason: Reason
  /// The source range without a result, as UTF-8 offsets.
  ///
  /// nil in an error that a `Function` throws, until evaluation adds the range of the call.
  public var range: Range<Int>?

  /// The kinds of failures.
  public enum Reason: Sendable, Hashable {
    /// An operator does not take the kinds of values on its left and right side.
    case operands(String, ValueKind, ValueKind)
    /// A value of that kind has no such property or result, such as a key or a square root.
    case unsuited(String, ValueKind)
    /// A value of that kind stands where `ANY`, `ALL`, `NONE` or `SUBQUERY` needs a list.
    case notCollection(String, ValueKind)
    /// The list of bounds of `BETWEEN` has this element count instead of 2; nil if it is not a list.
    case bounds(Int?)
    /// An index is negative or beyond the end of a list with that element count.
    case index(Int, count: Int)
    /// Division by zero.
    case divisionByZero
    /// The exact result of that operator has more than 38 significant digits, or more than 64 without an exponent.
    case overflow(String)
    /// A function or operator has no result there, such as the square root of a negative number.
    case undefined(String)
    /// The text that a function gives has more than 10,000 characters.
    case length(String)
    /// A function does not take that number of arguments.
    case arguments(String, Int)
    /// A pattern is not a regular expression, with PCRE2's explanation.
    case pattern(String)
    /// A match, or the whole request, needs more steps than its limit.
    case budget(String)
    /// That function needs a date and got something else.
    case notDate(String)
    /// `today()` has no date, because `Input.today` is nil.
    case noClock
    /// A function of business days has no calendar, because `Input.calendar` is nil.
    case noCalendar
    /// The input has no value for a slot.
    case missingVariable
    /// A `Function` failed, with its own explanation.
    case outside(String)
    /// A value that it depends on is not known at present.
    case unknown(UnknownReason)
    /// A value that it depends on could not be worked out, with an error of its own.
    case failedValue
  }

  /// Creates an error for that reason.
  public init(_ reason: Reason, range: Range<Int>? = nil) {
    self.reason = reason
    self.range = range
  }

  /// Creates the error of what reads a slot without a known value.
  init(reading unknown: UnknownReason) { self.init(unknown == .failed ? .failedValue : .unknown(unknown)) }

  /// True if the reason is a missing value: nil if an operator or a function needs a value.
  public var isOfNothing: Bool {
    switch reason {
    case .operands(_, let left, let right): left == .nil || right == .nil
    case .unsuited(_, let kind), .notCollection(_, let kind): kind == .nil
    default: false
    }
  }

  /// The reason for which a value that it needs is not known; nil for an error of any other kind.
  public var unknown: UnknownReason? { if case .unknown(let reason) = reason { reason } else { nil } }

  /// Returns the error with that source range, unless it already has a narrower one.
  func at(_ range: Range<Int>) -> EvaluationError { self.range == nil ? EvaluationError(reason, range: range) : self }
}

extension EvaluationError: CustomStringConvertible {
  /// The reason in words, without any value.
  public var description: String {
    switch reason {
    case .operands(let sign, let left, let right): "`\(sign)` does not take \(left.rawValue) and \(right.rawValue)"
    case .unsuited(let what, let kind): "\(what) cannot be had of \(kind.rawValue)"
    case .notCollection(let modifier, let kind): "\(modifier) needs a list on its left side and has \(kind.rawValue)"
    case .bounds(nil): "BETWEEN needs a list of two values"
    case .bounds(let count?): "BETWEEN needs a list of two values and has \(count)"
    case .index(_, let count): "an index is outside of a list of \(count)"
    case .divisionByZero: "division by zero"
    case .overflow(let sign): "the result of `\(sign)` has too many digits"
    case .undefined(let name): "`\(name)` has no result there"
    case .length(let name): "the result of `\(name)` has more than \(Builtin.maxCharacters) characters"
    case .arguments(let name, let count): "`\(name)` does not take \(count) arguments"
    case .pattern(let why): "not a regular expression: \(why)"
    case .budget(let name): "`\(name)` took more steps than it may"
    case .notDate(let name): "`\(name)` needs a date, written YYYY-MM-DD"
    case .noClock: "today's date is not known here"
    case .noCalendar: "the bank's calendar is not known here"
    case .missingVariable: "a variable was not supplied"
    case .outside(let why): why
    case .unknown(.pending): "a value is on its way"
    case .unknown(.unavailable): "a value cannot be had at present"
    case .unknown(.failed), .failedValue: "a value that it reads could not be worked out"
    }
  }
}

/// The kind of a value at evaluation; the raw value is its name in messages.
public enum ValueKind: String, Sendable, Hashable {
  case `nil` = "nil"
  case boolean = "a Boolean"
  case number = "a number"
  case text = "text"
  case list = "a list"
  case dictionary = "a dictionary"

  /// Finds the kind of that value.
  init(_ value: borrowing Value) {
    switch value {
    case .null: self = .nil
    case .bool: self = .boolean
    case .integer, .decimal, .float: self = .number
    case .string: self = .text
    case .array: self = .list
    case .object: self = .dictionary
    }
  }
}
