import Storage

extension StatementText {
  /// The statement for reading only its first row. If possible, `LIMIT 1` is appended, so that the
  /// server does not compute other rows.
  var toFirstRow: StatementText {
    let text = description
    return SingleRowQuery.takesLimit(text) ? .own(text + "\nLIMIT 1") : self
  }
}

/// Decides whether `LIMIT 1` can be appended to a statement.
enum SingleRowQuery {
  /// The keywords after which `LIMIT 1` is not appended: the query has a limit or a target, or
  /// locks its rows. With a limit, other rows would not be locked.
  private static let words: Set<String> = ["LIMIT", "FETCH", "OFFSET", "FOR", "INTO"]

  /// True for a SELECT without such a keyword outside parentheses. False for syntax that is not
  /// recognized, such as dollar quotes.
  static func takesLimit(_ text: String) -> Bool {
    var rest = text.utf8[...]
    var depth = 0
    var isFirst = true
    while let character = rest.first {
      switch character {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = rest.dropFirst().firstIndex(of: character) else { return false }
        // A doubled quotation mark in a text is read as the end of one text and the start of
        // another.
        rest = rest[end...].dropFirst()
      case UInt8(ascii: "-") where rest.dropFirst().first == character:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == UInt8(ascii: "*"): return false
      case UInt8(ascii: ";"): return false
      case UInt8(ascii: "("):
        depth += 1
        rest = rest.dropFirst()
      case UInt8(ascii: ")"):
        depth -= 1
        rest = rest.dropFirst()
      case UInt8(ascii: "$"):
        guard let next = rest.dropFirst().first, isDigit(next) else { return false }
        rest = rest.dropFirst()
      case _ where isLetter(character):
        let end = rest.firstIndex { !isLetter($0) && !isDigit($0) } ?? rest.endIndex
        let word = String(decoding: rest[..<end], as: UTF8.self).uppercased()
        // A prefixed text, such as E'...', may have another end.
        if end < rest.endIndex, rest[end] == UInt8(ascii: "'") { return false }
        if isFirst, word != "SELECT" { return false }
        if depth == 0, words.contains(word) { return false }
        isFirst = false
        rest = rest[end...]
      default: rest = rest.dropFirst()
      }
    }
    return !isFirst && depth == 0
  }

  private static func isDigit(_ character: UInt8) -> Bool { (0x30...0x39).contains(character) }

  private static func isLetter(_ character: UInt8) -> Bool {
    character == 0x5f || (0x41...0x5a).contains(character) || (0x61...0x7a).contains(character) || character > 0x7f
  }
}
