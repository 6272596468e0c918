/// Splits a condition's text into tokens and collects all lexical faults.
struct Lexer {
  let bytes: [UInt8]
  /// The offset of the next byte.
  var place = 0
  /// The first faults, at most `Faults.maximum`.
  private(set) var faults: [Fault] = []
  /// The number of faults beyond `Faults.maximum`.
  private(set) var more = 0
  /// The token before the next one; nil at the beginning.
  private var before: Token?

  /// Returns the tokens of the text, the last of which is `end`; throws `Faults` for lexical
  /// faults.
  static func tokens(of text: String) throws(Faults) -> [Token] {
    var lexer = Lexer(bytes: Array(text.utf8))
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    guard lexer.faults.isEmpty else { throw Faults(text: text, lexer.faults, more: lexer.more) }
    tokens.append(Token(kind: .end, range: lexer.bytes.count..<lexer.bytes.count))
    return tokens
  }

  /// Returns the byte `ahead` places after the next one; 0 beyond the end.
  func byte(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

  /// Reports a fault; beyond `Faults.maximum` faults, only counts it.
  mutating func fault(_ range: Range<Int>, _ problem: String, remedy: String = "") {
    guard faults.count < Faults.maximum else {
      more += 1
      return
    }
    faults.append(Fault(range: range, problem, remedy: remedy, as: .syntax))
  }

  private mutating func next() -> Token? {
    while place < bytes.count {
      let start = place
      guard let kind = scan() else { continue }
      let token = Token(kind: kind, range: start..<place)
      before = token
      return token
    }
    return nil
  }

  /// Reads one token; returns nil after a whitespace character or a fault.
  private mutating func scan() -> Token.Kind? {
    switch byte() {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
      place += 1
      return nil
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return text().map { .literal(.text($0)) }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number().map { .literal($0) }
    case UInt8(ascii: "$"): return sigil("a variable's name").map { .variable($0) }
    case UInt8(ascii: "#"): return sigil("a key").map { .escapedWord($0) }
    case UInt8(ascii: "@"): return sigil("a key-path operator such as `@count`").map { .pathOperator($0) }
    case let first where Lexer.startsWord(first):
      if refusesOtherLetters(from: place) { return nil }
      let word = word()
      if word.count == 3, let joined = uniformType(word) { return .keyword(joined) }
      return Keyword.named(word).map { .keyword($0) } ?? .word(word)
    default: return sign()
    }
  }

  private mutating func word() -> String {
    let start = place
    while Lexer.continuesWord(byte()) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Reads a sign and the identifier that follows it; reports a fault and returns nil if none
  /// follows.
  ///
  /// - Parameter what: The identifier's meaning in the fault's message.
  private mutating func sigil(_ what: String) -> String? {
    let sign = String(decoding: [byte()], as: UTF8.self)
    place += 1
    if refusesOtherLetters(from: place - 1) { return nil }
    guard Lexer.startsWord(byte()) else {
      fault(place - 1..<place, "expected \(what) right after `\(sign)`")
      return nil
    }
    return word()
  }

  /// Reads the rest of `UTI-CONFORMS-TO` or `UTI-EQUALS`; returns nil if neither follows.
  private mutating func uniformType(_ word: String) -> Keyword? {
    guard byte() == UInt8(ascii: "-"), word.lowercased() == "uti" else { return nil }
    for keyword in [Keyword.utiConformsTo, .utiEquals] {
      let rest = keyword.rawValue.utf8.dropFirst(3)
      let ahead = bytes[place...].prefix(rest.count)
      guard ahead.elementsEqual(rest, by: { $0 | 0x20 == $1 | 0x20 }), !Lexer.continuesWord(byte(rest.count)) else {
        continue
      }
      place += rest.count
      return keyword
    }
    return nil
  }

  static func startsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  static func continuesWord(_ byte: UInt8) -> Bool {
    startsWord(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: Signs

extension Lexer {
  /// Reads punctuation or a symbolic operator; reports any other character as a fault.
  private mutating func sign() -> Token.Kind? {
    let (symbol, length) = Lexer.symbol(byte(), byte(1))
    guard let symbol else {
      stray()
      return nil
    }
    if length == 2, symbol == .equal || symbol == .notEqual, byte(2) == UInt8(ascii: "=") {
      let written = symbol == .equal ? "===" : "!=="
      fault(place..<place + 3, "unexpected `\(written)`", remedy: ", did you mean `\(symbol.rawValue)`?")
      place += 3
      return nil
    }
    place += length
    return .symbol(symbol)
  }

  /// Returns the symbol that begins with these bytes, or nil, and its length in bytes.
  private static func symbol(_ first: UInt8, _ second: UInt8) -> (Symbol?, Int) {
    let next = Unicode.Scalar(second)
    switch Unicode.Scalar(first) {
    case "(": return (.openParenthesis, 1)
    case ")": return (.closeParenthesis, 1)
    case "{": return (.openBrace, 1)
    case "}": return (.closeBrace, 1)
    case "[": return (.openBracket, 1)
    case "]": return (.closeBracket, 1)
    case ",": return (.comma, 1)
    case ":": return (.colon, 1)
    case ".": return (.dot, 1)
    case "+": return (.plus, 1)
    case "-": return (.minus, 1)
    case "/": return (.divide, 1)
    case "*": return next == "*" ? (.power, 2) : (.times, 1)
    case "=":
      return next == "="
        ? (.equal, 2) : next == "<" ? (.lessOrEqual, 2) : next == ">" ? (.greaterOrEqual, 2) : (.equal, 1)
    case "!": return next == "=" ? (.notEqual, 2) : (.not, 1)
    case "<": return next == "=" ? (.lessOrEqual, 2) : next == ">" ? (.notEqual, 2) : (.less, 1)
    case ">": return next == "=" ? (.greaterOrEqual, 2) : (.greater, 1)
    case "&": return (next == "&" ? .and : nil, 2)
    case "|": return (next == "|" ? .or : nil, 2)
    default: return (nil, 1)
    }
  }

  /// Reports a character that begins no token, and skips it.
  private mutating func stray() {
    let start = place
    place += 1
    while place < bytes.count, byte() & 0xC0 == 0x80 { place += 1 }
    let character = String(decoding: bytes[start..<place], as: UTF8.self)
    if bytes[start] >= 0x80 {
      // Report a whole word in another alphabet once.
      while place < bytes.count, byte() >= 0x80 || Lexer.continuesWord(byte()) { place += 1 }
    }
    let written = String(decoding: bytes[start..<place], as: UTF8.self)
    let range = start..<place
    switch character {
    case "&": fault(range, "unexpected `&`", remedy: ", did you mean `&&`?")
    case "|": fault(range, "unexpected `|`", remedy: ", did you mean `||`?")
    case "“", "”", "„", "‘", "’", "«", "»", "`":
      place = start + character.utf8.count
      fault(
        start..<place,
        "unexpected \(character == "`" ? "back-quote" : "`\(character)`")",
        remedy: ", write text in straight quotes: 'text' or \"text\""
      )
    case "?": fault(range, "unexpected `?`", remedy: ", write a choice as \(OtherNotations.choice)")
    case "%": fault(range, "unexpected `%`", remedy: ", \(percentHint(start))")
    case "\u{A0}", "\u{202F}", "\u{2009}":
      place = start + character.utf8.count
      let code = "U+" + hexadecimal(UInt32(character.unicodeScalars.first?.value ?? 0))
      let isInNumber = if case .literal = before?.kind { Lexer.isDigit(byte()) } else { false }
      fault(
        start..<place,
        "unexpected \(code)\(isInNumber ? " in a number" : "")",
        remedy: isInNumber ? ", write the digits without spaces" : ", replace it with an ordinary space")
    case "~" where start > 0 && bytes[start - 1] == UInt8(ascii: "="):
      fault(start - 1..<place, "unexpected `=~`", remedy: ", write MATCHES")
    case ";": fault(range, "unexpected `;`", remedy: ", remove it")
    case "≤", "≥", "≠":
      place = start + character.utf8.count
      fault(
        start..<place,
        "unexpected `\(character)`",
        remedy: ", did you mean `\(character == "≤" ? "<=" : character == "≥" ? ">=" : "!=")`?")
    case _ where bytes[start] >= 0x80:
      fault(
        range, "unexpected `\(written)`", remedy: ", write names in Latin letters, digits and `_`, and text in quotes")
    case _ where bytes[start] < 0x20 || bytes[start] == 0x7F:
      fault(range, "unexpected control character U+\(hexadecimal(UInt32(bytes[start])))")
    default: fault(range, "unexpected `\(written)`")
    }
  }

  /// Returns the suggestion for a `%`: a percentage, a remainder or an NSPredicate placeholder.
  private func percentHint(_ start: Int) -> String {
    guard let before, before.endsOperand else { return "write a variable as `$name`" }
    var next = place
    while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
    let follower = next < bytes.count ? bytes[next] : 0
    if Lexer.isDigit(follower) || follower == UInt8(ascii: "$") || follower == UInt8(ascii: "(") {
      return "write a remainder as mod(a, b)"
    }
    if case .literal(let number) = before.kind, let fraction = OtherNotations.percent(number) {
      return "write \(number.spelling) percent as \(fraction)"
    }
    return "write a percentage as `/ 100`"
  }

  private func hexadecimal(_ code: UInt32) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
