extension Lexer {
  /// Reads a text in quotes and the escapes in it.
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

  /// Reads what follows a backslash; before a character that has no escape it stands for that character.
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

  /// Appends the character of that number, joining two halves of a surrogate pair.
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
      return fault(start..<place, "`\(written)` is half of a surrogate pair and stands for no character")
    }
    content.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
  }

  /// The number that exactly so many digits spell, that many places ahead.
  private func digits(_ count: Int, radix: Int, ahead: Int) -> UInt32? {
    var number = 0
    for place in ahead..<ahead + count {
      guard let digit = Lexer.digit(byte(place)), digit < radix else { return nil }
      number = number * radix + digit
    }
    return UInt32(number)
  }

  /// The control character that the letter stands for after a backslash, as in C.
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
