import Foundation
import TestBank
import TestClient
import TestDatabases
import Testing

/// Migrations that fail. The message has the statement and its place in a few lines.
struct MigrationFailureTests {
  struct Failure: Sendable, CustomTestStringConvertible {
    let isOnServer: Bool
    let statement: String
    let reason: String
    var testDescription: String { "\(isOnServer ? "PostgreSQL" : "SQLite"): \(reason)" }
  }

  /// A statement of 500 lines that ends with a missing table.
  private static let long =
    "INSERT INTO made (id) SELECT\n" + String(repeating: "  1 +\n", count: 498) + "  1 FROM missing"

  private static let failures = [
    Failure(isOnServer: false, statement: long, reason: "no such table: missing (SQLite error 1)"),
    Failure(
      isOnServer: false, statement: "INSERT INTO made\n  VALUES (1), (1)",
      reason: "UNIQUE constraint failed: made.id (SQLite error 1555)"),
    Failure(
      isOnServer: false, statement: "CREATE TABEL odd (\n  id)", reason: "near \"TABEL\": syntax error (SQLite error 1)"
    ),
    Failure(isOnServer: true, statement: long, reason: "relation \"missing\" does not exist (SQLSTATE 42P01)"),
    Failure(
      isOnServer: true, statement: "DO $$ BEGIN\n  RAISE EXCEPTION 'no; luck';\nEND $$",
      reason: "no; luck (SQLSTATE P0001)"),
    Failure(
      isOnServer: true, statement: "CREATE TABEL odd (\n  id bigint)",
      reason: "syntax error at or near \"TABEL\" (SQLSTATE 42601)"),
  ]

  @Test("A failed migration prints its statement and place in at most ten lines", arguments: failures)
  func printsPlaceOfFailure(_ failure: Failure) throws {
    let place = try Workplace()
    let database = failure.isOnServer ? try OwnServer.shared.get().newDatabase() : "valence.sqlite"
    #expect(try place.run("migrate", "--database", database).status == 0)
    try place.copyMigrations()
    let folder = "migrations/\(failure.isOnServer ? "postgresql" : "sqlite")"
    let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.appending(path: folder).path)
    let number = files.count { $0.hasSuffix(".sql") } + 1
    let name = "\(String(10_000 + number).dropFirst())_broken.sql"
    let body =
      failure.isOnServer
      ? "CREATE FUNCTION made_by() RETURNS text LANGUAGE plpgsql AS $body$ BEGIN RETURN 'a;b'; END $body$;"
      : "CREATE TRIGGER made_once AFTER INSERT ON made BEGIN SELECT 'a;b'; SELECT 2; END;"
    try place.write(
      """
      -- The comment has a semicolon; it is not a statement.
      CREATE TABLE made (id INTEGER PRIMARY KEY);
      \(body)
      INSERT INTO made /* ; */ VALUES (length('it''s; odd'));

      -- The next statement fails.
      \(failure.statement);
      CREATE TABLE never (id INTEGER PRIMARY KEY);

      """, to: "\(folder)/\(name)")
    for _ in 1...2 {
      let failed = try place.run("migrate", "--database", database)
      #expect(failed.status == 1)
      let lines = failed.errorLines.filter { !$0.hasPrefix("migrating ") }
      try #require(lines.count == 5, "\(failed.errors)")
      #expect(lines[0].hasPrefix("Error: migration \(number) (broken) of ") && lines[0].hasSuffix(" failed"))
      #expect(
        Array(lines[1...3]) == [
          "reason: \(failure.reason)", "statement: \(failure.statement.split(separator: "\n")[0])",
          "place: \(name), line 7",
        ])
      #expect(lines[4].hasPrefix("remedy: ") && lines[4].contains("valence migrate"))
    }
    let status = try place.run("migrate", "--status", "--database", database)
    #expect(status.output.hasSuffix("missing  \(number)  broken\n"), "\(status.output)\(status.errors)")
  }
}
