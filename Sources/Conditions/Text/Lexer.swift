/// Cuts a condition's text into tokens, noting every fault on the way.
struct Lexer {
  /// The text's UTF-8.
  let bytes: [UInt8]
  /// The offset of the next byte to read.
  var place = 0
  /// What was wrong so far.
  private(set) var faults: [Fault] = []
  /// The number of faults beyond `Faults.most`.
  private(set) var more = 0

  /// The tokens of the text, the last of which is `end`; throws all that is wrong with its letters.
  static func tokens(of text: String) throws(Faults) -> [Token] {
    var lexer = Lexer(bytes: Array(text.utf8))
    var tokens: [Token] = []
    while let token = lexer.next() { tokens.append(token) }
    guard lexer.faults.isEmpty else { throw Faults(text: text, lexer.faults, more: lexer.more) }
    tokens.append(Token(kind: .end, range: lexer.bytes.count..<lexer.bytes.count))
    return tokens
  }

  /// The byte that many places on; 0 beyond the end.
  func byte(_ ahead: Int = 0) -> UInt8 { place + ahead < bytes.count ? bytes[place + ahead] : 0 }

  /// Notes a fault at that stretch.
  mutating func fault(_ range: Range<Int>, _ message: String) {
    if faults.count < Faults.most { faults.append(Fault(range: range, message: message)) } else { more += 1 }
  }

  private mutating func next() -> Token? {
    while place < bytes.count {
      let start = place
      guard let kind = scan() else { continue }
      return Token(kind: kind, range: start..<place)
    }
    return nil
  }

  /// Reads one token; nil after a blank or a fault.
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
      let word = word()
      if word.count == 3, let joined = uniformType(word) { return .keyword(joined) }
      return Keyword.named(word).map { .keyword($0) } ?? .word(word)
    default: return sign()
    }
  }

  /// Reads an identifier.
  private mutating func word() -> String {
    let start = place
    while Lexer.continuesWord(byte()) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Reads a sign and the identifier that must touch it.
  private mutating func sigil(_ what: String) -> String? {
    let sign = String(decoding: [byte()], as: UTF8.self)
    place += 1
    guard Lexer.startsWord(byte()) else {
      fault(place - 1..<place, "expected \(what) right after `\(sign)`")
      return nil
    }
    return word()
  }

  /// After `UTI`, the rest of `UTI-CONFORMS-TO` or `UTI-EQUALS`.
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

  /// Whether an identifier may begin with that byte.
  static func startsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
    default: false
    }
  }

  /// Whether an identifier may go on with that byte.
  static func continuesWord(_ byte: UInt8) -> Bool {
    startsWord(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
