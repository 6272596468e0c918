import JSON

// MARK: Operands

extension Parser {
  /// Reads one operand with its prefixes: minus signs, NOT, quantifiers and opening brackets.
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

  /// Reads a reserved word where an operand is expected; returns true if it completes an operand.
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
        throw fault(token.range, "expected `(` after `SUBQUERY`", remedy: ": SUBQUERY(collection, $each, condition)")
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

  /// Throws a fault if a predicate cannot follow the top of the operator stack.
  private func demandPredicatePlace(_ token: Token) throws(Fault) {
    guard let waiting = pending.last, !waiting.opensPredicate else { return }
    if case .modifier(_, let spelling) = waiting.kind {
      throw fault(token.range, "`\(spelling)` applies to one comparison and cannot precede \(named(token))")
    }
    throw fault(token.range, "\(named(token)) begins a condition and is not allowed inside a value")
  }

  /// Returns the node of `$name`: the variable of the innermost open SUBQUERY, or an outer
  /// variable.
  private func variable(_ name: String) -> Node {
    guard let level = locals.lastIndex(where: { $0.name == name }) else { return .variable(name) }
    return .local(name, level: level, collection: locals[level].collection)
  }
}

// MARK: Operators

extension Parser {
  /// Reads the tokens between two operands; returns true at the end of the text.
  mutating func operators() throws(Fault) -> Bool {
    while true {
      let token = token
      switch token.kind {
      case .end:
        try reduce(to: 0)
        if let open = unclosed() { throw open }
        return true
      case .symbol(.dot): try key()
      case .symbol(.openBracket):
        if try !position() { return false }
      case .symbol(.closeParenthesis), .symbol(.closeBrace), .symbol(.closeBracket): try close()
      case .symbol(.comma):
        try separator()
        return false
      case .symbol(.colon):
        try entry()
        return false
      default:
        try infix(token)
        return false
      }
    }
  }

  /// Reads a binary operator with its options.
  ///
  /// Throws a fault if
  /// - the token is not a binary operator,
  /// - the left side of a comparison is another comparison.
  private mutating func infix(_ token: Token) throws(Fault) {
    guard let kind = Parser.infix(token.kind) else { throw strayOperand(token) }
    place += 1
    switch kind {
    case .comparison(let comparison):
      let options = try options(comparison.relation)
      try reduce(to: 6)
      if let before = pending.last, case .comparison = before.kind {
        throw fault(token.range, "comparisons cannot be chained", remedy: ", join two of them with AND")
      }
      pending.append(
        Pending(kind: .comparison(Comparison(relation: comparison.relation, options: options)), range: token.range))
    default:
      let entry = Pending(kind: kind, range: token.range)
      try reduce(to: entry.precedence ?? 0)
      pending.append(entry)
    }
  }

  /// Reads the options in brackets after an operator; returns an empty set without brackets.
  private mutating func options(_ relation: Relation) throws(Fault) -> Options {
    guard case .symbol(.openBracket) = token.kind else { return [] }
    let start = token.range.lowerBound
    switch following.kind {
    case .word, .symbol(.closeBracket), .end: break
    default: throw fault(token.range, "unexpected `[`", remedy: ", write a list as {…, …}")
    }
    guard relation != .between else { throw fault(token.range, "BETWEEN takes no options") }
    guard case .word(let letters) = following.kind, let options = Parser.options[letters] else {
      throw fault(following.range, "expected the options c, d or cd, found \(named(following))")
    }
    place += 2
    guard case .symbol(.closeBracket) = token.kind else {
      throw fault(start..<token.range.upperBound, "expected `]` after the options, found \(named(token))")
    }
    place += 1
    return options
  }

  private static let options: [String: Options] = [
    "c": [.caseInsensitive], "d": [.diacriticInsensitive], "cd": [.caseInsensitive, .diacriticInsensitive],
  ]

  /// Returns the fault of a token that cannot follow an operand.
  private func strayOperand(_ token: Token) -> Fault {
    switch token.kind {
    case .keyword(.not):
      return fault(
        token.range, "`NOT` is not allowed before an operator", remedy: ", write it before the whole comparison")
    case .keyword(.any), .keyword(.some), .keyword(.all), .keyword(.none), .keyword(.truepredicate),
      .keyword(.falsepredicate):
      return fault(token.range, "expected AND or OR before \(named(token))")
    case .word(let word):
      if let hint = operatorHint(word) {
        return fault(token.range, "expected an operator, found `\(word)`", remedy: hint)
      }
      let near = Suggestion.nearest(to: word, among: Parser.words)
      return fault(
        token.range, "expected an operator, found `\(word)`", remedy: near.map { ", did you mean `\($0)`?" } ?? "")
    default:
      if let grouped = groupedNumber() ?? methodFault(token) { return grouped }
      if place > 0, case .word(let word) = tokens[place - 1].kind, word.lowercased() == "if" {
        return fault(
          tokens[place - 1].range,
          "unexpected `\(word)`", remedy: ", write only the condition, or a choice as \(OtherNotations.choice)")
      }
      return fault(token.range, "expected an operator, found \(named(token))\(pathOperatorHint(token))")
    }
  }

  private static let words = ["AND", "OR"] + Relation.allCases.map(\.rawValue).filter { $0.first?.isLetter == true }

  /// Returns the binary operator of a token; nil for any other token.
  private static func infix(_ kind: Token.Kind) -> Pending.Kind? {
    switch kind {
    case .symbol(let symbol):
      switch symbol {
      case .plus: .arithmetic(.add)
      case .minus: .arithmetic(.subtract)
      case .times: .arithmetic(.multiply)
      case .divide: .arithmetic(.divide)
      case .power: .arithmetic(.power)
      case .and: .and
      case .or: .or
      default: Relation(rawValue: symbol.rawValue).map { .comparison(Comparison(relation: $0)) }
      }
    case .keyword(.and): .and
    case .keyword(.or): .or
    case .keyword(let keyword): Relation(rawValue: keyword.spelling).map { .comparison(Comparison(relation: $0)) }
    default: nil
    }
  }

  /// Reads `.key`, `.#key` or `.@operator`.
  private mutating func key() throws(Fault) {
    let name = following
    guard let base = finished.last else { return }
    try demandValue(base, "followed by a key")
    place += 2
    let range = base.range.lowerBound..<name.range.upperBound
    let node: Node
    switch name.kind {
    case .word(let word), .escapedWord(let word): node = .key(base.node, word)
    case .pathOperator(let word): node = .pathOperator(base.node, word)
    case .keyword:
      throw fault(
        name.range, "\(named(name)) is a reserved word", remedy: ", write a key of that name as `#\(source(name))`")
    default: throw fault(name.range, "expected a key after `.`, found \(named(name))")
    }
    finished.removeLast()
    finish(node, .value, range, mark: name.range)
  }

  /// Reads `[FIRST]`, `[LAST]` or `[SIZE]` and returns true; for another `[`, opens an index.
  private mutating func position() throws(Fault) -> Bool {
    let bracket = token
    guard let base = finished.last else { return true }
    try demandValue(base, "indexed")
    guard case .keyword(let keyword) = following.kind, let position = Position(rawValue: keyword.spelling) else {
      place += 1
      try open(.index, bracket.range)
      return false
    }
    place += 2
    guard case .symbol(.closeBracket) = token.kind else {
      throw fault(token.range, "expected `]` after \(keyword.spelling), found \(named(token))")
    }
    finished.removeLast()
    finish(.position(base.node, position), .value, base.range.lowerBound..<token.range.upperBound)
    place += 1
    return true
  }
}
