/// A statement of a script, such as a migration, with its place.
package struct ScriptStatement: Sendable, Equatable {
  /// The text without the blanks and line comments before it.
  package let text: String
  /// The number of its first line in the script, from 1.
  package let line: Int

  /// Reads the statement in a range of a script's UTF-8 bytes.
  package init(in script: [UInt8], _ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      if script[place] <= UInt8(ascii: " ") {
        place += 1
      } else if script[place..<range.upperBound].starts(with: "--".utf8) {
        place = script[place..<range.upperBound].firstIndex(of: UInt8(ascii: "\n")) ?? range.upperBound
      } else {
        break
      }
    }
    text = String(decoding: script[place..<range.upperBound], as: UTF8.self)
    line = 1 + script[..<place].count { $0 == UInt8(ascii: "\n") }
  }
}
