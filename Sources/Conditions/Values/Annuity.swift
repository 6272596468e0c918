import JSON

/// The equal payment of a loan at the end of each month.
///
/// With the monthly rate `i = rate / 1200`, the payment is `sum · i · (1 + i)ⁿ / ((1 + i)ⁿ − 1)`.
/// At a rate of 0, it is `sum / n`.
///
///     Annuity.payment(sum: Decimal(1_000_000), rate: Decimal(12), months: 24)  // 47073.47222326…
///
/// The computation avoids subtraction. With `a = 1200 + rate` and `b = 1200`, the factor of the sum
/// is `aⁿ / (b · (aⁿ⁻¹ + aⁿ⁻²b + … + bⁿ⁻¹))`. Its powers have 128-bit significands and binary
/// exponents. Each of at most 90 operations has a relative error below 2⁻¹²⁶, so the factor is
/// exact to 33 digits. The payment is rounded half to even to 28 significant digits, with an error
/// below 0.51 units of the last digit. It is not rounded to a currency.
enum Annuity {
  /// The allowed rates, in percent per year.
  static let rates = Decimal(0)...Decimal(1000)
  /// Maximum number of months.
  static let maxMonths = 1200
  /// The number of decimal places of a rate that are used.
  private static let placesOfRate = 30

  /// Returns the payment; nil if it does not fit a decimal.
  ///
  /// - Parameters:
  ///   - sum: The loan.
  ///   - rate: Percent per year, within `rates`.
  ///   - months: 1 to `maxMonths`.
  static func payment(sum: Decimal, rate: Decimal, months: Int) -> Decimal? {
    let rate = rate.rounded(places: placesOfRate).normalized
    let places = Swift.max(0, -rate.exponent)
    // Whole numbers below 2200 · 10³⁰.
    guard let base = Decimal(coefficient: 1200, exponent: 0)?.shifted(places),
      let whole = rate.shifted(places).map({ base + $0 })
    else { return nil }
    let factor = Self.factor(Wide(whole), Wide(base), months)
    return sum.multipliedRounded(by: factor)?.rounded(digits: Decimal.quotientDigits).normalized
  }

  /// Returns aⁿ / (b · Σ aⁿ⁻¹⁻ᵏ bᵏ), which is between 1/1200 and 2.
  private static func factor(_ a: Wide, _ b: Wide, _ months: Int) -> Decimal {
    // The powers of a and b, and the sum, for the leading bits of the number of months.
    var (first, second, sum) = (a, b, Wide(1))
    for bit in (0..<Int.bitWidth - months.leadingZeroBitCount - 1).reversed() {
      sum = sum * (first + second)
      (first, second) = (first * first, second * second)
      guard months >> bit & 1 == 1 else { continue }
      sum = sum * a + second
      (first, second) = (first * a, second * b)
    }
    return Wide.quotient(first, b * sum)
  }
}

extension Decimal {
  /// Returns this number times 10^`places`; nil if it is negative, or if the result has a fraction,
  /// more than 33 added zeros or more than 128 bits.
  fileprivate func shifted(_ places: Int) -> UInt128? {
    guard coefficient >= 0, exponent + places >= 0, exponent + places <= 33 else { return nil }
    var number = coefficient.magnitude
    for _ in 0..<exponent + places {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      number = product
    }
    return number
  }
}

/// A positive number: 128 bits, the first of which is set, times a power of two; truncates results.
private struct Wide {
  let bits: UInt128
  let power: Int

  init(_ bits: UInt128, _ power: Int) { (self.bits, self.power) = (bits, power) }

  /// Creates a whole number, which must be positive.
  init(_ number: UInt128) {
    let shift = number.leadingZeroBitCount
    self.init(number << shift, -shift)
  }

  static func * (left: Wide, right: Wide) -> Wide {
    let (high, low) = left.bits.multipliedFullWidth(by: right.bits)
    if high.leadingZeroBitCount == 0 { return Wide(high, left.power + right.power + 128) }
    return Wide(high << 1 | low >> 127, left.power + right.power + 127)
  }

  static func + (left: Wide, right: Wide) -> Wide {
    let (upper, lower) = left.power >= right.power ? (left, right) : (right, left)
    let shift = upper.power - lower.power
    let (sum, overflow) = upper.bits.addingReportingOverflow(shift < 128 ? lower.bits >> shift : 0)
    return overflow ? Wide(sum >> 1 | 1 << 127, upper.power + 1) : Wide(sum, upper.power)
  }

  /// Returns a quotient between 1/2048 and 2 as a decimal with 37 decimal places.
  static func quotient(_ top: Wide, _ bottom: Wide) -> Decimal {
    let bits = bottom.bits.dividingFullWidth((top.bits >> 1, top.bits << 127)).quotient
    let shift = 127 - (top.power - bottom.power)
    var unit: UInt128 = 1
    for _ in 0..<37 { unit *= 10 }
    let (high, low) = bits.multipliedFullWidth(by: unit)
    let coefficient = shift >= 128 ? high >> (shift - 128) : high << (128 - shift) | low >> shift
    return Decimal(coefficient: Int128(coefficient), exponent: -37) ?? Decimal(0)
  }
}
