import Foundation
import JSON
import TestBank
import Testing

/// A database of a newer release. The program serves a database that is one release newer, and
/// rejects one that is two releases newer.
struct NewerDatabaseTests {
  /// Returns the release of this program: the highest release in its migrations.
  private static func own() throws -> Int {
    let folder = TestServer.root.appending(path: "migrations/sqlite")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let releases = try files.filter { $0.pathExtension == "sql" }.compactMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").first
        .flatMap { $0.hasPrefix("-- release: ") ? Int($0.dropFirst(12)) : nil }
    }
    return releases.max() ?? 1
  }

  /// Returns a workplace whose database has the migrations of `releases` later releases.
  private func place(releases: Int) throws -> Workplace {
    let (place, own) = (try Workplace(), try Self.own())
    try place.serve("--demo").stop()
    try place.copyMigrations()
    let migrations = place.folder.appending(path: "migrations").path
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(migrations)/sqlite")
    let count = files.count { $0.hasSuffix(".sql") }
    for release in 1...releases {
      let number = String(String(10_000 + count + release).dropFirst())
      // A permitted migration only adds columns and tables, so older programs can use the database.
      try place.write(
        """
        -- release: \(own + release)
        ALTER TABLE submission ADD COLUMN added_\(release) TEXT;
        CREATE TABLE added_\(release) (id INTEGER PRIMARY KEY, person TEXT REFERENCES person (id)) STRICT;
        """, to: "migrations/sqlite/\(number)_added_\(release).sql")
    }
    #expect(try place.run("migrate").status == 0)
    try FileManager.default.removeItem(atPath: migrations)
    try FileManager.default.createSymbolicLink(
      at: place.folder.appending(path: "migrations"), withDestinationURL: TestServer.root.appending(path: "migrations"))
    return place
  }

  @Test("A database of the next release is served") func servesNextRelease() throws {
    let place = try place(releases: 1)
    let (server, person) = try place.serve("--demo").withPerson()
    try person.signedPayment(key: "1")
    #expect(try person.balance() == "152199.50")
    let errors = try server.stop().errors
    #expect(errors.contains("database has migrations of the next release, supported by this program"))
    let own = try Self.own()
    #expect(errors.contains("database=\(own + 1) program=\(own)"))
    #expect(try place.run("check-database").output.hasSuffix("\nsound\n"))
    #expect(try place.run("check-ledger").status == 0)
    let status = try place.run("migrate", "--status")
    #expect(status.status == 0)
    #expect(status.output.split(separator: "\n").last?.hasPrefix("newer  ") == true)
    #expect(status.output.hasSuffix("added_1  (release \(own + 1))\n"))
  }

  @Test(
    "Commands reject a database that is two releases newer",
    arguments: [["serve", "--port", "0"], ["migrate"], ["migrate", "--status"], ["check-ledger"]])
  func refusesDatabaseTwoReleasesNewer(_ command: [String]) throws {
    let (place, own) = (try place(releases: 2), try Self.own())
    let outcome = try Program(command, in: place).outcome()
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == [
        "Error: the database has release \(own + 2), and this program of release \(own) supports databases up to "
          + "release \(own + 1): "
          + "run the newer program, or restore the backup made before the update (valence restore)"
      ])
    #expect(outcome.output == "")
  }

  @Test("A backup that is two releases newer is not restored") func refusesBackupTwoReleasesNewer() throws {
    let newer = try place(releases: 2)
    #expect(try newer.run("backup", "copy").status == 0)
    let refused = try newer.run("restore", "copy", "--force")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("Error: the database has release \(try Self.own() + 2)"))
  }
}
