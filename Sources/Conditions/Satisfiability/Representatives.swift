import Dates
import JSON

/// A few values that represent all values of a term with respect to a set of claims.
enum Representatives {
  /// Returns the values for claims on one term, `.null` first; nil if they cannot be listed.
  static func values(for claims: [Claim]) -> [Value]? {
    guard let first = claims.first else { return nil }
    if let options = first.options { return [.null] + options.filter { !$0.isNull } }
    let literals = claims.flatMap(\.literals).filter { !$0.isNull }
    // A constant date and one that depends on today have no order.
    let forms = Set(claims.filter { !$0.literals.allSatisfy(\.isNull) }.map(\.form))
    guard forms.count == 1 || !forms.contains(.relative) else { return nil }
    if let range = first.term.measure { return measures(in: range, around: literals.compactMap(\.decimal)) }
    switch first.type {
    case .boolean: return [.null, false, true]
    case .integer, .number: return numbers(around: literals.compactMap(\.decimal))
    case .text: return texts(around: literals.compactMap(\.string), withPrefixes: forms.contains(.prefix))
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

  /// Returns the representatives of numbers that are within the range; nil on overflow.
  private static func measures(in range: ClosedRange<Int64>, around literals: [Decimal]) -> [Value]? {
    let (lowest, highest) = (Decimal(range.lowerBound), Decimal(range.upperBound))
    return numbers(around: literals + [lowest, highest])?.filter { value in
      value.decimal.map { lowest <= $0 && $0 <= highest } ?? true
    }
  }

  /// Returns `.null`, each text, one that differs from all and, for prefixes, a longer text for
  /// each text.
  private static func texts(around literals: [String], withPrefixes: Bool = false) -> [Value] {
    let other = "\u{F8FF}" + literals.joined()
    let longer = withPrefixes ? literals.map { Value.string($0 + other) } : []
    return [.null] + literals.map(Value.string) + longer + [.string(other)]
  }

  /// Returns `.null`, each date with its two neighbours, and one fixed date.
  ///
  /// The neighbours represent all dates before, between and after the literals.
  private static func dates(around literals: [CivilDate]) -> [Value] {
    let days = literals.flatMap { day in [-1, 0, 1].compactMap { day.adding(days: $0)?.description } }
    return [.null] + Set(days + ["2000-01-01"]).sorted().map(Value.string)
  }
}
