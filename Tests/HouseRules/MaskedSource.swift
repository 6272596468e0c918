/// A Swift source whose comments, string literals and regular expressions are replaced by spaces.
///
/// Offsets and line breaks equal the source's. An interpolation is part of its literal.
struct MaskedSource {
  /// The bytes of the source in UTF-8, with spaces in place of literals and comments.
  private(set) var bytes: [UInt8]
  private let source: [UInt8]

  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String) {
    source = Array(text.utf8)
    bytes = source
    var place = 0
    // The last byte of code before `place`. It determines whether a slash begins a regular
    // expression.
    var last: UInt8 = 0
    while place < source.count {
      let byte = source[place]
      if byte == slash || byte == quote || byte == hash, let (end, isComment) = end(at: place, after: last) {
        for masked in place..<end where bytes[masked] != newline { bytes[masked] = space }
        if !isComment { last = quote }
        place = end
        continue
      }
      if byte != space && byte != tab && byte != newline { last = byte }
      place += 1
    }
  }

  /// Returns the end of the comment or literal that begins at `place`; nil if none does.
  private func end(at place: Int, after last: UInt8) -> (end: Int, isComment: Bool)? {
    switch source[place] {
    case quote: return (stringEnd(from: place), false)
    case hash:
      var first = place
      while byte(at: first) == hash { first += 1 }
      if byte(at: first) == quote { return (stringEnd(from: place), false) }
      return byte(at: first) == slash ? (extendedEnd(from: first, hashes: first - place), false) : nil
    default:
      if byte(at: place + 1) == slash {
        return (source[place...].firstIndex(of: newline) ?? source.count, true)
      }
      if byte(at: place + 1) == star { return (commentEnd(from: place), true) }
      return beforeExpression.contains(last) ? expressionEnd(from: place).map { ($0, false) } : nil
    }
  }

  private func byte(at place: Int) -> UInt8 { place < source.count ? source[place] : 0 }

  private func isQuotes(at place: Int, _ count: Int) -> Bool {
    (0..<count).allSatisfy { byte(at: place + $0) == quote }
  }

  /// Returns the number of hash signs at `place`, at most `limit`.
  private func hashes(at place: Int, limit: Int) -> Int {
    var count = 0
    while count < limit && byte(at: place + count) == hash { count += 1 }
    return count
  }

  /// Returns the end of a string literal whose hash signs, if any, begin at `start`.
  private func stringEnd(from start: Int) -> Int {
    let hashes = hashes(at: start, limit: .max)
    let quotes = isQuotes(at: start + hashes, 3) ? 3 : 1
    var place = start + hashes + quotes
    while place < source.count {
      let byte = source[place]
      if byte == backslash && self.hashes(at: place + 1, limit: hashes) == hashes {
        let escaped = place + 1 + hashes
        place = self.byte(at: escaped) == opening ? interpolationEnd(from: escaped) : escaped + 1
      } else if byte == quote && isQuotes(at: place, quotes)
        && self.hashes(at: place + quotes, limit: hashes) == hashes
      {
        return place + quotes + hashes
      } else if byte == newline && quotes == 1 {
        return place
      } else {
        place += 1
      }
    }
    return source.count
  }

  /// Returns the end of an interpolation whose opening parenthesis is at `start`.
  private func interpolationEnd(from start: Int) -> Int {
    var place = start
    var depth = 0
    while place < source.count {
      let byte = source[place]
      if byte == quote {
        place = stringEnd(from: place)
        continue
      }
      if byte == opening { depth += 1 }
      if byte == closing { depth -= 1 }
      place += 1
      if depth == 0 { return place }
    }
    return source.count
  }

  /// Returns the end of a block comment, which can contain other comments.
  private func commentEnd(from start: Int) -> Int {
    var place = start
    var depth = 0
    while place < source.count {
      if source[place] == slash && byte(at: place + 1) == star {
        depth += 1
        place += 2
      } else if source[place] == star && byte(at: place + 1) == slash {
        depth -= 1
        place += 2
        if depth == 0 { return place }
      } else {
        place += 1
      }
    }
    return source.count
  }

  /// Returns the end of a regular expression such as `/a+/` on its line; nil if the slash is an
  /// operator.
  private func expressionEnd(from start: Int) -> Int? {
    var place = start + 1
    if [space, tab, newline, star].contains(byte(at: place)) { return nil }
    while place < source.count && source[place] != newline {
      if source[place] == slash { return place + 1 }
      place += source[place] == backslash ? 2 : 1
    }
    return nil
  }

  /// Returns the end of a regular expression such as `#/a+/#`, whose first slash is at `start`.
  private func extendedEnd(from start: Int, hashes: Int) -> Int {
    var place = start + 1
    while place < source.count {
      if source[place] == slash && self.hashes(at: place + 1, limit: hashes) == hashes { return place + 1 + hashes }
      place += 1
    }
    return source.count
  }
}

private let newline: UInt8 = 10
private let tab: UInt8 = 9
private let space: UInt8 = 32
private let quote = UInt8(ascii: "\"")
private let hash = UInt8(ascii: "#")
private let slash = UInt8(ascii: "/")
private let star = UInt8(ascii: "*")
private let backslash = UInt8(ascii: "\\")
private let opening = UInt8(ascii: "(")
private let closing = UInt8(ascii: ")")
private let beforeExpression = Array("(,=:[{!&|?;".utf8)
