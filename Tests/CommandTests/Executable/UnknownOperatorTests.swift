import Foundation
import SQLiteStorage
import TestBank
import Testing

/// Commands under the login of an operator who does not exist.
struct UnknownOperatorTests {
  private static let error =
    "Error: --operator absent: no operator has this login; nothing was changed or shown"

  @Test("A missing database is not created, and an old one is not migrated") func changesNothing() throws {
    let place = try Workplace.withMigrations()
    let add = ["users", "add", "--external-id", "C-1", "--name", "Анна", "--operator", "absent"]
    let missing = try Program(add, in: place).outcome()
    #expect((missing.status, missing.errorLines) == (1, [Self.error]))
    #expect(try place.made() == [])
    #expect(try place.run("migrate").status == 0)
    let folder = place.folder.appending(path: "migrations/sqlite")
    let number = try FileManager.default.contentsOfDirectory(atPath: folder.path).count { $0.hasSuffix(".sql") }
    let later = folder.appending(path: String(format: "%04d_later.sql", number + 1))
    try Data("CREATE TABLE later (id TEXT NOT NULL PRIMARY KEY) STRICT;\n".utf8).write(to: later)
    let made = try place.made()
    let refused = try Program(add, in: place).outcome()
    #expect((refused.status, refused.errorLines) == (1, [Self.error]))
    let connection = try SQLiteConnection(path: place.folder.appending(path: "valence.sqlite").path)
    #expect(throws: (any Error).self) { try connection.execute("SELECT 1 FROM later") }
    // Neither the secret key nor another file was created.
    #expect(try place.made().filter { $0.hasSuffix(".key") } == made.filter { $0.hasSuffix(".key") })
  }
}
