extension Decimal: Comparable, Hashable {
  /// Compares by value: `1.0` equals `1`.
  public static func == (left: Decimal, right: Decimal) -> Bool { order(left, right) == 0 }
  /// Returns true if `left` is less than `right`.
  public static func < (left: Decimal, right: Decimal) -> Bool { order(left, right) < 0 }
  /// Hashes the value, independently of its scale.
  public func hash(into hasher: inout Hasher) {
    let plain = normalized
    hasher.combine(plain.coefficient)
    hasher.combine(plain.exponent)
  }

  /// The same number without trailing zeros in the coefficient. Zero has the exponent 0.
  public var normalized: Decimal {
    var digits = coefficient
    var place = exponent
    guard digits != 0 else { return Decimal(0) }
    while place < Self.maximumExponent {
      let (quotient, remainder) = digits.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      digits = quotient
      place += 1
    }
    return Decimal(coefficient: digits, exponent: place) ?? self
  }

  /// The number of decimal places without trailing zeros: 2 for `1.05`, 1 for `1.50`, 0 for `100`.
  public var scale: Int { Swift.max(0, -normalized.exponent) }

  /// True if the number has no fraction.
  public var isInteger: Bool { normalized.exponent >= 0 }

  /// Returns -1, 0 or 1 if `left` is less than, equal to or greater than `right`.
  private static func order(_ left: Decimal, _ right: Decimal) -> Int {
    let (a, b) = (left.coefficient, right.coefficient)
    if left.exponent == right.exponent { return a < b ? -1 : (a == b ? 0 : 1) }
    if a.signum() != b.signum() || a == 0 { return Int(a.signum() - b.signum()) }
    // The signs are equal and neither number is zero, so the number with the higher first digit has
    // the greater magnitude.
    let sign = Int(a.signum())
    let (leadingA, leadingB) = (left.digits + left.exponent, right.digits + right.exponent)
    if leadingA != leadingB { return leadingA < leadingB ? -sign : sign }
    // At the smaller exponent, both coefficients have at most 38 digits. Scale the coefficient with
    // the greater exponent.
    let shift = left.exponent - right.exponent
    if shift > 0 {
      let scaled = a.magnitude * powerOfTen(shift)
      return scaled == b.magnitude ? 0 : (scaled < b.magnitude ? -sign : sign)
    }
    let scaled = b.magnitude * powerOfTen(-shift)
    return a.magnitude == scaled ? 0 : (a.magnitude < scaled ? -sign : sign)
  }

  /// The number of digits of the coefficient; 1 for zero.
  package var digits: Int {
    let magnitude = coefficient.magnitude
    var count = 1
    while count < Self.maximumDigits, magnitude >= Self.powerOfTen(count) { count += 1 }
    return count
  }

  /// Returns the coefficient for the exponent `place`, which must not exceed `exponent`; nil if
  /// more than 38 digits are needed.
  func coefficient(at place: Int) -> Int128? {
    let shift = exponent - place
    guard coefficient != 0 else { return 0 }
    guard shift >= 0, digits + shift <= Self.maximumDigits else { return nil }
    return coefficient * Int128(Self.powerOfTen(shift))
  }

  /// Returns the exact sum; nil if it does not fit.
  public func adding(_ other: Decimal) -> Decimal? {
    let place = Swift.min(exponent, other.exponent)
    if let a = coefficient(at: place), let b = other.coefficient(at: place) {
      // The sum of two 38-digit numbers can overflow 128 bits.
      let (sum, overflow) = a.addingReportingOverflow(b)
      if !overflow, let exact = Decimal(coefficient: sum, exponent: place) { return exact }
    }
    return sum(shortening: other)
  }

  /// Returns the exact difference; nil if it does not fit.
  public func subtracting(_ other: Decimal) -> Decimal? { adding(other.negated) }

  /// Returns the exact product; nil if it does not fit.
  public func multiplied(by other: Decimal) -> Decimal? {
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: other.coefficient)
    if !overflow, let exact = Decimal(coefficient: product, exponent: exponent + other.exponent) { return exact }
    return self.product(shortening: other)
  }

  /// The number with the opposite sign.
  public var negated: Decimal { Decimal(coefficient: -coefficient, exponent: exponent) ?? self }
}

// Exact sums and products that fit only without trailing zeros: 1E+40 + 0.00 is 1E+40.
extension Decimal {
  /// Returns the exact sum without trailing zeros that do not fit; nil if it still does not fit.
  func sum(shortening other: Decimal) -> Decimal? {
    let (left, right) = (normalized, other.normalized)
    if left.coefficient == 0 { return right }
    if right.coefficient == 0 { return left }
    let (upper, lower) = left.exponent > right.exponent ? (left, right) : (right, left)
    let shift = upper.exponent - lower.exponent
    guard shift <= Self.maximumDigits else { return nil }
    // If this exceeds 128 unsigned bits, no sum fits, because the other operand has fewer than 39
    // digits.
    let (high, tooWide) = upper.coefficient.magnitude.multipliedReportingOverflow(by: Self.powerOfTen(shift))
    guard !tooWide else { return nil }
    let low = lower.coefficient.magnitude
    if upper.coefficient.signum() == lower.coefficient.signum() {
      let (sum, overflow) = high.addingReportingOverflow(low)
      return overflow ? nil : Self.short(sum, negative: upper.coefficient < 0, exponent: lower.exponent)
    }
    let negative = (high >= low ? upper : lower).coefficient < 0
    return Self.short(high >= low ? high - low : low - high, negative: negative, exponent: lower.exponent)
  }

  /// Returns the exact product without trailing zeros that do not fit; nil if it still does not
  /// fit.
  func product(shortening other: Decimal) -> Decimal? {
    let (left, right) = (normalized, other.normalized)
    var (a, b) = (left.coefficient.magnitude, right.coefficient.magnitude)
    guard a != 0, b != 0 else { return Decimal(0) }
    var place = left.exponent + right.exponent
    // Each pair of a factor 2 in one operand and a factor 5 in the other produces a trailing zero.
    while a.isMultiple(of: 2), b.isMultiple(of: 5) { (a, b, place) = (a / 2, b / 5, place + 1) }
    while a.isMultiple(of: 5), b.isMultiple(of: 2) { (a, b, place) = (a / 5, b / 2, place + 1) }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    guard !overflow else { return nil }
    return Self.short(product, negative: (left.coefficient < 0) != (right.coefficient < 0), exponent: place)
  }

  /// Returns the number without trailing zeros that do not fit; nil if it still does not fit.
  private static func short(_ magnitude: UInt128, negative: Bool, exponent: Int) -> Decimal? {
    var (digits, place) = (magnitude, exponent)
    while digits >= bound, digits.isMultiple(of: 10) { (digits, place) = (digits / 10, place + 1) }
    guard digits < bound else { return nil }
    return Decimal(coefficient: negative ? -Int128(digits) : Int128(digits), exponent: place)
  }
}
