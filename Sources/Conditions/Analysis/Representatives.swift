import JSON

/// Few values that stand for all that a term can have, as far as some claims tell values apart.
enum Representatives {
  /// The values, nil first; nil where they cannot be listed.
  static func values(for claims: [Claim]) -> [Value]? {
    guard let first = claims.first else { return nil }
    if let options = first.options { return [.null] + options.filter { !$0.isNull } }
    let literals = claims.flatMap(\.literals).filter { !$0.isNull }
    switch first.type {
    case .boolean: return [.null, false, true]
    case .integer, .number: return numbers(around: literals.compactMap(\.decimal))
    case .text: return texts(around: literals.compactMap(\.string))
    case .date: return dates(around: literals.compactMap { $0.string.flatMap { CivilDate($0) } })
    default: return nil
    }
  }

  /// Each number, one between every two, one below and one above all.
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

  /// Each text, and one that is none of them.
  private static func texts(around literals: [String]) -> [Value] {
    let other = "\u{F8FF}" + literals.joined()
    return [.null] + literals.map(Value.string) + [.string(other)]
  }

  /// Each day and its neighbours: between two days that are neither of them they stand for all.
  private static func dates(around literals: [CivilDate]) -> [Value] {
    let days = literals.flatMap { day in [-1, 0, 1].compactMap { day.adding(days: $0)?.description } }
    return [.null] + Set(days + ["2000-01-01"]).sorted().map(Value.string)
  }
}
