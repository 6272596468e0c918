extension Value {
  /// The value of one JSON text (RFC 8259) in UTF-8.
  ///
  /// Stricter than the RFC asks: a name may stand once in an object, an escaped surrogate must be one of a pair, there is
  /// no byte order mark. Nothing is repaired.
  public init(reading bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    var reader = Reader(bytes: bytes, limits: limits)
    self = try reader.document()
  }

  /// The value of one JSON text (RFC 8259).
  public init(reading text: String, limits: Limits = Limits()) throws(SyntaxError) {
    try self.init(reading: Array(text.utf8), limits: limits)
  }
}

/// One pass over the bytes of a JSON text.
struct Reader {
  /// The whole text.
  let bytes: [UInt8]
  /// What the text may ask.
  let limits: Limits
  /// The next byte to read.
  var place = 0

  /// The only value of the text.
  mutating func document() throws(SyntaxError) -> Value {
    guard bytes.count <= limits.size else { throw SyntaxError(.tooLong(limit: limits.size), at: limits.size) }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw SyntaxError(.byteOrderMark, at: 0)
    }
    skipBlanks()
    guard place < bytes.count else { throw SyntaxError(.empty, at: place) }
    let value = try value(inside: 0)
    skipBlanks()
    guard place == bytes.count else { throw SyntaxError(.trailingBytes, at: place) }
    return value
  }

  /// The value that starts at the next byte, which stands inside that many arrays and objects.
  mutating func value(inside depth: Int) throws(SyntaxError) -> Value {
    guard place < bytes.count else { throw SyntaxError(.unexpectedEnd, at: place) }
    switch bytes[place] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "{"): return try object(inside: depth)
    case UInt8(ascii: "["): return try array(inside: depth)
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
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

  /// The fault of the next byte, or of its absence.
  func unexpected(_ expected: String) -> SyntaxError {
    guard place < bytes.count else { return SyntaxError(.unexpectedEnd, at: place) }
    return SyntaxError(.unexpected(bytes[place], expected: expected), at: place)
  }

  private mutating func word(_ word: String, _ value: Value) throws(SyntaxError) -> Value {
    for byte in word.utf8 {
      guard place < bytes.count, bytes[place] == byte else { throw unexpected("`\(word)`") }
      place += 1
    }
    return value
  }
}
