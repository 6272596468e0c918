import CSQLite

/// The row that a statement stands on: valid only inside the closure it was given to.
@usableFromInline
package struct Row {
  let statement: Statement

  /// The value of the column at `index`, counted from 0; an error names the column and the type.
  @inlinable
  package func get<Value: Storable>(_ index: Int, as type: Value.Type = Value.self) throws(SQLiteError) -> Value {
    // Inlined into the tables, so that each type is read directly instead of through its description at run time.
    guard let value = Value(stored: try stored(index)) else { throw mismatch(index, type) }
    return value
  }

  /// What the error of a column that holds no `type` is.
  @usableFromInline
  package func mismatch(_ index: Int, _ type: Any.Type) -> SQLiteError {
    let name = sqlite3_column_name(statement.handle, Int32(index)).map { String(cString: $0) } ?? "\(index)"
    return SQLiteError(code: SQLITE_MISMATCH, message: "column \(name) holds no \(type)", sql: statement.sql)
  }

  /// The column's value as SQLite stores it.
  @usableFromInline
  package func stored(_ place: Int) throws(SQLiteError) -> StoredValue {
    let handle = statement.handle
    guard place >= 0, place < Int(sqlite3_column_count(handle)) else {
      throw SQLiteError(code: SQLITE_RANGE, message: "no column \(place)", sql: statement.sql)
    }
    let index = Int32(place)
    switch sqlite3_column_type(handle, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(handle, index) else { return .null }
      let count = Int(sqlite3_column_bytes(handle, index))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(handle, index) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index)))))
    default: return .null
    }
  }
}
