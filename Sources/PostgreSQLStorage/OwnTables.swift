package import Storage

/// The tables of the engine: markers of batches, and rows that are locked in place of rows that do
/// not exist.
extension PostgreSQLConnection {
  func hasOwnTables() throws(StoreError) -> Bool {
    try Connection(self).first("SELECT to_regclass('batch_mark') IS NOT NULL AND to_regclass('batch_lock') IS NOT NULL")
    {
      (row) throws(StoreError) in try row.get(0, as: Bool.self)
    } ?? false
  }

  /// Creates the tables if they do not exist.
  func makeOwnTables() throws(StoreError) {
    // If another process creates the same tables, this waits for it and may then fail once.
    try tryTwice { () throws(StoreError) in
      try run(
        script: """
          BEGIN;
          CREATE TABLE IF NOT EXISTS batch_mark (id UUID PRIMARY KEY, made BOOLEAN NOT NULL);
          CREATE TABLE IF NOT EXISTS batch_lock (number BIGINT PRIMARY KEY);
          INSERT INTO batch_lock (number) SELECT generate_series(0, \(LockPlan.slots - 1)) ON CONFLICT DO NOTHING;
          COMMIT
          """)
    }
  }

  /// Runs `body`, and once more if another process created the same object at the same time.
  func tryTwice(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do { try body() } catch {
      guard [.uniqueViolation, .duplicateTable, SQLState("42710")].contains(error.sqlState) else { throw error }
      try body()
    }
  }

  /// Runs statements that are not literals of the program: migrations, and statements composed by
  /// this module.
  package func run(script: String) throws(StoreError) {
    guard begun == nil else {
      try perform(.own(script)) { (session) throws(StoreError) in
        _ = try session.run(script: script, within: .seconds(86_400))
      }
      return
    }
    let session = try live()
    do {
      _ = try session.run(script: script, within: .seconds(86_400))
    } catch {
      // If a script that began a transaction fails, the transaction is still open.
      if session.isLost { disconnect() } else { _ = try? session.run(script: "ROLLBACK", within: .seconds(5)) }
      throw error
    }
  }
}
