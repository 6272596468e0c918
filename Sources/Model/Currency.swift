/// A currency by its ISO 4217 letters.
package struct Currency: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// The currency with these three capital Latin letters; nil for anything else.
  package init?(rawValue: String) {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    guard rawValue.utf8.count == 3, rawValue.utf8.allSatisfy(letters.contains) else { return nil }
    self.rawValue = rawValue
  }

  /// The currency with these letters.
  package init?(_ text: String) { self.init(rawValue: text) }
  private init(known: String) { rawValue = known }

  /// The Russian rouble.
  package static let rub = Currency(known: "RUB")
  /// The United States dollar.
  package static let usd = Currency(known: "USD")
  /// The euro.
  package static let eur = Currency(known: "EUR")
  /// The Chinese yuan.
  package static let cny = Currency(known: "CNY")

  /// How many decimals its minor unit makes (ISO 4217: none for JPY, three for KWD, two for most).
  package var scale: Int {
    switch rawValue {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }

  package var description: String { rawValue }
}
