/// The variables and names whose values an expression shows, for a comparison of texts in two
/// languages.
extension ConditionExpression {
  /// The names in the expression: `$sum`, and the first word of a key path such as `bank.name`.
  package var mentionedNames: Set<String> {
    guard let checked else { return [] }
    return Set(checked.tree.nodes.indices.compactMap(checked.nameOfValue))
  }

  /// The names whose values can be a part of the result.
  ///
  /// A name that only selects a value is not included, such as in the condition of a TERNARY or in
  /// the index of a dictionary.
  package var shownNames: Set<String> {
    guard let checked else { return [] }
    var names: Set<String> = []
    var waiting = [root]
    while let place = waiting.popLast() {
      if let name = checked.nameOfValue(at: place) { names.insert(name) }
      switch checked.tree.nodes[place] {
      case .ternary(_, let a, let b): waiting += [a, b]
      case .index(let base, _): waiting.append(base)
      case .subquery(let collection, _, _, _): waiting.append(collection)
      case let node: waiting += node.children
      }
    }
    return names
  }
}

extension Checked {
  /// Returns the name of the value that a node reads; nil for another node.
  fileprivate func nameOfValue(at place: Int) -> String? {
    guard case .slot = meanings[place] else { return nil }
    switch tree.nodes[place] {
    case .variable(let name): return "$" + name
    case .word(let name, _): return name
    default: return nil
    }
  }
}
