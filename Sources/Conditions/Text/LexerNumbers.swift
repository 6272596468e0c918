import JSON

extension Lexer {
  /// Reads a number: decimal, fixed-point, with an exponent, or `0x`, `0o`, `0b` and digits.
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
    guard !Lexer.continuesWord(byte()) else { return malformed(start, "a number must not run into a letter") }
    let written = String(decoding: bytes[start..<place], as: UTF8.self)
    if !isFloat {
      if !isFixed, let number = Int64(written) { return .integer(number) }
      if let number = Decimal(written) { return .decimal(number) }
    }
    guard let number = Double(written), number.isFinite else { return malformed(start, "it is too large") }
    return .float(number)
  }

  private mutating func digits() {
    while Lexer.isDigit(byte()) { place += 1 }
  }

  /// Reads the digits after `0x`, `0o` or `0b`.
  private mutating func whole(radix: Int, from start: Int) -> Literal? {
    let first = place
    while Lexer.continuesWord(byte()) { place += 1 }
    let written = String(decoding: bytes[first..<place], as: UTF8.self)
    guard !written.isEmpty else { return malformed(start, "digits are missing") }
    guard written.utf8.allSatisfy({ Lexer.digit($0).map { $0 < radix } ?? false }) else {
      return malformed(start, "its digits are of base \(radix)")
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

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
