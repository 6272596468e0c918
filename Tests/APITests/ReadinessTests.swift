import Foundation
import JSON
import Dates
import Model
import SQLiteStorage
import Services
import TestBank
import TestDatabases
import Testing

struct ReadinessTests {
  @Test("`/readyz` returns 200 with the checks of database, definitions and directory")
  func reportsReadyWithChecks() throws {
    let server = try TestServer()
    let ready = try Visitor(server).get("/readyz")
    #expect(ready.status == 200)
    #expect(ready["status"] == "ok")
    #expect(ready["version"]?.string?.contains(" (") == true)
    #expect(ready["checks"]?["database"] == ["status": "ok"])
    let definitions = ready["checks"]?["definitions"]
    #expect(definitions?["status"] == "ok")
    #expect(definitions?["operations"] == .integer(Int64(server.definitions.catalog.operations.count)))
    #expect(definitions?["reloadFailedAt"] == nil)
    #expect(ready["checks"]?["directory"]?["status"] == "ok")
    #expect(ready["checks"]?["directory"]?["banks"] == .integer(Int64(server.services.banks.directory.count)))
  }

  @Test("`/readyz` reports a failed reload with its held files and stays at 200") func reportsFailedReload() throws {
    let server = try TestServer()
    let failed = Instant.systemNow
    server.definitions.noteReload(.init(at: failed, held: ["operations/note.yaml"]))
    let ready = try Visitor(server).get("/readyz")
    #expect(ready.status == 200)
    #expect(ready["checks"]?["definitions"]?["reloadFailedAt"] == .string(failed.description))
    #expect(ready["checks"]?["definitions"]?["held"] == ["operations/note.yaml"])
    server.definitions.noteReload(nil)
    #expect(try Visitor(server).get("/readyz")["checks"]?["definitions"]?["reloadFailedAt"] == nil)
  }

  @Test("`/readyz` returns 503 while the bank directory is empty") func reportsEmptyDirectory() throws {
    let server = try TestServer()
    try Self.emptyDirectory(of: server)
    let unready = try Visitor(server).get("/readyz")
    #expect(unready.status == 503)
    #expect(unready["status"] == "unavailable")
    #expect(unready["checks"]?["directory"] == ["status": "empty", "banks": 0])
    #expect(try Visitor(server).get("/healthz").status == 200)
  }

  @Test("Without a required directory, `/readyz` returns 200 while the bank directory is empty")
  func readyWithoutRequiredDirectory() throws {
    let server = try TestServer { $0.requiresDirectory = false }
    try Self.emptyDirectory(of: server)
    let ready = try Visitor(server).get("/readyz")
    #expect(ready.status == 200)
    #expect(ready["status"] == "ok")
    #expect(ready["checks"]?["directory"] == ["status": "empty", "banks": 0])
  }

  private static func emptyDirectory(of server: TestServer) throws {
    let banks = server.services.banks.directory.count
    #expect(banks > 0)
    try server.database.change { connection in
      try connection.execute("DELETE FROM bank")
      try connection.execute(
        "INSERT INTO directory_import (id, at, read, added, changed, removed) VALUES (1000, 0, 0, 0, 0, $1)", banks)
    }
    #expect(try server.services.banks.refresh())
  }

  @Test("`/readyz` reports an old bank directory as stale") func reportsStaleDirectory() throws {
    let server = try TestServer()
    try server.database.change { connection in
      try connection.execute(
        """
        INSERT INTO directory_import (id, at, read, added, changed, removed, business_day, version)
        VALUES (1000, 0, 0, 0, 0, 0, '2023-05-18', 1)
        """)
    }
    let stale = try Visitor(server).get("/readyz")
    #expect(stale.status == 200)
    #expect(stale["checks"]?["directory"]?["status"] == "stale")
    #expect(stale["checks"]?["directory"]?["date"] == "2023-05-18")
  }
}
