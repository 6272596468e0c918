extension Decimal {
  /// The maximum magnitude of an exponent in `power`.
  public static let maximumPower = 10_000

  /// Returns the number raised to an integer power.
  ///
  /// The result is exact if 38 digits are sufficient. Otherwise it is rounded half to even to 28
  /// significant digits. Each of at most 27 products is rounded to 38 digits, so the error is below
  /// 0.51 units of the 28th digit.
  ///
  /// Returns nil if
  /// - the exponent exceeds ±10,000,
  /// - the number is zero and the exponent is negative,
  /// - the exponent of the result exceeds ±6144.
  public func power(_ exponent: Int) -> Decimal? {
    guard exponent.magnitude <= Self.maximumPower, exponent >= 0 || coefficient != 0 else { return nil }
    let base = normalized
    var (result, isExact) = (Decimal(1), true)
    func multiply(by factor: Decimal) -> Bool {
      if isExact, let exact = result.multiplied(by: factor) {
        result = exact
        return true
      }
      isExact = false
      guard let rounded = result.multipliedRounded(by: factor) else { return false }
      result = rounded
      return true
    }
    // Binary exponentiation from the highest bit: no intermediate product has a greater magnitude
    // than the result.
    for bit in (0..<Int.bitWidth - exponent.magnitude.leadingZeroBitCount).reversed() {
      guard multiply(by: result) else { return nil }
      if exponent.magnitude >> bit & 1 == 1 { guard multiply(by: base) else { return nil } }
    }
    if exponent < 0 {
      return Decimal(1).divided(by: result).map { isExact ? $0 : $0.rounded(digits: Self.quotientDigits) }
    }
    return isExact ? result : result.rounded(digits: Self.quotientDigits)
  }

  /// Returns the remainder of a truncating division, with the sign of this number.
  ///
  /// Returns nil if the divisor is zero, or if this number needs more than 38 digits when it is
  /// written with the exponent of the divisor.
  public func remainder(dividingBy divisor: Decimal) -> Decimal? {
    let (dividend, unit) = (normalized, divisor.normalized)
    guard unit.coefficient != 0 else { return nil }
    let place = Swift.min(dividend.exponent, unit.exponent)
    // A divisor that needs more than 38 digits has the greater magnitude.
    guard let bottom = unit.coefficient(at: place) else { return self }
    guard let top = dividend.coefficient(at: place) else { return nil }
    return Decimal(coefficient: top % bottom, exponent: place)
  }
}
