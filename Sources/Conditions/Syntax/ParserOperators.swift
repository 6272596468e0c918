extension Parser {
  /// Reads what follows an operand, up to the next place where an operand is due; whether the text is read to its end.
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
      default:
        try infix(token)
        return false
      }
    }
  }

  /// Reads a binary operator; throws at a token that is none.
  private mutating func infix(_ token: Token) throws(Fault) {
    guard let kind = Parser.infix(token.kind) else { throw strayOperand(token) }
    place += 1
    switch kind {
    case .comparison(let comparison):
      let options = try options(comparison.relation)
      try reduce(to: 6)
      if let before = pending.last, case .comparison = before.kind {
        throw fault(token.range, "comparisons cannot be chained, join two of them with AND")
      }
      pending.append(
        Pending(kind: .comparison(Comparison(relation: comparison.relation, options: options)), range: token.range))
    default:
      let entry = Pending(kind: kind, range: token.range)
      try reduce(to: entry.precedence ?? 0)
      pending.append(entry)
    }
  }

  /// The options in brackets after an operator.
  private mutating func options(_ relation: Relation) throws(Fault) -> Options {
    guard case .symbol(.openBracket) = token.kind else { return [] }
    let start = token.range.lowerBound
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

  /// The fault of a token that cannot follow an operand.
  private func strayOperand(_ token: Token) -> Fault {
    switch token.kind {
    case .keyword(.not):
      return fault(token.range, "there is no `NOT` before an operator, write NOT before the whole comparison")
    case .keyword(.any), .keyword(.some), .keyword(.all), .keyword(.none), .keyword(.truepredicate),
      .keyword(.falsepredicate):
      return fault(token.range, "expected AND or OR before \(named(token))")
    case .word(let word):
      let near = Suggestion.nearest(to: word, among: Parser.words)
      return fault(token.range, "expected an operator, found `\(word)`\(near.map { ", did you mean `\($0)`?" } ?? "")")
    default: return fault(token.range, "expected an operator, found \(named(token))")
    }
  }

  private static let words = ["AND", "OR"] + Relation.allCases.map(\.rawValue).filter { $0.first?.isLetter == true }

  /// The operator that the token is; nil for any other token.
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
    try demandValue(base, "asked for a key")
    place += 2
    let range = base.range.lowerBound..<name.range.upperBound
    let node: Node
    switch name.kind {
    case .word(let word), .escapedWord(let word): node = .key(base.node, word)
    case .pathOperator(let word): node = .pathOperator(base.node, word)
    case .keyword:
      throw fault(name.range, "\(named(name)) is a reserved word, a key of that name is written `#\(source(name))`")
    default: throw fault(name.range, "expected a key after `.`, found \(named(name))")
    }
    finished.removeLast()
    finish(node, .value, range, mark: name.range)
  }

  /// Reads `[FIRST]`, `[LAST]` or `[SIZE]` whole; false when an index begins instead.
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
