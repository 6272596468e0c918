import Dates
public import JSON

/// A comparison of one input value with literals: an atomic part of a condition's ``Logic``.
///
///     for case .claim(let claim) in try Condition("$flag == YES", in: scope).logic.nodes {
///       claim.representatives?.filter { claim.holds(of: $0) == true }  // [true]
///     }
public struct Claim: Sendable {
  /// The compared value.
  public let term: Term
  /// The value's type.
  public let type: ValueType
  /// The values that the atom offers; nil if it accepts any value, or if the term is a key path.
  public let options: [Value]?
  /// The literals on the other side.
  public let literals: [Value]
  let form: Form
  /// True if the comparison is BEGINSWITH.
  package var isPrefix: Bool { form == .prefix }
  /// The comparison, with the compared value in slot 0.
  private let condition: Condition
  /// The date of today for relative claims.
  static let today = CivilDate(year: 2000, month: 1, day: 1)

  init(
    _ term: Term, _ type: ValueType, options: [Value]?, literals: [Value], form: Form, _ condition: Condition
  ) {
    self.term = term
    self.type = type
    self.options = options
    self.literals = literals
    self.form = form
    self.condition = condition
  }

  /// The form of a comparison, which determines the representatives.
  enum Form {
    /// A comparison with constants.
    case plain
    /// The operator BEGINSWITH.
    case prefix
    /// A comparison with `today()` or with a fixed number of days before or after it. The literals
    /// are the dates for `Claim.today`.
    ///
    /// The result depends only on the number of days between the value and today, so one date of
    /// today represents all others.
    case relative
  }

  /// Returns true if the comparison holds for the value; nil if it has no result.
  ///
  /// - Parameter value: A value of the term.
  public func holds(of value: Value) -> Bool? {
    try? condition.holds(in: ConditionInput(values: [value], today: Self.today))
  }
}

extension Claim {
  /// The explanation of a comparison with a number that the measure never is, such as
  /// "`month($day)` is 1 to 12"; nil for any other comparison.
  package var impossibleMeasure: String? {
    guard let range = term.measure, range.upperBound < Int32.max,
      literals.contains(where: { literal in literal.integer.map { !range.contains($0) } ?? false })
    else { return nil }
    let days = range == 1...7 ? ", Monday to Sunday" : ""
    return "`\(term.path)` is \(range.lowerBound) to \(range.upperBound)\(days)"
  }

  /// A few values that represent all values of the term, `.null` first.
  ///
  /// For each value of the term, one of these has the same result. Nil if they cannot be listed,
  /// and for comparisons with today, of a beginning or of a measure.
  public var representatives: [Value]? {
    form == .plain && term.measure == nil ? Representatives.values(for: [self]) : nil
  }
}

/// An input value: a slot, a key path that begins at a slot or at a field of the option `SELF`, or
/// a number that measures the value of a slot, such as `length($name)`.
public struct Term: Hashable, Sendable {
  /// The slot; nil for a field of the option.
  public let slot: Slot?
  /// The path in canonical text, such as `$type` or `bank.place`.
  public let path: String
  /// True for a whole slot or field, false for a key path within it or a measure of it.
  public let isWhole: Bool
  /// The possible results of a measure; nil for any other term.
  var measure: ClosedRange<Int64>?
}
