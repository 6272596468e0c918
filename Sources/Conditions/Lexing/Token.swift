import JSON

struct Token: Sendable, Hashable {
  /// The kind, with the token's content.
  let kind: Kind
  /// The source range as UTF-8 offsets.
  let range: Range<Int>

  enum Kind: Sendable, Hashable {
    /// An identifier that is not reserved.
    case word(String)
    case keyword(Keyword)
    /// `#word`: an ordinary key, even if the word is reserved.
    case escapedWord(String)
    /// `@word`: a key-path operator.
    case pathOperator(String)
    case variable(String)
    case literal(Literal)
    /// Punctuation or a symbolic operator.
    case symbol(Symbol)
    case end
  }

  /// True if a binary operator may follow the token.
  var endsOperand: Bool {
    switch kind {
    case .literal, .variable, .word, .escapedWord: true
    case .symbol(let symbol): [.closeParenthesis, .closeBracket, .closeBrace].contains(symbol)
    default: false
    }
  }
}

/// A reserved word; case-insensitive.
enum Keyword: String, Sendable, Hashable, CaseIterable {
  case and, or, `in`, not, all, any, some, none, like, caseinsensitive, ci, matches, contains, beginswith, endswith
  case between, null, `nil`, `self`, `true`, yes, `false`, no, first, last, size, anykey, subquery, fetch, cast
  case truepredicate, falsepredicate
  case utiConformsTo = "uti-conforms-to"
  case utiEquals = "uti-equals"

  /// The keyword in canonical text: upper case.
  var spelling: String { rawValue.uppercased() }

  /// Returns the reserved word with these letters in any case; nil for other words.
  static func named(_ word: String) -> Keyword? { word.utf8.count > 15 ? nil : table[word.lowercased()] }

  private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

/// Punctuation and symbolic operators.
enum Symbol: String, Sendable, Hashable {
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case colon = ":"
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

/// A literal value in a condition's text.
enum Literal: Sendable, Hashable {
  /// `NULL` or `NIL`.
  case null
  /// `TRUE`, `YES`, `FALSE` or `NO`.
  case bool(Bool)
  /// A whole number that fits 64 bits.
  case integer(Int64)
  /// An exact number: one with a decimal point, or a whole number that exceeds 64 bits.
  case decimal(Decimal)
  /// A number with an exponent, or with more than 38 digits.
  case float(Double)
  /// Text with its escapes resolved.
  case text(String)

  var value: Value {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .integer(let number): .integer(number)
    case .decimal(let number): .decimal(number)
    case .float(let number): .float(number)
    case .text(let text): .string(text)
    }
  }
}
