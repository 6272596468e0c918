import JSON

// MARK: Texts

extension Lexer {
  /// Reads text in quotes and resolves its escapes; reports a missing quote and returns nil.
  mutating func text() -> String? {
    let start = place
    let quote = byte()
    place += 1
    var content: [UInt8] = []
    while place < bytes.count, byte() != quote {
      if byte() == UInt8(ascii: "\\") {
        escape(into: &content)
      } else {
        content.append(byte())
        place += 1
      }
    }
    guard place < bytes.count else {
      let mark = quote == UInt8(ascii: "'") ? "'" : "\""
      fault(start..<start + 1, "this text has no closing \(mark)")
      return nil
    }
    place += 1
    return String(decoding: content, as: UTF8.self)
  }

  /// Reads an escape from its backslash on; a backslash before any other character is dropped.
  private mutating func escape(into content: inout [UInt8]) {
    let start = place
    place += 1
    guard place < bytes.count else { return }
    let letter = byte()
    if let control = Lexer.control(letter) {
      content.append(control)
      place += 1
    } else if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "U"), let unit = digits(4, radix: 16, ahead: 1) {
      place += 5
      character(unit, from: start, into: &content)
    } else if letter == UInt8(ascii: "x") || letter == UInt8(ascii: "X"), let unit = digits(2, radix: 16, ahead: 1) {
      place += 3
      character(unit, from: start, into: &content)
    } else if let unit = digits(3, radix: 8, ahead: 0) {
      place += 3
      character(unit, from: start, into: &content)
    } else {
      repeat {
        content.append(byte())
        place += 1
      } while place < bytes.count && byte() & 0xC0 == 0x80
    }
  }

  /// Appends the character with that number.
  ///
  /// A high surrogate is combined with a low one in the next `\u` escape; a lone surrogate is a
  /// fault.
  private mutating func character(_ unit: UInt32, from start: Int, into content: inout [UInt8]) {
    var number = unit
    if (0xD800..<0xDC00).contains(unit), byte() == UInt8(ascii: "\\"), byte(1) | 0x20 == UInt8(ascii: "u"),
      let low = digits(4, radix: 16, ahead: 2), (0xDC00..<0xE000).contains(low)
    {
      place += 6
      number = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(number) else {
      let written = String(decoding: bytes[start..<place], as: UTF8.self)
      return fault(start..<place, "`\(written)` is half of a surrogate pair, not a character")
    }
    content.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
  }

  /// Returns the number in exactly `count` digits, `ahead` bytes after the next; nil if there are
  /// fewer.
  private func digits(_ count: Int, radix: Int, ahead: Int) -> UInt32? {
    var number = 0
    for place in ahead..<ahead + count {
      guard let digit = Lexer.digit(byte(place)), digit < radix else { return nil }
      number = number * radix + digit
    }
    return UInt32(number)
  }

  /// Returns the control character of a C escape such as `\n`; nil for any other letter.
  private static func control(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "a"): 0x07
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "v"): 0x0B
    default: nil
    }
  }
}

// MARK: Numbers

extension Lexer {
  /// Reads a number: `12`, `12.50`, `1.2e3`, `0x1F`, `0o17` or `0b101`; reports a malformed one.
  mutating func number() -> Literal? {
    let start = place
    if byte() == UInt8(ascii: "0"), let radix = Lexer.radix(byte(1)) {
      place += 2
      return whole(radix: radix, from: start)
    }
    digits()
    var (isFixed, isFloat) = (false, false)
    if byte() == UInt8(ascii: "."), Lexer.isDigit(byte(1)) {
      isFixed = true
      place += 1
      digits()
      if byte() == UInt8(ascii: "."), Lexer.isDigit(byte(1)) { return dotted(start) }
    } else if byte() == UInt8(ascii: ".") {
      place += 1
      return malformed(start, "a digit is missing after the point")
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      let signed = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
      place += signed ? 2 : 1
      guard Lexer.isDigit(byte()) else { return malformed(start, "a digit is missing in the exponent") }
      isFloat = true
      digits()
    }
    guard !Lexer.continuesWord(byte()) else { return malformed(start, "a letter or `_` follows the digits") }
    let written = String(decoding: bytes[start..<place], as: UTF8.self)
    if !isFloat {
      if !isFixed, let number = Int64(written) { return .integer(number) }
      if let number = Decimal(plain: written) { return .decimal(number) }
    }
    guard let number = Double(written), number.isFinite else { return malformed(start, "it is too large") }
    return .float(number)
  }

  /// Reports a number with more than one decimal point, and suggests the intended number or date.
  private mutating func dotted(_ start: Int) -> Literal? {
    while byte() == UInt8(ascii: "."), Lexer.isDigit(byte(1)) {
      place += 1
      digits()
    }
    let written = String(decoding: bytes[start..<place].prefix(11), as: UTF8.self)
    let groups = String(decoding: bytes[start..<place].prefix(40), as: UTF8.self).split(separator: ".")
    if place - start <= 40, groups[0].utf8.count <= 3, groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }) {
      return malformed(start, "write the digits without separators, as \(groups.joined())")
    }
    guard place - start <= 10, !Lexer.continuesWord(byte()), let day = OtherNotations.day(written) else {
      return malformed(start, "it has more than one point")
    }
    fault(start..<place, "write a date in quotes, year first: \(day)")
    return nil
  }

  private mutating func digits() {
    while Lexer.isDigit(byte()) { place += 1 }
  }

  /// Reads the digits after `0x`, `0o` or `0b`; a number that exceeds 64 bits becomes a decimal.
  private mutating func whole(radix: Int, from start: Int) -> Literal? {
    let first = place
    while Lexer.continuesWord(byte()) { place += 1 }
    let written = String(decoding: bytes[first..<place], as: UTF8.self)
    guard !written.isEmpty else { return malformed(start, "digits are missing") }
    guard written.utf8.allSatisfy({ Lexer.digit($0).map { $0 < radix } ?? false }) else {
      return malformed(start, "expected digits of base \(radix)")
    }
    if let number = Int64(written, radix: radix) { return .integer(number) }
    guard let wide = Int128(written, radix: radix), let number = Decimal(coefficient: wide, exponent: 0) else {
      return malformed(start, "it is too large")
    }
    return .decimal(number)
  }

  private mutating func malformed(_ start: Int, _ why: String) -> Literal? {
    while Lexer.continuesWord(byte()) { place += 1 }
    let written = String(decoding: bytes[start..<place].prefix(40), as: UTF8.self)
    fault(start..<place, "malformed number `\(written)\(place - start > 40 ? "…" : "")`: \(why)")
    return nil
  }

  private static func radix(_ byte: UInt8) -> Int? {
    switch byte | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Returns the value of a hexadecimal digit; nil for any other byte.
  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
