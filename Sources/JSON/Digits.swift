extension [UInt8] {
  /// Appends a whole number in decimal digits.
  package mutating func appendDigits(_ number: UInt64) {
    if number >= 10 { appendDigits(number / 10) }
    append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
