package import Essentials

/// A meter behind a person's number at a provider; one with two tariffs is two of these.
package struct Meter: Sendable, Equatable {
  /// The provider's id.
  package let provider: String
  /// The number by which the provider knows the person.
  package let account: String
  /// The meter's own number, with that of the tariff where it has several.
  package let number: String
  /// What it measures, as the person reads it.
  package let caption: String
  /// The unit: `м³`, `кВт·ч`.
  package let unit: String
  /// How many decimal places a reading has.
  package let places: Int
  /// Roubles for a unit.
  package let tariff: Quantity
  /// The last reading that was paid.
  package let reading: Quantity
  /// The day of that reading.
  package let readOn: CivilDate
  /// What was used up to it since the one before; nil for the first.
  package let used: Quantity?

  /// A meter.
  package init(
    provider: String, account: String, number: String, caption: String, unit: String, places: Int, tariff: Quantity,
    reading: Quantity, readOn: CivilDate, used: Quantity?
  ) {
    (self.provider, self.account, self.number, self.caption, self.unit) = (provider, account, number, caption, unit)
    (self.places, self.tariff, self.reading, self.readOn, self.used) = (places, tariff, reading, readOn, used)
  }
}
