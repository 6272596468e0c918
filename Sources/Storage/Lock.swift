/// A row that a write locks before it reads data for a decision.
///
/// A write that depends on a sum or a number of rows locks the row that owns them. The writes of a
/// batch lock rows in one order, by rank and then by key, so that batches do not deadlock.
package struct Lock: Sendable {
  /// The type of the locked row, such as `person`; usually the name of a table.
  package let kind: StaticString
  /// The position of `kind` in the order of locking.
  package let rank: Int
  package let key: any Bindable & Sendable

  package init(_ kind: StaticString, rank: Int, key: any Bindable & Sendable) {
    (self.kind, self.rank, self.key) = (kind, rank, key)
  }
}

/// The rows that a write locks: known rows, and rows found by a query.
package struct Locks: Sendable, ExpressibleByArrayLiteral {
  private let rows: [Lock]
  private let reading: (@Sendable (Connection) throws -> [Lock])?

  /// Creates locks of `rows` and of the rows that `reading` returns. `reading` may use only data
  /// that no write changes.
  package init(_ rows: [Lock] = [], reading: (@Sendable (Connection) throws -> [Lock])? = nil) {
    (self.rows, self.reading) = (rows, reading)
  }

  package init(arrayLiteral rows: Lock...) { self.init(rows) }

  /// The first row that is known without a query; nil if all are found by a query.
  package var first: Lock? { rows.first }

  /// True if some rows are found by a query.
  package var areRead: Bool { reading != nil }

  /// Returns all rows to lock. An engine with one writer does not need them.
  package func find(_ connection: Connection) throws -> [Lock] { try rows + (reading?(connection) ?? []) }
}
