import Platform

/// An account number of 20 digits. The sixth character may be the letter of a clearing currency.
package struct AccountNumber: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates an account number; nil if the form is wrong. Does not verify the check digit.
  package init?(rawValue: String) {
    guard rawValue.utf8.count == 20 else { return nil }
    if let place = rawValue.firstOffsetWithoutDigit {
      let rest = rawValue.utf8.dropFirst(place)
      guard place == 5, let letter = rest.first, "ABCEHKMPTX".utf8.contains(letter),
        rest.dropFirst().allSatisfy({ $0 &- 0x30 < 10 })
      else { return nil }
    }
    self.rawValue = rawValue
  }

  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }
}

/// A Bank of Russia identification code: nine digits without a check digit.
package struct BIC: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates a code; nil unless it has nine ASCII digits.
  package init?(rawValue: String) {
    guard rawValue.utf8.count == 9, rawValue.firstOffsetWithoutDigit == nil else { return nil }
    self.rawValue = rawValue
  }

  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }

  /// The nine digits as a number.
  package var numericValue: UInt32 { rawValue.utf8.reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) } }
}

/// The part of a card number that may be shown: at most the first six and the last four digits (PCI
/// DSS 4.0, requirement 3.4.1).
package struct MaskedNumber: Sendable, Equatable, CustomStringConvertible {
  /// The first six digits, which identify the bank.
  package let first: String
  package let last: String

  /// Creates a masked number; nil unless `first` has six digits and `last` has four.
  package init?(first: String, last: String) {
    guard first.utf8.count == 6, last.utf8.count == 4,
      (first + last).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.first = first
    self.last = last
  }

  /// The masked form, such as `220070******1234`.
  package var description: String { "\(first)******\(last)" }
}
