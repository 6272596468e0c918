/// A token of a script.
struct SourceToken {
  /// The kinds that the linker distinguishes.
  enum Kind {
    /// A name, a keyword or a number.
    case word
    /// A string, a regular expression, or a part of a template outside `${...}`.
    case literal
    /// One punctuation character, such as `{` or `+`.
    case sign
  }

  let kind: Kind
  /// The byte range in the source.
  let range: Range<Int>
  /// The number of open brackets around the token. A bracket does not count itself.
  let depth: Int
  /// True if whitespace or a comment precedes the token.
  var isApart: Bool
  /// True if the token starts a line.
  var isFirst: Bool
  /// The text that replaces the token; nil to keep it.
  var replacement: String?
}

/// A syntax error in a script or a style, with its location.
package struct SourceFault: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// The line and the column, from 1.
  package let line, column: Int
  /// The reason, without the location.
  let reason: String

  /// Creates the error at an offset of a source.
  init(_ file: String, _ source: [UInt8], at offset: Int, _ reason: String) {
    let before = source.prefix(offset)
    let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    (self.file, self.reason) = (file, reason)
    line = 1 + before.count { $0 == 0x0A }
    column = 1 + String(decoding: before[start...], as: UTF8.self).unicodeScalars.count
  }

  /// The message: `app.js:3:1: ...`.
  package var description: String { "\(file):\(line):\(column): \(reason)" }
}
