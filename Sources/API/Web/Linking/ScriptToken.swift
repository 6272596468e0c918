/// A piece of a script or style that stands for itself: a word, a text, a sign.
struct SourceToken {
  /// The kinds that the linker tells apart.
  enum Kind {
    /// A name, a keyword or a number.
    case word
    /// A text in quotation marks, a regular expression, or a part of a template between its `${...}`.
    case literal
    /// One sign, such as `{` or `+`.
    case sign
  }

  /// Its kind.
  let kind: Kind
  /// Its place in the source.
  let range: Range<Int>
  /// The open brackets around it; those of an opening and of a closing bracket itself do not count.
  let depth: Int
  /// True if white space or a comment stands before it.
  var isApart: Bool
  /// True if it begins a line.
  var isFirst: Bool
  /// The text in its place; nil for its own.
  var replacement: String?
}

/// A source that cannot be linked, with its place.
package struct SourceFault: Error, Equatable, CustomStringConvertible {
  /// The name of the file.
  package let file: String
  /// The line and the column, from 1.
  package let line, column: Int
  /// The reason, without the place.
  let reason: String

  /// Makes the fault at an offset of a source.
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
