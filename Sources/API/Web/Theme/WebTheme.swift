/// The bank's style, which follows the client's styles.
enum WebTheme {
  /// The name of the style among the client's files.
  static let file = "theme.css"
  /// The maximum size in bytes.
  static let limit = 262_144

  /// A reason to refuse a theme.
  struct Fault: Error {
    let problem: String
    /// The line and the column; nil for a fault of the whole file.
    let place: (line: Int, column: Int)?

    /// The problem with its position.
    var reason: String { place.map { "line \($0.line), column \($0.column): \(problem)" } ?? problem }

    init(_ problem: String) { (self.problem, place) = (problem, nil) }

    /// Creates the error at an offset of the theme.
    init(_ theme: [UInt8], at offset: Int, _ problem: String) {
      let before = theme.prefix(offset)
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let line = 1 + before.count { $0 == 0x0A }
      let column = 1 + String(decoding: before[start...], as: UTF8.self).unicodeScalars.count
      (self.problem, place) = (problem, (line, column))
    }
  }

  /// Throws if a theme is too long, is not UTF-8, is incomplete or loads resources from another
  /// server.
  static func check(_ theme: [UInt8]) throws(Fault) {
    if theme.count > limit { throw Fault("it has more than \(limit) bytes") }
    guard let text = String(validating: theme, as: UTF8.self) else { throw Fault("it is not UTF-8") }
    if let found = text.firstMatch(of: /(?i)url\(\s*["']?\s*(?:[a-z][a-z0-9+.-]*:)?\/\//) {
      throw Fault(
        theme, at: text[..<found.range.lowerBound].utf8.count,
        "pages cannot load resources from another server; use `data:` for images")
    }
    try checkSyntax(theme)
  }

  /// Throws for an unterminated comment or string, for unbalanced brackets, and for `@import`.
  private static func checkSyntax(_ theme: [UInt8]) throws(Fault) {
    var (position, open): (Int, [(bracket: UInt8, place: Int)]) = (0, [])
    while position < theme.count {
      let (start, byte) = (position, theme[position])
      position += 1
      switch byte {
      case UInt8(ascii: "/") where theme[start...].starts(with: "/*".utf8):
        guard let end = theme[(start + 2)...].firstRange(of: Array("*/".utf8)) else {
          throw Fault(theme, at: start, "unterminated comment")
        }
        position = end.upperBound
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while position < theme.count, theme[position] != byte, theme[position] != 0x0A {
          position += theme[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard position < theme.count, theme[position] == byte else {
          throw Fault(theme, at: start, "unterminated string")
        }
        position += 1
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): open.append((byte, start))
      case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard open.popLast()?.bracket == (byte == UInt8(ascii: ")") ? byte - 1 : byte - 2) else {
          throw Fault(theme, at: start, "unmatched closing bracket")
        }
      case UInt8(ascii: "@") where theme[start...].starts(with: "@import".utf8):
        throw Fault(theme, at: start, "`@import` is not supported")
      default: break
      }
    }
    if let first = open.last { throw Fault(theme, at: first.place, "unclosed bracket") }
  }
}
