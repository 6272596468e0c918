import Foundation
import SQLiteStorage
import Secrets
import Storage
import TestDatabases
import Testing

/// The migration of accounts, which copies two tables.
@Suite struct AccountMigrationTests {
  private static let migrations = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../migrations/sqlite").path

  /// Rows of a bank of migration 1: an account of the bank and two of a customer, a payment between
  /// them, and a signed submission that holds money.
  private static let rows: [StaticString] = [
    """
    INSERT INTO person (id, login, name, role, password, created)
    VALUES ('01a1edab-7947-716a-b13d-e8fdbd7f9856', 'a', 'A', 'person', '$argon2id$x', 1)
    """,
    """
    INSERT INTO account (number, kind, currency, opened, disabled) VALUES
      ('10207810700000000001', 'internal', 'RUB', 1, 0), ('40817810500000000001', 'customer', 'RUB', 2, 0),
      ('40817810400000000004', 'customer', 'RUB', 3, 1)
    """,
    "INSERT INTO internal_account (duty, currency, account) VALUES ('equity', 'RUB', '10207810700000000001')",
    """
    INSERT INTO account_access (person, account, is_owner, caption, place) VALUES
      ('01a1edab-7947-716a-b13d-e8fdbd7f9856', '40817810500000000001', 1, 'Own', 0),
      ('01a1edab-7947-716a-b13d-e8fdbd7f9856', '40817810400000000004', 0, 'Seen', 1)
    """,
    """
    INSERT INTO card (id, person, account, caption, first_digits, last_digits, expires, status, place, issued, changed)
    VALUES ('01a1edab-7947-716a-b13d-000000000001', '01a1edab-7947-716a-b13d-e8fdbd7f9856', '40817810500000000001', 'C',
      '220000', '1234', '2030-01-01', 'active', 0, 1, 1)
    """,
    """
    INSERT INTO submission (id, person, operation, version, "values", status, attempts_left, created, signed, changed,
      expires, method, amount, currency, captions, warnings, keep_years)
    VALUES ('01a1edab-7947-716a-b13d-000000000002', '01a1edab-7947-716a-b13d-e8fdbd7f9856', 'pp', '1', '{"a":1}',
      'executed', 3, 1, 2, 3, 9, 'matrix', 500, 'RUB', '{"b":"c"}', '{"d":"e"}', 5),
      ('01a1edab-7947-716a-b13d-000000000003', '01a1edab-7947-716a-b13d-e8fdbd7f9856', 'pp', '1', '{}', 'signed', 3, 1,
        2, 2, 9, 'code', 100, 'RUB', NULL, NULL, NULL)
    """,
    """
    INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
    VALUES ('10207810700000000001', '40817810500000000001', 1000, 'RUB', 'opening', 5, 1000, 1000)
    """,
    """
    INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at, debit_balance, debit_received,
      credit_balance, credit_received)
    VALUES ('01a1edab-7947-716a-b13d-000000000002', '40817810500000000001', '40817810400000000004', 500, 'RUB', 'paid', 6,
      500, 1000, 500, 500)
    """,
    "UPDATE submission SET movement = 2 WHERE status = 'executed'",
    """
    INSERT INTO hold (submission, account, amount, currency, placed)
    VALUES ('01a1edab-7947-716a-b13d-000000000003', '40817810500000000001', 100, 'RUB', 7)
    """,
  ]

  private struct Column: Sendable {
    let table: String
    let name: String
  }

  private static func columns(of database: Database) throws -> [Column] {
    try database.read { connection in
      try connection.all(
        """
        SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> 'migration' ORDER BY t.name, c.cid
        """
      ) { (row) throws(StoreError) in Column(table: try row.get(0), name: try row.get(1)) }
    }
  }

  /// Returns all rows of the tables with these columns, as text.
  private static func content(of database: Database, _ columns: [Column]) throws -> [String] {
    let tables = Dictionary(grouping: columns, by: \.table)
    return try database.read { connection in
      try tables.sorted { $0.key < $1.key }.flatMap { table, columns in
        let values = columns.map { "quote(\(SQLFragment(names: [$0.name])))" as SQLFragment }
        let query = Query(
          "SELECT \(.joined(values, by: " || ', ' || ")) FROM \(SQLFragment(names: [table])) ORDER BY 1")
        return try connection.all(query) { (row) throws(StoreError) in "\(table): \(try row.get(0, as: String.self))" }
      }
    }
  }

  /// Returns a database of migration 1 with rows, and the migrator of all migrations.
  private static func filled() throws -> (database: Database, migrator: Migrator) {
    let migrations = try Migration.load(directory: Self.migrations)
    let database = try Database.temporary()
    let digest: @Sendable ([UInt8]) -> [UInt8] = { Digest(of: $0).bytes }
    try database.exclusively { try Migrator(Array(migrations.prefix(1)), digest: digest).apply(to: $0) }
    try database.change { connection in for row in rows { try connection.execute(row) } }
    return (database, Migrator(migrations, digest: digest))
  }

  @Test("The rows of an existing bank are the same after the migration") func keepsRows() throws {
    let (database, migrator) = try Self.filled()
    let columns = try Self.columns(of: database)
    let before = try Self.content(of: database, columns)
    #expect(before.count >= 13)
    try database.exclusively { _ = try migrator.apply(to: $0) }
    #expect(try Self.content(of: database, columns) == before)
  }

  @Test(
    "Rules of migration 1 apply to its rows after the migration",
    arguments: [
      ("UPDATE account SET balance = balance + 1", "a balance follows the ledger"),
      ("DELETE FROM account", "an account is disabled, not deleted"),
      ("UPDATE account SET held = 0", "what is held follows the holds"),
      ("UPDATE submission SET status = 'awaitingSignature'", "a submission goes only forward"),
      ("UPDATE submission SET amount = 1", "a submission keeps its content"),
      ("UPDATE submission SET \"values\" = '{\"x\":1}'", "a submission keeps its content"),
      ("UPDATE submission SET movement = 1", "a submission moves money once"),
      ("DELETE FROM submission", "FOREIGN KEY constraint failed"),
      (
        "INSERT INTO account (number, kind, currency, opened) VALUES ('40817810500000000001', 'customer', 'RUB', 1)",
        "UNIQUE constraint failed: account.number, account.currency"
      ),
    ] as [(StaticString, String)])
  func keepsRules(_ sql: StaticString, _ message: String) throws {
    let (database, migrator) = try Self.filled()
    try database.exclusively { _ = try migrator.apply(to: $0) }
    let error = #expect(throws: StoreError.self) { try database.change { try $0.execute(sql) } }
    #expect(error?.words == message)
  }

  @Test("Deleted values of a submission delete its captions and warnings after the migration")
  func keepsTriggers() throws {
    let (database, migrator) = try Self.filled()
    try database.exclusively { _ = try migrator.apply(to: $0) }
    try database.change { try $0.execute("UPDATE submission SET \"values\" = '{}' WHERE status = 'executed'") }
    let left = try database.read { connection in
      try connection.first("SELECT count(captions) + count(warnings) FROM submission") { (row) throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    }
    #expect(left == 0)
  }
}
