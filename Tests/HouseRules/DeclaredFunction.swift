/// A function, initializer, deinitializer or subscript with a body.
struct DeclaredFunction {
  /// The declaring keyword, such as `func`.
  let keyword: String
  /// The name of a function; the keyword of other declarations.
  let name: String
  /// The number of lines from the keyword to the closing brace.
  let lines: Int
  /// The bytes from the opening brace up to the closing brace.
  let body: Range<Int>

  private static let keywords: Set = ["func", "init", "deinit", "subscript"]
  /// Keywords that begin another declaration. A requirement of a protocol ends there, without a
  /// body.
  private static let others = keywords.union([
    "var", "let", "static", "case", "typealias", "associatedtype", "struct", "class", "enum", "protocol", "extension",
    "actor", "import",
  ])

  /// Returns the functions of a masked source, including nested functions.
  static func all(in bytes: [UInt8]) -> [DeclaredFunction] {
    var found: [DeclaredFunction] = []
    var place = 0
    while place < bytes.count {
      guard isWord(bytes[place]) else {
        place += 1
        continue
      }
      let end = wordEnd(from: place, in: bytes)
      if let function = function(place..<end, in: bytes) { found.append(function) }
      place = end
    }
    return found
  }

  /// Returns the number of tuple assignments of more than two members in the body, such as
  /// `(a, b, c) = (1, 2, 3)`.
  func tupleAssignments(in bytes: [UInt8]) -> Int {
    var count = 0
    var isAtStart = true
    for place in body.dropFirst() {
      switch bytes[place] {
      case UInt8(ascii: "\n"), UInt8(ascii: "{"), UInt8(ascii: ";"): isAtStart = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      case UInt8(ascii: "(") where isAtStart:
        if isTupleAssignment(at: place, in: bytes) { count += 1 }
        isAtStart = false
      default: isAtStart = false
      }
    }
    return count
  }

  private func isTupleAssignment(at start: Int, in bytes: [UInt8]) -> Bool {
    var place = start + 1
    var commas = 0
    while place < body.upperBound && bytes[place] != UInt8(ascii: ")") {
      let byte = bytes[place]
      if byte == UInt8(ascii: ",") {
        commas += 1
      } else if !Self.isWord(byte) && !Array(". \t\n".utf8).contains(byte) {
        return false
      }
      place += 1
    }
    place += 1
    while place < body.upperBound && (bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t")) {
      place += 1
    }
    return commas >= 2 && place + 1 < body.upperBound && bytes[place] == UInt8(ascii: "=")
      && bytes[place + 1] != UInt8(ascii: "=")
  }

  /// Returns the function that the keyword at `word` declares; nil if it declares no function with
  /// a body.
  private static func function(_ word: Range<Int>, in bytes: [UInt8]) -> DeclaredFunction? {
    guard Array("fids".utf8).contains(bytes[word.lowerBound]) else { return nil }
    let keyword = String(decoding: bytes[word], as: UTF8.self)
    guard keywords.contains(keyword), isDeclaration(keyword, word, in: bytes),
      let opening = opening(from: word.upperBound, in: bytes), let closing = closing(from: opening, in: bytes)
    else { return nil }
    var name = keyword
    if keyword == "func" {
      let rest = bytes[(word.upperBound + 1)..<opening]
      name = String(decoding: rest.prefix { !Array(" (<\n".utf8).contains($0) }, as: UTF8.self)
    }
    let breaks = bytes[word.upperBound..<closing].count { $0 == UInt8(ascii: "\n") }
    return DeclaredFunction(keyword: keyword, name: name, lines: breaks + 1, body: opening..<closing)
  }

  /// Returns true unless the keyword is a member such as `.init` or a quoted name.
  private static func isDeclaration(_ keyword: String, _ word: Range<Int>, in bytes: [UInt8]) -> Bool {
    if word.lowerBound > 0, Array(".`\\#".utf8).contains(bytes[word.lowerBound - 1]) { return false }
    let next = word.upperBound < bytes.count ? bytes[word.upperBound] : 0
    return keyword == "init" || keyword == "subscript"
      ? Array("(<?!".utf8).contains(next) : next == UInt8(ascii: " ")
  }

  /// Returns the offset of the brace that opens a body; nil if another declaration begins before
  /// it.
  private static func opening(from start: Int, in bytes: [UInt8]) -> Int? {
    var place = start
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        depth -= 1
      } else if depth == 0 {
        if byte == UInt8(ascii: "{") { return place }
        if byte == UInt8(ascii: "}") { return nil }
        if isWord(byte) && !isWord(bytes[place - 1]) {
          let end = wordEnd(from: place, in: bytes)
          let isMember = bytes[place - 1] == UInt8(ascii: ".")
          if !isMember && others.contains(String(decoding: bytes[place..<end], as: UTF8.self)) { return nil }
          place = end
          continue
        }
      }
      place += 1
    }
    return nil
  }

  /// Returns the offset of the brace that closes the brace at `start`.
  private static func closing(from start: Int, in bytes: [UInt8]) -> Int? {
    var depth = 0
    for place in start..<bytes.count {
      if bytes[place] == UInt8(ascii: "{") { depth += 1 }
      guard bytes[place] == UInt8(ascii: "}") else { continue }
      depth -= 1
      if depth == 0 { return place }
    }
    return nil
  }

  private static func wordEnd(from start: Int, in bytes: [UInt8]) -> Int {
    var end = start
    while end < bytes.count && isWord(bytes[end]) { end += 1 }
    return end
  }

  private static func isWord(_ byte: UInt8) -> Bool { wordBytes[Int(byte)] }

  /// True for each byte that can be part of a name.
  private static let wordBytes = (UInt8.min...UInt8.max).map { byte in
    byte >= 0x80 || byte == UInt8(ascii: "_") || Character(Unicode.Scalar(byte)).isLetter
      || Character(Unicode.Scalar(byte)).isNumber
  }
}
