extension Parser {
  /// The fault of a token that cannot begin an operand.
  func missingOperand(_ token: Token) -> Fault {
    switch token.kind {
    case .end where tokens.count == 1: return fault(token.range, "the condition is empty")
    case .end: return unclosed() ?? fault(token.range, "expected \(wanted()), found the end")
    case .keyword(let keyword)
    where Parser.connectives.contains(keyword) && place > 0 && isConnective(tokens[place - 1]):
      return fault(token.range, "expected \(wanted()) between \(named(tokens[place - 1])) and \(named(token))")
    case .keyword(let keyword) where !Parser.operators.contains(keyword):
      return fault(token.range, "\(named(token)) is a reserved word, a key of that name is written `#\(source(token))`")
    case .symbol(.closeParenthesis) where pendingBracket == nil:
      return fault(token.range, "this `)` closes nothing")
    default: return fault(token.range, "expected \(wanted()), found \(named(token))")
    }
  }

  /// What may stand where an operand is due.
  private func wanted() -> String {
    guard let waiting = pending.last else { return "a condition" }
    switch waiting.kind {
    case .group, .not, .and, .or: return "a condition"
    default: return "a value"
    }
  }

  /// The fault of a bracket that nothing closed, the innermost one.
  func unclosed() -> Fault? {
    guard let open = pendingBracket else { return nil }
    switch open.kind {
    case .list: return fault(open.range, "this `{` has no closing `}`")
    case .index: return fault(open.range, "this `[` has no closing `]`")
    case .call, .subquery, .ternary: return fault(open.range, "this call has no closing `)`")
    default: return fault(open.range, "this `(` has no closing `)`")
    }
  }

  /// The innermost open bracket.
  var pendingBracket: Pending? { pending.last { $0.precedence == nil } }

  /// The token's text.
  func source(_ token: Token) -> String {
    String(Substring(text.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count)))
  }

  private func isConnective(_ token: Token) -> Bool {
    switch token.kind {
    case .keyword(let keyword): Parser.connectives.contains(keyword)
    case .symbol(.and), .symbol(.or): true
    default: false
    }
  }

  private static let connectives: Set<Keyword> = [.and, .or]
  private static let operators: Set<Keyword> = [
    .and, .or, .in, .like, .matches, .contains, .beginswith, .endswith, .between,
  ]

  /// Throws where the result cannot serve as a condition.
  func demandPredicate(_ operand: Finished) throws(Fault) {
    guard operand.sort == .value else { return }
    throw fault(operand.range, "this is a value and not a condition, compare it with something")
  }

  /// Throws where the operand is a condition and cannot serve as a value.
  func demandValue(_ operand: Finished, _ use: String) throws(Fault) {
    guard operand.sort == .predicate else { return }
    throw fault(operand.range, "this is a condition and cannot be \(use)")
  }
}
