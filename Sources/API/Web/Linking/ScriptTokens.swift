/// A lexer for ECMAScript. It recognizes only where strings, templates, regular expressions and
/// comments end.
struct ScriptTokens {
  private let file: String
  private let source: [UInt8]
  private var position = 0
  private var tokens: [SourceToken] = []
  /// The open brackets. A template's `${` is stored as `$`.
  private var brackets: [UInt8] = []
  /// For each open `(`, true if it follows `if`, `while` or `for`, so that a statement follows its
  /// `)`.
  private var heads: [Bool] = []
  /// True if the last `)` ended the head of such a statement.
  private var endsHead = false
  private var (isApart, isFirst) = (false, true)

  /// Returns the tokens of a script. Throws `SourceFault` for unterminated tokens and unbalanced
  /// brackets.
  static func all(of source: [UInt8], in file: String) throws(SourceFault) -> [SourceToken] {
    var reading = ScriptTokens(file: file, source: source)
    try reading.readAll()
    return reading.tokens
  }

  private init(file: String, source: [UInt8]) { (self.file, self.source) = (file, source) }

  private func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < source.count ? source[position + offset] : 0
  }

  private func fault(at offset: Int, _ reason: String) -> SourceFault { SourceFault(file, source, at: offset, reason) }

  private mutating func readAll() throws(SourceFault) {
    while position < source.count {
      let (start, first) = (position, byte())
      switch first {
      case 0x20, 0x09, 0x0D: (position, isApart) = (position + 1, true)
      case 0x0A: (position, isApart, isFirst) = (position + 1, true, true)
      case UInt8(ascii: "/") where byte(1) == first:
        while position < source.count, byte() != 0x0A { position += 1 }
        isApart = true
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): try skipComment()
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        try skipText(until: first)
        add(.literal, from: start)
      case UInt8(ascii: "`"):
        position += 1
        try takeTemplate(from: start)
      case UInt8(ascii: "}") where brackets.last == UInt8(ascii: "$"):
        brackets.removeLast()
        position += 1
        try takeTemplate(from: start)
      case UInt8(ascii: "/") where isExpressionNext:
        try skipExpression()
        add(.literal, from: start)
      case _ where Self.isOfWord(first):
        takeWord()
        add(.word, from: start)
      default: try takeSign(first)
      }
    }
    if !brackets.isEmpty { throw fault(at: source.count, "unclosed bracket") }
  }

  private mutating func add(_ kind: SourceToken.Kind, from start: Int, depth: Int? = nil) {
    tokens.append(
      SourceToken(
        kind: kind, range: start..<position, depth: depth ?? brackets.count, isApart: isApart, isFirst: isFirst))
    (isApart, isFirst) = (false, false)
  }

  private mutating func skipComment() throws(SourceFault) {
    let start = position
    position += 2
    while byte() != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
      if position >= source.count { throw fault(at: start, "unterminated comment") }
      if byte() == 0x0A { isFirst = true }
      position += 1
    }
    (position, isApart) = (position + 2, true)
  }

  private mutating func skipText(until quote: UInt8) throws(SourceFault) {
    let start = position
    position += 1
    while byte() != quote {
      if position >= source.count || byte() == 0x0A { throw fault(at: start, "unterminated string") }
      position += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
  }

  /// Reads a part of a template, up to its end or to the next `${`.
  private mutating func takeTemplate(from start: Int) throws(SourceFault) {
    let depth = brackets.count
    while byte() != UInt8(ascii: "`") {
      if position >= source.count { throw fault(at: start, "unterminated template") }
      if byte() == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") {
        position += 2
        add(.literal, from: start, depth: depth)
        brackets.append(UInt8(ascii: "$"))
        return
      }
      position += byte() == UInt8(ascii: "\\") ? 2 : 1
    }
    position += 1
    add(.literal, from: start)
  }

  private mutating func skipExpression() throws(SourceFault) {
    let start = position
    var isInClass = false
    position += 1
    while isInClass || byte() != UInt8(ascii: "/") {
      switch byte() {
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "\\"): position += 1
      case 0x0A: throw fault(at: start, "unterminated regular expression")
      default: break
      }
      position += 1
      if position >= source.count { throw fault(at: start, "unterminated regular expression") }
    }
    position += 1
    takeWord()
  }

  private mutating func takeWord() { while Self.isOfWord(byte()) { position += 1 } }

  private mutating func takeSign(_ sign: UInt8) throws(SourceFault) {
    let start = position
    position += 1
    switch sign {
    case UInt8(ascii: "("):
      add(.sign, from: start)
      brackets.append(sign)
      heads.append(beforeLast.map { ["if", "while", "for"].contains($0) } ?? false)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      add(.sign, from: start)
      brackets.append(sign)
    case UInt8(ascii: ")"), UInt8(ascii: "}"), UInt8(ascii: "]"):
      let opening: UInt8 = sign == UInt8(ascii: ")") ? sign - 1 : sign - 2
      guard brackets.popLast() == opening else { throw fault(at: start, "unmatched closing bracket") }
      if sign == UInt8(ascii: ")") { endsHead = heads.popLast() ?? false }
      add(.sign, from: start)
    default: add(.sign, from: start)
    }
  }

  /// The token before the last one if it is a word; otherwise nil.
  private var beforeLast: String? {
    guard tokens.count > 1, tokens[tokens.count - 2].kind == .word else { return nil }
    return String(decoding: source[tokens[tokens.count - 2].range], as: UTF8.self)
  }

  /// True if a slash here starts a regular expression, false if it is a division.
  private var isExpressionNext: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .literal: return source[last.range.upperBound - 1] == UInt8(ascii: "{")
    case .word: return Self.beforeExpression.contains(String(decoding: source[last.range], as: UTF8.self))
    case .sign:
      switch source[last.range.lowerBound] {
      case UInt8(ascii: ")"): return endsHead
      case UInt8(ascii: "]"): return false
      default: return true
      }
    }
  }

  /// Keywords that precede an expression.
  private static let beforeExpression: Set = [
    "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void",
    "yield",
  ]

  /// True for a byte of a name or a number: a letter, a digit, `_`, `$`, `#`, `\` or a non-ASCII
  /// byte.
  static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
    case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
    default: false
    }
  }
}
