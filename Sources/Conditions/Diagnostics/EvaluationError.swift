import JSON

/// The reason why a condition or an expression has no result for the given values.
///
/// The description contains kinds of values but no values, so it can be logged.
///
///     do {
///       _ = try Condition("1 / $n == 1").holds(in: ConditionInput(values: [0]))
///     } catch let error as EvaluationError {
///       error.description  // "division by zero"
///       error.range  // 0..<6, the range of `1 / $n`
///     }
public struct EvaluationError: Error, Sendable, Hashable {
  /// The kind of the failure.
  public let reason: Reason
  /// The source range of the part without a result, as UTF-8 offsets.
  ///
  /// Nil in an error that a `Function` throws, until evaluation adds the range of the call.
  public var range: Range<Int>?
  /// The reason why a required value is unknown; nil for any other error.
  package let unknown: UnknownReason?

  /// The kinds of failures.
  public enum Reason: Sendable, Hashable {
    /// An operator does not accept the kinds of values on its left and right side.
    case operands(String, ValueKind, ValueKind)
    /// A value of that kind has no such property or result, such as a key or a square root.
    case unsuited(String, ValueKind)
    /// `ANY`, `ALL`, `NONE` or `SUBQUERY` needs a list but received a value of that kind.
    case notCollection(String, ValueKind)
    /// The bounds of `BETWEEN` are a list with this element count instead of 2; nil if not a list.
    case bounds(Int?)
    /// An index is negative or beyond the end of a list with `count` elements.
    case index(Int, count: Int)
    /// Division by zero.
    case divisionByZero
    /// The exact result of that operator or function exceeds 38 significant digits, or 64 digits in
    /// all.
    case overflow(String)
    /// A function or operator has no result, such as the square root of a negative number.
    case undefined(String)
    /// The text that a function returns has more than 10,000 Unicode scalars.
    case length(String)
    /// A function does not accept this number of arguments.
    case arguments(String, Int)
    /// A pattern is not a valid regular expression; the text is PCRE2's explanation.
    case pattern(String)
    /// A match, or the whole request, exceeds its step limit.
    case budget(String)
    /// That function needs a date but received another value.
    case notDate(String)
    /// `today()` has no date, because `ConditionInput.today` is nil.
    case noClock
    /// A business-day function has no calendar, because `ConditionInput.calendar` is nil.
    case noCalendar
    /// The input has no value for a slot.
    case missingVariable
    /// A `Function` failed with this explanation.
    case outside(String)
    /// A value that the result depends on is unknown. `holds(in:)` and `value(in:)` do not throw
    /// this reason.
    case unknown
    /// The evaluation of a value that the result depends on failed.
    case failedValue
  }

  /// Creates an error for that reason.
  public init(_ reason: Reason, range: Range<Int>? = nil) {
    self.reason = reason
    self.range = range
    unknown = nil
  }

  /// Creates the error for a value that is unknown for that reason, or whose evaluation failed.
  package init(unknown: UnknownReason) {
    reason = unknown == .failed ? .failedValue : .unknown
    self.unknown = unknown == .failed ? nil : unknown
  }

  /// True if an operator or a function failed because a value is nil.
  public var isOfNothing: Bool {
    switch reason {
    case .operands(_, let left, let right): left == .nil || right == .nil
    case .unsuited(_, let kind), .notCollection(_, let kind): kind == .nil
    default: false
    }
  }

  /// Returns the error with that source range, unless it already has a range.
  func at(_ range: Range<Int>) -> EvaluationError {
    guard self.range == nil else { return self }
    var error = self
    error.range = range
    return error
  }
}

extension EvaluationError: CustomStringConvertible {
  /// The reason in English, without any value.
  public var description: String {
    switch reason {
    case .operands(let sign, let left, let right): "`\(sign)` does not take \(left.rawValue) and \(right.rawValue)"
    case .unsuited(let what, let kind): "\(what) cannot be obtained from \(kind.rawValue)"
    case .notCollection(let modifier, let kind): "\(modifier) needs a list, found \(kind.rawValue)"
    case .bounds(nil): "BETWEEN needs a list of two values"
    case .bounds(let count?): "BETWEEN needs a list of two values, found \(count)"
    case .index(_, let count): "an index is out of range for a list of \(count)"
    case .divisionByZero: "division by zero"
    case .overflow(let sign): "the result of `\(sign)` has too many digits"
    case .undefined(let name): "`\(name)` has no result for these values"
    case .length(let name): "the result of `\(name)` has more than \(Builtin.maxCharacters) characters"
    case .arguments(let name, let count): "`\(name)` does not take \(count) arguments"
    case .pattern(let why): "invalid regular expression: \(why)"
    case .budget(let name): "`\(name)` exceeded its step limit"
    case .notDate(let name): "`\(name)` needs a date, written YYYY-MM-DD"
    case .noClock: "today's date is not available"
    case .noCalendar: "the bank's calendar is not available"
    case .missingVariable: "a variable was not supplied"
    case .outside(let why): why
    case .unknown: unknown == .pending ? "a value is pending" : "a value is not available"
    case .failedValue: "the evaluation of a required value failed"
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
