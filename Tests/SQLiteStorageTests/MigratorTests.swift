import FoundationEssentials
import SQLiteStorage
import Storage
import Testing

@Suite struct MigratorTests {
  private let database: Database

  init() throws { database = try Database.temporary() }

  private static let first = Migration(
    number: 1, name: "thing", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT;")
  private static let second = Migration(number: 2, name: "name", sql: "ALTER TABLE thing ADD COLUMN name TEXT;")

  private func migrator(_ migrations: Migration...) -> Migrator { Migrator(migrations) { $0 } }

  private func apply(_ migrations: Migration...) throws -> [Int] {
    let migrator = Migrator(migrations) { $0 }
    return try database.exclusively { try migrator.apply(to: $0) }
  }

  private var tables: [String] {
    get throws {
      try database.read { connection in
        try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
          row throws(StoreError) in try row.get(0)
        }
      }
    }
  }

  @Test("Only missing migrations are applied") func appliesMissingMigrations() throws {
    #expect(try apply(Self.first) == [1])
    #expect(try apply(Self.first, Self.second) == [2])
    #expect(try apply(Self.first, Self.second) == [])
  }

  @Test("An edited migration is rejected with its number and name") func rejectsEditedMigration() throws {
    _ = try apply(Self.first)
    let edited = Migration(number: 1, name: "thing", sql: Self.first.sql + " -- edited")
    #expect(throws: MigrationError.edited(number: 1, name: "thing")) { try apply(edited) }
  }

  @Test("A renamed migration is rejected with both names") func rejectsRenamedMigration() throws {
    _ = try apply(Self.first)
    let renamed = Migration(number: 1, name: "other", sql: Self.first.sql)
    #expect(throws: MigrationError.renamed(number: 1, from: "thing", to: "other")) { try apply(renamed) }
  }

  private static let ofTheNextRelease = Migration(
    number: 2, name: "next", sql: "ALTER TABLE thing ADD COLUMN next TEXT;", release: 2)
  private static let ofTheOneAfter = Migration(
    number: 3, name: "after", sql: "CREATE TABLE after (id INTEGER PRIMARY KEY) STRICT;", release: 3)

  @Test("A database that is one release newer is accepted unchanged") func acceptsNextRelease() throws {
    _ = try apply(Self.first, Self.ofTheNextRelease)
    #expect(try apply(Self.first) == [])
    let migrator = migrator(Self.first)
    let status = try database.exclusively { try migrator.status(of: $0) }
    #expect(status.map(\.name) == ["thing", "next"])
    #expect(status.map(\.isKnown) == [true, false])
    #expect(status.map(\.release) == [1, 2])
  }

  @Test("A database that is two releases newer is rejected") func rejectsReleaseAfterNext() throws {
    _ = try apply(Self.first, Self.ofTheNextRelease, Self.ofTheOneAfter)
    #expect(throws: MigrationError.tooNew(database: 3, program: 1)) { try apply(Self.first) }
    #expect(try apply(Self.first, Self.ofTheNextRelease) == [])
  }

