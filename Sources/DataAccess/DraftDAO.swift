package import Dates
package import Model
package import Storage

/// The table of drafts. Every row is reached through its owner; `RetentionDAO` deletes those that are too old.
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

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Stores a draft, and replaces the person's earlier one of the operation, whose time of creation stays.
  package func put(_ draft: Draft) throws(StoreError) {
    try Self.table.put(draft, on: connection)
  }

  /// The person's draft of the operation, where it was last kept after `instant`.
  package func find(_ operation: String, person: PersonID, after instant: Instant) throws(StoreError) -> Draft? {
    try connection.first(Self.kept, person, operation, instant, read: Self.table.read)
  }

  /// The person's drafts that were last kept after `instant`, the newest first.
  package func all(person: PersonID, after instant: Instant) throws(StoreError) -> [Draft] {
    try connection.all(Self.newest, person, instant, read: Self.table.read)
  }

  /// Counts the person's drafts of other operations, last kept after `instant`.
  package func count(
    person: PersonID, besides operation: String, after instant: Instant
  ) throws(StoreError) -> Int {
    try connection.first(
      "SELECT count(*) FROM draft WHERE person = $1 AND operation <> $2 AND changed > $3", person, operation, instant
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Deletes the person's draft of the operation; returns false if there is none.
  package func delete(_ operation: String, person: PersonID) throws(StoreError) -> Bool {
    try Self.table.delete(operation, person, on: connection)
  }

  /// True if the person's draft of the operation still has these values.
  package func holds(_ values: String, of operation: String, person: PersonID) throws(StoreError) -> Bool {
    try connection.first(
      "SELECT \"values\" = $3 FROM draft WHERE person = $1 AND operation = $2", person, operation, values
    ) { (row) throws(StoreError) in try row.get(0) } ?? false
  }
}
