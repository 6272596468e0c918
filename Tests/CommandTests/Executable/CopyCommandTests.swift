import Foundation
import JSON
import Model
import PostgreSQLStorage
import SQLiteStorage
import Storage
import TestBank
import TestDatabases
import Testing

/// Copies of a bank from SQLite to PostgreSQL and back, and copies that are rejected.
struct CopyCommandTests {
  /// Signs a payment with the session of the demo person on an earlier server.
  private func pay(_ server: RunningServer, _ token: String?, key: String) throws {
    let visitor = try Visitor(port: server.port, token: token)
    visitor.matrix = server.matrix
    let (id, sent) = try visitor.waitingPayment(["amount": "0.01"], key: key)
    let signed = try visitor.sign(sent)
    #expect(signed.status == 200, "\(sent.raw.text) \(signed.raw.text)")
    #expect(try visitor.get("/submissions/\(id)")["status"] == "executed")
  }

  /// Returns the output lines about tables, with the counts and the digests of their rows. Omits
  /// the tables in which each run adds rows.
  private func tables(_ copied: Program.Outcome) -> [Substring] {
    #expect(copied.status == 0, "\(copied.errors)")
    return copied.output.split(separator: "\n").filter { line in
      line.contains(" row") && !line.contains(" in ")
        && !["audit_record: ", "command_run: "].contains { line.hasPrefix($0) }
    }
  }

  @Test("`copy` transfers a bank from SQLite to PostgreSQL and back, with payments on each")
  func copiesBetweenEngines() throws {
    let place = try Workplace()
    let engines = try OwnServer.shared.get()
    let (first, second) = (try engines.newDatabase(), try engines.newDatabase())
    let keys = ["--secret-key-file", "valence.sqlite.key"]
    func serve(_ database: String) throws -> RunningServer {
      try RunningServer(
        Program(
          ["serve", "--port", "0", "--demo", "--matrix-uses", "1000", "--database", database] + keys, in: place))
    }
    func run(_ words: String...) throws -> Program.Outcome { try Program(words + keys, in: place).outcome() }
    func check(_ database: String) throws {
      let checked = try run("check-database", "--database", database)
      #expect(checked.output.hasSuffix("\nsound\n"), "\(database): \(checked.output) \(checked.errors)")
      let verified = try run("audit", "verify", "--database", database)
      #expect(verified.output.hasPrefix("whole: "), "\(database): \(verified.output) \(verified.errors)")
    }

    var server = try serve("valence.sqlite")
    let token = try server.person().token
    try pay(server, token, key: "on-a-file")
    try server.stop()

    let there = try run("copy", "valence.sqlite", first)
    let rows = tables(there)
    #expect(rows.contains { $0.hasPrefix("ledger: 6 rows, ") }, "\(there.output)")
    #expect(there.output.contains("compared; ledger and audit are sound\n"))
    #expect(there.output.contains("the secret keys (valence.sqlite.key) are not copied"))
    try check(first)
    #expect(tables(try run("copy", first, "same.sqlite")) == rows)
    try check("same.sqlite")

    server = try serve(first)
    try pay(server, token, key: "on-a-server")
    try pay(server, token, key: "on-a-server-again")
    try server.stop()

    // Ledger entries that were not yet added to the balances of the bank's own accounts are
    // included in the copied balances.
    let back = tables(try run("copy", first, "back.sqlite"))
    #expect(back.contains { $0.hasPrefix("ledger: 8 rows, ") } && back != rows)
    try check("back.sqlite")
    server = try serve("back.sqlite")
    try pay(server, token, key: "on-the-file-of-a-server")
    try pay(server, token, key: "on-the-file-of-a-server-again")
    try server.stop()
    try check("back.sqlite")

    // Ledger entries that SQLite appended to those of PostgreSQL are copied back too.
    let again = tables(try run("copy", "back.sqlite", second))
    #expect(again.contains { $0.hasPrefix("ledger: 10 rows, ") })
    try check(second)
    server = try serve(second)
    try pay(server, token, key: "on-another-server")
    try server.stop()
    try check(second)
  }

