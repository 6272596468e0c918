package import Model
package import SQLite

/// The table of drafts. Every row is reached through its owner, but for those that are forgotten for their age.
package struct DraftDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Stores a draft in the place of the person's earlier one of the operation, whose time of creation stays.
  package func put(_ draft: Draft) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO draft (person, operation, version, "values", created, changed) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (person, operation) DO UPDATE SET version = excluded.version, "values" = excluded."values",
        changed = max(excluded.changed, created)
      """, draft.person, draft.operation, draft.version, draft.values, draft.created, draft.changed)
  }

  /// The person's draft of the operation, where it was last kept after `instant`.
  package func find(_ operation: String, person: PersonID, after instant: Instant) throws(SQLiteError) -> Draft? {
    try connection.first(
      """
      SELECT person, operation, version, "values", created, changed
      FROM draft WHERE person = $1 AND operation = $2 AND changed > $3
      """, person, operation, instant, read: Self.read)
  }

  /// The person's drafts that were last kept after `instant`, the newest first.
  package func all(person: PersonID, after instant: Instant) throws(SQLiteError) -> [Draft] {
    try connection.all(
      """
      SELECT person, operation, version, "values", created, changed
      FROM draft WHERE person = $1 AND changed > $2 ORDER BY changed DESC, operation
      """, person, instant, read: Self.read)
  }

  /// How many drafts the person has of other operations than this one, last kept after `instant`.
  package func count(
    person: PersonID, besides operation: String, after instant: Instant
  ) throws(SQLiteError) -> Int {
    try connection.first(
      "SELECT count(*) FROM draft WHERE person = $1 AND operation <> $2 AND changed > $3", person, operation, instant
    ) { (row) throws(SQLiteError) in try row.get(0) } ?? 0
  }

  /// Forgets the person's draft of the operation; false where there is none.
  package func delete(_ operation: String, person: PersonID) throws(SQLiteError) -> Bool {
    try connection.execute("DELETE FROM draft WHERE person = $1 AND operation = $2", person, operation) == 1
  }

  /// Forgets drafts of anybody that were last kept by `instant`, the oldest first and at most `limit` of them.
  package func deleteOld(by instant: Instant, limit: Int) throws(SQLiteError) {
    try connection.execute(
      """
      DELETE FROM draft WHERE (person, operation) IN
        (SELECT person, operation FROM draft WHERE changed <= $1 ORDER BY changed LIMIT $2)
      """, instant, limit)
  }

  private static func read(_ row: Row) throws(SQLiteError) -> Draft {
    Draft(
      person: try row.get(0), operation: try row.get(1), version: try row.get(2), values: try row.get(3),
      created: try row.get(4), changed: try row.get(5))
  }
}
