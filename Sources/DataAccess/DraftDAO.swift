package import Dates
package import Model
package import Storage

/// The table of drafts. Every row is accessed through its owner. `RetentionDAO` deletes expired
/// rows.
package struct DraftDAO {
  static let table = Table(
    Draft.entity, owner: "person",
    replacing: [
      (\.changed, "CASE WHEN excluded.changed > draft.created THEN excluded.changed ELSE draft.created END")
    ])
  private static let kept = Query(
    "SELECT \(table.columns) FROM draft WHERE person = $1 AND operation = $2 AND changed > $3")
  private static let newest = Query(
    "SELECT \(table.columns) FROM draft WHERE person = $1 AND changed > $2 ORDER BY changed DESC, operation")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Stores a draft, or replaces the person's draft of the same operation and keeps its creation
  /// time.
  package func put(_ draft: Draft) throws(StoreError) {
    try Self.table.put(draft, on: connection)
  }

  /// Returns the person's draft of the operation if it was last stored after `instant`; nil
  /// otherwise.
  package func find(_ operation: String, person: PersonID, after instant: Instant) throws(StoreError) -> Draft? {
    try connection.first(Self.kept, person, operation, instant, read: Self.table.read)
  }

  /// Returns the person's drafts last stored after `instant`, newest first.
  package func all(person: PersonID, after instant: Instant) throws(StoreError) -> [Draft] {
    try connection.all(Self.newest, person, instant, read: Self.table.read)
  }

  /// Returns the number of the person's drafts of other operations, last stored after `instant`.
  package func count(
    person: PersonID, besides operation: String, after instant: Instant
  ) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM draft WHERE person = $1 AND operation <> $2 AND changed > $3", person, operation, instant
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Deletes the person's draft of the operation; returns false if it does not exist.
  package func delete(_ operation: String, person: PersonID) throws(StoreError) -> Bool {
    try Self.table.delete(operation, person, on: connection)
  }

  /// Returns true if the person's draft of the operation still has these values.
  package func holds(_ values: String, of operation: String, person: PersonID) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT \"values\" = $3 FROM draft WHERE person = $1 AND operation = $2", person, operation, values
    ) { (row) throws(StoreError) in try row.get(0) } ?? false
  }
}
