import JSON

extension Checked {
  /// Quotients of constant whole numbers that are 0, such as `15 / 100`.
  fileprivate var zeroQuotients: [Fault] {
    var faults: [Fault] = []
    for (place, node) in tree.nodes.enumerated() where faults.count < Faults.maximum {
      guard case .arithmetic(.divide, let a, let b) = node, case .literal(.integer(let dividend)) = tree.nodes[a],
        case .literal(.integer(let divisor)) = tree.nodes[b], 0 < dividend, dividend < divisor, !isDate(place)
      else { continue }
      faults.append(
        Fault(
          range: tree.ranges[place], "`\(dividend) / \(divisor)` is 0: `/` of whole numbers drops the fraction",
          remedy: ": write \(Self.fraction(dividend, divisor) ?? "\(dividend).0 / \(divisor)")", as: .type))
    }
    return faults
  }

  /// Returns true for the first two parts of a calculation that resembles a date, as in
  /// `1/12/2026`.
  private func isDate(_ place: Int) -> Bool {
    guard tree.nodes.indices.contains(place + 2), case .literal(.integer) = tree.nodes[place + 1] else { return false }
    if case .arithmetic(.divide, place, place + 1) = tree.nodes[place + 2] { return true }
    return false
  }

  /// Returns the quotient as a decimal number; nil if it has more than 6 decimal places.
  private static func fraction(_ dividend: Int64, _ divisor: Int64) -> String? {
    guard divisor < 1_000_000_000_000 else { return nil }
    var (rest, digits) = (dividend, "")
    while rest > 0, digits.utf8.count < 6 {
      digits += String(rest * 10 / divisor)
      rest = rest * 10 % divisor
    }
    return rest == 0 ? "0.\(digits)" : nil
  }
}

extension Condition {
  /// The quotients of constant whole numbers that are 0.
  package var zeroQuotients: [Fault] { checked?.zeroQuotients ?? [] }
}

extension ConditionExpression {
  /// The quotients of constant whole numbers that are 0.
  package var zeroQuotients: [Fault] { checked?.zeroQuotients ?? [] }
}
