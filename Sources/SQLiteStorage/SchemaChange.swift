package import Storage

/// Applies migrations to a file.
extension SQLiteConnection: MigratedEngine {
  package func appliedMigrations() throws(StoreError) -> [AppliedMigration] {
    let connection = Connection(self)
    let columns = try connection.all("SELECT name FROM pragma_table_info('migration')") { (row) throws(StoreError) in
      try row.get(0, as: String.self)
    }
    if columns.isEmpty { return [] }
    // A table without this column was created before releases existed. All its rows belong to
    // release 1.
    if columns.contains("release") {
      return try connection.all("SELECT number, name, digest, release FROM migration ORDER BY number") {
        (row) throws(StoreError) in try AppliedMigration(row)
      }
    }
    return try connection.all("SELECT number, name, digest, 1 FROM migration ORDER BY number") {
      (row) throws(StoreError) in try AppliedMigration(row)
    }
  }

  /// Creates the table of applied migrations, or adds the column `release` to an existing one.
  package func makeMigrationTable() throws(StoreError) {
    try execute(
      """
      CREATE TABLE IF NOT EXISTS migration (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        digest BLOB NOT NULL,
        applied TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        release INTEGER NOT NULL DEFAULT 1 CHECK (release > 0)
      ) STRICT
      """)
    let counted = try first("SELECT count(*) FROM pragma_table_info('migration') WHERE name = 'release'") {
      (row) throws(StoreError) in try row.get(0, as: Int.self)
    }
    if counted == 0 {
      try execute("ALTER TABLE migration ADD COLUMN release INTEGER NOT NULL DEFAULT 1 CHECK (release > 0)")
    }
  }

  package func apply(_ migration: Migration, digest: [UInt8]) throws(MigrationError) -> Bool {
    do {
      // A migration copies a table to rebuild it, which must not run foreign key actions. The keys
      // are checked at the end.
      try execute("PRAGMA foreign_keys = OFF")
      let outcome = Result { try transaction { try run(migration, digest) } }
      // If this failed silently, the connection would continue without foreign keys.
      try execute("PRAGMA foreign_keys = ON")
      let isChecked = try first("PRAGMA foreign_keys") { (row) throws(StoreError) in try row.get(0, as: Bool.self) }
      try outcome.get()
      guard isChecked == true else {
        throw StoreError(code: 1, message: "foreign keys remain disabled", sql: "PRAGMA foreign_keys = ON")
      }
      return true
    } catch let error as MigrationError {
      throw error
    } catch let error as StoreError {
      throw .failed(number: migration.number, name: migration.name, error)
    } catch {
      throw .failed(
        number: migration.number, name: migration.name,
        StoreError(code: 1, message: "\(type(of: error))", sql: migration.sql))
    }
  }

  package func replace(
    _ records: [AppliedMigration], by migration: Migration, digest: [UInt8]
  ) throws(MigrationError) -> Bool {
    do {
      return try transaction {
        guard try appliedMigrations() == records else { return false }
        try execute("DELETE FROM migration")
        try note(migration, digest)
        return true
      }
    } catch let error as StoreError {
      throw .failed(number: migration.number, name: migration.name, error)
    } catch {
      throw .failed(
        number: migration.number, name: migration.name,
        StoreError(code: 1, message: "\(type(of: error))", sql: "DELETE FROM migration"))
    }
  }

  private func run(_ migration: Migration, _ digest: [UInt8]) throws {
    try run(statementsOf: migration.sql)
    let broken = try all("PRAGMA foreign_key_check") { (row) throws(StoreError) in try row.get(0, as: String.self) }
    if let table = broken.first { throw MigrationError.foreignKeys(number: migration.number, table: table) }
    try note(migration, digest)
  }

  /// Inserts the row of an applied migration.
  private func note(_ migration: Migration, _ digest: [UInt8]) throws(StoreError) {
    try execute(
      "INSERT INTO migration (number, name, digest, release) VALUES ($1, $2, $3, $4)",
      migration.number, migration.name, digest, migration.release)
  }
}
