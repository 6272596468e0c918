extension Condition {
  /// A comparison of the value in a slot with a pattern by MATCHES.
  package struct PatternComparison {
    package let slot: Int
    package let pattern: String
    /// The offset of the pattern in the text in UTF-8 bytes.
    package let offset: Int
    /// True if the condition holds only if the comparison holds.
    package let isRequired: Bool
  }

  /// The comparisons with literal patterns.
  package var patternComparisons: [PatternComparison] {
    guard let checked, checked.tree.nodes.contains(where: \.isMatch) else { return [] }
    let required = checked.conjuncts
    return checked.tree.nodes.enumerated().compactMap { place, node in
      guard case .comparison(let comparison, let left, let right) = node, comparison.relation == .matches,
        comparison.modifier == nil, comparison.options.isEmpty, case .variable = checked.tree.nodes[left],
        case .slot(.outer(let slot), _) = checked.meanings[left],
        case .literal(.text(let pattern)) = checked.tree.nodes[right]
      else { return nil }
      return PatternComparison(
        slot: slot, pattern: pattern, offset: checked.tree.ranges[right].lowerBound,
        isRequired: required.contains(place))
    }
  }
}

extension Checked {
  /// The parts that are joined by AND.
  fileprivate var conjuncts: Set<Int> {
    var (waiting, found) = ([tree.root], Set<Int>())
    while let place = waiting.popLast() {
      if case .and(let a, let b) = tree.nodes[place] { waiting += [a, b] } else { found.insert(place) }
    }
    return found
  }
}

extension Node {
  fileprivate var isMatch: Bool {
    if case .comparison(let comparison, _, _) = self { comparison.relation == .matches } else { false }
  }
}
