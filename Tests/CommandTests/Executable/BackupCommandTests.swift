import Foundation
import JSON
import Model
import SQLiteStorage
import Synchronization
import TestBank
import TestClient
import Testing

/// Backups of a running server, and their restoration.
struct BackupCommandTests {
  /// Signs payments in sequence on a separate thread until `stop` is called.
  private final class Payer: Sendable {
    /// The submissions with a successful signature response, in order.
    let acknowledged = Mutex<[String]>([])
    private let isStopped = Mutex(false)
    private let progress = DispatchSemaphore(value: 0)
    private let done = DispatchSemaphore(value: 0)

    init(port: UInt16, token: String?, matrix: [Cell: String]) {
      Thread.detachNewThread { [self] in
        defer { done.signal() }
        guard let visitor = try? Visitor(port: port, token: token),
          let values = try? visitor.payment(["amount": "0.01"])
        else { return }
        while !isStopped.withLock({ $0 }) {
          let key = UUID().uuidString
          guard let sent = try? visitor.submit(values, key: key), sent.status == 201,
            let id = sent["submission"]?["id"]?.string,
            let signed = try? visitor.sign(id, Visitor.codes(for: sent["next"], matrix)), signed.status == 200
          else { return }
          acknowledged.withLock { $0.append(id) }
          progress.signal()
        }
      }
    }

    /// Waits until at least `count` submissions are acknowledged.
    func reaches(_ count: Int) throws {
      while acknowledged.withLock({ $0.count }) < count {
        try #require(progress.wait(timeout: .now() + 60) == .success)
      }
    }

    func stop() {
      isStopped.withLock { $0 = true }
      done.wait()
    }
  }

  @Test("A backup under load contains every acknowledged submission and can be restored")
  func backupHasAcknowledgedSubmissions() throws {
    let place = try Workplace()
    // Each cell may be used 1,000 times, which is enough for all payments.
    let (server, person) = try place.serve("--demo", "--matrix-uses", "1000").withPerson()
    let payer = Payer(port: server.port, token: person.token, matrix: server.matrix)
    try payer.reaches(5)
    let before = payer.acknowledged.withLock { $0 }
    let backup = try place.run("backup", "copies.sqlite")
    #expect(backup.status == 0, "\(backup.errors)")
    let lines = backup.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("copies.sqlite: ") == true)
    #expect(lines.first?.contains(" pages, ") == true && lines.first?.contains(", checked, in ") == true)
    #expect(lines.last == "the secret keys (valence.sqlite.key) are not included: store them separately")
    try payer.reaches(payer.acknowledged.withLock { $0.count } + 1)
    payer.stop()
    #expect(try place.run("check-database").status == 0, "while the server runs")
    try server.stop()

    let other = try Workplace()
    for name in ["copies.sqlite", "valence.sqlite.key"] {
      try FileManager.default.copyItem(at: place.folder.appending(path: name), to: other.folder.appending(path: name))
    }
    let copied = try Data(contentsOf: other.folder.appending(path: "copies.sqlite"))
    #expect(try other.run("check-database", "--database", "copies.sqlite").output.hasSuffix("\nsound\n"))
    let restored = try other.run("restore", "copies.sqlite")
    #expect(restored.status == 0, "\(restored.errors)")
    #expect(try Data(contentsOf: other.folder.appending(path: "copies.sqlite")) == copied)
    #expect(try other.run("check-ledger").status == 0)
    #expect(try other.run("check-database").output.hasSuffix("\nsound\n"))
    let again = try other.serve("--demo", "--matrix-uses", "1000")
    let same = try person.reconnected(to: again.port)
    for id in before { #expect(try same.get("/submissions/\(id)")["status"] == "executed") }
    // With the keys of the original database, the restored one still accepts signatures.
    let sent = try same.submit(try same.payment(["amount": "0.01"]), key: "restored")
    let signed = try same.sign(sent)
    #expect(signed.status == 200, "\(sent.raw.text) \(signed.raw.text)")
    try again.stop()
  }

  @Test("`backup` replaces an existing file only with `--force`") func backupNeedsForceToOverwrite() throws {
    let place = try Workplace.withDemoBank()
    try place.write("precious", to: "copy")
    let refused = try place.run("backup", "copy")
    #expect((refused.status, refused.errors) == (1, "Error: copy exists: --force replaces it\n"))
    #expect(try String(contentsOf: place.folder.appending(path: "copy"), encoding: .utf8) == "precious")
    #expect(try place.run("backup", "copy", "--force").status == 0)
    #expect(try place.run("check-database", "--database", "copy").status == 0)
    let nowhere = try place.run("backup", "nowhere/copy")
    #expect(
      (nowhere.status, nowhere.errors) == (1, "Error: cannot create nowhere/copy.partial: No such file or directory\n"))
  }

  @Test("`restore` rejects an open database; with `--force` it moves a closed one aside")
  func restoreRefusesOpenDatabase() throws {
    let (place, server) = try Workplace.serving("--demo")
    #expect(try place.run("backup", "copy").status == 0)
    let refused = try place.run("restore", "copy", "--force")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("Error: process "))
    #expect(refused.errors.hasSuffix(" has valence.sqlite open: stop it first\n"))
    #expect(try server.person().get("/accounts").status == 200)
    try server.stop()
    let held = try place.run("restore", "copy")
    #expect(held.errors == "Error: valence.sqlite exists: --force moves it to valence.sqlite.before-restore\n")
    let restored = try place.run("restore", "copy", "--force")
    #expect(restored.status == 0)
    #expect(restored.output.hasPrefix("the previous database is now valence.sqlite.before-restore\n"))
    #expect(try place.run("check-database", "--database", "valence.sqlite.before-restore").status == 0)
    try place.serve("--demo").stop()
  }

  @Test("`restore` rejects missing, damaged and foreign files and changes nothing")
  func restoreRejectsInvalidBackup() throws {
    let place = try Workplace.withDemoBank()
    #expect(try place.run("backup", "copy").status == 0)
    let before = try Data(contentsOf: place.folder.appending(path: "valence.sqlite"))
    try place.write("no database\n", to: "text")
    let other = place.folder.appending(path: "other").path
    do { try SQLiteConnection(path: other).execute("CREATE TABLE thing (id INTEGER)") }
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "copy"), to: place.folder.appending(path: "damaged"))
    try place.overwriteMiddle(of: "damaged")
    for (file, words) in [
      ("nothing", "the backup nothing does not exist"), ("text", "text is damaged or not a database"),
      ("other", "other is not a Valence database"), ("damaged", "damaged is damaged"),
    ] {
      let refused = try place.run("restore", file, "--force")
      #expect(refused.status == 1)
      #expect(refused.errors.hasPrefix("Error: \(words)"), "\(refused.errors)")
    }
    #expect(try Data(contentsOf: place.folder.appending(path: "valence.sqlite")) == before)
    #expect(try !place.made().contains { $0.contains("before-restore") })
  }
}
