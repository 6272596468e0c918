/// Removes comments and unnecessary whitespace from scripts and styles.
enum CompactText {
  /// Returns the script of these tokens. Keeps a line break unless no statement can end there.
  static func script(_ source: [UInt8], _ tokens: [SourceToken]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(source.count)
    var isDigit = false
    for token in tokens {
      if token.isApart, let last = text.last {
        let next = source[token.range.lowerBound]
        if token.isFirst, !continues(last, next) {
          text.append(0x0A)
        } else if isDigit && next == UInt8(ascii: ".") || wouldJoin(last, next) {
          text.append(0x20)
        }
      }
      if let replacement = token.replacement { text += replacement.utf8 } else { text += source[token.range] }
      isDigit = token.kind == .word && (0x30...0x39).contains(source[token.range.lowerBound])
    }
    return text
  }

  /// True if two adjacent bytes would form one token or start a comment.
  private static func wouldJoin(_ last: UInt8, _ next: UInt8) -> Bool {
    if ScriptTokens.isOfWord(last), ScriptTokens.isOfWord(next) { return true }
    switch last {
    case UInt8(ascii: "+"), UInt8(ascii: "-"): return last == next
    case UInt8(ascii: "/"): return next == last || next == UInt8(ascii: "*")
    default: return false
    }
  }

  /// True if no statement can end between two bytes at a line break.
  private static func continues(_ last: UInt8, _ next: UInt8) -> Bool {
    switch last {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "&"), UInt8(ascii: "|"):
      return true
    default: break
    }
    switch next {
    case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "."),
      UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "&"), UInt8(ascii: "|"):
      return true
    default: return false
    }
  }

  /// Returns a compact style.
  ///
  /// Throws `SourceFault` for an unterminated comment or string, for unbalanced brackets, and for
  /// `@import` and `@charset`, which have no effect after other styles.
  static func style(_ source: [UInt8], in file: String) throws(SourceFault) -> [UInt8] {
    var (text, position, open): ([UInt8], Int, [(bracket: UInt8, place: Int)]) = ([], 0, [])
    text.reserveCapacity(source.count)
    while position < source.count {
      let (start, byte) = (position, source[position])
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D, 0x0C:
        position += 1
        if let last = text.last, !isClosed(last), last != 0x20 { text.append(0x20) }
        continue
      case UInt8(ascii: "/") where source[position...].starts(with: "/*".utf8):
        guard let end = source[(position + 2)...].firstRange(of: Array("*/".utf8)) else {
          throw SourceFault(file, source, at: start, "unterminated comment")
        }
        position = end.upperBound
        if let last = text.last, !isClosed(last), last != 0x20 { text.append(0x20) }
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        position += 1
        while position < source.count, source[position] != byte, source[position] != 0x0A {
          position += source[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < source.count, source[position] == byte else {
          throw SourceFault(file, source, at: start, "unterminated string")
        }
      case UInt8(ascii: "\\"): position = min(position + 1, source.count - 1)
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open.append((byte, start))
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard open.popLast()?.bracket == (byte == UInt8(ascii: ")") ? byte - 1 : byte - 2) else {
          throw SourceFault(file, source, at: start, "unmatched closing bracket")
        }
      case UInt8(ascii: "@"):
        for name in ["@import", "@charset"] where source[position...].starts(with: name.utf8) {
          throw SourceFault(file, source, at: start, "`\(name)` has no effect in a combined style")
        }
      default: break
      }
      if isClosed(byte), byte != UInt8(ascii: ","), text.last == 0x20 { text.removeLast() }
      position += 1
      text += source[start..<position]
    }
    if let first = open.last { throw SourceFault(file, source, at: first.place, "unclosed bracket") }
    return text
  }

  /// True for a byte that needs no adjacent whitespace in a style.
  private static func isClosed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ";"), UInt8(ascii: ","): true
    default: false
    }
  }
}
