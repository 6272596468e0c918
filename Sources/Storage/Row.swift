/// The place in an engine's result where a row is read from.
@usableFromInline
package protocol Cursor: AnyObject {
  /// The value of the column at `place`, counted from 0; throws if there is no such column.
  func stored(_ place: Int) throws(StoreError) -> StoredValue
  /// The identifier in the column at `place`, counted from 0; nil if it holds none.
  func identifier(_ place: Int) throws(StoreError) -> (high: UInt64, low: UInt64)?
  /// True if the column at `place`, counted from 0, holds no value.
  func isNull(_ place: Int) -> Bool
  /// The error of a column at `place` that holds no `type`; it names the column and the statement.
  func mismatch(_ place: Int, _ type: Any.Type) -> StoreError
}

/// The row that a statement stands on: valid only inside the closure it was given to.
///
///     let people = try store.read { connection in
///       try connection.all("SELECT login, seats FROM person ORDER BY login") { row throws(StoreError) in
///         (login: try row.get(0, as: String.self), seats: try row.get(1, as: Int?.self))
///       }
///     }
@usableFromInline
package struct Row {
  @usableFromInline let cursor: any Cursor

  /// Creates the row that `cursor` stands on.
  package init(_ cursor: any Cursor) { self.cursor = cursor }

  /// The value of the column at `index`, counted from 0; an error names the column and the type.
  @inlinable
  package func get<Value: Storable>(_ index: Int, as type: Value.Type = Value.self) throws(StoreError) -> Value {
    // Inlined into the tables, so that each type is read directly instead of through its description at run time.
    guard let value = Value(stored: try stored(index)) else { throw mismatch(index, type) }
    return value
  }

  /// The error of a column that holds no `type`.
  @usableFromInline
  package func mismatch(_ index: Int, _ type: Any.Type) -> StoreError { cursor.mismatch(index, type) }

  /// The column's value as the engine stores it.
  @usableFromInline
  package func stored(_ place: Int) throws(StoreError) -> StoredValue { try cursor.stored(place) }

  /// The identifier in the column at `index`; nil if it holds none.
  package func identifier(_ index: Int) throws(StoreError) -> (high: UInt64, low: UInt64)? {
    try cursor.identifier(index)
  }

  /// True if the column at `index`, counted from 0, holds no value.
  package func isNull(_ index: Int) -> Bool { cursor.isNull(index) }
}
