/// A Bank of Russia identification code: nine digits, no check digit.
package struct BIC: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// The code in `rawValue`; nil unless it is nine ASCII digits.
  package init?(rawValue: String) {
    guard rawValue.utf8.count == 9, number(rawValue.utf8) != nil else { return nil }
    self.rawValue = rawValue
  }

  /// The code in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }

  /// The nine digits as a number: a key that is hashed in a fraction of the time of a text.
  package var numericValue: UInt32 { rawValue.utf8.reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) } }
}
