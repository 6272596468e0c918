/// The statements of a script, which the server reports only by their results.
///
/// Used for messages: a text of the form `E'\\''` can shift the places after it.
struct ScriptParts {
  private let script: [UInt8]
  private var place = 0

  /// Returns the byte range of each statement, without its semicolon.
  static func ranges(of script: [UInt8]) -> [Range<Int>] {
    var parts = ScriptParts(script: script)
    var (ranges, start): ([Range<Int>], Int) = ([], 0)
    while parts.place < script.count {
      if script[parts.place] == UInt8(ascii: ";") {
        ranges.append(start..<parts.place)
        start = parts.place + 1
      }
      parts.skipElement()
    }
    return ranges + [start..<script.count]
  }

  /// Skips a byte, or a text, a name, a comment or a dollar-quoted text as a whole.
  private mutating func skipElement() {
    let rest = script[place...]
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      skip([quote], after: [quote])
    } else if rest.starts(with: "--".utf8) {
      skip(Array("\n".utf8), after: Array("--".utf8))
    } else if rest.starts(with: "/*".utf8) {
      skip(Array("*/".utf8), after: Array("/*".utf8))
    } else if let tag = Self.dollarTag(at: rest) {
      skip(tag, after: tag)
    } else {
      place += 1
    }
  }

  /// Skips `head` and the bytes up to the end of the next `tail`.
  private mutating func skip(_ tail: [UInt8], after head: [UInt8]) {
    place += head.count
    while place < script.count {
      if script[place...].starts(with: tail) {
        place += tail.count
        return
      }
      place += 1
    }
  }

  /// Returns `$$` or `$name$` at the beginning of `rest`; nil for a parameter such as `$1`.
  private static func dollarTag(at rest: ArraySlice<UInt8>) -> [UInt8]? {
    guard rest.first == UInt8(ascii: "$"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "$"))
    else { return nil }
    let name = rest[(rest.startIndex + 1)..<end]
    let isName = name.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }
    return isName ? Array(rest[...end]) : nil
  }
}
