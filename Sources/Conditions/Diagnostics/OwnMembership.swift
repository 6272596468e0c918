extension Condition {
  /// A comparison of an item's value with the values of all items, which include it.
  package struct OwnMembership {
    /// The comparison with the equivalent for the other items.
    package let fault: Fault
    /// True if the condition never holds because of the comparison.
    package let excludesAll: Bool
  }

  /// Returns the comparisons of the value in a slot with the values of all items of its list, such
  /// as `$code IN $lines.code` in items of `lines`.
  ///
  /// - Parameters:
  ///   - slot: The outer slot of the value.
  ///   - list: The outer slot of the list.
  ///   - field: The name of the value in items.
  package func ownMemberships(of slot: Int, in list: Int, field: String) -> [OwnMembership] {
    guard let checked, reads.outer.contains(list) else { return [] }
    return checked.ownMemberships(slot, list, field)
  }
}

extension Checked {
  fileprivate func ownMemberships(_ slot: Int, _ list: Int, _ field: String) -> [Condition.OwnMembership] {
    tree.nodes.enumerated().compactMap { place, node in
      guard case .comparison(let comparison, let left, let right) = node, comparison.options.isEmpty,
        let holds = holds(comparison, left, right, slot, list, field)
      else { return nil }
      let (value, values) = comparison.relation == .within ? (left, right) : (right, left)
      guard case .key(let items, _) = tree.nodes[values] else { return nil }
      let (own, all) = (tree.text(of: value), tree.text(of: items))
      let fault = Fault(
        range: tree.ranges[place],
        "`\(tree.text(of: place))` \(holds ? "always" : "never") holds in items of `\(all.drop { $0 == "$" })`, which "
          + "include this one",
        remedy: ": write `SUBQUERY(\(all), $other, $other.\(field) == \(own)).@count == 1` for a value that no other "
          + "item has", as: .type)
      let isNegated = if case .not(place) = tree.nodes[tree.root] { true } else { false }
      return Condition.OwnMembership(fault: fault, excludesAll: holds ? isNegated : tree.root == place)
    }
  }

  /// Returns the result of the comparison for a value that is among the values of all items; nil if
  /// it is another comparison.
  private func holds(
    _ comparison: Comparison, _ left: Int, _ right: Int, _ slot: Int, _ list: Int, _ field: String
  ) -> Bool? {
    switch (comparison.relation, comparison.modifier) {
    case (.within, nil): isValue(left, slot) && isField(right, field, of: list) ? true : nil
    case (.contains, nil): isValue(right, slot) && isField(left, field, of: list) ? true : nil
    case (.equal, .any): isValue(right, slot) && isField(left, field, of: list) ? true : nil
    case (.equal, .some(.none)), (.notEqual, .all):
      isValue(right, slot) && isField(left, field, of: list) ? false : nil
    default: nil
    }
  }

  private func isValue(_ place: Int, _ slot: Int) -> Bool {
    if case .variable = tree.nodes[place], case .slot(.outer(slot), _) = meanings[place] { true } else { false }
  }

  private func isField(_ place: Int, _ field: String, of list: Int) -> Bool {
    guard case .key(let base, field) = tree.nodes[place], case .variable = tree.nodes[base],
      case .slot(.outer(list), _) = meanings[base]
    else { return false }
    return true
  }
}
