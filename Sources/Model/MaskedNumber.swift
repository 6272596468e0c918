/// What may be shown of a card's number: at most the first six and the last four digits (PCI DSS 4.0, requirement 3.4.1).
package struct MaskedNumber: Sendable, Equatable, CustomStringConvertible {
  /// The first six digits, which tell the bank.
  package let first: String
  /// The last four digits.
  package let last: String

  /// A number of these first six and last four digits; nil for anything else.
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
