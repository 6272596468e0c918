/// The position in a query result from which a row is read. Columns are numbered from 0.
@usableFromInline
package protocol Cursor: AnyObject {
  /// The value of the column at `place`. Throws if the column does not exist.
  func stored(_ place: Int) throws(StoreError) -> StoredValue
  /// The identifier in the column at `place`; nil if the column contains no identifier.
  func identifier(_ place: Int) throws(StoreError) -> (high: UInt64, low: UInt64)?
  /// True if the column at `place` is NULL.
  func isNull(_ place: Int) -> Bool
  /// The error for a column at `place` whose value is not a `type`. It names the column and the
  /// statement.
  func mismatch(_ place: Int, _ type: Any.Type) -> StoreError
}

/// The current row of a query. Valid only inside the closure that receives it. Columns are numbered
/// from 0.
@usableFromInline
package struct Row {
  @usableFromInline let cursor: any Cursor

  package init(_ cursor: any Cursor) { self.cursor = cursor }

  /// The value of the column at `index`. Throws an error with the column and the type if the value
  /// has another type.
  @inlinable
  package func get<Value: Storable>(_ index: Int, as type: Value.Type = Value.self) throws(StoreError) -> Value {
    // Inlined into the callers, so that the type is known at compile time.
    guard let value = Value(stored: try stored(index)) else { throw mismatch(index, type) }
    return value
  }

  /// The error for a column whose value is not a `type`.
  @usableFromInline
  package func mismatch(_ index: Int, _ type: Any.Type) -> StoreError { cursor.mismatch(index, type) }

  @usableFromInline
  package func stored(_ place: Int) throws(StoreError) -> StoredValue { try cursor.stored(place) }

  /// The identifier in the column at `index`; nil if the column contains no identifier.
  package func identifier(_ index: Int) throws(StoreError) -> (high: UInt64, low: UInt64)? {
    try cursor.identifier(index)
  }

  /// True if the column at `index` is NULL.
  package func isNull(_ index: Int) -> Bool { cursor.isNull(index) }
}
