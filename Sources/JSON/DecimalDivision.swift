extension Decimal {
  /// The significant digits that a quotient keeps where it does not end before.
  public static let quotientDigits = 28

  /// The quotient: exact where it ends within 38 digits, else rounded half to even to 28 significant digits, or to as
  /// many as its whole part has; nil for a divisor of zero and beyond ±6144.
  public func divided(by divisor: Decimal) -> Decimal? {
    let bottom = divisor.coefficient.magnitude
    guard bottom != 0 else { return nil }
    guard coefficient != 0 else { return Decimal(0) }
    var (quotient, remainder) = coefficient.magnitude.quotientAndRemainder(dividingBy: bottom)
    var place = exponent - divisor.exponent
    let wholeDigits = Self.digits(quotient) + (place > 0 ? place : 0)
    while remainder != 0, quotient < Self.powerOfTen(37) {
      let digit = Self.nextDigit(&remainder, bottom)
      quotient = quotient * 10 + digit
      place -= 1
    }
    if remainder != 0 {
      let kept = Swift.max(Self.quotientDigits, Swift.min(wholeDigits, 37))
      (quotient, place) = Self.rounded(quotient, place, digits: kept, isInexact: true)
    }
    let isNegative = (coefficient < 0) != (divisor.coefficient < 0)
    return Decimal(coefficient: isNegative ? -Int128(quotient) : Int128(quotient), exponent: place)
  }

  /// The next digit of a long division: the quotient of ten times the remainder, which is replaced by the new one.
  private static func nextDigit(_ remainder: inout UInt128, _ divisor: UInt128) -> UInt128 {
    // 10 r = 2 (2 (2 r) + r): no step leaves 128 bits, since r < divisor < 10^38.
    var digit: UInt128 = 0
    let once = remainder
    func double(_ value: inout UInt128, _ digit: inout UInt128) {
      value += value
      digit += digit
      if value >= divisor { (value, digit) = (value - divisor, digit + 1) }
    }
    double(&remainder, &digit)
    double(&remainder, &digit)
    remainder += once
    if remainder >= divisor { (remainder, digit) = (remainder - divisor, digit + 1) }
    double(&remainder, &digit)
    return digit
  }

  /// The number rounded half to even to so many digits; `isInexact` says that more than its digits were dropped before.
  static func rounded(
    _ magnitude: UInt128, _ exponent: Int, digits kept: Int, isInexact: Bool
  ) -> (magnitude: UInt128, exponent: Int) {
    let dropped = digits(magnitude) - kept
    guard dropped > 0 else { return (magnitude, exponent) }
    let unit = powerOfTen(dropped)
    var (result, rest) = magnitude.quotientAndRemainder(dividingBy: unit)
    let half = unit / 2
    if rest > half || (rest == half && (isInexact || result & 1 == 1)) { result += 1 }
    rest = result == powerOfTen(kept) ? 1 : 0
    return rest == 1 ? (powerOfTen(kept - 1), exponent + dropped + 1) : (result, exponent + dropped)
  }

  /// How many digits the number has: 1 for zero.
  static func digits(_ magnitude: UInt128) -> Int {
    var count = 1
    while count < maximumDigits, magnitude >= powerOfTen(count) { count += 1 }
    return count
  }
}
