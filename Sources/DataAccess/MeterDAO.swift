package import Model
package import Dates
package import Storage

extension Quantity: Storable {
  package var stored: StoredValue { .integer(millionths) }
  package init?(stored: StoredValue) {
    guard case .integer(let millionths) = stored else { return nil }
    self.init(millionths: millionths)
  }
}

/// A day in its stored form, `YYYY-MM-DD`.
private struct StoredDay: Storable {
  let date: CivilDate

  var stored: StoredValue { .text(date.description) }

  init?(stored: StoredValue) {
    guard case .text(let text) = stored, let date = CivilDate(text) else { return nil }
    self.date = date
  }
}

/// The table of meters. A person can access the meters of the person's numbers at providers.
package struct MeterDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all meters that the person can access.
  package func all(person: PersonID) throws(StoreError) -> [Meter] {
    try connection.all(
      """
      SELECT provider, account, number, meter.caption, unit, places, tariff, reading, read_on, used
      FROM subscription JOIN meter USING (provider, account) WHERE person = $1 AND disabled = 0
      ORDER BY provider, account, place, number
      """, person, read: Self.read)
  }

  /// Returns the meter of a number at a provider; nil if the person has no access to it.
  package func find(
    _ number: String, provider: String, account: String, person: PersonID
  ) throws(StoreError) -> Meter? {
    try connection.first(
      """
      SELECT provider, account, number, meter.caption, unit, places, tariff, reading, read_on, used
      FROM subscription JOIN meter USING (provider, account)
      WHERE person = $1 AND provider = $2 AND account = $3 AND number = $4 AND disabled = 0
      """, person, provider, account, number, read: Self.read)
  }

  /// Returns the meters of a number at a provider, including disabled ones, for the bank's
  /// administration.
  package func registered(
    provider: String, account: String
  ) throws(StoreError) -> [(meter: Meter, disabled: Bool)] {
    try connection.all(
      """
      SELECT provider, account, number, caption, unit, places, tariff, reading, read_on, used, disabled
      FROM meter WHERE provider = $1 AND account = $2 ORDER BY place, number
      """, provider, account
    ) { (row) throws(StoreError) in (meter: try Self.read(row), disabled: try row.get(10, as: Bool.self)) }
  }

  /// Disables or enables a meter.
  package func setDisabled(
    _ disabled: Bool, _ number: String, provider: String, account: String
  ) throws(StoreError) {
    try connection.execute(
      "UPDATE meter SET disabled = $4 WHERE provider = $1 AND account = $2 AND number = $3",
      provider, account, number, disabled)
  }

  package func insert(_ meter: Meter, place: Int) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO meter (provider, account, number, place, caption, unit, places, tariff, reading, read_on, used)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      """, meter.provider, meter.account, meter.number, place, meter.caption, meter.unit, meter.places, meter.tariff,
      meter.reading, meter.readOn.description, meter.used)
  }

  /// Replaces the previous reading of a meter with a paid one.
  ///
  /// - Returns: False if the stored reading is not `reading.previous`, or if the person has no
  ///   access to the meter.
  package func advance(
    _ reading: ProviderPayment.Reading, on day: CivilDate, provider: String, account: String, person: PersonID
  ) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE meter SET reading = $6, read_on = $7, used = $6 - $5
      WHERE provider = $2 AND account = $3 AND number = $4 AND reading = $5
        AND EXISTS (SELECT 1 FROM subscription WHERE person = $1 AND provider = $2 AND account = $3)
      """, person, provider, account, reading.meter, reading.previous, reading.reading, day.description) == 1
  }

  private static func read(_ row: Row) throws(StoreError) -> Meter {
    Meter(
      provider: try row.get(0), account: try row.get(1), number: try row.get(2), caption: try row.get(3),
      unit: try row.get(4), places: try row.get(5), tariff: try row.get(6), reading: try row.get(7),
      readOn: try row.get(8, as: StoredDay.self).date, used: try row.get(9))
  }
}
