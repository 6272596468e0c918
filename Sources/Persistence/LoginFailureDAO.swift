package import Model
package import Storage

/// The table of failed logins. Rows are reached by a keyed digest of what they are about.
package struct LoginFailureDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The failures that still count at `instant`; nil where none do.
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

  /// Stores a count in the place of the one that is there.
  package func put(_ kind: FailureCount.Kind, _ mac: [UInt8], _ count: FailureCount) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO login_failure (kind, mac, level, at, until, forgotten) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (kind, mac) DO UPDATE SET level = excluded.level, at = excluded.at, until = excluded.until,
        forgotten = excluded.forgotten
      """, kind, mac, count.level, count.at, count.until, count.forgotten)
  }

  /// Forgets a count.
  package func delete(_ kind: FailureCount.Kind, _ mac: [UInt8]) throws(StoreError) {
    try connection.execute("DELETE FROM login_failure WHERE kind = $1 AND mac = $2", kind, mac)
  }

  /// Forgets what counts no longer at `instant`, at most `limit` rows.
  package func deleteForgotten(by instant: Instant, limit: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM login_failure WHERE (kind, mac) IN
        (SELECT kind, mac FROM login_failure WHERE forgotten <= $1 ORDER BY forgotten LIMIT $2)
      """, instant, limit)
  }

  /// Forgets those that would be forgotten first, so that at most `kept` are left.
  package func deleteFirst(keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM login_failure WHERE (kind, mac) IN
        (SELECT kind, mac FROM login_failure ORDER BY forgotten DESC LIMIT -1 OFFSET $1)
      """, kept)
  }
}
