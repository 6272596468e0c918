extension Parser {
  /// Applies every waiting operator that binds at least so tightly, up to the innermost open bracket.
  mutating func reduce(to precedence: Int) throws(Fault) {
    while let top = pending.last, let binding = top.precedence, binding >= precedence {
      pending.removeLast()
      try apply(top)
    }
  }

  private mutating func apply(_ entry: Pending) throws(Fault) {
    guard let right = finished.popLast() else { return }
    switch entry.kind {
    case .not:
      try demandPredicate(right)
      finish(.not(right.node), .predicate, entry.range.lowerBound..<right.range.upperBound)
    case .minus:
      try demandValue(right, "negated with `-`, which is for numbers")
      finish(.negate(right.node), .value, entry.range.lowerBound..<right.range.upperBound)
    case .modifier(let modifier, let spelling):
      guard !right.isGrouped, case .comparison(var comparison, let a, let b) = tree.nodes[right.node] else {
        throw fault(entry.range, "`\(spelling)` needs a comparison: \(spelling) collection operator value")
      }
      comparison.modifier = modifier
      tree.nodes[right.node] = .comparison(comparison, a, b)
      let range = entry.range.lowerBound..<right.range.upperBound
      tree.ranges[right.node] = range
      finished.append(Finished(node: right.node, sort: .predicate, range: range))
    default:
      guard let left = finished.popLast() else { return }
      try join(left, entry, right)
    }
  }

  private mutating func join(_ left: Finished, _ entry: Pending, _ right: Finished) throws(Fault) {
    let range = left.range.lowerBound..<right.range.upperBound
    switch entry.kind {
    case .and, .or:
      try demandPredicate(left)
      try demandPredicate(right)
      if case .and = entry.kind {
        finish(.and(left.node, right.node), .predicate, range)
      } else {
        finish(.or(left.node, right.node), .predicate, range)
      }
    case .arithmetic(let arithmetic):
      try demandValue(left, "computed with")
      try demandValue(right, "computed with")
      finish(.arithmetic(arithmetic, left.node, right.node), .value, range)
    case .comparison(let comparison):
      try demandValue(left, "compared")
      try demandValue(right, "compared")
      finish(.comparison(comparison, left.node, right.node), .predicate, range)
    default: return
    }
  }

  /// Closes the innermost bracket with the token that stands here.
  mutating func close() throws(Fault) {
    let token = token
    try reduce(to: 0)
    guard let open = pending.last else { throw fault(token.range, "this \(named(token)) closes nothing") }
    guard open.closing == token.kind else {
      throw fault(token.range, "expected `\(open.closingText)`, found \(named(token))")
    }
    pending.removeLast()
    place += 1
    if open.nestsValues { nesting -= 1 }
    if open.branches { branching -= 1 }
    try build(open, open.range.lowerBound..<token.range.upperBound)
  }

  private mutating func build(_ open: Pending, _ range: Range<Int>) throws(Fault) {
    switch open.kind {
    case .group:
      guard var content = finished.popLast() else { return }
      content.range = range
      content.isGrouped = true
      tree.ranges[content.node] = range
      finished.append(content)
    case .index:
      guard let index = finished.popLast(), let base = finished.popLast() else { return }
      try demandValue(index, "an index")
      finish(.index(base.node, index.node), .value, base.range.lowerBound..<range.upperBound)
    case .list(let base):
      let elements = try values(from: base, "an element of a list")
      finish(.list(elements), .value, range)
    case .call(let name, let base):
      let arguments = try values(from: base, "an argument of `\(name)`")
      finish(.call(name, arguments), .either, range)
    case .ternary(let base): try ternary(base, range)
    case .subquery(let base): try subquery(base, range)
    default: return
    }
  }

  /// Takes the operands from that place on, all of which must be values.
  private mutating func values(from base: Int, _ use: String) throws(Fault) -> [Int] {
    let operands = finished[base...]
    for operand in operands { try demandValue(operand, use) }
    let nodes = operands.map(\.node)
    finished.removeSubrange(base...)
    return nodes
  }

  private mutating func ternary(_ base: Int, _ range: Range<Int>) throws(Fault) {
    let operands = Array(finished[base...])
    guard operands.count == 3 else {
      throw fault(range, "TERNARY takes 3 arguments, a condition and two values, and here are \(operands.count)")
    }
    try demandPredicate(operands[0])
    try demandValue(operands[1], "a value of TERNARY")
    try demandValue(operands[2], "a value of TERNARY")
    finished.removeSubrange(base...)
    finish(.ternary(operands[0].node, operands[1].node, operands[2].node), .either, range)
  }

  private mutating func subquery(_ base: Int, _ range: Range<Int>) throws(Fault) {
    let operands = Array(finished[base...])
    guard operands.count == 2, let local = locals.popLast() else {
      throw fault(range, "SUBQUERY takes 3 arguments: a collection, a variable and a condition")
    }
    try demandPredicate(operands[1])
    finished.removeSubrange(base...)
    finish(.subquery(operands[0].node, local.name, level: locals.count, operands[1].node), .value, range)
  }

  /// Reads a comma, and after the collection of a SUBQUERY its variable too.
  mutating func separator() throws(Fault) {
    let comma = token
    try reduce(to: 0)
    switch pending.last?.kind {
    case .list, .call, .ternary: place += 1
    case .subquery(let base):
      guard finished.count == base + 1, let collection = finished.last else {
        throw fault(comma.range, "SUBQUERY takes 3 arguments: a collection, a variable and a condition")
      }
      try demandValue(collection, "the collection of a SUBQUERY")
      place += 1
      guard case .variable(let name) = token.kind else {
        throw fault(token.range, "expected a variable such as `$each`, found \(named(token))")
      }
      place += 1
      guard case .symbol(.comma) = token.kind else {
        throw fault(token.range, "expected `,` and a condition after the variable of SUBQUERY, found \(named(token))")
      }
      place += 1
      locals.append((name, collection.node))
    case .group: throw fault(comma.range, "unexpected `,` in parentheses, a list is written {…, …}")
    default: throw fault(comma.range, "unexpected `,`")
    }
  }
}

extension Pending {
  /// The token that closes this bracket.
  var closing: Token.Kind {
    switch kind {
    case .list: .symbol(.closeBrace)
    case .index: .symbol(.closeBracket)
    default: .symbol(.closeParenthesis)
    }
  }

  /// The closing bracket's text.
  var closingText: String {
    switch kind {
    case .list: "}"
    case .index: "]"
    default: ")"
    }
  }
}
