/// Why a condition or an expression has no result for the values at hand; it names kinds of values, never the values.
public struct EvaluationError: Error, Sendable, Hashable {
  /// What went wrong.
  public let reason: Reason
  /// The stretch of the condition's text that has no result, as UTF-8 offsets; nil from within a function given from outside.
  public var range: Range<Int>?

  /// The kinds of failures.
  public enum Reason: Sendable, Hashable {
    /// An operator was given values that it does not take: the operator, and the kinds on its sides.
    case operands(String, ValueKind, ValueKind)
    /// Something was asked of a value that it does not have: what, and the kind of value.
    case unsuited(String, ValueKind)
    /// `ANY`, `ALL`, `NONE` over a value that is no list.
    case notCollection(String, ValueKind)
    /// BETWEEN needs a list of exactly two values, and this many stood there; nil where it was no list.
    case bounds(Int?)
    /// An index beyond the list, or negative.
    case index(Int, count: Int)
    /// Division by zero.
    case divisionByZero
    /// A result that the exact numbers cannot hold.
    case overflow(String)
    /// A function that has no result there, such as the square root of a negative number.
    case undefined(String)
    /// A function was given too few or too many arguments.
    case arguments(String, Int)
    /// A pattern that is no regular expression: the engine's explanation.
    case pattern(String)
    /// A match that took more steps than it may.
    case budget(String)
    /// Text where a date was due.
    case notDate(String)
    /// There is no clock.
    case noClock
    /// A variable that was not supplied.
    case missingVariable
    /// A function given from outside failed: its explanation.
    case outside(String)
  }

  /// That failure.
  public init(_ reason: Reason, range: Range<Int>? = nil) {
    self.reason = reason
    self.range = range
  }

  /// Whether it failed for a value that is not there: nil where arithmetic, a date or text needs something.
  public var isOfNothing: Bool {
    switch reason {
    case .operands(_, let left, let right): left == .nil || right == .nil
    case .unsuited(_, let kind), .notCollection(_, let kind): kind == .nil
    default: false
    }
  }

  /// The same failure at that stretch, unless it has a narrower one already.
  func at(_ range: Range<Int>) -> EvaluationError { self.range == nil ? EvaluationError(reason, range: range) : self }
}

extension EvaluationError: CustomStringConvertible {
  /// What went wrong in words, without any value.
  public var description: String {
    switch reason {
    case .operands(let sign, let left, let right): "`\(sign)` does not take \(left.rawValue) and \(right.rawValue)"
    case .unsuited(let what, let kind): "\(what) cannot be had of \(kind.rawValue)"
    case .notCollection(let modifier, let kind): "\(modifier) needs a list on its left side and has \(kind.rawValue)"
    case .bounds(nil): "BETWEEN needs a list of two values"
    case .bounds(let count?): "BETWEEN needs a list of two values and has \(count)"
    case .index(_, let count): "an index is outside of a list of \(count)"
    case .divisionByZero: "division by zero"
    case .overflow(let sign): "the result of `\(sign)` has more than 38 digits"
    case .undefined(let name): "`\(name)` has no result there"
    case .arguments(let name, let count): "`\(name)` does not take \(count) arguments"
    case .pattern(let why): "not a regular expression: \(why)"
    case .budget(let name): "`\(name)` took more steps than it may"
    case .notDate(let name): "`\(name)` needs a date, written YYYY-MM-DD"
    case .noClock: "today's date is not known here"
    case .missingVariable: "a variable was not supplied"
    case .outside(let why): why
    }
  }
}
