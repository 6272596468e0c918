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
      (["-- What it is.\n-- release: 2\n"], nil, .badRelease(file: "0001_a.sql")),
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

  private static let replaced = [
    first, second,
    Migration(number: 3, name: "note", sql: "ALTER TABLE thing ADD COLUMN note TEXT;", release: 4),
  ]
  private static let whole = Migration(
    number: 1, name: "schema", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, note TEXT) STRICT;",
    replaces: ReplacedMigrations(numbers: 1...3, digest: replaced.flatMap { Array($0.sql.utf8) }))
  private static let afterwards = Migration(
    number: 2, name: "other", sql: "CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;")

  private func apply(_ migrations: [Migration]) throws -> [Int] {
    let migrator = Migrator(migrations) { $0 }
    return try database.exclusively { try migrator.apply(to: $0) }
  }

  /// The rows of applied migrations, and the statements that created the other tables.
  private var content: [String] {
    get throws {
      try database.read { connection in
        try connection.all(
          """
          SELECT number || ' ' || name || ' ' || release || ' ' || CAST(digest AS TEXT) FROM migration
          UNION ALL SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'migration'
          """
        ) { row throws(StoreError) in try row.get(0) }
      }
    }
  }

  @Test("The rows of exactly the replaced migrations become one row, and nothing else changes")
  func takesOverReplacedMigrations() throws {
    #expect(try apply(Self.replaced) == [1, 2, 3])
    let before = try content
    let migrator = migrator(Self.whole, Self.afterwards)
    let status = try database.read { try migrator.status(of: $0) }
    #expect(status.map(\.name) == ["thing", "name", "note", "schema", "other"])
    #expect(status.map(\.isReplaced) == [true, true, true, false, false])
    #expect(status.map(\.isApplied) == [true, true, true, false, false])
    #expect(try content == before)
    #expect(try apply(Self.whole) == [1])
    #expect(try content == ["1 schema 1 \(Self.whole.sql)"] + before.dropFirst(3))
    #expect(try apply(Self.whole) == [])
    #expect(try apply(Self.whole, Self.afterwards) == [2])
  }

  @Test("A takeover continues with the later migrations") func takeoverContinues() throws {
    _ = try apply(Self.replaced)
    #expect(try apply(Self.whole, Self.afterwards) == [1, 2])
    #expect(try tables == ["migration", "other", "thing"])
  }

  @Test("A fresh database gets the schema without a takeover") func freshDatabaseGetsSchema() throws {
    #expect(try apply(Self.whole, Self.afterwards) == [1, 2])
    #expect(try apply(Self.whole, Self.afterwards) == [])
    #expect(try tables == ["migration", "other", "thing"])
  }

  @Test(
    "Other migrations than the replaced ones are refused with both releases, and nothing changes",
    arguments: [
      (Array(replaced.prefix(2)), 1, .missing(3)),
      (replaced + [Migration(number: 4, name: "more", sql: "SELECT 1;", release: 5)], 5, .unknown(4)),
      (
        [replaced[0], Migration(number: 2, name: "name", sql: second.sql + " -- edited"), replaced[2]], 4, .edited
      ),
    ] as [([Migration], Int, ReplacementFault)])
  func refusesOtherMigrations(_ migrations: [Migration], _ release: Int, _ fault: ReplacementFault) throws {
    _ = try apply(migrations)
    let before = try content
    let error = MigrationError.notReplaced(database: release, program: 1, replaced: 1...3, fault)
    #expect(throws: error) { try apply(Self.whole) }
    let migrator = migrator(Self.whole)
    #expect(throws: error) { try database.read { try migrator.status(of: $0) } }
    #expect(try content == before)
    #expect(
      "\(error)".hasPrefix(
        "the database has release \(release) with earlier migration numbers, and this program of release 1 "))
  }

  @Test("An unknown later migration of the next release is accepted after a takeover") func acceptsLaterMigration()
    throws
  {
    _ = try apply(Self.replaced)
    let later = Migration(number: 2, name: "later", sql: "SELECT 1;", release: 2)
    #expect(try apply(Self.whole, later) == [1, 2])
    #expect(try apply(Self.whole) == [])
  }

  @Test("An interrupted takeover is rolled back and can be repeated") func interruptedTakeoverIsRepeated() throws {
    _ = try apply(Self.replaced)
    let before = try content
    try database.exclusively { connection in
      try connection.execute(
        "CREATE TRIGGER interruption BEFORE INSERT ON migration BEGIN SELECT RAISE(ABORT, 'interrupted'); END")
    }
    #expect(throws: MigrationError.self) { try apply(Self.whole) }
    try database.exclusively { try $0.execute("DROP TRIGGER interruption") }
    #expect(try content == before)
    #expect(try apply(Self.whole) == [1])
  }

  @Test("A takeover does nothing if another process changed the rows") func takeoverComparesRows() throws {
    _ = try apply(Self.replaced)
    let isReplaced = try database.exclusively { connection in
      let records = try connection.appliedMigrations()
      return try connection.replace(Array(records.dropLast()), by: Self.whole, digest: [1])
    }
    #expect(!isReplaced)
    #expect(try apply(Self.whole) == [1])
  }

  @Test(
    "The replaced migrations are read from the head of the first file",
    arguments: [
      ("-- replaces: 1-41 00ff\nSELECT 1;", ReplacedMigrations(numbers: 1...41, digest: [0, 255])),
      ("-- release: 1\n-- replaces: 36-36 0a\n", ReplacedMigrations(numbers: 36...36, digest: [10])),
      ("SELECT 1;", nil),
    ] as [(String, ReplacedMigrations?)])
  func readsReplacedMigrations(_ file: String, _ replaced: ReplacedMigrations?) throws {
    let directory = try Self.directory(of: [file])
    defer { try? FileManager.default.removeItem(at: directory) }
    #expect(try Migration.load(directory: directory.path).map(\.replaces) == [replaced])
  }

  @Test(
    "A malformed line of replaced migrations is reported with its file",
    arguments: [
      (["-- replaces: 1-41"], "0001_a.sql"), (["-- replaces: 41-1 00"], "0001_a.sql"),
      (["-- replaces: 0-1 00"], "0001_a.sql"), (["-- replaces: 1 00"], "0001_a.sql"),
      (["-- What it is.\n-- replaces: 1-41 00ff\n"], "0001_a.sql"),
      (["-- replaces: 1-2 0"], "0001_a.sql"), (["-- replaces: 1-2 0g"], "0001_a.sql"),
      (["SELECT 1;", "-- replaces: 1-2 00"], "0002_a.sql"),
    ])
  func rejectsMalformedReplacement(_ files: [String], _ name: String) throws {
    let directory = try Self.directory(of: files)
    defer { try? FileManager.default.removeItem(at: directory) }
    #expect(throws: MigrationError.badReplacement(file: name)) { try Migration.load(directory: directory.path) }
  }

  /// Creates a directory with these migrations.
  private static func directory(of files: [String]) throws -> URL {
    let directory = FileManager.default.temporaryDirectory.appending(path: "migrations-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (place, text) in files.enumerated() {
      try Data(text.utf8).write(to: directory.appending(path: "000\(place + 1)_a.sql"))
    }
    return directory
  }

  @Test("A missing migration directory is reported") func reportsMissingDirectory() {
    #expect(throws: MigrationError.unreadable(path: "/nowhere")) { try Migration.load(directory: "/nowhere") }
  }
}
