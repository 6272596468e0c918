/// An exact amount of a currency in its minor units.
package struct Money: Hashable, Sendable {
  /// The amount in minor units (kopecks, cents); below zero for a debt.
  package let minor: Int64
  package let currency: Currency

  package init(minor: Int64, _ currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// Creates `coefficient` · 10^`exponent` of the currency's major unit.
  ///
  /// - Returns: Nil if the amount is not a whole number of minor units, or has more than 18 digits
  ///   of them.
  package init?(coefficient: Int128, exponent: Int, _ currency: Currency) {
    var coefficient = coefficient
    var shift = exponent + currency.scale
    if coefficient == 0 { shift = 0 }
    while shift > 0 {
      let (product, overflow) = coefficient.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      coefficient = product
      shift -= 1
    }
    while shift < 0 {
      guard coefficient % 10 == 0 else { return nil }
      coefficient /= 10
      shift += 1
    }
    guard coefficient.magnitude < 1_000_000_000_000_000_000 else { return nil }
    self.init(minor: Int64(coefficient), currency)
  }

  /// Reads decimal digits such as `152300.00`, `-5` or `0.1`.
  ///
  /// - Returns: Nil for another form, and for the amounts that `init(coefficient:exponent:_:)`
  ///   rejects.
  init?(_ text: some StringProtocol, _ currency: Currency) { self.init(units: text.utf8, currency) }

  /// Reads the amount in the same form as the generic initializer.
  package init?(_ text: String, _ currency: Currency) { self.init(units: text.utf8, currency) }

  private init?(units: some Collection<UInt8>, _ currency: Currency) {
    var coefficient: Int128 = 0
    var digits = 0
    var decimals: Int?
    let isNegative = units.first == UInt8(ascii: "-")
    for byte in units.dropFirst(isNegative ? 1 : 0) {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard coefficient < 10_000_000_000_000_000_000_000_000_000 else { return nil }
        coefficient = coefficient * 10 + Int128(byte - UInt8(ascii: "0"))
        digits += 1
        if let count = decimals { decimals = count + 1 }
      case UInt8(ascii: ".") where decimals == nil && digits > 0: decimals = 0
      default: return nil
      }
    }
    guard digits > 0, decimals != 0 else { return nil }
    self.init(coefficient: isNegative ? -coefficient : coefficient, exponent: -(decimals ?? 0), currency)
  }

  package static func zero(_ currency: Currency) -> Money { Money(minor: 0, currency) }
}

extension Money: CustomStringConvertible {
  /// The amount with the currency's decimal places and without the currency, such as `152300.00`.
  package var text: String {
    // Write the digits from the last to the first.
    var (rest, left) = (minor.magnitude, currency.scale)
    var units: [UInt8] = []
    units.reserveCapacity(24)
    if left > 0 {
      while left > 0 {
        units.append(UInt8(ascii: "0") + UInt8(rest % 10))
        (rest, left) = (rest / 10, left - 1)
      }
      units.append(UInt8(ascii: "."))
    }
    repeat {
      units.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    if minor < 0 { units.append(UInt8(ascii: "-")) }
    units.reverse()
    return String(decoding: units, as: UTF8.self)
  }

  package var description: String { "\(text) \(currency)" }
}

/// A currency, identified by its ISO 4217 letters.
package struct Currency: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the currency with these three upper-case Latin letters; nil for any other text.
  package init?(rawValue: String) {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard rawValue.utf8.count == 3, rawValue.utf8.allSatisfy(letters.contains) else { return nil }
    self.rawValue = rawValue
  }

  package init?(_ text: String) { self.init(rawValue: text) }
  private init(known: String) { rawValue = known }

  package static let rub = Currency(known: "RUB")
  package static let usd = Currency(known: "USD")
  static let eur = Currency(known: "EUR")
  static let cny = Currency(known: "CNY")

  /// The number of decimal places of the minor unit (ISO 4217: none for JPY, three for KWD, two for
  /// most).
  package var scale: Int {
    switch rawValue {
    case "RUB", "USD", "EUR", "CNY": 2
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  package var description: String { rawValue }
}
