package import Dates

/// A meter of a person's account at a provider. A meter with two tariffs is represented by two
/// values.
package struct Meter: Sendable, Equatable {
  package let provider: String
  /// The number by which the provider identifies the person.
  package let account: String
  /// The meter's own number, with the number of the tariff if it has several.
  package let number: String
  /// The display name of the measured quantity.
  package let caption: String
  /// The unit, such as `м³` or `кВт·ч`.
  package let unit: String
  /// The number of decimal places of a reading.
  package let places: Int
  /// The price of one unit in roubles.
  package let tariff: Quantity
  /// The last reading that was paid.
  package let reading: Quantity
  /// The day of that reading.
  package let readOn: CivilDate
  /// The consumption between the two last readings; nil for the first one.
  package let used: Quantity?

  package init(
    provider: String, account: String, number: String, caption: String, unit: String, places: Int, tariff: Quantity,
    reading: Quantity, readOn: CivilDate, used: Quantity?
  ) {
    (self.provider, self.account, self.number, self.caption, self.unit) = (provider, account, number, caption, unit)
    (self.places, self.tariff, self.reading, self.readOn, self.used) = (places, tariff, reading, readOn, used)
  }
}

/// An exact decimal number of at least zero with at most six decimal places, such as a reading or a
/// tariff.
package struct Quantity: Hashable, Sendable {
  private static let places = 6
  /// The upper bound, exclusive, in millionths: 10^18.
  private static let tooMuch: Int64 = 1_000_000_000_000_000_000
  /// The number in millionths.
  package let millionths: Int64

  /// Creates this many millionths; nil if negative.
  package init?(millionths: Int64) {
    guard millionths >= 0 else { return nil }
    self.millionths = millionths
  }

  /// Reads decimal digits such as `1234.567`, `51.62` or `0`.
  ///
  /// - Returns: Nil if the text has another form, a nonzero digit after the sixth decimal place, or
  ///   a value of 10^12 or more.
  package init?(_ text: some StringProtocol) {
    var whole: Int64 = 0
    var digits = 0
    var decimals: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = Int64(byte - UInt8(ascii: "0"))
        digits += 1
        if let count = decimals {
          decimals = count + 1
          if count >= Self.places {
            guard digit == 0 else { return nil }
            continue
          }
        }
        guard whole < Self.tooMuch / 10 else { return nil }
        whole = whole * 10 + digit
      case UInt8(ascii: ".") where decimals == nil && digits > 0: decimals = 0
      default: return nil
      }
    }
    guard digits > 0, decimals != 0 else { return nil }
    for _ in min(decimals ?? 0, Self.places)..<Self.places {
      guard whole < Self.tooMuch / 10 else { return nil }
      whole *= 10
    }
    millionths = whole
  }

  /// Returns the difference; nil if it is negative.
  package func minus(_ other: Quantity) -> Quantity? { Quantity(millionths: millionths - other.millionths) }

  /// Returns the cost of this quantity at a price for one unit, in whole minor units.
  ///
  /// Rounds halves away from zero, as bills do.
  ///
  /// - Returns: Nil for more than 18 digits.
  package func cost(at price: Quantity, _ currency: Currency) -> Money? {
    var divisor: Int128 = 1
    for _ in 0..<(2 * Self.places - currency.scale) { divisor *= 10 }
    let minor = (Int128(millionths) * Int128(price.millionths) + divisor / 2) / divisor
    return Money(coefficient: minor, exponent: -currency.scale, currency)
  }
}

extension Quantity: Comparable, CustomStringConvertible {
  package static func < (left: Self, right: Self) -> Bool { left.millionths < right.millionths }

  /// The number with as few decimal places as possible, such as `1234.5`.
  package var description: String {
    let (whole, rest) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
    guard rest != 0 else { return String(whole) }
    let digits = String(rest)
    var fraction = String(repeating: "0", count: Self.places - digits.count) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole).\(fraction)"
  }
}
