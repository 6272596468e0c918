import JSON

extension Parser {
  /// Reads one operand with the signs, words and brackets that may stand before it.
  mutating func operand() throws(Fault) {
    while true {
      let token = token
      place += 1
      switch token.kind {
      case .literal(let literal): return finish(.literal(literal), .value, token.range)
      case .variable(let name): return finish(variable(name), .value, token.range)
      case .escapedWord(let name): return finish(.word(name, escaped: true), .value, token.range)
      case .pathOperator(let name): return finish(.rootOperator(name), .value, token.range)
      case .word(let name):
        guard case .symbol(.openParenthesis) = self.token.kind else {
          return finish(.word(name, escaped: false), .either, token.range)
        }
        place += 1
        let isTernary = name.utf8.count == 7 && name.uppercased() == "TERNARY"
        try open(isTernary ? .ternary(base: finished.count) : .call(name, base: finished.count), token.range)
        if !isTernary, case .symbol(.closeParenthesis) = self.token.kind { return try close() }
      case .keyword(let keyword):
        if try word(keyword, token) { return }
      case .symbol(.openParenthesis): try open(.group, token.range)
      case .symbol(.minus): try open(.minus, token.range)
      case .symbol(.not): try negation(token)
      case .symbol(.openBrace):
        try open(.list(base: finished.count), token.range)
        if case .symbol(.closeBrace) = self.token.kind { return try close() }
      default:
        place -= 1
        throw missingOperand(token)
      }
    }
  }

  /// Reads a reserved word where an operand is due; whether that completes an operand.
  private mutating func word(_ keyword: Keyword, _ token: Token) throws(Fault) -> Bool {
    switch keyword {
    case .true, .yes: finish(.literal(.bool(true)), .value, token.range)
    case .false, .no: finish(.literal(.bool(false)), .value, token.range)
    case .null, .nil: finish(.literal(.null), .value, token.range)
    case .`self`: finish(.selfObject, .value, token.range)
    case .truepredicate, .falsepredicate:
      try demandPredicatePlace(token)
      finish(.constant(keyword == .truepredicate), .predicate, token.range)
    case .not:
      try negation(token)
      return false
    case .any, .some, .all, .none:
      try demandPredicatePlace(token)
      let modifier: Modifier = keyword == .all ? .all : keyword == .none ? .none : .any
      try open(.modifier(modifier, spelling: keyword.spelling), token.range)
      return false
    case .subquery:
      guard case .symbol(.openParenthesis) = self.token.kind else {
        throw fault(token.range, "expected `(` after `SUBQUERY`: SUBQUERY(collection, $each, condition)")
      }
      place += 1
      try open(.subquery(base: finished.count), token.range)
      return false
    default:
      place -= 1
      throw missingOperand(token)
    }
    return true
  }

  private mutating func negation(_ token: Token) throws(Fault) {
    try demandPredicatePlace(token)
    try open(.not, token.range)
  }

  /// Throws where a predicate cannot begin.
  private func demandPredicatePlace(_ token: Token) throws(Fault) {
    guard let waiting = pending.last, !waiting.opensPredicate else { return }
    if case .modifier(_, let spelling) = waiting.kind {
      throw fault(token.range, "`\(spelling)` covers one comparison and cannot stand before \(named(token))")
    }
    throw fault(token.range, "\(named(token)) begins a condition and cannot stand inside a value")
  }

  /// A variable, or the innermost SUBQUERY's variable of that name.
  private func variable(_ name: String) -> Node {
    guard let level = locals.lastIndex(where: { $0.name == name }) else { return .variable(name) }
    return .local(name, level: level, collection: locals[level].collection)
  }

  /// Appends a node that waits for its operator.
  mutating func finish(_ node: Node, _ sort: Finished.Sort, _ range: Range<Int>, mark: Range<Int>? = nil) {
    finished.append(Finished(node: tree.append(node, range, mark: mark), sort: sort, range: range))
  }

  /// Notes something that waits, within the limits.
  mutating func open(_ kind: Pending.Kind, _ range: Range<Int>) throws(Fault) {
    let entry = Pending(kind: kind, range: range)
    guard pending.count < Parser.maximumPending else {
      throw fault(range, "nested deeper than \(Parser.maximumPending) levels")
    }
    if entry.nestsValues {
      nesting += 1
      guard nesting <= Parser.maximumNesting else {
        throw fault(range, "lists, indexes and calls are nested deeper than \(Parser.maximumNesting) levels")
      }
    }
    if entry.branches {
      branching += 1
      guard branching <= Parser.maximumBranching else {
        throw fault(range, "SUBQUERY and TERNARY are nested deeper than \(Parser.maximumBranching) levels")
      }
    }
    pending.append(entry)
  }
}