  @Test("`copy` stores its run in the source, and requires a reason if the bank does") func storesRun() throws {
    let place = try Workplace.withDemoBank()
    let reasonless = try Program(
      ["copy", "valence.sqlite", "copy.sqlite"], in: place, environment: ["VALENCE_REQUIRE_REASON": "true"]
    ).outcome()
    #expect(reasonless.status == 1 && reasonless.errors.contains("repeat the command with --reason TEXT"))
    #expect(try !place.made().contains("copy.sqlite"))
    #expect(try place.run("copy", "valence.sqlite", "copy.sqlite", "--reason", "a move").status == 0)
    for database in ["valence.sqlite", "copy.sqlite"] {
      let last = try place.run(
        "audit", "list", "--limit", "1", "--database", database, "--secret-key-file", "valence.sqlite.key"
      ).output
      #expect(last.contains("\"a move\"") && last.hasSuffix("  by valence copy\n"), "\(database): \(last)")
    }
  }

  @Test("`copy` rejects invalid sources and targets and creates nothing") func rejectsInvalidCopies() throws {
    let place = try Workplace()
    let engines = try OwnServer.shared.get()
    let (bank, empty) = (try engines.newDatabase(), try engines.newDatabase())
    let keys = ["--secret-key-file", "valence.sqlite.key"]
    func refused(_ from: String, _ to: String, _ words: String, _ more: [String] = []) throws {
      let outcome = try Program(["copy", from, to] + more, in: place).outcome()
      #expect((outcome.status, outcome.output) == (1, ""), "\(from) to \(to)")
      #expect(outcome.errors.contains(words), "\(from) to \(to): \(outcome.errors)")
    }
    try refused("valence.sqlite", "other.sqlite", "Error: the database valence.sqlite does not exist")
    for other in ["valence.sqlite", "./valence.sqlite", "../\(place.folder.lastPathComponent)/valence.sqlite"] {
      try refused("valence.sqlite", other, "Error: FROM and TO are the same database")
    }
    try refused(bank, "other.sqlite", "is not a Valence database")
    #expect(try place.made() == [])

    var server = try place.serve("--demo")
    try refused("valence.sqlite", empty, "valence.sqlite is open in process ")
    try server.stop()
    #expect(try place.run("copy", "valence.sqlite", bank).status == 0)
    try refused("valence.sqlite", bank, "the target is not empty: it has ")
    #expect(try place.run("copy", bank, "other.sqlite").output.contains("the audit was not verified"))
    try refused(bank, "other.sqlite", "the target is not empty")
    try refused(bank, "new.sqlite", "there is no secret key file nothing", ["--secret-key-file", "nothing"])

    server = try RunningServer(
      Program(["serve", "--port", "0", "--database", bank] + keys, in: place))
    try refused(bank, "new.sqlite", "is open in `valence ")
    try refused("valence.sqlite", bank, "the target is not empty")
    try server.stop()

    // A file in a missing directory, and a missing PostgreSQL database.
    try refused(bank, "nowhere/new.sqlite", "nowhere/new.sqlite")
    try refused("valence.sqlite", bank + "&dbname=nothing", "cannot reach PostgreSQL")
    #expect(try !place.made().contains("new.sqlite"))
  }

  @Test("`copy` rejects a source with fewer or more migrations than the program")
  func requiresEqualMigrations() throws {
    let place = try Workplace.withMigrations()
    let folder = place.folder.appending(path: "migrations/sqlite")
    let number = try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasSuffix(".sql") }
    #expect(try place.run("migrate").status == 0)
    let later = folder.appending(path: String(format: "%04d_later.sql", number + 1))
    try Data("CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY) STRICT;\n".utf8).write(to: later)
    let refused = try place.run("copy", "valence.sqlite", try OwnServer.shared.get().newDatabase())
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "Error: valence.sqlite lacks migration \(number + 1) (later): "
        + "run `valence migrate --database valence.sqlite`\n")
    #expect(try place.run("migrate").status == 0)
    let ahead = try place.run("copy", "valence.sqlite", try OwnServer.shared.get().newDatabase())
    #expect(
      ahead.errors == """
        Error: FROM is at migration \(number + 1), TO at migration \(number): \
        run `valence copy` of the newer release

        """)
  }
}
