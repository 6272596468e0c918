extension ConditionExpression {
  /// Returns the bare words of an expression or a condition, such as `bank` in `bank.name == 'a'`, whatever they mean.
  ///
  /// Returns nothing for a text with a fault of grammar.
  package static func bareWords(in text: String) -> Set<String> {
    guard let tree = try? Parser.expression(text) else { return [] }
    return Set(
      tree.nodes.compactMap { node in
        if case .word(let name, escaped: false) = node { name } else { nil }
      })
  }

  /// Returns true if the grammar takes a text for a condition, and not for a value.
  package static func isCondition(_ text: String) -> Bool { (try? Parser.predicate(text)) != nil }
}

extension Faults {
  /// True if a value stands where a condition was expected.
  package var isOfValue: Bool { contains { $0.message.hasPrefix(Self.valueForCondition) } }
}
