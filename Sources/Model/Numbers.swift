import Platform

/// An account number: 20 characters, digits but for the sixth, which may be a clearing currency's letter.
///
///     let account = AccountNumber("40702810138250123017")
///     let cleared = AccountNumber("40702A10138250123017")  // a clearing currency's letter in the sixth place
///     let short = AccountNumber("40702810")  // nil
package struct AccountNumber: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the number in `rawValue`; nil when it does not have the form (its key is not judged here).
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

  /// Creates the number in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }
}

/// A Bank of Russia identification code: nine digits, no check digit.
///
///     let bic = BIC("044525225")
///     let key = bic?.numericValue  // 44525225
///     let short2 = BIC("04452522")  // nil
package struct BIC: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
  package let rawValue: String

  /// Creates the code in `rawValue`; nil unless it is nine ASCII digits.
  package init?(rawValue: String) {
    guard rawValue.utf8.count == 9, rawValue.firstOffsetWithoutDigit == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Creates the code in `text`.
  package init?(_ text: String) { self.init(rawValue: text) }
  package var description: String { rawValue }

  /// The nine digits as a number: a key that is hashed in a fraction of the time of a text.
  package var numericValue: UInt32 { rawValue.utf8.reduce(0) { $0 &* 10 &+ UInt32($1 &- 0x30) } }
}

/// The part of a card's number that may be shown: at most the first six and the last four digits (PCI DSS 4.0,
/// requirement 3.4.1).
package struct MaskedNumber: Sendable, Equatable, CustomStringConvertible {
  /// The first six digits, which tell the bank.
  package let first: String
  /// The last four digits.
  package let last: String

  /// Creates a number of these first six and last four digits; nil for anything else.
  package init?(first: String, last: String) {
    guard first.utf8.count == 6, last.utf8.count == 4,
      (first + last).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.first = first
    self.last = last
  }

  /// `220070******1234`.
  package var description: String { "\(first)******\(last)" }
}
