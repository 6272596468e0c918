import Foundation
import JSON
import TestBank
import Testing

/// Database files that are removed while a server has them open.
struct RemovedDatabaseTests {
  private static let draft: Value = .object(["values": ["purpose": "Rent"]])

  @Test(
    "A write after a database file was removed fails with 503, and the cause is reported", arguments: ["", "-wal"])
  func reportsRemovedFile(_ suffix: String) throws {
    let (place, server, person) = try Workplace.servingPerson()
    #expect(try person.put("/drafts/pp.quick", Self.draft).status == 201)
    let name = "valence.sqlite\(suffix)"
    try FileManager.default.removeItem(at: place.folder.appending(path: name))
    for _ in 1...2 {
      try person.put("/drafts/pp.quick", Self.draft).expectProblem(503, "storage-failed")
      let unready = try person.get("/readyz")
      #expect(unready.status == 503)
      #expect(
        unready["checks"]?["database"]
          == ["status": "damaged", "cause": .string("\(name) was removed while it was open")])
    }
    #expect(try person.get("/drafts/pp.quick").status == 200)
    let errors = try server.stop().errorLines.filter { $0.contains(" error ") }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("a file of the database was removed or replaced") == true)
    #expect(try !place.made().contains("valence.sqlite.stopped"))
    // The database file contains the content of the removed WAL.
    if suffix == "-wal" {
      let again = try place.serve()
      let known = try Visitor(port: again.port)
      try known.login("demo", "valence-demo")
      #expect(try known.get("/drafts/pp.quick").status == 200)
      try again.stop()
    }
  }

  @Test("A backup and a check of a served database leave the server writable and ready")
  func backupLeavesServerWritable() throws {
    let (place, server, person) = try Workplace.servingPerson()
    #expect(try place.run("backup", "copy.sqlite").status == 0)
    #expect(try place.run("check-ledger").status == 0)
    #expect(try person.put("/drafts/pp.quick", Self.draft).status == 201)
    #expect(try person.get("/readyz").status == 200)
    try server.stop()
    #expect(try place.made().contains("valence.sqlite.stopped"))
  }
}
