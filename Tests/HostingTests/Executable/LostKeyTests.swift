import Foundation
import TestBank
import Testing

/// A database whose secret key is missing is not opened, and no new key is created.
struct LostKeyTests {
  private static let commands = [
    ["serve", "--port", "0"], ["serve", "--port", "0", "--demo"], ["serve", "--port", "0", "--skip-database-check"],
    ["users", "matrix", "demo"], ["users", "add", "ivan", "--name", "Иван"], ["users", "unlock", "demo"], ["retain"],
    ["operations", "disable", "pp.quick"],
  ]

  private func id(_ place: Workplace) throws -> String {
    let text = try String(contentsOf: place.folder.appending(path: "valence.sqlite.key"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { !$0.hasPrefix("#") })
    return String(try #require(line.split(separator: " ").first))
  }

  @Test("Commands reject a database whose secret key file is missing") func refusesMissingKeyFile() throws {
    let place = try Workplace.withDemoBank()
    let id = try id(place)
    let key = place.folder.appending(path: "valence.sqlite.key")
    let kept = place.folder.appending(path: "kept.key")
    try FileManager.default.moveItem(at: key, to: kept)
    for command in Self.commands {
      let outcome = try Program(command, in: place, input: "a long password\n").outcome()
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines == [
          "Error: there is no secret key file valence.sqlite.key, but the database uses the key \(id): restore the key "
            + "file of this database"
        ], "\(command)")
      #expect(!FileManager.default.fileExists(atPath: key.path), "\(command)")
    }
    try FileManager.default.moveItem(at: kept, to: key)
    try place.serve().stop()
  }

  @Test("Commands reject a secret key file without the database's key unless marked lost")
  func refusesKeyFileWithoutKey() throws {
    let place = try Workplace.withDemoBank()
    let id = try id(place)
    let other = "other AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"
    try place.write(other, to: "valence.sqlite.key")
    for command in Self.commands {
      let outcome = try Program(command, in: place, input: "a long password\n").outcome()
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines == [
          "Error: the secret key file valence.sqlite.key lacks the key \(id), which the database uses: restore the key "
            + "file of this database or, if a key is permanently lost, add the line `\(id) lost`"
        ], "\(command)")
    }
    // The line `lost` permits the start, and the audit reports the first record that it cannot
    // verify.
    try place.write(other + "\(id) lost\n", to: "valence.sqlite.key")
    try place.serve().stop()
    let audit = try place.run("audit", "verify")
    #expect(audit.status == 1)
    #expect(audit.output.hasPrefix("broken at 1: record 1 was made with the key \(id)"))
  }

  /// The newest rows use the current key. A start reads the key ids of all rows, so it finds a
  /// missing key of older rows.
  @Test("A start rejects a key file that lacks a key of old rows") func findsMissingOldKey() throws {
    let place = try Workplace.withDemoBank()
    let old = try String(contentsOf: place.folder.appending(path: "valence.sqlite.key"), encoding: .utf8)
    let id = try id(place)
    let new = "new AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8\n"
    try place.write(new + old, to: "valence.sqlite.key")
    #expect(try place.run("users", "matrix", "demo").status == 0)
    try place.write(new, to: "valence.sqlite.key")
    let outcome = try place.run("serve", "--port", "0")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("lacks the key \(id), which the database uses"))
  }
}
