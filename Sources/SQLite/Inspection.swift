extension Connection {
  /// What SQLite's own checks find wrong with the file and with its foreign keys; empty where nothing is.
  package func faults() throws(SQLiteError) -> [String] {
    let damage = try all("PRAGMA integrity_check") { (row) throws(SQLiteError) in try row.get(0, as: String.self) }
    let broken = try all("PRAGMA foreign_key_check") { (row) throws(SQLiteError) in
      "a row of \(try row.get(0, as: String.self)) refers to a row of \(try row.get(2, as: String.self)) that is gone"
    }
    return damage.filter { $0 != "ok" } + broken
  }
}
