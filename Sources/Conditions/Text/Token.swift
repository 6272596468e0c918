/// One token of a condition's text with its place.
struct Token: Sendable, Hashable {
  /// What the token is.
  let kind: Kind
  /// Its UTF-8 offsets in the text.
  let range: Range<Int>

  /// The kinds of tokens.
  enum Kind: Sendable, Hashable {
    /// An identifier that is not reserved.
    case word(String)
    /// A reserved word.
    case keyword(Keyword)
    /// `#word`: an ordinary key even where the word is reserved.
    case escapedWord(String)
    /// `@word`: a key-path operator.
    case pathOperator(String)
    /// `$name`.
    case variable(String)
    /// A text or a number.
    case literal(Literal)
    /// Punctuation or an operator written with signs.
    case symbol(Symbol)
    /// The end of the text.
    case end
  }
}

/// Punctuation and the operators that are written with signs.
enum Symbol: String, Sendable, Hashable {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case dot = "."
  case plus = "+"
  case minus = "-"
  case power = "**"
  case times = "*"
  case divide = "/"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"
  case not = "!"
}
