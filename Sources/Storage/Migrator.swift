/// Brings a database's schema up to date with a list of migrations, forward only.
///
///     let migrator = Migrator(try Migration.load(directory: "migrations/sqlite")) { Digest(of: $0).bytes }
///     try database.exclusively { try migrator.apply(to: $0) }
///
/// A migration keeps the program of the previous release working. So the migrator accepts a database that is one
/// release newer than the program, and refuses one that is two releases newer.
///
/// The first migration can replace the migrations of earlier programs (`ReplacedMigrations`). For a database with exactly
/// these, the migrator replaces their rows by one row of the first migration and changes nothing else. It refuses a database
/// with some of them, with others or with edited ones.
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
    /// True if the database has the migration from an earlier program, and the first migration replaces it.
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

  /// The applied migrations of a database.
  private struct Applied {
    let records: [AppliedMigration]
    /// True if the first migration of the program replaces all of them.
    let areReplaced: Bool
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
  /// If the first migration replaces the migrations of the database, writes its row first, in a transaction of its own.
  /// Calls `report` before each migration, because a migration that rebuilds tables is slow.
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
        // Another process changed the rows between the check and the transaction.
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

  /// Returns the state of every migration of the program or of the database; writes nothing.
  ///
  /// Throws `MigrationError` when the two contradict each other.
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

  /// Returns the same for a connection that a command administers.
  package func status(of connection: some MigratedEngine) throws(MigrationError) -> [Status] {
    try status(of: Connection(connection))
  }

  /// Compares the record with the migrations of the program; returns the applied ones.
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

  /// Throws `MigrationError.notReplaced` if `records` are not exactly the replaced migrations, unedited.
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
