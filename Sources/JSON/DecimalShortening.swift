// Sums and products whose operands or result fit only once trailing zeros are dropped: 1E+40 + 0.00 is 1E+40.
extension Decimal {
  /// The exact sum with as few digits as it needs; nil where even those do not fit.
  func sum(shortening other: Decimal) -> Decimal? {
    let (left, right) = (normalized, other.normalized)
    if left.coefficient == 0 { return right }
    if right.coefficient == 0 { return left }
    let (upper, lower) = left.exponent > right.exponent ? (left, right) : (right, left)
    let shift = upper.exponent - lower.exponent
    guard shift <= Self.maximumDigits else { return nil }
    // Above 128 bits without sign no sum fits: the other operand has fewer than 39 digits.
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

  /// The exact product with as few digits as it needs; nil where even those do not fit.
  func product(shortening other: Decimal) -> Decimal? {
    let (left, right) = (normalized, other.normalized)
    var (a, b) = (left.coefficient.magnitude, right.coefficient.magnitude)
    guard a != 0, b != 0 else { return Decimal(0) }
    var place = left.exponent + right.exponent
    // Every 2 of one operand with a 5 of the other is a zero at the end of the product.
    while a.isMultiple(of: 2), b.isMultiple(of: 5) { (a, b, place) = (a / 2, b / 5, place + 1) }
    while a.isMultiple(of: 5), b.isMultiple(of: 2) { (a, b, place) = (a / 5, b / 2, place + 1) }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    guard !overflow else { return nil }
    return Self.short(product, negative: (left.coefficient < 0) != (right.coefficient < 0), exponent: place)
  }

  /// The number whose coefficient may still be one digit too long, where that digit is a zero.
  private static func short(_ magnitude: UInt128, negative: Bool, exponent: Int) -> Decimal? {
    var (digits, place) = (magnitude, exponent)
    while digits >= bound, digits.isMultiple(of: 10) { (digits, place) = (digits / 10, place + 1) }
    guard digits < bound else { return nil }
    return Decimal(coefficient: negative ? -Int128(digits) : Int128(digits), exponent: place)
  }
}
