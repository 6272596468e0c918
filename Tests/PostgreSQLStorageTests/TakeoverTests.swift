import PostgreSQLStorage
import Storage
import TestDatabases
import Testing

/// Databases on a server whose migrations are replaced by the program's first migration.
@Suite struct TakeoverTests {
  private static let replaced = [
    Migration(number: 36, name: "state", sql: "CREATE TABLE thing (id bigint PRIMARY KEY);", release: 4),
    Migration(number: 37, name: "name", sql: "ALTER TABLE thing ADD COLUMN name text;", release: 4),
  ]
  private static let whole = Migration(
    number: 1, name: "schema", sql: "CREATE TABLE thing (id bigint PRIMARY KEY, name text);",
    replaces: ReplacedMigrations(numbers: 36...37, digest: replaced.flatMap { Array($0.sql.utf8) }))
  private static let later = Migration(number: 2, name: "later", sql: "CREATE TABLE later (id bigint PRIMARY KEY);")

  /// Creates a database with the rows of `migrations`, applied in order.
  private static func address(with migrations: [Migration]) throws -> ServerAddress {
    let address = try OwnServer.shared.get().database()
    try PostgreSQLStore.administer(address) { connection in
      try connection.makeMigrationTable()
      for migration in migrations { _ = try connection.apply(migration, digest: Array(migration.sql.utf8)) }
    }
    return address
  }

  private static func apply(_ migrations: Migration..., to address: ServerAddress) throws -> [Int] {
    let migrator = Migrator(migrations) { $0 }
    return try PostgreSQLStore.administer(address) { try migrator.apply(to: $0) }
  }

  private static func names(_ address: ServerAddress) throws -> [String] {
    try PostgreSQLStore.administer(address) { connection in
      try Connection(connection).all(
        "SELECT number || ' ' || name || ' ' || release FROM migration ORDER BY number"
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) }
    }
  }

  @Test("On a PostgreSQL server the rows of the replaced migrations become one row") func takesOverOnServer() throws {
    let address = try Self.address(with: Self.replaced)
    #expect(try Self.apply(Self.whole, Self.later, to: address) == [1, 2])
    #expect(try Self.names(address) == ["1 schema 1", "2 later 1"])
    #expect(try Self.apply(Self.whole, Self.later, to: address) == [])
  }

  @Test("A new database on a PostgreSQL server gets the schema without a takeover")
  func freshServerDatabaseGetsSchema() throws {
    let address = try OwnServer.shared.get().database()
    #expect(try Self.apply(Self.whole, to: address) == [1])
    #expect(try Self.names(address) == ["1 schema 1"])
  }

  @Test(
    "On a PostgreSQL server other migrations than the replaced ones are refused",
    arguments: [ReplacementFault.missing(37), .unknown(38), .edited])
  func refusesOthersOnServer(_ fault: ReplacementFault) throws {
    var migrations = Self.replaced
    switch fault {
    case .missing: migrations.removeLast()
    case .unknown(let number):
      migrations.append(Migration(number: number, name: "more", sql: "SELECT 1;", release: 4))
    case .edited:
      migrations[1] = Migration(number: 37, name: "name", sql: migrations[1].sql + " -- edited", release: 4)
    }
    let address = try Self.address(with: migrations)
    let before = try Self.names(address)
    #expect(throws: MigrationError.notReplaced(database: 4, program: 1, replaced: 36...37, fault)) {
      try Self.apply(Self.whole, to: address)
    }
    #expect(try Self.names(address) == before)
  }

  @Test("An interrupted takeover on a server can be repeated") func interruptedServerTakeoverIsRepeated() throws {
    let address = try Self.address(with: Self.replaced)
    let before = try Self.names(address)
    try PostgreSQLStore.administer(address) { connection in
      try connection.run(script: "ALTER TABLE migration ADD CONSTRAINT interruption CHECK (number > 1)")
    }
    #expect(throws: MigrationError.self) { try Self.apply(Self.whole, to: address) }
    #expect(try Self.names(address) == before)
    try PostgreSQLStore.administer(address) { connection in
      try connection.run(script: "ALTER TABLE migration DROP CONSTRAINT interruption")
    }
    #expect(try Self.apply(Self.whole, to: address) == [1])
  }
}
