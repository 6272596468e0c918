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
  /// Calls `report` before each of them: one that rebuilds tables takes its time.
  @discardableResult
  package func apply(
    to connection: some MigratedEngine, report: (Migration) -> Void = { _ in }
  ) throws(MigrationError) -> [Int] {
    let applied = try check(connection).count
    if applied < migrations.count {
      do { try connection.makeMigrationTable() } catch { throw .database(error) }
    }
    var numbers: [Int] = []
    for migration in migrations.dropFirst(applied) {
      report(migration)
      if try connection.apply(migration, digest: digest(Array(migration.sql.utf8))) { numbers.append(migration.number) }
    }
    return numbers
  }

  /// Returns the state of every migration of the program or of the database; writes nothing.
  ///
  /// Throws `MigrationError` when the two contradict each other.
  package func status(of connection: Connection) throws(MigrationError) -> [Status] {
    let records = try check(connection.engine)
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

  /// Returns the same for a connection that a command administers.
  package func status(of connection: some MigratedEngine) throws(MigrationError) -> [Status] {
    try status(of: Connection(connection))
  }

  /// Compares the record with the migrations of the program; returns the applied ones.
  private func check(_ connection: any ConnectionEngine) throws(MigrationError) -> [AppliedMigration] {
    let records: [AppliedMigration]
    do {
      records = try connection.appliedMigrations()
    } catch {
      throw .database(error)
    }
    let first = migrations.first?.number ?? 1
    if let newest = records.last, newest.release > release + 1 {
      throw .tooNew(database: newest.release, program: release)
    }
    for (offset, record) in records.enumerated() {
      guard record.number == offset + first else { throw .gap(expected: offset + first, found: record.number) }
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
}
