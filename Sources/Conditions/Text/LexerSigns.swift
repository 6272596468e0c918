extension Lexer {
  /// Reads punctuation or an operator that is written with signs; notes a fault at any other character.
  mutating func sign() -> Token.Kind? {
    let (symbol, length) = Lexer.symbol(byte(), byte(1))
    guard let symbol else {
      stray()
      return nil
    }
    if length == 2, symbol == .equal || symbol == .notEqual, byte(2) == UInt8(ascii: "=") {
      let written = symbol == .equal ? "===" : "!=="
      fault(place..<place + 3, "unexpected `\(written)`, did you mean `\(symbol.rawValue)`?")
      place += 3
      return nil
    }
    place += length
    return .symbol(symbol)
  }

  /// The symbol at the beginning of these two bytes and how many of them it takes.
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

  /// Notes a character that begins no token, and steps over it and over others of its kind.
  private mutating func stray() {
    let start = place
    place += 1
    while place < bytes.count, byte() & 0xC0 == 0x80 { place += 1 }
    let character = String(decoding: bytes[start..<place], as: UTF8.self)
    if bytes[start] >= 0x80 {
      // A whole word of foreign letters is one fault, not one for each letter.
      while place < bytes.count, byte() >= 0x80 || Lexer.continuesWord(byte()) { place += 1 }
    }
    let written = String(decoding: bytes[start..<place], as: UTF8.self)
    let range = start..<place
    switch character {
    case "&": fault(range, "unexpected `&`, did you mean `&&`?")
    case "|": fault(range, "unexpected `|`, did you mean `||`?")
    case "“", "”", "„", "‘", "’", "«", "»", "`":
      place = start + character.utf8.count
      fault(
        start..<place,
        "unexpected \(character == "`" ? "back-quote" : "`\(character)`"), text is written in straight quotes: 'text' or \"text\""
      )
    case "?": fault(range, "unexpected `?`, a choice is written TERNARY(condition, then, otherwise)")
    case "%": fault(range, "unexpected `%`, a value from outside is written `$name`")
    case ";": fault(range, "unexpected `;`, a condition has no end mark")
    case "≤", "≥", "≠":
      place = start + character.utf8.count
      fault(
        start..<place,
        "unexpected `\(character)`, did you mean `\(character == "≤" ? "<=" : character == "≥" ? ">=" : "!=")`?")
    case _ where bytes[start] >= 0x80:
      fault(range, "unexpected `\(written)`, names are written in Latin letters, digits and `_`")
    case _ where bytes[start] < 0x20 || bytes[start] == 0x7F:
      fault(range, "unexpected control character U+\(hexadecimal(bytes[start]))")
    default: fault(range, "unexpected `\(written)`")
    }
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
