package import Dates
package import Model
package import Storage

/// The table of copies of drafts. Every row is accessed through its owner. `RetentionDAO` deletes
/// expired rows.
package struct DraftCopyDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Stores values as the newest copy of the person's draft of the operation.
  package func add(
    _ values: String, of operation: String, version: String, person: PersonID, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO draft_copy (person, operation, number, version, "values", kept)
      VALUES ($1, $2, coalesce((SELECT max(number) FROM draft_copy WHERE person = $1 AND operation = $2), 0) + 1, $3, $4, $5)
      """, person, operation, version, values, instant)
  }

  /// Deletes all copies of the draft except the newest `count`.
  package func keepNewest(_ count: Int, of operation: String, person: PersonID) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM draft_copy WHERE person = $1 AND operation = $2
        AND number <= (SELECT max(number) FROM draft_copy WHERE person = $1 AND operation = $2) - $3
      """, person, operation, count)
  }

  /// Deletes the oldest copies of all the person's drafts, so that at most `count` remain.
  package func keepNewest(_ count: Int, person: PersonID) throws(StoreError) {
    let stored: Int =
      try connection.first("SELECT count(*) FROM draft_copy WHERE person = $1", person) {
        (row) throws(StoreError) in try row.get(0)
      } ?? 0
    guard stored > count else { return }
    try connection.execute(
      """
      DELETE FROM draft_copy WHERE (person, operation, number) IN
        (SELECT person, operation, number FROM draft_copy WHERE person = $1 ORDER BY kept, operation, number LIMIT $2)
      """, person, stored - count)
  }

  /// Returns the copies of the person's draft of the operation made after `instant`, newest first.
  package func all(_ operation: String, person: PersonID, after instant: Instant) throws(StoreError) -> [DraftCopy] {
    try connection.all(
      """
      SELECT number, version, kept, "values" FROM draft_copy
      WHERE person = $1 AND operation = $2 AND kept > $3 ORDER BY number DESC
      """, person, operation, instant
    ) { (row) throws(StoreError) in
      DraftCopy(
        operation: operation, number: try row.get(0), version: try row.get(1), kept: try row.get(2),
        values: try row.get(3))
    }
  }

  /// Deletes one copy of the person's draft of the operation.
  package func delete(_ number: Int64, of operation: String, person: PersonID) throws(StoreError) {
    try connection.execute(
      "DELETE FROM draft_copy WHERE person = $1 AND operation = $2 AND number = $3", person, operation, number)
  }

  /// Deletes the copies of the person's draft of the operation; returns their number.
  package func delete(_ operation: String, person: PersonID) throws(StoreError) -> Int {
    try connection.execute("DELETE FROM draft_copy WHERE person = $1 AND operation = $2", person, operation)
  }
}