  @Test("A migration record without a release belongs to release 1") func readsRecordWithoutRelease() throws {
    try database.exclusively { connection in
      try connection.execute(
        "CREATE TABLE migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest BLOB NOT NULL) STRICT")
      try connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY) STRICT")
      try connection.execute(
        "INSERT INTO migration (number, name, digest) VALUES (1, 'thing', $1)", Array(Self.first.sql.utf8))
    }
    let known = migrator(Self.first, Self.second)
    #expect(try database.read { try known.status(of: $0) }.map(\.release) == [1, 1])
    #expect(try apply(Self.first, Self.ofTheNextRelease) == [2])
    let next = migrator(Self.first, Self.ofTheNextRelease)
    #expect(try database.read { try next.status(of: $0) }.map(\.release) == [1, 2])
  }

  @Test("A read of the migration status writes nothing") func readsStatusWithoutWriting() throws {
    let migrator = migrator(Self.first)
    #expect(try database.read { try migrator.status(of: $0) }.map(\.isApplied) == [false])
    #expect(try tables == [])
  }

  @Test("A failed migration is rolled back, and earlier migrations remain applied")
  func rollsBackFailedMigration() throws {
    let broken = Migration(number: 2, name: "broken", sql: "CREATE TABLE half (id INTEGER); CREATE TABLE thing (x);")
    #expect(throws: MigrationError.self) { try apply(Self.first, broken) }
    #expect(try tables == ["migration", "thing"])
    #expect(try apply(Self.first, Self.second) == [2])
  }

  @Test("A migration that leaves orphaned rows is rejected") func rejectsOrphanedRows() throws {
    let broken = Migration(
      number: 1, name: "orphan",
      sql: "CREATE TABLE child (parent INTEGER REFERENCES child (rowid)); CREATE TABLE mother (id INTEGER PRIMARY KEY);"
        + "CREATE TABLE orphan (mother INTEGER REFERENCES mother (id)); INSERT INTO orphan VALUES (1);"
        + "DROP TABLE child;")
    #expect(throws: MigrationError.foreignKeys(number: 1, table: "orphan")) { try apply(broken) }
    #expect(try tables == ["migration"])
  }

  @Test("Foreign keys are enforced after a failed migration") func enforcesKeysAfterFailure() throws {
    let pair = Migration(
      number: 1, name: "pair",
      sql: "CREATE TABLE mother (id INTEGER PRIMARY KEY); CREATE TABLE child (mother INTEGER REFERENCES mother (id));")
    let broken = Migration(number: 2, name: "broken", sql: "CREATE TABLE mother (id INTEGER);")
    #expect(throws: MigrationError.self) { try apply(pair, broken) }
    #expect(throws: StoreError.self) {
      try database.exclusively { try $0.execute("INSERT INTO child VALUES (1)") }
    }
  }

  @Test("Foreign keys are enforced after a successful migration") func enforcesKeysAfterMigration() throws {
    _ = try apply(
      Migration(
        number: 1, name: "pair",
        sql: "CREATE TABLE mother (id INTEGER PRIMARY KEY); CREATE TABLE child (mother INTEGER REFERENCES mother (id));"
      ))
    #expect(throws: StoreError.self) {
      try database.exclusively { try $0.execute("INSERT INTO child VALUES (1)") }
    }
  }

  @Test("The migration status reports which migrations are applied") func reportsAppliedMigrations() throws {
    _ = try apply(Self.first)
    let migrator = migrator(Self.first, Self.second)
    let status = try database.exclusively { try migrator.status(of: $0) }
    #expect(status.map(\.isApplied) == [true, false])
    #expect(status.map(\.name) == ["thing", "name"])
  }

  @Test(
    "Migration files must have consecutive numbers",
    arguments: [
      (["0001_a.sql", "0002_b.sql"], nil),
      (["0001_a.sql", "0003_c.sql"], .gap(expected: 2, found: 3)),
      (["0002_b.sql"], .gap(expected: 1, found: 2)),
      (["0001_a.sql", "0001_b.sql"], .gap(expected: 2, found: 1)),
      (["1_a.sql"], .misnamed(file: "1_a.sql")),
      (["0001-a.sql"], .misnamed(file: "0001-a.sql")),
      (["0001_a.sql", "notes.txt"], nil),
    ] as [([String], MigrationError?)])
  func requiresConsecutiveNumbers(_ names: [String], _ fault: MigrationError?) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "migrations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for name in names { try Data("SELECT 1;".utf8).write(to: directory.appending(path: name)) }
    if let fault {
      #expect(throws: fault) { try Migration.load(directory: directory.path) }
    } else {
      let expected = names.filter { $0.hasSuffix(".sql") }.count
      #expect(try Migration.load(directory: directory.path).count == expected)
    }
  }

  @Test(
    "The release of a migration is read from the first line of its file",
    arguments: [
      (["SELECT 1;"], [1], nil),
      (["-- What it is.\nSELECT 1;", "-- release: 2\nSELECT 1;", "-- release: 2\n"], [1, 2, 2], nil),
      (["-- release: two\n"], nil, .badRelease(file: "0001_a.sql")),
      (["-- release: 0\n"], nil, .badRelease(file: "0001_a.sql")),
      (["-- release: 2\n", "SELECT 1;"], nil, .releaseBefore(file: "0002_a.sql", 2)),
    ] as [([String], [Int]?, MigrationError?)])
  func readsReleaseFromFirstLine(_ files: [String], _ releases: [Int]?, _ fault: MigrationError?) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "migrations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (place, text) in files.enumerated() {
      try Data(text.utf8).write(to: directory.appending(path: "000\(place + 1)_a.sql"))
    }
    if let fault {
      #expect(throws: fault) { try Migration.load(directory: directory.path) }
    } else {
      #expect(try Migration.load(directory: directory.path).map(\.release) == releases)
    }
  }

  @Test("A missing migration directory is reported") func reportsMissingDirectory() {
    #expect(throws: MigrationError.unreadable(path: "/nowhere")) { try Migration.load(directory: "/nowhere") }
  }
}
