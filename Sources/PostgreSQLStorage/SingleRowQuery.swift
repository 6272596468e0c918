import Storage

extension StatementText {
  /// The statement as it is asked for its first row: a query that says nothing of how many it wants has `LIMIT 1` behind it, so that
  /// the server neither finds nor sends the others. Any other statement is itself.
  var toFirstRow: StatementText {
    let text = description
    return SingleRowQuery.takesLimit(text) ? .own(text + "\nLIMIT 1") : self
  }
}

/// The reading of a statement for what `LIMIT 1` behind it would mean.
enum SingleRowQuery {
  /// The words that say how many rows there are, or that a row of a query is locked: with a limit, others would not be.
  private static let words: Set<String> = ["LIMIT", "FETCH", "OFFSET", "FOR", "INTO"]

  /// True for a query whose rows nothing counts or locks. False also for what is not read here, such as dollar quotes.
  static func takesLimit(_ text: String) -> Bool {
    var rest = text.utf8[...]
    var depth = 0
    var isFirst = true
    while let character = rest.first {
      switch character {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = rest.dropFirst().firstIndex(of: character) else { return false }
        // A quote in a text is written twice, and read here as two texts.
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
        // A text behind a letter, such as E'...', may have another end.
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
