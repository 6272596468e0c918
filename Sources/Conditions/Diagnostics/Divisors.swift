import JSON

extension ConditionExpression {
  /// A divisor that is one value in a slot.
  package struct Divisor {
    package let slot: Int
    /// The place in the text as an UTF-8 offset.
    package let offset: Int
  }

  /// The divisors that are one variable, such as `$months` in `$sum / $months`.
  ///
  /// Empty if the expression contains a condition, which may exclude 0.
  package var divisors: [Divisor] {
    guard let checked, !checked.tree.nodes.contains(where: \.isChoice) else { return [] }
    return checked.tree.nodes.compactMap { node in
      guard case .arithmetic(.divide, _, let divisor) = node, case .variable = checked.tree.nodes[divisor],
        case .slot(.outer(let slot), _) = checked.meanings[divisor]
      else { return nil }
      return Divisor(slot: slot, offset: checked.tree.ranges[divisor].lowerBound)
    }
  }
}
