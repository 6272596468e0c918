package import Storage

/// Brings a database's schema up to date with a list of migrations, forward only.
///
/// A migration keeps the program of the release before it working, so a database that is one release newer than the
/// program is taken as it is; one that is two newer is refused.
package struct Migrator: Sendable {
  /// Where one migration stands.
  package struct Status: Sendable, Equatable {
    /// The migration's number.
    package let number: Int
    /// The migration's name.
    package let name: String
    /// The release that it came with.
    package let release: Int
    /// Whether the database has it.
    package let isApplied: Bool
    /// Whether this program knows it: one of the release after it may be there that it does not.
    package let isKnown: Bool
  }

  private let migrations: [Migration]
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// A migrator over `migrations`, which keeps `digest` of each applied text to see edits.
  package init(_ migrations: [Migration], digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.migrations = migrations
    self.digest = digest
  }

  /// The release of the program: that of its newest migration.
  package var release: Int { migrations.last?.release ?? 1 }

  /// Applies what is missing, each migration in a transaction of its own; answers the numbers applied.
  @discardableResult
  package func apply(to connection: SQLiteConnection) throws(MigrationError) -> [Int] {
    let applied = try check(Connection(connection)).count
    if applied < migrations.count { try prepare(connection) }
    var numbers: [Int] = []
    for migration in migrations.dropFirst(applied) {
      try apply(migration, to: connection)
      numbers.append(migration.number)
    }
    return numbers
  }

  /// Every migration of the program or of the database and whether the database has it; throws where they contradict
  /// each other. Nothing is written.
  package func status(of connection: Connection) throws(MigrationError) -> [Status] {
    let records = try check(connection)
    let known = migrations.enumerated().map { offset, migration in
      Status(
        number: migration.number, name: migration.name, release: migration.release,
        isApplied: offset < records.count, isKnown: true)
    }
    return known
      + records.dropFirst(migrations.count).map {
        Status(number: $0.number, name: $0.name, release: $0.release, isApplied: true, isKnown: false)
      }
  }

  /// The same, asked of a file that is being administered.
  package func status(of connection: SQLiteConnection) throws(MigrationError) -> [Status] {
    try status(of: Connection(connection))
  }

  private struct Record {
    let number: Int
    let name: String
    let digest: [UInt8]
    let release: Int
  }

  /// Compares the record with the files; answers what is applied.
  private func check(_ connection: Connection) throws(MigrationError) -> [Record] {
    let records: [Record]
    do {
      records = try Self.records(of: connection)
    } catch {
      throw .database(error)
    }
    if let newest = records.last, newest.release > release + 1 {
      throw .tooNew(database: newest.release, program: release)
    }
    for (offset, record) in records.enumerated() {
      guard record.number == offset + 1 else { throw .gap(expected: offset + 1, found: record.number) }
      guard offset < migrations.count else { continue }
      let migration = migrations[offset]
      guard migration.name == record.name else {
        throw .renamed(number: record.number, from: record.name, to: migration.name)
      }
      guard digest(Array(migration.sql.utf8)) == record.digest else {
        throw .edited(number: record.number, name: record.name)
      }
    }
    return records
  }

  private static func records(of connection: Connection) throws(StoreError) -> [Record] {
    let columns = try connection.all("SELECT name FROM pragma_table_info('migration')") { (row) throws(StoreError) in
      try row.get(0, as: String.self)
    }
    if columns.isEmpty { return [] }
    // What was written before releases were counted is of the first.
    if columns.contains("release") {
      return try connection.all("SELECT number, name, digest, release FROM migration ORDER BY number") {
        (row) throws(StoreError) in
        Record(number: try row.get(0), name: try row.get(1), digest: try row.get(2), release: try row.get(3))
      }
    }
    return try connection.all("SELECT number, name, digest FROM migration ORDER BY number") {
      (row) throws(StoreError) in
      Record(number: try row.get(0), name: try row.get(1), digest: try row.get(2), release: 1)
    }
  }

  /// Makes the record of migrations, or completes that of before releases were counted.
  private func prepare(_ connection: SQLiteConnection) throws(MigrationError) {
    do {
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS migration (
          number INTEGER PRIMARY KEY,
          name TEXT NOT NULL,
          digest BLOB NOT NULL,
          applied TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
          release INTEGER NOT NULL DEFAULT 1 CHECK (release > 0)
        ) STRICT
        """)
      let counted = try connection.first(
        "SELECT count(*) FROM pragma_table_info('migration') WHERE name = 'release'"
      ) { (row) throws(StoreError) in try row.get(0, as: Int.self) }
      if counted == 0 {
        try connection.execute(
          "ALTER TABLE migration ADD COLUMN release INTEGER NOT NULL DEFAULT 1 CHECK (release > 0)")
      }
    } catch {
      throw .database(error)
    }
  }

  private func apply(_ migration: Migration, to connection: SQLiteConnection) throws(MigrationError) {
    do {
      // A table is rebuilt by copying it, which foreign keys must not notice; they are checked at the end instead.
      try connection.execute("PRAGMA foreign_keys = OFF")
      let outcome = Result { try connection.transaction { try run(migration, on: connection) } }
      // Where this fails, the connection would go on without its foreign keys.
      try connection.execute("PRAGMA foreign_keys = ON")
      let isChecked = try connection.first("PRAGMA foreign_keys") { (row) throws(StoreError) in
        try row.get(0, as: Bool.self)
      }
      try outcome.get()
      guard isChecked == true else {
        throw StoreError(code: 1, message: "foreign keys stay off", sql: "PRAGMA foreign_keys = ON")
      }
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

  private func run(_ migration: Migration, on connection: SQLiteConnection) throws {
    try connection.run(script: migration.sql)
    let broken = try connection.all("PRAGMA foreign_key_check") { (row) throws(StoreError) in
      try row.get(0, as: String.self)
    }
    if let table = broken.first { throw MigrationError.foreignKeys(number: migration.number, table: table) }
    try connection.execute(
      "INSERT INTO migration (number, name, digest, release) VALUES ($1, $2, $3, $4)",
      migration.number, migration.name, digest(Array(migration.sql.utf8)), migration.release)
  }
}
