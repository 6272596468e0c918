package import Essentials

/// A payment to a provider, as a person signs it.
package struct ProviderPayment: Sendable {
  /// A meter's new reading, with what the person saw beside it.
  package struct Reading: Sendable, Equatable {
    /// The meter's number.
    package let meter: String
    /// The reading that was paid before.
    package let previous: Quantity
    /// Roubles for a unit.
    package let tariff: Quantity
    /// The new reading.
    package let reading: Quantity

    /// A reading.
    package init(meter: String, previous: Quantity, tariff: Quantity, reading: Quantity) {
      (self.meter, self.previous, self.tariff, self.reading) = (meter, previous, tariff, reading)
    }
  }

  /// The account that pays.
  package let payer: AccountNumber
  /// The provider's id.
  package let provider: String
  /// The provider's account, as the person saw it; nil where it was not shown.
  package let payeeAccount: AccountNumber?
  /// The number by which the provider knows the person.
  package let account: String
  /// What else the provider wanted to know: captions with values.
  package let details: [(caption: String, value: String)]
  /// New readings, for a provider that is paid by meters.
  package let readings: [Reading]
  /// The day of the readings.
  package let readOn: CivilDate?
  /// How much.
  package let amount: Money

  /// A payment.
  package init(
    payer: AccountNumber, provider: String, payeeAccount: AccountNumber?, account: String,
    details: [(caption: String, value: String)], readings: [Reading], readOn: CivilDate?, amount: Money
  ) {
    (self.payer, self.provider, self.payeeAccount, self.account) = (payer, provider, payeeAccount, account)
    (self.details, self.readings, self.readOn, self.amount) = (details, readings, readOn, amount)
  }
}
