import Foundation
import JSON
import SQLiteStorage
import Storage
import TestBank
import Testing

/// Damaged and empty database files, at the start and while a server runs.
struct DamagedDatabaseTests {
  enum Harm: CaseIterable { case middle, cutOff, cutToNothing, header }

  private func harmed(_ harm: Harm) throws -> (Workplace, Data) {
    let place = try Workplace.withDemoBank()
    let url = place.folder.appending(path: "valence.sqlite")
    let file = try FileHandle(forUpdating: url)
    defer { try? file.close() }
    switch harm {
    case .middle: try place.overwriteMiddle(of: "valence.sqlite")
    case .cutOff: try file.truncate(atOffset: try file.seekToEnd() / 2)
    case .cutToNothing: try file.truncate(atOffset: 0)
    case .header: try file.write(contentsOf: Data("This is no database any more".utf8))
    }
    return (place, try Data(contentsOf: url))
  }

  @Test("A start on a damaged database fails and leaves the file unchanged", arguments: Harm.allCases)
  func refusesDamagedDatabase(_ harm: Harm) throws {
    let (place, before) = try harmed(harm)
    let outcome = try place.run("serve", "--port", "0")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1)
    let line = try #require(outcome.errorLines.first)
    #expect(line.hasPrefix("Error: the database valence.sqlite is damaged or not a database ("), "\(line)")
    #expect(line.hasSuffix("restore the last backup with `valence restore BACKUP --force`"), "\(line)")
    #expect(try Data(contentsOf: place.folder.appending(path: "valence.sqlite")) == before)
    #expect(try !place.made().contains { $0.contains("before-restore") })
    let checked = try place.run("check-database")
    #expect(checked.status == 1)
    #expect(!checked.output.hasSuffix("\nsound\n"))
  }

  @Test("An empty database file is initialized as a new database") func initializesEmptyFile() throws {
    let place = try Workplace(with: "", in: "valence.sqlite")
    let server = try place.serve("--demo")
    #expect(try server.person().get("/accounts").status == 200)
    try server.stop()
  }

  @Test("Damage found while serving is logged once and makes `/readyz` return 503") func reportsDamageOnce() throws {
    let place = try Workplace.withDemoBank()
    let url = place.folder.appending(path: "valence.sqlite")
    // The table and its indexes, because a query may read any of them.
    let pages = try SQLiteConnection(path: url.path).all(
      "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'template' AND rootpage > 0"
    ) { row throws(StoreError) in try row.get(0, as: Int.self) }
    do {
      let file = try FileHandle(forUpdating: url)
      for page in pages {
        try file.seek(toOffset: UInt64(page - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
      }
      try file.close()
    }
    #expect(try place.run("serve", "--port", "0").status == 1)
    // `--skip-database-check` skips the check that found the damage.
    let (server, person) = try place.serve("--demo", "--skip-database-check").withPerson()
    #expect(try person.get("/readyz").status == 200)
    for _ in 1...3 { try person.get("/templates").expectProblem(503, "storage-failed") }
    let unready = try person.get("/readyz")
    #expect(unready.status == 503)
    #expect(unready["checks"]?["database"] == ["status": "damaged"])
    #expect(try person.get("/accounts").status == 200)
    #expect(try person.get("/healthz").status == 200)
    let errors = try server.stop().errorLines.filter { $0.contains(" error ") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("the database is damaged: stop the server, keep the file") == true)
  }
}
