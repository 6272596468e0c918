/// A row that a write locks before it reads anything that it decides by.
///
/// A write that decides by a sum or a count of rows locks the row that they belong to.
///
/// The writes of a batch lock in one order, by rank and then by key, so that no two batches wait for each other.
///
///     let counted: Deferred<Int> = store.deferredWrite(locking: [.person(person)]) { transaction in
///       try SubmissionDAO(transaction).countUnsigned(person: person, at: now)  // nobody adds one before the COMMIT
///     }
package struct Lock: Sendable {
  /// The kind of the locked row, such as `person`; usually a table.
  package let kind: StaticString
  /// The place of the kind in the order of locking.
  package let rank: Int
  /// The row's key.
  package let key: any Bindable & Sendable

  /// Creates the row of a kind with that key.
  package init(_ kind: StaticString, rank: Int, key: any Bindable & Sendable) {
    (self.kind, self.rank, self.key) = (kind, rank, key)
  }
}

/// The rows that a write locks: known ones, and ones that are read from the database.
///
///     store.write(locking: [.person(caller.person)], { try ... }, afterCommit: nil, then: { ... })
package struct Locks: Sendable, ExpressibleByArrayLiteral {
  private let rows: [Lock]
  private let reading: (@Sendable (Connection) throws -> [Lock])?

  /// Creates locks of these rows, and of those that `reading` finds. It may read only data that no write changes.
  package init(_ rows: [Lock] = [], reading: (@Sendable (Connection) throws -> [Lock])? = nil) {
    (self.rows, self.reading) = (rows, reading)
  }

  /// Creates locks of these rows.
  package init(arrayLiteral rows: Lock...) { self.init(rows) }

  /// The row that is known before anything is read, and stands first; nil if none is.
  package var first: Lock? { rows.first }

  /// True if rows are to be read from the database.
  package var areRead: Bool { reading != nil }

  /// Finds the rows. An engine with one writer need not.
  package func find(_ connection: Connection) throws -> [Lock] { try rows + (reading?(connection) ?? []) }
}
