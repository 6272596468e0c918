import Foundation
import SQLiteStorage
import Storage
import Testing

/// The compatibility of migrations with the previous release.
@Suite struct ReleaseTests {
  /// Returns what a program of an earlier release loses: tables and columns that are missing, and
  /// required columns that its rows do not have.
  private static func losses(_ migrations: [Migration], from before: Int) throws -> [String] {
    let database = try Database.temporary()
    let early = Migrator(migrations.filter { $0.release <= before }) { $0 }
    let all = Migrator(migrations) { $0 }
    try database.exclusively { _ = try early.apply(to: $0) }
    let old = try shape(of: database)
    try database.exclusively { _ = try all.apply(to: $0) }
    let new = try shape(of: database)
    let tables = Set(old.map(\.table))
    let gone = old.filter { column in
      !new.contains { $0.table == column.table && $0.name == column.name && $0.type == column.type }
    }
    let demanded = new.filter { column in
      tables.contains(column.table) && column.isDemanded
        && !old.contains { $0.table == column.table && $0.name == column.name && $0.isDemanded }
    }
    return gone.map { "\($0.table).\($0.name) is gone" } + demanded.map { "\($0.table).\($0.name) is demanded" }
  }

  private struct Column: Sendable {
    let table: String
    let name: String
    let type: String
    /// True if no row can be inserted without the column.
    let isDemanded: Bool
  }

  private static func shape(of database: Database) throws -> [Column] {
    try database.read { connection in
      try connection.all(
        """
        SELECT t.name, c.name, c.type, c."notnull" AND c.dflt_value IS NULL AND c.pk = 0
        FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table' ORDER BY 1, 2
        """
      ) { row throws(StoreError) in
        Column(table: try row.get(0), name: try row.get(1), type: try row.get(2), isDemanded: try row.get(3))
      }
    }
  }

  @Test("The migrations of each release keep the previous release working")
  func migrationsKeepPreviousRelease() throws {
    let migrations = try Migration.load(
      directory: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "migrations/sqlite").path)
    // A release number is skipped before tables are rebuilt, so that an older program does not
    // accept such a database as one of the next release.
    for release in Set(migrations.map(\.release)) {
      #expect(try Self.losses(migrations.filter { $0.release <= release + 1 }, from: release) == [])
    }
  }

  @Test(
    "A migration that breaks the previous release is reported",
    arguments: [
      ("ALTER TABLE thing ADD COLUMN note TEXT; CREATE TABLE other (id INTEGER NOT NULL) STRICT", []),
      ("ALTER TABLE thing ADD COLUMN note TEXT NOT NULL DEFAULT ''", []),
      ("ALTER TABLE thing DROP COLUMN name", ["thing.name is gone"]),
      ("ALTER TABLE thing RENAME COLUMN name TO title", ["thing.name is gone", "thing.title is demanded"]),
      ("ALTER TABLE thing RENAME TO object", ["thing.id is gone", "thing.name is gone"]),
      (
        "DROP TABLE thing; CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL) STRICT",
        ["thing.kind is demanded"]
      ),
    ] as [(String, [String])])
  func detectsIncompatibleMigration(_ sql: String, _ losses: [String]) throws {
    let first = Migration(
      number: 1, name: "thing", sql: "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    #expect(try Self.losses([first, Migration(number: 2, name: "next", sql: sql, release: 2)], from: 1) == losses)
  }
}
