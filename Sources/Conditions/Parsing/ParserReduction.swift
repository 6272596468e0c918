/// An entry of the parser's operator stack: an operator without its right side, or an open bracket.
struct Pending {
  let kind: Kind
  let range: Range<Int>

  /// The operators and brackets; `base` is the size of the operand stack before the bracket.
  enum Kind {
    /// `(` of a predicate or an expression.
    case group
    /// `{`.
    case list(base: Int)
    /// `{` with a colon after its first element.
    case dictionary(base: Int)
    /// `[` after an operand.
    case index
    /// `name(`.
    case call(String, base: Int)
    /// `SUBQUERY(`.
    case subquery(base: Int)
    /// `TERNARY(`.
    case ternary(base: Int)
    case not
    case minus
    case modifier(Modifier, spelling: String)
    case and
    case or
    case arithmetic(Arithmetic)
    case comparison(Comparison)
  }

  /// The operator precedence, 1 to 9; a higher one binds more tightly. Nil for an open bracket.
  var precedence: Int? {
    switch kind {
    case .group, .list, .dictionary, .index, .call, .subquery, .ternary: nil
    case .or: 1
    case .and: 2
    case .not: 3
    case .modifier: 4
    case .comparison: 5
    case .arithmetic(let arithmetic): arithmetic.precedence
    case .minus: 9
    }
  }

  /// True if a predicate may begin right after this entry.
  var opensPredicate: Bool {
    switch kind {
    case .group, .call, .subquery, .ternary, .not, .and, .or: true
    case .list, .dictionary, .index, .minus, .modifier, .arithmetic, .comparison: false
    }
  }

  /// True for a bracket that counts towards `Parser.maximumNesting`: all but a plain parenthesis.
  var nestsValues: Bool {
    switch kind {
    case .list, .dictionary, .index, .call, .subquery, .ternary: true
    default: false
    }
  }

  /// True for a bracket that counts towards `Parser.maximumBranching`.
  var branches: Bool {
    switch kind {
    case .subquery, .ternary: true
    default: false
    }
  }

  var closing: Token.Kind {
    switch kind {
    case .list, .dictionary: .symbol(.closeBrace)
    case .index: .symbol(.closeBracket)
    default: .symbol(.closeParenthesis)
    }
  }

  var closingText: String {
    switch kind {
    case .list, .dictionary: "}"
    case .index: "]"
    default: ")"
    }
  }
}

/// An entry of the parser's operand stack: a parsed node that no operator has consumed.
struct Finished {
  let node: Int
  /// The roles that the node can have.
  let sort: Sort
  /// The source range, including enclosing parentheses.
  var range: Range<Int>
  /// True if the operand is in parentheses.
  var isGrouped = false

  /// The roles of a node in the grammar.
  enum Sort {
    /// Only a condition.
    case predicate
    /// Only a value.
    case value
    /// A call or a name: a value, and also a condition if it is Boolean.
    case either
  }
}

extension Parser {
  /// Applies the pending operators of at least that precedence, up to the innermost open bracket.
  mutating func reduce(to precedence: Int) throws(Fault) {
    while let top = pending.last, let binding = top.precedence, binding >= precedence {
      pending.removeLast()
      try apply(top)
    }
  }

  /// Builds the node of an operator from the top of the operand stack.
  private mutating func apply(_ entry: Pending) throws(Fault) {
    guard let right = finished.popLast() else { return }
    switch entry.kind {
    case .not:
      try demandPredicate(right)
      finish(.not(right.node), .predicate, entry.range.lowerBound..<right.range.upperBound)
    case .minus:
      try demandValue(right, "negated with `-`, use NOT")
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
      if case .and = entry.kind, let range = rangeFault(left, right) { throw range }
      try demandPredicate(left)
      try demandPredicate(right)
      if case .and = entry.kind {
        finish(.and(left.node, right.node), .predicate, range)
      } else {
        finish(.or(left.node, right.node), .predicate, range)
      }
    case .arithmetic(let arithmetic):
      try demandValue(left, "used in arithmetic")
      try demandValue(right, "used in arithmetic")
      finish(.arithmetic(arithmetic, left.node, right.node), .value, range)
    case .comparison(let comparison):
      try demandValue(left, "compared")
      try demandValue(right, "compared")
      finish(.comparison(comparison, left.node, right.node), .predicate, range)
    default: return
    }
  }

  /// Closes the innermost bracket with the next token.
  ///
  /// Throws a fault if no bracket is open, or if the token does not close the innermost one.
  mutating func close() throws(Fault) {
    let token = token
    try reduce(to: 0)
    guard let open = pending.last else { throw fault(token.range, "this \(named(token)) has no opening bracket") }
    guard open.closing == token.kind else {
      throw fault(token.range, "expected `\(open.closingText)`, found \(named(token))")
    }
    pending.removeLast()
    place += 1
    if open.nestsValues { nesting -= 1 }
    if open.branches { branching -= 1 }
    try build(open, open.range.lowerBound..<token.range.upperBound)
  }

  /// Builds the node of a closed bracket; a plain parenthesis only extends its content's range.
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
    case .dictionary(let base): try dictionary(base, range)
    case .call(let name, let base):
      if ["if", "iif"].contains(name.lowercased()), finished[base...].contains(where: { $0.sort == .predicate }) {
        throw fault(
          open.range, "unknown function `\(name)`", remedy: ", write \(OtherNotations.choice)", as: .unknownName)
      }
      let arguments = try values(from: base, "an argument of `\(name)`")
      finish(.call(name, arguments), .either, range)
    case .ternary(let base): try ternary(base, range)
    case .subquery(let base): try subquery(base, range)
    default: return
    }
  }

  /// Pops the operands from `base` on and returns their nodes; throws a fault if one is a
  /// condition.
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
      if let splitNumber, range.contains(splitNumber.range.lowerBound) { throw splitNumber }
      throw fault(range, "TERNARY takes 3 arguments, a condition and two values, found \(operands.count)")
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

  /// Reads a comma; after the collection of a SUBQUERY, also its variable and the comma after it.
  mutating func separator() throws(Fault) {
    let comma = token
    try reduce(to: 0)
    switch pending.last?.kind {
    case .ternary:
      let hint = commaHint(comma)
      if !hint.isEmpty, splitNumber == nil { splitNumber = fault(comma.range, "unexpected `,`", remedy: hint) }
      place += 1
    case .list, .call: place += 1
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
    case .dictionary(let base):
      guard (finished.count - base).isMultiple(of: 2) else { throw fault(comma.range, Self.keyAlone) }
      place += 1
    case .group:
      let hint = commaHint(comma)
      throw fault(
        comma.range, "unexpected `,`", remedy: hint.isEmpty ? " in parentheses, write a list as {…, …}" : hint)
    default: throw fault(comma.range, "unexpected `,`", remedy: commaHint(comma))
    }
  }
}
