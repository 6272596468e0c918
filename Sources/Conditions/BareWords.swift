extension ConditionExpression {
  /// Returns the bare words of an expression or a condition, such as `bank` in `bank.name == 'a'`.
  ///
  /// Words after `#` are not included. Returns an empty set for a text with a lexical or grammar
  /// fault.
  package static func bareWords(in text: String) -> Set<String> {
    guard let tree = try? Parser.expression(text) else { return [] }
    return Set(
      tree.nodes.compactMap { node in
        if case .word(let name, escaped: false) = node { name } else { nil }
      })
  }

  /// Returns true if the text parses as a condition; false for a value or a text with a fault.
  package static func isCondition(_ text: String) -> Bool { (try? Parser.predicate(text)) != nil }
}

extension Faults {
  /// True if one of the faults is a value where a condition is expected.
  package var isOfValue: Bool { contains(where: \.isOfValue) }
}
