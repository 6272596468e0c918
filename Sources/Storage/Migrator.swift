/// Updates a database's schema to a list of migrations. It never reverts a migration.
///
/// A migration keeps the program of the previous release working. The migrator therefore accepts a
/// database that is one release newer than the program, and rejects one that is two releases newer.
///
/// The first migration can replace the migrations of earlier programs (`ReplacedMigrations`). If a
/// database has exactly these, the migrator replaces their rows by one row for the first migration
/// and changes nothing else. It rejects a database with only some of them, with other ones or with
/// edited ones.
package struct Migrator: Sendable {
  package struct Status: Sendable, Equatable {
    package let number: Int
    package let name: String
    package let release: Int
    /// True if the migration is applied to the database.
    package let isApplied: Bool
    /// True if this program has the migration. A database may have newer migrations of the next
    /// release.
    package let isKnown: Bool
    /// True if an earlier program applied the migration and the first migration replaces it.
    package let isReplaced: Bool

    init(_ migration: Migration, isApplied: Bool) {
      number = migration.number
      name = migration.name
      release = migration.release
      self.isApplied = isApplied
      isKnown = true
      isReplaced = false
    }

    init(_ record: AppliedMigration, isKnown: Bool, isReplaced: Bool) {
      number = record.number
      name = record.name
      release = record.release
      isApplied = true
      self.isKnown = isKnown
      self.isReplaced = isReplaced
    }
  }

  private struct Applied {
    let records: [AppliedMigration]
    /// True if the first migration of the program replaces all of them.
    let areReplaced: Bool
  }

  private let migrations: [Migration]
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// Creates a migrator. It stores the result of `digest` for each applied text, to detect edits.
  package init(_ migrations: [Migration], digest: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.migrations = migrations
    self.digest = digest
  }

  /// The release of the program: the release of its newest migration.
  package var release: Int { migrations.last?.release ?? 1 }

  /// Applies the missing migrations, each in its own transaction. Returns their numbers.
  ///
  /// If the first migration replaces the migrations of the database, its row is written first, in a
  /// separate transaction. Calls `report` before each migration, because a migration that rebuilds
  /// tables is slow.
  @discardableResult
  package func apply(
    to connection: some MigratedEngine, report: (Migration) -> Void = { _ in }
  ) throws(MigrationError) -> [Int] {
    let state = try check(connection)
    var applied = state.records.count
    var numbers: [Int] = []
    if state.areReplaced, let first = migrations.first {
      report(first)
      guard try connection.replace(state.records, by: first, digest: digest(Array(first.sql.utf8))) else {
        // Another process changed the rows after the check.
        return try apply(to: connection, report: report)
      }
      numbers.append(first.number)
      applied = 1
    }
    if applied < migrations.count {
      do { try connection.makeMigrationTable() } catch { throw .database(error) }
    }
    for migration in migrations.dropFirst(applied) {
      report(migration)
      if try connection.apply(migration, digest: digest(Array(migration.sql.utf8))) { numbers.append(migration.number) }
    }
    return numbers
  }

  /// Returns the state of each migration of the program and of the database. Writes nothing.
  ///
  /// Throws `MigrationError` if the migrations of the database contradict the migrations of the
  /// program.
  package func status(of connection: Connection) throws(MigrationError) -> [Status] {
    let state = try check(connection.engine)
    if state.areReplaced {
      return state.records.map { Status($0, isKnown: true, isReplaced: true) }
        + migrations.map { Status($0, isApplied: false) }
    }
    let known = migrations.enumerated().map { offset, migration in
      Status(migration, isApplied: offset < state.records.count)
    }
    return known
      + state.records.dropFirst(migrations.count).map { Status($0, isKnown: false, isReplaced: false) }
  }

  /// Returns the state of each migration, for a connection of an administrative command.
  package func status(of connection: some MigratedEngine) throws(MigrationError) -> [Status] {
    try status(of: Connection(connection))
  }

  /// Compares the applied migrations with the migrations of the program, and returns the applied
  /// ones.
  private func check(_ connection: any ConnectionEngine) throws(MigrationError) -> Applied {
    let records: [AppliedMigration]
    do {
      records = try connection.appliedMigrations()
    } catch {
      throw .database(error)
    }
    if let first = migrations.first, let replaced = first.replaces, let oldest = records.first,
      oldest.number != first.number || oldest.name != first.name
    {
      try require(replaced, in: records)
      return Applied(records: records, areReplaced: true)
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
    return Applied(records: records, areReplaced: false)
  }

  /// Throws `MigrationError.notReplaced` unless `records` are exactly the replaced migrations,
  /// unedited.
  private func require(
    _ replaced: ReplacedMigrations, in records: [AppliedMigration]
  ) throws(MigrationError) {
    let numbers = records.map(\.number)
    let fault: ReplacementFault
    if let missing = replaced.numbers.first(where: { !numbers.contains($0) }) {
      fault = .missing(missing)
    } else if let unknown = numbers.first(where: { !replaced.numbers.contains($0) }) {
      fault = .unknown(unknown)
    } else if digest(records.flatMap(\.digest)) != replaced.digest {
      fault = .edited
    } else {
      return
    }
    throw .notReplaced(
      database: records.last?.release ?? 1, program: release, replaced: replaced.numbers, fault)
  }
}
