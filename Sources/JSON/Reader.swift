extension Value {
  /// Parses one JSON text (RFC 8259) in UTF-8.
  ///
  /// The parser is stricter than the RFC and repairs nothing. It throws `SyntaxError` if, for
  /// example,
  /// - an object has a repeated name,
  /// - an escaped surrogate is not part of a pair,
  /// - the text begins with a byte order mark,
  /// - a string has more than 30 consecutive combining marks.
  public init(reading bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    self = try Outline(of: bytes, limits: limits).root.value
  }

  /// Parses one JSON text (RFC 8259).
  public init(reading text: String, limits: Limits = Limits()) throws(SyntaxError) {
    try self.init(reading: Array(text.utf8), limits: limits)
  }
}

/// Limits on the size and nesting of a JSON text.
public struct Limits: Sendable {
  /// The maximum of `depth`, because parsing and releasing a value are recursive.
  public static let greatestDepth = 512

  /// The maximum number of nested arrays and objects, 1 to `greatestDepth`. Default: 64.
  public let depth: Int
  /// The maximum length of the text in bytes. Default: 16 MiB.
  public let size: Int

  /// Creates limits. `depth` is clamped to 1...`greatestDepth`, and a negative `size` is raised to
  /// 0.
  public init(depth: Int = 64, size: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.size = max(size, 0)
  }
}

/// One pass over the bytes of a JSON text, which validates the text and records the positions of
/// its values.
struct Reader: ~Copyable {
  let bytes: [UInt8]
  let limits: Limits
  /// The offset of the next byte.
  var place = 0
  /// The values and names so far.
  var entries: Entries
  /// The values that were decoded during validation.
  var made: [Value] = []

  init(bytes: [UInt8], limits: Limits) {
    (self.bytes, self.limits) = (bytes, limits)
    // Forms have about one value or name in twelve bytes. The array grows for denser texts.
    entries = Entries(room: min(bytes.count / 12, 1000) + 4)
  }

  /// Parses the top-level value.
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

  /// Parses the value that starts at the next byte, nested in `depth` arrays and objects.
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

  func text(_ entry: Entry) -> String { entry.text(in: bytes, made: made) }

  /// Returns the error for the next byte, or for the end of the text.
  func unexpected(_ expected: String) -> SyntaxError {
    guard place < bytes.count else { return SyntaxError(.unexpectedEnd, at: place) }
    return SyntaxError(.unexpected(bytes[place], expected: expected), at: place)
  }

  /// Appends an entry that the next entry follows directly.
  @inline(__always)
  mutating func note(_ kind: Entry.Kind, _ first: Int = 0, _ end: Int = 0) {
    entries.append(
      Entry(
        kind: kind, first: UInt32(truncatingIfNeeded: first), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: entries.count &+ 1)))
  }

  /// Appends the entry of a decoded value.
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
