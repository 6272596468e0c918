package import Dates
package import Model
package import Storage

/// The table of failed logins. Rows are found by a keyed digest of the login or address.
package struct LoginFailureDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the failures that still count at `instant`; nil if no failures count.
  package func find(
    _ kind: FailureCount.Kind, _ mac: [UInt8], at instant: Instant
  ) throws(StoreError) -> FailureCount? {
    try connection.first(
      "SELECT level, at, until, forgotten FROM login_failure WHERE kind = $1 AND mac = $2 AND forgotten > $3",
      kind, mac, instant
    ) { (row) throws(StoreError) in
      FailureCount(level: try row.get(0), at: try row.get(1), until: try row.get(2), forgotten: try row.get(3))
    }
  }

  /// Replaces the count.
  package func put(_ kind: FailureCount.Kind, _ mac: [UInt8], _ count: FailureCount) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO login_failure (kind, mac, level, at, until, forgotten) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (kind, mac) DO UPDATE SET level = excluded.level, at = excluded.at, until = excluded.until,
        forgotten = excluded.forgotten
      """, kind, mac, count.level, count.at, count.until, count.forgotten)
  }

  /// Deletes a count.
  package func delete(_ kind: FailureCount.Kind, _ mac: [UInt8]) throws(StoreError) {
    try connection.execute("DELETE FROM login_failure WHERE kind = $1 AND mac = $2", kind, mac)
  }

  /// Deletes at most `limit` rows that no longer count at `instant`.
  package func deleteForgotten(by instant: Instant, limit: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM login_failure WHERE (kind, mac) IN
        (SELECT kind, mac FROM login_failure WHERE forgotten <= $1 ORDER BY forgotten LIMIT $2)
      """, instant, limit)
  }

  /// Returns the number of rows.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM login_failure") { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Deletes the rows that expire first, so that at most `kept` remain.
  package func deleteFirst(keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM login_failure WHERE (kind, mac) IN
        (SELECT kind, mac FROM login_failure ORDER BY forgotten DESC LIMIT 1000000000 OFFSET $1)
      """, kept)
  }
}

/// The table of known login addresses. Rows are found by a keyed digest of the login and the
/// address, or through their person.
package struct KnownLoginDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns true if the person has logged in from this address after `instant`.
  package func contains(_ mac: [UInt8], person: PersonID, after instant: Instant) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT 1 FROM known_login WHERE mac = $1 AND person = $2 AND at > $3", mac, person, instant
    ) { (row) throws(StoreError) in try row.get(0, as: Int.self) } != nil
  }

  /// Stores a login of the person from this address, and deletes the person's oldest rows beyond
  /// `kept`.
  package func put(_ mac: [UInt8], person: PersonID, at instant: Instant, keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO known_login (mac, person, at) VALUES ($1, $2, $3)
      ON CONFLICT (mac) DO UPDATE SET person = excluded.person, at = excluded.at
      """, mac, person, instant)
    try connection.execute(
      """
      DELETE FROM known_login WHERE mac IN
        (SELECT mac FROM known_login WHERE person = $1 ORDER BY at DESC, mac DESC LIMIT 1000000000 OFFSET $2)
      """, person, kept)
  }

  /// Deletes at most `limit` rows of all people whose last login was at or before `instant`.
  package func deleteOld(by instant: Instant, limit: Int) throws(StoreError) {
    try connection.execute(
      "DELETE FROM known_login WHERE mac IN (SELECT mac FROM known_login WHERE at <= $1 ORDER BY at LIMIT $2)",
      instant, limit)
  }
}
