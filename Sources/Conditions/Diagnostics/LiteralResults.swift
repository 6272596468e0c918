package import JSON

extension ConditionExpression {
  /// A literal that an expression can return.
  package struct LiteralResult: Sendable {
    package let value: Value
    /// The literal in canonical form, such as `'RUB'`.
    package let written: String
    /// The source range as UTF-8 offsets.
    package let range: Range<Int>
  }

  /// The literals except nil that the expression can return: a literal itself, or those in the
  /// results of TERNARY.
  ///
  ///     try ConditionExpression("TERNARY($n > 1, 'a', $x)", in: scope).literalResults  // 'a'
  package var literalResults: [LiteralResult] {
    guard let checked else { return [] }
    var (waiting, found) = ([root], [LiteralResult]())
    while let place = waiting.popLast() {
      switch checked.tree.nodes[place] {
      case .ternary(_, let a, let b): waiting += [b, a]
      case .literal(let literal) where literal != .null:
        found.append(
          LiteralResult(value: literal.value, written: literal.spelling, range: checked.tree.ranges[place]))
      default: continue
      }
    }
    return found
  }
}
