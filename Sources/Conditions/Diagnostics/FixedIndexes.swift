import JSON

extension ConditionExpression {
  /// An item of a list in a slot, with its index from 0 as a number in the text.
  package struct FixedIndex {
    /// The slot of the list.
    package let slot: Int
    package let number: Int
    /// The place in the text as an UTF-8 offset.
    package let offset: Int
  }

  /// The items with a fixed index, such as `$lines[1]`.
  ///
  /// Empty if the expression contains a condition, which may test the number of items.
  package var fixedIndexes: [FixedIndex] {
    guard let checked, !checked.tree.nodes.contains(where: \.isChoice) else { return [] }
    return checked.tree.nodes.enumerated().compactMap { place, node in
      guard case .index(let base, let index) = node, case .literal(.integer(let number)) = checked.tree.nodes[index],
        case .variable = checked.tree.nodes[base], case .slot(.outer(let slot), _) = checked.meanings[base],
        let number = Int(exactly: number), number >= 0
      else { return nil }
      return FixedIndex(slot: slot, number: number, offset: checked.tree.ranges[place].lowerBound)
    }
  }
}

extension Node {
  /// True for a conditional value.
  var isChoice: Bool { if case .ternary = self { true } else { false } }
}
