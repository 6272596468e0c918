import CSQLite

/// The row that a statement stands on: valid only inside the closure it was given to.
package struct Row {
  let statement: Statement

  /// The value of the column at `index`, counted from 0; an error names the column and the type.
  package func get<Value: Storable>(_ index: Int, as type: Value.Type = Value.self) throws(SQLiteError) -> Value {
    guard index >= 0, index < Int(sqlite3_column_count(statement.handle)) else {
      throw SQLiteError(code: SQLITE_RANGE, message: "no column \(index)", sql: statement.sql)
    }
    guard let value = Value(stored: stored(Int32(index))) else {
      let name = sqlite3_column_name(statement.handle, Int32(index)).map { String(cString: $0) } ?? "\(index)"
      throw SQLiteError(code: SQLITE_MISMATCH, message: "column \(name) holds no \(Value.self)", sql: statement.sql)
    }
    return value
  }

  private func stored(_ index: Int32) -> StoredValue {
    let handle = statement.handle
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
