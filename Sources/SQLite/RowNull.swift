import CSQLite

extension Row {
  /// Whether the column at `index`, counted from 0, holds nothing.
  package func isNull(_ index: Int) -> Bool { sqlite3_column_type(statement.handle, Int32(index)) == SQLITE_NULL }
}
