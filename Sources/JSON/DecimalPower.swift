extension Decimal {
  /// The greatest magnitude of an exponent of `power`.
  public static let maximumPower = 10_000

  /// Returns the number to a whole power of at most ±10,000.
  ///
  /// The result is exact if 38 digits hold it. Any other is rounded half to even to 28 significant digits: each of its at
  /// most 27 products is right to 38 digits, so that the error is below 0.51 units of the 28th digit.
  ///
  ///     Decimal("1.01")?.power(12)  // 1.126825030131969720661201
  ///     Decimal(2).power(-2)         // 0.25
  ///
  /// Returns nil when
  /// - the exponent is beyond ±10,000,
  /// - the number is zero and the exponent negative,
  /// - the result has a power of ten beyond ±6144.
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
    // From the first bit of the exponent to the last: no product is greater than the result.
    for bit in (0..<Int.bitWidth - exponent.magnitude.leadingZeroBitCount).reversed() {
      guard multiply(by: result) else { return nil }
      if exponent.magnitude >> bit & 1 == 1 { guard multiply(by: base) else { return nil } }
    }
    if exponent < 0 {
      return Decimal(1).divided(by: result).map { isExact ? $0 : $0.rounded(digits: Self.quotientDigits) }
    }
    return isExact ? result : result.rounded(digits: Self.quotientDigits)
  }

  /// Returns the remainder of the division that truncates its quotient: it has the sign of this number.
  ///
  ///     Decimal("-7.5")?.remainder(dividingBy: Decimal(2))  // -1.5
  ///
  /// Returns nil when the divisor is zero, or when both numbers side by side need more than 38 digits.
  public func remainder(dividingBy divisor: Decimal) -> Decimal? {
    let (dividend, unit) = (normalized, divisor.normalized)
    guard unit.coefficient != 0 else { return nil }
    let place = Swift.min(dividend.exponent, unit.exponent)
    // A divisor that needs more than 38 digits there is the greater number.
    guard let bottom = unit.coefficient(at: place) else { return self }
    guard let top = dividend.coefficient(at: place) else { return nil }
    return Decimal(coefficient: top % bottom, exponent: place)
  }
}
