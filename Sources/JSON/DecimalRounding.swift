extension Decimal {
  /// The number of significant digits of a non-terminating quotient.
  public static let quotientDigits = 28

  /// Returns the quotient; exact if it terminates within 38 digits.
  ///
  /// Any other quotient is rounded half to even to 28 significant digits, or to all digits of its
  /// integer part, up to 37. Returns nil if the divisor is zero or the exponent exceeds ±6144.
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

  /// Returns the next digit of a long division, 10 · `remainder` / `divisor`, and updates
  /// `remainder`.
  private static func nextDigit(_ remainder: inout UInt128, _ divisor: UInt128) -> UInt128 {
    // 10 r = 2 (2 (2 r) + r). No step overflows 128 bits, because r < divisor < 10^38.
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

  /// Returns the number rounded half to even to `kept` digits. `isInexact` is true if nonzero
  /// digits were dropped before.
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

  /// Returns the number of digits; 1 for zero.
  static func digits(_ magnitude: UInt128) -> Int {
    var count = 1
    while count < maximumDigits, magnitude >= powerOfTen(count) { count += 1 }
    return count
  }
}

extension Decimal {
  /// Returns the product, rounded half to even to 38 significant digits if it is not exact; nil if
  /// the exponent exceeds ±6144.
  public func multipliedRounded(by other: Decimal) -> Decimal? {
    if let exact = multiplied(by: other) { return exact }
    let product = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    // The product has as many digits as both operands together, or one less.
    var dropped = Swift.max(0, digits + other.digits - 1 - Self.maximumDigits)
    let minimum = Self.bound.multipliedFullWidth(by: Self.powerOfTen(dropped))
    if (product.high, product.low) >= (minimum.high, minimum.low) { dropped += 1 }
    let unit = Self.powerOfTen(dropped)
    var (result, rest) = unit.dividingFullWidth(product)
    if rest > unit - rest || (rest == unit - rest && result & 1 == 1) { result += 1 }
    var place = exponent + other.exponent + dropped
    if result == Self.bound { (result, place) = (Self.powerOfTen(37), place + 1) }
    let isNegative = (coefficient < 0) != (other.coefficient < 0)
    return Decimal(coefficient: isNegative ? -Int128(result) : Int128(result), exponent: place)
  }

  /// Returns the sum, rounded if it does not fit; nil if the exponent exceeds ±6144.
  ///
  /// Each operand is rounded half to even at the 37th digit of the greater one before the addition.
  /// The result can therefore differ from the exact sum by one unit of that digit.
  public func addingRounded(_ other: Decimal) -> Decimal? {
    if let exact = adding(other) { return exact }
    // One operand is so much greater that digits of the other are lost. Round both to the same
    // exponent, and leave the 38th digit for a carry.
    let leadingSelf = digits + exponent
    let leadingOther = other.digits + other.exponent
    let place = Swift.max(leadingSelf, leadingOther) - 37
    guard let a = cut(to: place), let b = other.cut(to: place) else { return nil }
    return Decimal(coefficient: a, exponent: place)?.adding(Decimal(coefficient: b, exponent: place) ?? Decimal(0))
  }

  /// Returns the number with at most `places` decimal places. By default, halves are rounded away
  /// from zero.
  ///
  /// If `places` is negative, rounds before the point: `12345` with -2 places is `12300`.
  public func rounded(places: Int, _ mode: RoundingMode = .halfUp) -> Decimal {
    let dropped = -places - exponent
    guard dropped > 0 else { return self }
    var (quotient, rest, unit) = (UInt128(0), coefficient.magnitude, UInt128.max)
    // Otherwise all digits are dropped, and they are less than half of the unit.
    if dropped <= digits {
      unit = Self.powerOfTen(dropped)
      (quotient, rest) = rest.quotientAndRemainder(dividingBy: unit)
    }
    if mode.raises(rest, of: unit, isOdd: quotient & 1 == 1, isNegative: coefficient < 0) { quotient += 1 }
    let result = Int128(quotient)
    if result == 0, dropped > digits { return Decimal(0) }
    return Decimal(coefficient: coefficient < 0 ? -result : result, exponent: -places) ?? self
  }

  /// Returns the number rounded half to even to at most `kept` significant digits, 1 to 38.
  package func rounded(digits kept: Int) -> Decimal {
    let (magnitude, place) = Self.rounded(coefficient.magnitude, exponent, digits: kept, isInexact: false)
    return Decimal(coefficient: coefficient < 0 ? -Int128(magnitude) : Int128(magnitude), exponent: place) ?? self
  }

  /// Returns the number in a form whose plain notation needs at most 64 digits; nil if no such form
  /// exists.
  ///
  /// If `rounds` is true, decimal places after the 63rd are rounded half to even, unless the result
  /// would be zero.
  package func plain(rounds: Bool) -> Decimal? {
    if isPlain { return self }
    var short = normalized
    if !short.isPlain, rounds { short = short.rounded(places: Self.maximumPlainDigits - 1, .halfEven) }
    return short.isPlain && (short.coefficient != 0 || coefficient == 0) ? short : nil
  }

  /// Returns the coefficient for the exponent `place`, rounded half to even; nil if more than 38
  /// digits are needed.
  private func cut(to place: Int) -> Int128? {
    if place <= exponent { return coefficient(at: place) }
    let kept = digits - (place - exponent)
    guard kept >= 0 else { return 0 }
    let unit = Self.powerOfTen(place - exponent)
    var (result, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
    if rest > unit / 2 || (rest == unit / 2 && result & 1 == 1) { result += 1 }
    rest = 0
    return coefficient < 0 ? -Int128(result) : Int128(result)
  }
}

/// A rounding mode, named as in Java's `RoundingMode` and Python's `decimal`.
///
/// The raw values are the names in conditions.
public enum RoundingMode: String, Sendable, CaseIterable {
  /// To the nearest, halves away from zero.
  case halfUp
  /// To the nearest, halves toward zero.
  case halfDown
  /// To the nearest, halves to the even digit.
  case halfEven
  /// Away from zero.
  case up
  /// Toward zero.
  case down
  /// Toward the greater number.
  case ceiling
  /// Toward the smaller number.
  case floor

  /// Returns true if the kept digits must be incremented.
  ///
  /// - Parameters:
  ///   - rest: The value of the dropped digits, less than `unit`.
  ///   - unit: The value of 1 in the last kept digit.
  fileprivate func raises(_ rest: UInt128, of unit: UInt128, isOdd: Bool, isNegative: Bool) -> Bool {
    switch self {
    case .halfUp: rest >= unit - rest
    case .halfDown: rest > unit - rest
    case .halfEven: rest > unit - rest || rest == unit - rest && isOdd
    case .up: rest != 0
    case .down: false
    case .ceiling: rest != 0 && !isNegative
    case .floor: rest != 0 && isNegative
    }
  }
}
