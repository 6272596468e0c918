package import Model
package import SQLite

/// The table of what people have set.
package struct SettingsDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// What the person has set; nil where that is nothing.
  package func find(person: PersonID) throws(SQLiteError) -> PersonSettings? {
    try connection.first("SELECT push_deals, language FROM settings WHERE person = $1", person) {
      (row) throws(SQLiteError) in PersonSettings(pushDeals: try row.get(0), language: try row.get(1))
    }
  }

  /// Stores what the person has set.
  package func put(_ settings: PersonSettings, person: PersonID, at instant: Instant) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO settings (person, push_deals, language, changed) VALUES ($1, $2, $3, $4)
      ON CONFLICT (person) DO UPDATE SET push_deals = $2, language = $3, changed = $4
      """, person, settings.pushDeals, settings.language, instant)
  }
}
