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
  /// The comparison, with the compared value in slot 0.
  private let condition: Condition

  init(_ term: Term, _ type: ValueType, options: [Value]?, literals: [Value], _ condition: Condition) {
    (self.term, self.type, self.options) = (term, type, options)
    (self.literals, self.condition) = (literals, condition)
  }

  /// Returns true if the comparison holds for the value; nil if it has no result.
  ///
  /// - Parameter value: A value of the term.
  public func holds(of value: Value) -> Bool? { try? condition.holds(in: ConditionInput(values: [value])) }
}

extension Claim {
  /// A few values that represent all values of the term, `.null` first.
  ///
  /// For each value of the term, one of these has the same result. Nil if they cannot be listed.
  public var representatives: [Value]? { Representatives.values(for: [self]) }
}

/// An input value: a slot, or a key path that begins at a slot or at a field of the option `SELF`.
public struct Term: Hashable, Sendable {
  /// The slot; nil for a field of the option.
  public let slot: Slot?
  /// The path in canonical text, such as `$type` or `bank.place`.
  public let path: String
  /// True for a whole slot or field, false for a key path within it.
  public let isWhole: Bool
}

/// A few values that represent all values of a term with respect to a set of claims.
enum Representatives {
  /// Returns the values for claims on one term, `.null` first; nil if they cannot be listed.
  static func values(for claims: [Claim]) -> [Value]? {
    guard let first = claims.first else { return nil }
    if let options = first.options { return [.null] + options.filter { !$0.isNull } }
    let literals = claims.flatMap(\.literals).filter { !$0.isNull }
    switch first.type {
    case .boolean: return [.null, false, true]
    case .integer, .number: return numbers(around: literals.compactMap(\.decimal))
    case .text: return texts(around: literals.compactMap(\.string))
    case .date: return dates(around: literals.compactMap { $0.string.flatMap { CivilDate($0) } })
    // Only equality applies, so the literals and one different text represent all values.
    case .any: return [.null] + literals + texts(around: literals.compactMap(\.string)).suffix(1)
    default: return nil
    }
  }

  /// Returns `.null`, each number, and one number in each gap, below and above; nil on overflow.
  private static func numbers(around literals: [Decimal]) -> [Value]? {
    let sorted = Set(literals).sorted()
    guard let lowest = sorted.first, let highest = sorted.last else { return [.null, 0] }
    guard let half = Decimal("0.5"), let below = lowest.subtracting(Decimal(1)), let above = highest.adding(Decimal(1))
    else { return nil }
    var numbers = [below] + sorted + [above]
    for (low, high) in zip(sorted, sorted.dropFirst()) {
      guard let middle = low.adding(high)?.multiplied(by: half) else { return nil }
      numbers.append(middle)
    }
    return [.null] + numbers.map(Value.decimal)
  }

  /// Returns `.null`, each text, and one that differs from all.
  private static func texts(around literals: [String]) -> [Value] {
    let other = "\u{F8FF}" + literals.joined()
    return [.null] + literals.map(Value.string) + [.string(other)]
  }

  /// Returns `.null`, each date with its two neighbours, and one fixed date.
  ///
  /// The neighbours represent all dates before, between and after the literals.
  private static func dates(around literals: [CivilDate]) -> [Value] {
    let days = literals.flatMap { day in [-1, 0, 1].compactMap { day.adding(days: $0)?.description } }
    return [.null] + Set(days + ["2000-01-01"]).sorted().map(Value.string)
  }
}
