package import Storage

/// Brings a database's schema up to date with a list of migrations, forward only.
///
///     let migrator = Migrator(try Migration.load(directory: "migrations")) { Digest(of: $0).bytes }
///     try database.exclusively { try migrator.apply(to: $0) }
///
/// A migration keeps the program of the previous release working. So the migrator accepts a database that is one
/// release newer than the program, and refuses one that is two releases newer.
package struct Migrator: Sendable {
  /// The state of one migration.
  package struct Status: Sendable, Equatable {
    /// The migration's number.
    package let number: Int
    /// The migration's name.
    package let name: String
    /// The release that introduced the migration.
    package let release: Int
    /// True if the database has the migration.
    package let isApplied: Bool
    /// True if this program has the migration; the database may have newer ones of the next release.
    package let isKnown: Bool
  }

  private let migrations: [Migration]
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// Creates a migrator; it stores `digest` of each applied text to detect edits.
  package init(_ migrations: [Migration], digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.migrations = migrations
    self.digest = digest
  }

  /// The release of the program: that of its newest migration.
  package var release: Int { migrations.last?.release ?? 1 }

  /// Applies the missing migrations, each in a transaction of its own; returns their numbers.
  ///
  /// Calls `tell` before each of them: one that rebuilds tables takes its time.
  @discardableResult
  package func apply(
    to connection: SQLiteConnection, tell: (Migration) -> Void = { _ in }
  ) throws(MigrationError) -> [Int] {
    let applied = try check(Connection(connection)).count
    if applied < migrations.count { try prepare(connection) }
    var numbers: [Int] = []
    for migration in migrations.dropFirst(applied) {
      tell(migration)
      try apply(migration, to: connection)
      numbers.append(migration.number)
    }
    return numbers
  }

  /// Returns the state of every migration of the program or of the database; writes nothing.
  ///
  /// Throws `MigrationError` when the two contradict each other.
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

  /// Returns the same for a file that a command administers.
  package func status(of connection: SQLiteConnection) throws(MigrationError) -> [Status] {
    try status(of: Connection(connection))
  }

  private struct Record {
    let number: Int
    let name: String
    let digest: [UInt8]
    let release: Int
  }

  /// Compares the record with the migrations of the program; returns the applied ones.
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
    // A record without the column is older than releases are: all of it is release 1.
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

  /// Creates the table of applied migrations, or adds the column `release` to one without it.
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
      // A migration rebuilds a table by copying it, which must not trigger foreign keys; they are checked at the end.
      try connection.execute("PRAGMA foreign_keys = OFF")
      let outcome = Result { try connection.transaction { try run(migration, on: connection) } }
      // If this fails, the connection would continue without its foreign keys.
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
