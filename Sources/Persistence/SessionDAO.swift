package import Model
package import SQLite

/// The table of sessions.
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

  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a session, found again by the digest of its token.
  package func insert(_ session: SessionRecord, tokenDigest: [UInt8]) throws(SQLiteError) {
    try connection.execute(
      "INSERT INTO session (id, person, token_digest, created, expires) VALUES ($1, $2, $3, $4, $5)",
      session.id, session.person, tokenDigest, session.created, session.expires)
  }

  /// The session whose token has this digest, expired or not.
  package func find(tokenDigest: [UInt8]) throws(SQLiteError) -> Holder? {
    try connection.first(
      """
      SELECT session.id, session.person, session.created, session.expires, person.name, person.role
      FROM session JOIN person ON person.id = session.person WHERE token_digest = $1
      """, tokenDigest
    ) { (row) throws(SQLiteError) in
      Holder(
        session: SessionRecord(
          id: try row.get(0), person: try row.get(1), created: try row.get(2), expires: try row.get(3)),
        name: try row.get(4), role: try row.get(5))
    }
  }

  /// How many sessions have not ended at that instant.
  package func countOpen(at instant: Instant) throws(SQLiteError) -> Int {
    try connection.first("SELECT count(*) FROM session WHERE expires > $1", instant) { (row) throws(SQLiteError) in
      try row.get(0)
    } ?? 0
  }

  /// Ends a session of the person; false when the person has none with this id.
  package func delete(_ id: SessionID, person: PersonID) throws(SQLiteError) -> Bool {
    try connection.execute("DELETE FROM session WHERE id = $1 AND person = $2", id, person) == 1
  }

  /// Ends every session of the person but this one.
  package func deleteOthers(than id: SessionID, person: PersonID) throws(SQLiteError) {
    try connection.execute("DELETE FROM session WHERE person = $2 AND id <> $1", id, person)
  }

  /// Forgets the person's sessions that had expired by `instant`.
  package func deleteExpired(person: PersonID, by instant: Instant) throws(SQLiteError) {
    try connection.execute("DELETE FROM session WHERE person = $1 AND expires <= $2", person, instant)
  }
}
