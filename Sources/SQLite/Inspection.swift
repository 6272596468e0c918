extension Connection {
  /// What SQLite's own checks find wrong with the file and with its foreign keys; empty where nothing is.
  package func faults() throws(SQLiteError) -> [String] { try damage() + brokenReferences() }

  /// What SQLite's own check finds wrong with the file; empty where nothing is.
  package func damage() throws(SQLiteError) -> [String] {
    try all("PRAGMA integrity_check") { (row) throws(SQLiteError) in try row.get(0, as: String.self) }
      .filter { $0 != "ok" }
  }

  /// The rows whose foreign keys lead to nothing; empty where none does.
  package func brokenReferences() throws(SQLiteError) -> [String] {
    try all("PRAGMA foreign_key_check") { (row) throws(SQLiteError) in
      "a row of \(try row.get(0, as: String.self)) refers to a row of \(try row.get(2, as: String.self)) that is gone"
    }
  }
}
