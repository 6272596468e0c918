extension ConditionExpression {
  /// Returns the keys that the expression reads of the record in an outer slot; nil if it also
  /// reads the record itself.
  package func keys(of slot: Int) -> Set<String>? {
    guard let checked else { return nil }
    var (keys, others): (Set<String>, Int) = ([], 0)
    for meaning in checked.meanings { if case .slot(.outer(slot), _) = meaning { others += 1 } }
    for case .key(let base, let name) in checked.tree.nodes {
      guard case .slot(.outer(slot), _) = checked.meanings[base] else { continue }
      keys.insert(name)
      others -= 1
    }
    return others == 0 ? keys : nil
  }

  /// Returns the expression with other decimal places if it is a call of `round` with fixed ones;
  /// nil for any other expression.
  package func rounding(to places: Int) -> String? {
    guard let checked, case .call(_, var arguments) = checked.tree.nodes[root],
      case .builtin(.round) = checked.meanings[root], arguments.count > 1,
      case .literal(.integer) = checked.tree.nodes[arguments[1]]
    else { return nil }
    let number = checked.tree.text(of: arguments.removeFirst())
    let mode = arguments.dropFirst().map { ", \(checked.tree.text(of: $0))" }.joined()
    return "round(\(number), \(places)\(mode))"
  }
}
