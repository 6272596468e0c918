package import Model
package import Storage

/// The table of where people have logged in from. Rows are reached by a keyed digest of the login and the address, and
/// through their person.
package struct KnownLoginDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Whether the person has logged in so after `instant`.
  package func contains(_ mac: [UInt8], person: PersonID, after instant: Instant) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT 1 FROM known_login WHERE mac = $1 AND person = $2 AND at > $3", mac, person, instant
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }

  /// Notes that the person has logged in so, and forgets the person's oldest beyond `kept`.
  package func put(_ mac: [UInt8], person: PersonID, at instant: Instant, keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO known_login (mac, person, at) VALUES ($1, $2, $3)
      ON CONFLICT (mac) DO UPDATE SET person = excluded.person, at = excluded.at
      """, mac, person, instant)
    try connection.execute(
      """
      DELETE FROM known_login WHERE mac IN
        (SELECT mac FROM known_login WHERE person = $1 ORDER BY at DESC, mac LIMIT -1 OFFSET $2)
      """, person, kept)
  }

  /// Forgets those of anybody that were by `instant`, at most `limit` of them.
  package func deleteOld(by instant: Instant, limit: Int) throws(StoreError) {
    try connection.execute(
      "DELETE FROM known_login WHERE mac IN (SELECT mac FROM known_login WHERE at <= $1 ORDER BY at LIMIT $2)",
      instant, limit)
  }
}
