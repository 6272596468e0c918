import JSON

/// The values without which an expression has no value.
extension ConditionExpression {
  /// Groups of outer slots: if all slots of a group are nil, the expression is nil or fails.
  ///
  /// `$a + $b` needs `[0]` and `[1]`, `max($a, $b)` only `[0, 1]`, and `sum({$a, $b})` nothing.
  package var needs: Set<[Int]> {
    guard let checked else { return [] }
    var walk = NeedWalk(checked)
    return walk.takeAll(root)
  }
}

extension Condition {
  /// Groups of outer slots: if all slots of a group are nil, the evaluation fails.
  ///
  /// `$a + $b > 1` needs `[0]` and `[1]`, and `$a != nil AND $a > 1` nothing.
  package var needs: Set<[Int]> {
    guard let checked else { return [] }
    var walk = NeedWalk(checked)
    return walk.takeFailures([checked.tree.root])
  }
}

/// A walk over a tree that finds the needs of each node.
///
/// Each node takes the sets of its children, so a set is never copied and the walk is almost
/// linear in the number of nodes.
private struct NeedWalk {
  /// For each node, the groups without which its value is nil.
  private var nils: [Set<[Int]>] = []
  /// For each node, the groups without which its evaluation fails.
  private var failures: [Set<[Int]>] = []
  private let checked: Checked

  init(_ checked: Checked) {
    self.checked = checked
    for (place, node) in checked.tree.nodes.enumerated() {
      let (ofNil, ofFailure) = needs(of: node, place)
      nils.append(ofNil)
      failures.append(ofFailure)
    }
  }

  /// Returns the groups of a node, which has no groups afterwards.
  mutating func takeAll(_ place: Int) -> Set<[Int]> {
    var all = takeNils([place])
    all.absorb(takeFailures([place]))
    return all
  }

  private mutating func takeNils(_ places: [Int]) -> Set<[Int]> { Self.take(places, from: &nils) }

  mutating func takeFailures(_ places: [Int]) -> Set<[Int]> { Self.take(places, from: &failures) }

  private static func take(_ places: [Int], from sets: inout [Set<[Int]>]) -> Set<[Int]> {
    var all: Set<[Int]> = []
    for place in places {
      var set: Set<[Int]> = []
      swap(&set, &sets[place])
      all.absorb(set)
    }
    return all
  }

  private mutating func needs(of node: Node, _ place: Int) -> (nils: Set<[Int]>, failures: Set<[Int]>) {
    switch node {
    case .variable, .word:
      if case .slot(.outer(let slot), _) = checked.meanings[place] { return ([[slot]], []) }
      return ([], [])
    case .key(let base, _), .pathOperator(let base, _), .position(let base, _), .subquery(let base, _, _, _):
      return (takeNils([base]), takeFailures([base]))
    case .index(let base, let index): return (takeNils([base, index]), takeFailures(node.children))
    case .negate, .arithmetic:
      var failing = takeFailures(node.children)
      failing.absorb(takeNils(node.children))
      return ([], failing)
    // The second operand is not always evaluated.
    case .and(let first, _), .or(let first, _): return ([], takeFailures([first]))
    case .ternary(let condition, let a, let b):
      let (ofFirst, ofSecond) = (takeAll(a), takeAll(b))
      return (ofFirst.intersection(ofSecond), takeFailures([condition]))
    case .call(_, let arguments): return call(arguments, takeFailures(node.children), place)
    default: return ([], takeFailures(node.children))
    }
  }

  private mutating func call(
    _ arguments: [Int], _ inner: Set<[Int]>, _ place: Int
  ) -> (nils: Set<[Int]>, failures: Set<[Int]>) {
    guard case .builtin(let builtin) = checked.meanings[place], let first = arguments.first else { return ([], inner) }
    let listed: [Int] = if case .list(let elements) = checked.tree.nodes[first] { elements } else { [] }
    switch builtin {
    case .isBusinessDay: return ([], inner)
    case .min, .max, .median, .stddev:
      if arguments.count > 1 { return (joint(arguments), inner) }
      return (joint(listed), failures(inner, arguments))
    case .join:
      var ofNil = joint(listed)
      ofNil.absorb(takeNils(arguments))
      return (ofNil, inner)
    case .sum, .count, .average, .groups, .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc, .round, .mod, .power,
      .annuity:
      return ([], failures(inner, arguments))
    default: return (takeNils(arguments), inner)
    }
  }

  private mutating func failures(_ inner: consuming Set<[Int]>, _ arguments: [Int]) -> Set<[Int]> {
    inner.absorb(takeNils(arguments))
    return inner
  }

  /// Returns the group without which all these values are nil; empty if one of them never is.
  private func joint(_ values: [Int]) -> Set<[Int]> {
    let groups = values.compactMap { nils[$0].min { $0.lexicographicallyPrecedes($1) } }
    return groups.isEmpty || groups.count < values.count ? [] : [Set(groups.joined()).sorted()]
  }
}

extension Set {
  /// Inserts the elements of another set. Takes time in proportion to the smaller set.
  fileprivate mutating func absorb(_ other: consuming Set) {
    if count < other.count { swap(&self, &other) }
    formUnion(other)
  }
}
