extension Decimal {
  /// The product rounded half to even to 38 significant digits; nil beyond ±6144.
  public func multipliedRounded(by other: Decimal) -> Decimal? {
    if let exact = multiplied(by: other) { return exact }
    let (high, low) = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    var wide = WideNumber(high: high, low: low)
    var (place, rest, isInexact) = (exponent + other.exponent, UInt128(0), false)
    while wide.high != 0 || wide.low >= Self.bound {
      isInexact = isInexact || rest != 0
      rest = wide.divideByTen()
      place += 1
    }
    var result = wide.low
    if rest > 5 || (rest == 5 && (isInexact || result & 1 == 1)) { result += 1 }
    if result == Self.bound { (result, place) = (Self.powerOfTen(37), place + 1) }
    let isNegative = (coefficient < 0) != (other.coefficient < 0)
    return Decimal(coefficient: isNegative ? -Int128(result) : Int128(result), exponent: place)
  }

  /// The sum rounded half to even to 38 significant digits; nil beyond ±6144.
  public func addingRounded(_ other: Decimal) -> Decimal? {
    if let exact = adding(other) { return exact }
    // One is so much the larger that digits of the other fall off: what stays is the larger one with all 38 digits,
    // and the smaller one cut to the same place.
    let leadingSelf = digits + exponent
    let leadingOther = other.digits + other.exponent
    let place = Swift.max(leadingSelf, leadingOther) - 37
    guard let a = cut(to: place), let b = other.cut(to: place) else { return nil }
    return Decimal(coefficient: a, exponent: place)?.adding(Decimal(coefficient: b, exponent: place) ?? Decimal(0))
  }

  /// The number with at most so many decimal places, halves rounded away from zero; of fewer than none, with zeros before
  /// the point.
  public func rounded(places: Int) -> Decimal {
    let dropped = -places - exponent
    guard dropped > 0 else { return self }
    guard dropped <= digits else { return Decimal(0) }
    let unit = Self.powerOfTen(dropped)
    let (quotient, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
    let result = Int128(rest >= unit - rest ? quotient + 1 : quotient)
    return Decimal(coefficient: coefficient < 0 ? -result : result, exponent: -places) ?? self
  }

  /// The coefficient at that exponent, rounded half to even where digits fall off.
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

/// A whole number of 256 bits, as the product of two of 128.
private struct WideNumber {
  var high: UInt128
  var low: UInt128

  /// Divides by ten and answers the remainder.
  mutating func divideByTen() -> UInt128 {
    var rest: UInt128 = 0
    let mask = UInt128(UInt64.max)
    func step(_ part: UInt128) -> UInt128 {
      let dividend = rest << 64 | part
      rest = dividend % 10
      return dividend / 10
    }
    let (a, b) = (step(high >> 64), step(high & mask))
    let (c, d) = (step(low >> 64), step(low & mask))
    (high, low) = (a << 64 | b, c << 64 | d)
    return rest
  }
}
