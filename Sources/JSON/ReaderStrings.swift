extension Reader {
  /// Parses the string whose opening quote is the next byte.
  mutating func string() throws(SyntaxError) {
    let start = place + 1
    let end = plainEnd(from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return note(.string(try stringByParts())) }
    place = end + 1
    note(.plainText, start, end)
  }

  /// Returns the offset of the first byte from `start` on that is a quote, a backslash, a control
  /// character or invalid, or that exceeds a run of possible combining marks.
  @inline(__always)
  private func plainEnd(from start: Int) -> Int {
    var end = shortEnd(from: start)
    // The number of consecutive characters that can be combining marks. `stringByParts` parses a
    // string with too many.
    var (run, nextStart) = (0, -1)
    while end < bytes.count, bytes[end] >= 0x80, let length = try? sequence(at: end) {
      run = CombiningRuns.isPossibleStart(bytes[end]) ? (end == nextStart ? run + 1 : 1) : 0
      guard run <= CombiningRuns.longest else { return end }
      nextStart = end + length
      end = shortEnd(from: nextStart)
    }
    return end
  }

  /// Like `plainEnd`, but also stops at characters that can be combining marks and at characters of
  /// three or four bytes.
  @inline(__always)
  private func shortEnd(from start: Int) -> Int {
    let count = bytes.count
    var end = bytes.plainRun(from: start)
    while end < count {
      let byte = bytes[end]
      if byte &- 0x20 < 0x60 {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
        end += 1
      } else if byte &- 0xC2 < 0x10, byte & 0xFE != 0xCC, end + 1 < count, bytes[end + 1] & 0xC0 == 0x80 {
        end += 2
      } else {
        break
      }
    }
    return end
  }

  /// Parses a string that has escapes, a fault or a long run of possible combining marks. Throws at
  /// the offset of the fault.
  private mutating func stringByParts() throws(SyntaxError) -> String {
    let bytes = bytes
    // The decoded text before the last escape.
    var decoded: [UInt8] = []
    // Most texts fit, so the array rarely grows.
    decoded.reserveCapacity(min(bytes.count &- place, 120))
    let opening = place
    var start = place + 1
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        end += 1
      } else if byte == UInt8(ascii: "\"") {
        place = end + 1
        decoded.append(contentsOf: bytes[start..<end])
        guard CombiningRuns.excess(in: decoded) == nil else {
          throw SyntaxError(.combiningRun(limit: CombiningRuns.longest), at: opening)
        }
        return String(decoding: decoded, as: UTF8.self)
      } else if byte == UInt8(ascii: "\\") {
        if start < end { decoded.append(contentsOf: bytes[start..<end]) }
        place = end
        try escape(into: &decoded)
        (start, end) = (place, place)
      } else if byte < 0x20 {
        throw SyntaxError(.controlCharacter(byte), at: end)
      } else {
        end += try sequence(at: end)
      }
    }
    throw SyntaxError(.unexpectedEnd, at: end)
  }

  /// Returns the length of the well-formed sequence of two to four bytes (Unicode, table 3-7) at an
  /// offset.
  private func sequence(at place: Int) throws(SyntaxError) -> Int {
    let second: ClosedRange<UInt8>
    let length: Int
    switch bytes[place] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw SyntaxError(.invalidUTF8, at: place)
    }
    for step in 1..<length {
      guard place + step < bytes.count else { throw SyntaxError(.unexpectedEnd, at: bytes.count) }
      guard (step == 1 ? second : 0x80...0xBF).contains(bytes[place + step]) else {
        throw SyntaxError(.invalidUTF8, at: place)
      }
    }
    return length
  }

  /// Parses the escape whose backslash is the next byte, and appends its character.
  private mutating func escape(into text: inout [UInt8]) throws(SyntaxError) {
    guard place + 1 < bytes.count else { throw SyntaxError(.unexpectedEnd, at: bytes.count) }
    switch bytes[place + 1] {
    case UInt8(ascii: "\""): text.append(0x22)
    case UInt8(ascii: "\\"): text.append(0x5C)
    case UInt8(ascii: "/"): text.append(0x2F)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): return try scalar(into: &text)
    default: throw SyntaxError(.invalidEscape, at: place)
    }
    place += 2
  }

  /// Parses `\uXXXX`, or both escapes of a surrogate pair.
  private mutating func scalar(into text: inout [UInt8]) throws(SyntaxError) {
    let first = try unit(at: place)
    var code = UInt32(first)
    if UTF16.isLeadSurrogate(first) {
      // If the text ends before the second escape, it is incomplete. Any other byte makes the first
      // surrogate unpaired.
      guard place + 6 < bytes.count else { throw SyntaxError(.unexpectedEnd, at: bytes.count) }
      guard bytes[place + 6] == UInt8(ascii: "\\") else { throw SyntaxError(.loneSurrogate(first), at: place) }
      guard place + 7 < bytes.count else { throw SyntaxError(.unexpectedEnd, at: bytes.count) }
      guard bytes[place + 7] == UInt8(ascii: "u") else { throw SyntaxError(.loneSurrogate(first), at: place) }
      let second = try unit(at: place + 6)
      guard UTF16.isTrailSurrogate(second) else { throw SyntaxError(.loneSurrogate(first), at: place) }
      code = 0x10000 + (code - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      place += 6
    }
    guard Unicode.Scalar(code) != nil else { throw SyntaxError(.loneSurrogate(first), at: place) }
    Self.append(code, to: &text)
    place += 6
  }

  /// Appends a Unicode scalar in UTF-8.
  private static func append(_ code: UInt32, to text: inout [UInt8]) {
    func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: code >> shift & 0x3F) }
    switch code {
    case 0..<0x80: text.append(UInt8(truncatingIfNeeded: code))
    case 0x80..<0x800:
      text.append(0xC0 | part(6))
      text.append(0x80 | part(0))
    case 0x800..<0x10000:
      text.append(0xE0 | part(12))
      text.append(0x80 | part(6))
      text.append(0x80 | part(0))
    default:
      text.append(0xF0 | part(18))
      text.append(0x80 | part(12))
      text.append(0x80 | part(6))
      text.append(0x80 | part(0))
    }
  }

  /// Returns the value of the four hexadecimal digits in the `\uXXXX` at an offset.
  private func unit(at start: Int) throws(SyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for digit in start + 2..<start + 6 {
      guard digit < bytes.count else { throw SyntaxError(.unexpectedEnd, at: bytes.count) }
      let value: UInt8
      switch bytes[digit] {
      case let byte where byte >= 0x30 && byte <= 0x39: value = byte - 0x30
      case let byte where byte >= 0x41 && byte <= 0x46: value = byte - 0x37
      case let byte where byte >= 0x61 && byte <= 0x66: value = byte - 0x57
      default: throw SyntaxError(.invalidEscape, at: start)
      }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }
}
