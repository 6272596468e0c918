/// Brings a database's schema up to date with a list of migrations, forward only.
package struct Migrator: Sendable {
  /// Where one migration stands.
  package struct Status: Sendable, Equatable {
    /// The migration's number.
    package let number: Int
    /// The migration's name.
    package let name: String
    /// Whether the database has it.
    package let isApplied: Bool
  }

  private let migrations: [Migration]
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// A migrator over `migrations`, which keeps `digest` of each applied text to see edits.
  package init(_ migrations: [Migration], digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.migrations = migrations
    self.digest = digest
  }

  /// Applies what is missing, each migration in a transaction of its own; answers the numbers applied.
  @discardableResult
  package func apply(to connection: Connection) throws(MigrationError) -> [Int] {
    let applied = try check(connection)
    var numbers: [Int] = []
    for migration in migrations.dropFirst(applied) {
      try apply(migration, to: connection)
      numbers.append(migration.number)
    }
    return numbers
  }

  /// Every migration and whether the database has it; throws where they contradict each other.
  package func status(of connection: Connection) throws(MigrationError) -> [Status] {
    let applied = try check(connection)
    return migrations.enumerated().map { offset, migration in
      Status(number: migration.number, name: migration.name, isApplied: offset < applied)
    }
  }

  /// Compares the record with the files; answers how many are applied.
  private func check(_ connection: Connection) throws(MigrationError) -> Int {
    let records: [(number: Int, name: String, digest: [UInt8])]
    do {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS migration (
          number INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          digest BLOB NOT NULL,
          applied TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
        ) STRICT
        """)
      records = try connection.all("SELECT number, name, digest FROM migration ORDER BY number") {
        (row) throws(SQLiteError) in (try row.get(0), try row.get(1), try row.get(2))
      }
    } catch {
      throw .database(error)
    }
    for (offset, record) in records.enumerated() {
      guard record.number == offset + 1 else { throw .gap(expected: offset + 1, found: record.number) }
      guard offset < migrations.count else { throw .unknown(number: record.number, name: record.name) }
      let migration = migrations[offset]
      guard migration.name == record.name else {
        throw .renamed(number: record.number, from: record.name, to: migration.name)
      }
      guard digest(Array(migration.sql.utf8)) == record.digest else {
        throw .edited(number: record.number, name: record.name)
      }
    }
    return records.count
  }

  private func apply(_ migration: Migration, to connection: Connection) throws(MigrationError) {
    do {
      // A table is rebuilt by copying it, which foreign keys must not notice; they are checked at the end instead.
      try connection.execute("PRAGMA foreign_keys = OFF")
      defer { try? connection.run(script: "PRAGMA foreign_keys = ON") }
      try connection.transaction {
        try connection.run(script: migration.sql)
        let broken = try connection.all("PRAGMA foreign_key_check") { (row) throws(SQLiteError) in
          try row.get(0, as: String.self)
        }
        if let table = broken.first { throw MigrationError.foreignKeys(number: migration.number, table: table) }
        try connection.execute(
          "INSERT INTO migration (number, name, digest) VALUES ($1, $2, $3)",
          migration.number, migration.name, digest(Array(migration.sql.utf8)))
      }
    } catch let error as MigrationError {
      throw error
    } catch let error as SQLiteError {
      throw .failed(number: migration.number, name: migration.name, error)
    } catch {
      throw .failed(
        number: migration.number, name: migration.name,
        SQLiteError(code: 1, message: "\(type(of: error))", sql: migration.sql))
    }
  }
}
