import JSON

/// Substrings, splits and replacements of texts; positions and lengths count Unicode scalars.
enum TextFunctions {
  /// Returns at most `count` characters from `start` on, counted from 0 and clamped to the text.
  static func substring(_ text: String, from start: Int, count: Int) -> String {
    let bytes = text.utf8
    // The counts are equal only for ASCII, where each character is one byte.
    if text.utf16.count == bytes.count {
      let lower = min(start, bytes.count)
      let first = bytes.index(bytes.startIndex, offsetBy: lower)
      return String(text[first..<bytes.index(first, offsetBy: min(count, bytes.count - lower))])
    }
    let first = index(after: start, from: bytes.startIndex, in: bytes)
    return String(text[first..<index(after: count, from: first, in: bytes)])
  }

  /// Returns the index `characters` after another one, or the end of the text.
  private static func index(
    after characters: Int, from start: String.Index, in bytes: String.UTF8View
  ) -> String.Index {
    var (index, left) = (start, characters)
    while left > 0, index < bytes.endIndex {
      // The first byte of a character determines its length.
      let byte = bytes[index]
      index = bytes.index(index, offsetBy: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
      left -= 1
    }
    return index
  }

  /// Returns the text without leading and trailing whitespace.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, isBlank(first) || isBlank(last) else { return text }
    var (start, end) = (scalars.startIndex, scalars.endIndex)
    while start < end, isBlank(scalars[start]) { scalars.formIndex(after: &start) }
    while start < end {
      let before = scalars.index(before: end)
      guard isBlank(scalars[before]) else { break }
      end = before
    }
    return String(text[start..<end])
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80 ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
  }

  /// Returns the text with each occurrence of `target` replaced; nil if the result is too long.
  static func replaced(_ text: String, _ target: String, by replacement: String) -> String? {
    withBytes(of: text) { bytes in
      var (result, rest, isTooLong) = ("", 0, false)
      TextSearch.eachOccurrence(of: target, in: bytes) { place in
        if isTooLong { return }
        if rest == 0, place > 0 { result.reserveCapacity(bytes.count) }
        if place > rest { result += part(bytes, rest, place) }
        result += replacement
        rest = place + target.utf8.count
        isTooLong = result.utf8.count > maxBytes
      }
      if isTooLong { return nil }
      if rest == 0 { return text }
      if rest < bytes.count { result += part(bytes, rest, bytes.count) }
      return result
    }
  }

  /// Returns the parts between the occurrences of the separator; the whole text if it does not
  /// contain the separator.
  static func split(_ text: String, by separator: String) -> [Value] {
    withBytes(of: text) { bytes in
      var (parts, rest) = ([Value](), 0)
      TextSearch.eachOccurrence(of: separator, in: bytes) { place in
        if rest == 0 { parts.reserveCapacity(4) }
        parts.append(.string(part(bytes, rest, place)))
        rest = place + separator.utf8.count
      }
      parts.append(.string(rest == 0 ? text : part(bytes, rest, bytes.count)))
      return parts
    }
  }

  private static func part(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  /// Calls `body` with the UTF-8 of a text; the pointer is valid only during the call.
  @inline(__always)
  private static func withBytes<Result>(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(text.utf8).withUnsafeBufferPointer(body)
  }

  /// Returns the characters of `fill`, repeated, that pad the text to `length`; nil if it needs
  /// none.
  static func padding(of text: String, to length: Int, with fill: String) -> String? {
    let missing = length - count(of: text)
    guard missing > 0, !fill.isEmpty else { return nil }
    let (times, rest) = missing.quotientAndRemainder(dividingBy: count(of: fill))
    var padding = ""
    if times > 16 { padding = String(repeating: fill, count: times) } else { for _ in 0..<times { padding += fill } }
    if rest > 0 { padding += substring(fill, from: 0, count: rest) }
    return padding
  }

  /// Returns the number of Unicode scalars.
  static func count(of text: String) -> Int {
    let bytes = text.utf8
    // The counts are equal only for ASCII.
    if text.utf16.count == bytes.count { return bytes.count }
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Parses `[+-]digits[.digits]`; nil for any other text and for more than 38 digits.
  static func number(_ text: String) -> Value? {
    guard let number = withBytes(of: text, short) else { return nil }
    // 19 digits fit 64 bits.
    guard number.count <= 19 else {
      return number.places == 0 ? Int64(text).map(Value.integer) ?? decimal(text) : decimal(text)
    }
    let digits = number.isNegative ? -Int128(number.digits) : Int128(number.digits)
    if number.places == 0, let whole = Int64(exactly: digits) { return .integer(whole) }
    return Decimal(coefficient: digits, exponent: -number.places).map(Value.decimal)
  }

  /// Returns a number's digits, which may overflow, and their counts; nil for other texts.
  private static func short(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (digits: UInt64, count: Int, places: Int, isNegative: Bool)? {
    guard let sign = bytes.first else { return nil }
    let isNegative = sign == UInt8(ascii: "-")
    let start = isNegative || sign == UInt8(ascii: "+") ? 1 : 0
    var (digits, point, place) = (UInt64(0), -1, start)
    while place < bytes.count {
      let digit = bytes[place] &- UInt8(ascii: "0")
      if digit < 10 {
        digits = digits &* 10 &+ UInt64(digit)
      } else {
        guard bytes[place] == UInt8(ascii: "."), point < 0, place > start else { return nil }
        point = place
      }
      place += 1
    }
    let places = point < 0 ? 0 : bytes.count - point - 1
    guard place > start, point < 0 || places > 0 else { return nil }
    return (digits, bytes.count - start - (point < 0 ? 0 : 1), places, isNegative)
  }

  private static func decimal(_ text: String) -> Value? { Decimal(plain: text).map(Value.decimal) }

  /// Maximum size of a result in bytes: a character has at most four bytes.
  static let maxBytes = Builtin.maxCharacters * 4
}
