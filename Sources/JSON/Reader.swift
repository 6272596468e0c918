extension Value {
  /// The value of one JSON text (RFC 8259) in UTF-8.
  ///
  /// Stricter than the RFC asks: a name may stand once in an object, an escaped surrogate must be one of a pair, there is
  /// no byte order mark. Nothing is repaired.
  public init(reading bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    self = try Outline(of: bytes, limits: limits).root.value
  }

  /// The value of one JSON text (RFC 8259).
  public init(reading text: String, limits: Limits = Limits()) throws(SyntaxError) {
    try self.init(reading: Array(text.utf8), limits: limits)
  }
}

/// How much a JSON text may ask of its reader.
public struct Limits: Sendable {
  /// The deepest nesting that any reader accepts, whatever it is asked for: reading and freeing a value recurse.
  public static let greatestDepth = 512

  /// How many arrays and objects may stand inside one another: 64 unless told, 1 to `greatestDepth`.
  public let depth: Int
  /// How many bytes the text may have: 16 MiB unless told.
  public let size: Int

  /// These limits; a depth outside 1...`greatestDepth` becomes the nearest allowed one.
  public init(depth: Int = 64, size: Int = 16 << 20) {
    self.depth = min(max(depth, 1), Self.greatestDepth)
    self.size = max(size, 0)
  }
}

/// One pass over the bytes of a JSON text, which checks all of it and notes where its values stand.
struct Reader {
  /// The whole text.
  let bytes: [UInt8]
  /// What the text may ask.
  let limits: Limits
  /// The next byte to read.
  var place = 0
  /// The values and names so far.
  var entries: [Entry] = []
  /// The values that had to be made to be checked.
  var made: [Value] = []

  /// A pass that has not begun.
  init(bytes: [UInt8], limits: Limits) {
    (self.bytes, self.limits) = (bytes, limits)
    // Forms have about a value or a name in twelve bytes; what has more makes room as it goes.
    entries.reserveCapacity(min(bytes.count / 12, 1000) + 4)
  }

  /// Passes the only value of the text.
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

  /// Passes the value that starts at the next byte, which stands inside that many arrays and objects.
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

  /// Passes space, tab, line feed and carriage return.
  @inline(__always)
  mutating func skipBlanks() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  /// The name or text at an entry.
  func text(_ entry: Entry) -> String { entry.text(in: bytes, made: made) }

  /// The fault of the next byte, or of its absence.
  func unexpected(_ expected: String) -> SyntaxError {
    guard place < bytes.count else { return SyntaxError(.unexpectedEnd, at: place) }
    return SyntaxError(.unexpected(bytes[place], expected: expected), at: place)
  }

  /// Notes a value or name that needs no entry but its own.
  @inline(__always)
  mutating func note(_ kind: Entry.Kind, _ first: Int = 0, _ end: Int = 0) {
    entries.append(
      Entry(
        kind: kind, first: UInt32(truncatingIfNeeded: first), end: UInt32(truncatingIfNeeded: end),
        next: UInt32(truncatingIfNeeded: entries.count &+ 1)))
  }

  /// Notes a value that is made already.
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
