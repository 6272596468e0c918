extension Value {
  /// Reads one JSON text (RFC 8259) in UTF-8.
  ///
  ///     let value = try Value(reading: #"{"amount": 1.50}"#)
  ///     value["amount"]?.decimal  // 1.50
  ///     try Value(reading: #"{"a": 1, "a": 2}"#)  // throws: duplicate key `a` at offset 9
  ///
  /// Stricter than the RFC, and repairs nothing. Throws `SyntaxError` when, for example,
  /// - an object has a name twice,
  /// - an escaped surrogate is not one of a pair,
  /// - the text begins with a byte order mark,
  /// - a string has more than 30 combining marks in a row.
  public init(reading bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    self = try Outline(of: bytes, limits: limits).root.value
  }

  /// Reads one JSON text (RFC 8259).
  public init(reading text: String, limits: Limits = Limits()) throws(SyntaxError) {
    try self.init(reading: Array(text.utf8), limits: limits)
  }
}

/// Limits on the size and the nesting of a JSON text.
///
///     try Value(reading: body, limits: Limits(depth: 16, size: 64 << 10))
public struct Limits: Sendable {
  /// The greatest `depth` of any reader: reading and freeing a value recurse.
  public static let greatestDepth = 512

  /// The greatest number of nested arrays and objects, 1 to `greatestDepth`; 64 by default.
  public let depth: Int
  /// The greatest length of the text in bytes; 16 MiB by default.
  public let size: Int

  /// Creates limits. Clamps `depth` to 1...`greatestDepth`, and raises a negative `size` to 0.
  public init(depth: Int = 64, size: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.size = max(size, 0)
  }
}

/// One pass over the bytes of a JSON text, which checks all of it and records where its values stand.
struct Reader: ~Copyable {
  /// The whole text.
  let bytes: [UInt8]
  /// The limits on the text.
  let limits: Limits
  /// The offset of the next byte to read.
  var place = 0
  /// The values and names so far.
  var entries: Entries
  /// The values that checking had to decode.
  var made: [Value] = []

  /// Creates a reader at the start of a text.
  init(bytes: [UInt8], limits: Limits) {
    (self.bytes, self.limits) = (bytes, limits)
    // Forms have about one value or name in twelve bytes; the array grows for denser texts.
    entries = Entries(room: min(bytes.count / 12, 1000) + 4)
  }

  /// Reads the only top-level value of the text.
  mutating func document() throws(SyntaxError) {
    let limit = min(limits.size, Int(UInt32.max))
    guard bytes.count <= limit else { throw SyntaxError(.tooLong(limit: limit), at: limit) }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw SyntaxError(.byteOrderMark, at: 0)
    }
    skipBlanks()
    guard place < bytes.count else { throw SyntaxError(.empty, at: place) }
    try value(inside: 0)
    skipBlanks()
    guard place == bytes.count else { throw SyntaxError(.trailingBytes, at: place) }
  }

  /// Reads the value that starts at the next byte, inside `depth` arrays and objects.
  mutating func value(inside depth: Int) throws(SyntaxError) {
    guard place < bytes.count else { throw SyntaxError(.unexpectedEnd, at: place) }
    switch bytes[place] {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): note(try number())
    case UInt8(ascii: "{"): try object(inside: depth)
    case UInt8(ascii: "["): try array(inside: depth)
    case UInt8(ascii: "t"): try word("true", .yes)
    case UInt8(ascii: "f"): try word("false", .no)
    case UInt8(ascii: "n"): try word("null", .null)
    default: throw unexpected("a value")
    }
  }

  /// Skips spaces, tabs, line feeds and carriage returns.
  @inline(__always)
  mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20: place += bytes.hasEightSpaces(at: place) ? 8 : 1
      case 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// Returns the name or text of an entry.
  func text(_ entry: Entry) -> String { entry.text(in: bytes, made: made) }

  /// Returns the error for the next byte, or for the end of the text.
  func unexpected(_ expected: String) -> SyntaxError {
    guard place < bytes.count else { return SyntaxError(.unexpectedEnd, at: place) }
    return SyntaxError(.unexpected(bytes[place], expected: expected), at: place)
  }

  /// Appends an entry that is followed directly by the next one.
  @inline(__always)
  mutating func note(_ kind: Entry.Kind, _ first: Int = 0, _ end: Int = 0) {
    entries.append(
      Entry(
        kind: kind, first: UInt32(truncatingIfNeeded: first), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: entries.count &+ 1)))
  }

  /// Appends the entry of a value that is already decoded.
  mutating func note(_ value: Value) {
    if case .integer(let number) = value, let small = UInt32(exactly: number) { return note(.small, Int(small)) }
    note(.made, made.count)
    made.append(value)
  }

  private mutating func word(_ word: String, _ kind: Entry.Kind) throws(SyntaxError) {
    for byte in word.utf8 {
      guard place < bytes.count, bytes[place] == byte else { throw unexpected("`\(word)`") }
      place += 1
    }
    note(kind)
  }
}
