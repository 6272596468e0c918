extension [UInt8] {
  /// Appends a whole number in decimal digits.
  package mutating func appendDigits(_ number: UInt64) {
    if number < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number)) }
    var (bound, length) = (UInt64(10), 1)
    while number >= bound {
      length += 1
      let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
      if overflow { break }
      bound = next
    }
    append(contentsOf: repeatElement(0, count: length))
    var rest = number
    for place in stride(from: count - 1, through: count - length, by: -1) {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
  }
}
