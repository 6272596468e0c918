package import Dates
package import Model
package import Storage

/// The table of sessions. Every row is accessed through its owner or its token, except for expired
/// rows.
package struct SessionDAO {
  /// A session with the name and the role of its owner.
  package struct Holder: Sendable {
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

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a session, which is found by the digest of its token.
  package func insert(_ session: SessionRecord, tokenDigest: [UInt8]) throws(StoreError) {
    try Self.table.insert(session, extraValues: tokenDigest, on: connection)
  }

  /// Returns the session with this token digest, expired or not; nil if the digest is unknown.
  package func find(tokenDigest: [UInt8]) throws(StoreError) -> Holder? {
    try connection.first(Self.byToken, tokenDigest) { (row) throws(StoreError) in
      Holder(
        session: try Self.table.read(row), name: try row.get(Self.table.width), role: try row.get(Self.table.width + 1))
    }
  }

  /// Returns the person's session with this id, expired or not; nil if the person has no such
  /// session.
  package func find(_ id: SessionID, person: PersonID) throws(StoreError) -> SessionRecord? {
    try Self.table.find(id, person, on: connection)
  }

  /// Returns the person's sessions, expired or not, newest first.
  package func all(person: PersonID) throws(StoreError) -> [SessionRecord] {
    try Self.table.all(person, on: connection)
  }

  /// Stores that a session of the person was used at `instant`, unless a later use is stored.
  package func use(_ id: SessionID, person: PersonID, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE session SET seen = $3 WHERE id = $1 AND person = $2 AND seen < $3", id, person, instant)
  }

  /// Returns the number of sessions that have not expired at `instant`.
  package func countOpen(at instant: Instant) throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM session WHERE expires > $1", instant) { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Ends a session of the person; returns false if the person has no such session.
  package func delete(_ id: SessionID, person: PersonID) throws(StoreError) -> Bool {
    try Self.table.delete(id, person, on: connection)
  }

  /// Ends all sessions of the person, except `id` if it is given; returns their number.
  @discardableResult
  package func deleteOthers(than id: SessionID?, person: PersonID) throws(StoreError) -> Int {
    try connection.execute("DELETE FROM session WHERE person = $2 AND id <> coalesce($1, '')", id, person)
  }

  /// Ends the least recently used sessions of the person, so that `kept` remain.
  package func deleteOldest(person: PersonID, keeping kept: Int) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM session WHERE id IN (SELECT id FROM session WHERE person = $1
        ORDER BY CASE WHEN seen > created THEN seen ELSE created END DESC, id DESC LIMIT 1000000000 OFFSET $2)
      """, person, kept)
  }

  /// Deletes at most `limit` sessions of all people that expired by `instant`.
  ///
  /// Also deletes all sessions of the person that have expired or were not used after `unused`.
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
