/// Parses tokens into a syntax tree by operator precedence, with an operator stack and an operand
/// stack.
///
/// It does not recurse, so nesting in the text cannot exhaust the thread's stack.
struct Parser {
  /// Maximum size of the operator stack, checked for brackets, NOT, quantifiers and minus signs.
  static let maximumPending = 20_000
  /// Maximum nesting of lists, indexes and calls.
  static let maximumNesting = 100
  /// Maximum nesting of SUBQUERY and TERNARY.
  static let maximumBranching = 16

  /// The condition's text, which messages quote.
  let text: String
  /// The tokens, the last of which is `end`.
  let tokens: [Token]
  /// The index of the next token.
  var place = 0
  var tree = SyntaxTree()
  /// The operator stack: operators and open brackets whose right side is not yet parsed.
  var pending: [Pending] = []
  /// The operand stack: parsed nodes that no operator has consumed.
  var finished: [Finished] = []
  /// The variables of the open SUBQUERYs, outermost first.
  var locals: [(name: String, collection: Int)] = []
  /// The number of entries in `pending` that count towards `maximumNesting`.
  var nesting = 0
  /// The number of entries in `pending` that count towards `maximumBranching`.
  var branching = 0
  /// The first comma in a TERNARY that may be a decimal comma; thrown if the argument count is
  /// wrong.
  var splitNumber: Fault?

  /// Returns the tree of a predicate; throws `Faults` with all lexical faults or one grammar fault.
  static func predicate(_ text: String) throws(Faults) -> SyntaxTree {
    try parse(text) { parser, result throws(Fault) in try parser.demandPredicate(result) }
  }

  /// Returns the tree of an expression or of a predicate.
  ///
  /// Throws like `predicate`.
  static func expression(_ text: String) throws(Faults) -> SyntaxTree {
    try parse(text) { _, _ in }
  }

  private static func parse(
    _ text: String, finally check: (Parser, Finished) throws(Fault) -> Void
  ) throws(Faults) -> SyntaxTree {
    let tokens = try Lexer.tokens(of: text)
    var parser = Parser(text: text, tokens: tokens)
    do throws(Fault) {
      let result = try parser.run()
      try check(parser, result)
      return parser.tree.trimmed
    } catch {
      throw Faults(text: text, [error])
    }
  }

  var token: Token { tokens[place] }
  /// The token after the next one, at most `end`.
  var following: Token { tokens[min(place + 1, tokens.count - 1)] }

  private mutating func run() throws(Fault) -> Finished {
    while true {
      try operand()
      if try operators() { break }
    }
    guard let result = finished.popLast() else { throw fault(token.range, "the condition is empty") }
    return result
  }
}

// MARK: Stacks

extension Parser {
  /// Appends a node to the tree and pushes it on the operand stack.
  mutating func finish(_ node: Node, _ sort: Finished.Sort, _ range: Range<Int>, mark: Range<Int>? = nil) {
    finished.append(Finished(node: tree.append(node, range, mark: mark), sort: sort, range: range))
  }

  /// Pushes a bracket or a prefix operator on the operator stack; throws a fault beyond a limit.
  mutating func open(_ kind: Pending.Kind, _ range: Range<Int>) throws(Fault) {
    let entry = Pending(kind: kind, range: range)
    guard pending.count < Parser.maximumPending else {
      throw fault(range, "nested deeper than \(Parser.maximumPending) levels", as: .limit)
    }
    if entry.nestsValues {
      nesting += 1
      guard nesting <= Parser.maximumNesting else {
        throw fault(
          range, "lists, indexes and calls are nested deeper than \(Parser.maximumNesting) levels", as: .limit)
      }
    }
    if entry.branches {
      branching += 1
      guard branching <= Parser.maximumBranching else {
        throw fault(range, "SUBQUERY and TERNARY are nested deeper than \(Parser.maximumBranching) levels", as: .limit)
      }
    }
    pending.append(entry)
  }

  /// The innermost open bracket; nil if none is open.
  var pendingBracket: Pending? { pending.last { $0.precedence == nil } }

  /// Throws a fault if the operand is a value and cannot be a condition.
  func demandPredicate(_ operand: Finished) throws(Fault) {
    guard operand.sort == .value else { return }
    throw fault(operand.range, Faults.valueForCondition, remedy: Faults.compareIt)
  }

  /// Throws a fault if the operand can only be a condition; `use` is the end of the message.
  func demandValue(_ operand: Finished, _ use: String) throws(Fault) {
    guard operand.sort == .predicate else { return }
    throw fault(operand.range, "this is a condition and cannot be \(use)")
  }
}

// MARK: Messages

extension Parser {
  func fault(_ range: Range<Int>, _ problem: String, remedy: String = "", as code: Fault.Code = .syntax) -> Fault {
    Fault(range: range, problem, remedy: remedy, as: code)
  }

  /// Returns the token for a message: in backquotes and cut to 30 characters, or "the end".
  func named(_ token: Token) -> String {
    if case .end = token.kind { return "the end" }
    let written = text.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count)
    return token.range.count > 40 ? "`\(String(Substring(written)).prefix(30))…`" : "`\(Substring(written))`"
  }

  func source(_ token: Token) -> String {
    String(Substring(text.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count)))
  }

  /// Returns the fault of a token that cannot begin an operand.
  func missingOperand(_ token: Token) -> Fault {
    switch token.kind {
    case .end where tokens.count == 1: return fault(token.range, "the condition is empty")
    case .end: return unclosed() ?? fault(token.range, "expected \(wanted()), found the end")
    case .keyword(let keyword)
    where Parser.connectives.contains(keyword) && place > 0 && isConnective(tokens[place - 1]):
      return fault(token.range, "expected \(wanted()) between \(named(tokens[place - 1])) and \(named(token))")
    case .keyword(let keyword) where !Parser.operators.contains(keyword):
      return fault(
        token.range, "\(named(token)) is a reserved word", remedy: ", write a key of that name as `#\(source(token))`")
    case .symbol(.closeParenthesis) where pendingBracket == nil:
      return fault(token.range, "this `)` has no opening bracket")
    case .symbol(.openBracket):
      return fault(token.range, "expected \(wanted()), found `[`", remedy: ", write a list as {…, …}")
    default: return fault(token.range, "expected \(wanted()), found \(named(token))", remedy: callHint(token))
    }
  }

  /// Returns the noun for the operand that the top of the operator stack expects.
  private func wanted() -> String {
    guard let waiting = pending.last else { return "a condition" }
    switch waiting.kind {
    case .group, .not, .and, .or: return "a condition"
    default: return "a value"
    }
  }

  /// Returns the fault of the innermost unclosed bracket; nil if none is open.
  func unclosed() -> Fault? {
    guard let open = pendingBracket else { return nil }
    switch open.kind {
    case .list, .dictionary: return fault(open.range, "this `{` has no closing `}`")
    case .index: return fault(open.range, "this `[` has no closing `]`")
    case .call, .subquery, .ternary: return fault(open.range, "this call has no closing `)`")
    default: return fault(open.range, "this `(` has no closing `)`")
    }
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
}
