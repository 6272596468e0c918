package import Dates
package import Model
package import Storage

/// The table of sessions. Every row is reached through its owner or its token, but for those that are over.
package struct SessionDAO {
  /// A session and whose it is.
  package struct Holder: Sendable {
    /// The session.
    package let session: SessionRecord
    /// The person's name.
    package let name: String
    /// The person's role.
    package let role: Person.Role
  }

  static let table = Table(
    SessionRecord.entity, owner: "person", extraColumns: ["token_digest"], order: "created DESC, id DESC")
  private static let byToken = Query(
    """
    SELECT \(table.columns(of: "session")), person.name, person.role
    FROM session JOIN person ON person.id = session.person WHERE token_digest = $1
    """)
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a session, found again by the digest of its token.
  package func insert(_ session: SessionRecord, tokenDigest: [UInt8]) throws(StoreError) {
    try Self.table.insert(session, extraValues: tokenDigest, on: connection)
  }

  /// The session whose token has this digest, expired or not.
  package func find(tokenDigest: [UInt8]) throws(StoreError) -> Holder? {
    try connection.first(Self.byToken, tokenDigest) { (row) throws(StoreError) in
      Holder(
        session: try Self.table.read(row), name: try row.get(Self.table.width), role: try row.get(Self.table.width + 1))
    }
  }

  /// The session with this id, when it is the person's; expired or not.
  package func find(_ id: SessionID, person: PersonID) throws(StoreError) -> SessionRecord? {
    try Self.table.find(id, person, on: connection)
  }

  /// The person's sessions, expired or not, the newest first.
  package func all(person: PersonID) throws(StoreError) -> [SessionRecord] {
    try Self.table.all(person, on: connection)
  }

  /// Notes that a session of the person was used at `instant`, unless it was later already.
  package func use(_ id: SessionID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE session SET seen = $3 WHERE id = $1 AND person = $2 AND seen < $3", id, person, instant)
  }

  /// Counts the sessions that have not ended at that instant.
  package func countOpen(at instant: Instant) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM session WHERE expires > $1", instant) { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Ends a session of the person; false when the person has none with this id.
  package func delete(_ id: SessionID, person: PersonID) throws(StoreError) -> Bool {
    try Self.table.delete(id, person, on: connection)
  }

  /// Ends every session of the person but this one, or all of them; answers how many.
  @discardableResult
  package func deleteOthers(than id: SessionID?, person: PersonID) throws(StoreError) -> Int {
    try connection.execute("DELETE FROM session WHERE person = $2 AND id <> coalesce($1, '')", id, person)
  }

  /// Ends those of the person's sessions that were used longest ago, so that `kept` are left.
  package func deleteOldest(person: PersonID, keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM session WHERE id IN (SELECT id FROM session WHERE person = $1
        ORDER BY CASE WHEN seen > created THEN seen ELSE created END DESC, id DESC LIMIT 1000000000 OFFSET $2)
      """, person, kept)
  }

  /// Forgets sessions of anybody that had expired by `instant`, and those of the person that were not used since
  /// `unused`; of the former at most `limit`.
  package func deleteOver(
    by instant: Instant, limit: Int, person: PersonID, unusedSince unused: Instant
  ) throws(StoreError) {
    try connection.execute(
      "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= $1 ORDER BY expires LIMIT $2)",
      instant, limit)
    try connection.execute(
      "DELETE FROM session WHERE person = $1 AND (expires <= $2 OR (seen <= $3 AND created <= $3))", person, instant,
      unused)
  }
}
