package import JSON

extension Condition {
  /// Returns the comparisons of a field with a variable that have no value in common.
  ///
  /// - Parameter fields: The known values of the fields of SELF.
  package func disjointComparisons(_ fields: [String: [Value]]) -> [Fault] {
    guard let checked, !fields.isEmpty else { return [] }
    let equalities = checked.tree.nodes.lazy.compactMap { node -> (left: Int, right: Int)? in
      guard case .comparison(let comparison, let left, let right) = node, comparison.relation == .equal,
        comparison.modifier == nil, comparison.options.isEmpty
      else { return nil }
      return (left, right)
    }
    return equalities.prefix(Self.maxEqualities).compactMap { left, right in
      checked.disjoint(left, right, fields) ?? checked.disjoint(right, left, fields)
    }
  }

  /// The maximum number of compared pairs in one condition.
  private static let maxEqualities = 8
}

extension Checked {
  /// The maximum number of values on each side.
  private static let maxValues = 100

  fileprivate func disjoint(_ field: Int, _ variable: Int, _ fields: [String: [Value]]) -> Fault? {
    guard case .word(let name, _) = tree.nodes[field], case .key = meanings[field], let values = fields[name],
      case .slot(_, let options?) = meanings[variable], values.count <= Self.maxValues,
      options.count <= Self.maxValues, !values.isEmpty, !options.isEmpty,
      !values.contains(where: { value in options.contains { Equality.holds($0, value) } })
    else { return nil }
    let range = min(tree.ranges[field].lowerBound, tree.ranges[variable].lowerBound)
    let end = max(tree.ranges[field].upperBound, tree.ranges[variable].upperBound)
    return Fault(
      range: range..<end,
      "no option has a `\(name)` that is an option of `\(tree.text(of: variable))`: the values are "
        + "\(Self.listed(values)), and the options are \(Self.listed(options))", as: .type)
  }

  private static func listed(_ values: [Value]) -> String {
    values.prefix(6).map { Literal($0)?.spelling ?? "…" }.joined(separator: ", ") + (values.count > 6 ? ", …" : "")
  }
}
