import JSON

/// Names in braces as in templates, such as `{other} == YES`. Braces are a list.
extension Checker {
  /// Returns true if an unknown word is the name of an input in braces of its own on one side of a
  /// comparison. `comparison` then reports the braces instead.
  mutating func isInBraces(_ name: String, _ place: Int) -> Bool {
    let nodes = checked.tree.nodes
    guard scope.checksTypes, faults.count < Faults.maximum, scope.knows(variable: name),
      nodes.indices.contains(place + 1), nodes[place + 1] == .list([place])
    else { return false }
    let isCompared = nodes.dropFirst(place + 2).contains { node in
      guard case .comparison(let comparison, let left, let right) = node else { return false }
      return left == place + 1 || right == place + 1 && ![.within, .between].contains(comparison.relation)
    }
    if isCompared { braced.insert(place + 1) }
    return isCompared
  }

  /// Reports a comparison with a name in braces; returns false for other comparisons.
  mutating func refusesBraces(_ comparison: Comparison, _ left: Int, _ right: Int, _ place: Int) -> Bool {
    guard !braced.isEmpty, braced.contains(left) || braced.contains(right) else { return false }
    let parts = [left, right].map { side in
      guard braced.contains(side), case .word(let name, _) = checked.tree.nodes[side - 1] else {
        return checked.tree.text(of: side)
      }
      return "$\(name)"
    }
    fault(place, "braces are a list", remedy: ": write `\(parts[0]) \(comparison.spelling) \(parts[1])`")
    return true
  }
}
