/// Reads tokens into a syntax tree by operator precedence, with stacks of its own instead of recursion.
struct Parser {
  /// How many brackets of all kinds, NOTs and minus signs may wait at once.
  static let maximumPending = 20_000
  /// How many lists, indexes and calls may stand inside one another.
  static let maximumNesting = 100
  /// How many SUBQUERY and TERNARY may stand inside one another.
  static let maximumBranching = 16

  /// The condition's text, for messages.
  let text: String
  /// The tokens, the last of which is `end`.
  let tokens: [Token]
  /// The place of the token to read.
  var place = 0
  /// The nodes so far.
  var tree = Tree()
  /// What waits for what follows.
  var pending: [Pending] = []
  /// Finished nodes that wait for their operator.
  var finished: [Finished] = []
  /// The variables of the SUBQUERY that are open, outermost first.
  var locals: [(name: String, collection: Int)] = []
  /// How many open brackets in `pending` nest values.
  var nesting = 0
  /// How many open brackets in `pending` are SUBQUERY or TERNARY.
  var branching = 0

  /// The tree of a predicate; throws the first thing that the grammar does not derive.
  static func predicate(_ text: String) throws(Faults) -> Tree {
    try parse(text) { parser, result throws(Fault) in try parser.demandPredicate(result) }
  }

  /// The tree of an expression, or of a predicate as a Boolean value.
  static func expression(_ text: String) throws(Faults) -> Tree {
    try parse(text) { _, _ in }
  }

  private static func parse(
    _ text: String, finally check: (Parser, Finished) throws(Fault) -> Void
  ) throws(Faults) -> Tree {
    let tokens = try Lexer.tokens(of: text)
    var parser = Parser(text: text, tokens: tokens)
    do throws(Fault) {
      let result = try parser.run()
      try check(parser, result)
      return parser.tree
    } catch {
      throw Faults(text: text, [error])
    }
  }

  /// The token to read.
  var token: Token { tokens[place] }
  /// The token after it.
  var following: Token { tokens[min(place + 1, tokens.count - 1)] }

  private mutating func run() throws(Fault) -> Finished {
    while true {
      try operand()
      if try operators() { break }
    }
    guard let result = finished.popLast() else { throw fault(token.range, "the condition is empty") }
    return result
  }

  /// A fault at that stretch.
  func fault(_ range: Range<Int>, _ message: String) -> Fault { Fault(range: range, message: message) }

  /// The token as a message names it.
  func named(_ token: Token) -> String {
    if case .end = token.kind { return "the end" }
    let written = text.utf8.dropFirst(token.range.lowerBound).prefix(token.range.count)
    return token.range.count > 40 ? "`\(String(Substring(written)).prefix(30))…`" : "`\(Substring(written))`"
  }
}
