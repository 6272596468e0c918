/// What an account received and paid in a period.
package struct Turnover: Sendable, Equatable {
  /// The balance before the first entry of the period.
  package let opening: Money
  /// What came in, zero or above.
  package let received: Money
  /// What went out, zero or above.
  package let paid: Money

  /// A turnover.
  package init(opening: Money, received: Money, paid: Money) {
    self.opening = opening
    self.received = received
    self.paid = paid
  }

  /// The balance after the last entry of the period.
  package var closing: Money {
    Money(minor: opening.minor + received.minor - paid.minor, opening.currency)
  }
}
