import JSON
import SQLiteStorage
import Services
import Storage
import TestBank
import TestDatabases
import Testing

struct StorageStoryTests {
  /// A draft that needs additional pages.
  private static let large = Value.object(["values": ["purpose": .string(String(repeating: "x", count: 50_000))]])

  private static func database(_ visitor: Visitor) throws -> (status: Int, said: Value?) {
    let answer = try visitor.get("/readyz")
    return (answer.status, answer["checks"]?["database"]?["status"])
  }

  @Test("A full disk refuses writes with 503 until space is free again", .onFile) func recoversFromFullDisk() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try person.submit(try person.payment(), key: "before")
    #expect(sent.status == 201)
    // The database file may no longer grow.
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA max_page_count = 1") }
    for _ in 1...3 {
      let refused = try person.put("/drafts/pp.quick", Self.large)
      refused.expectProblem(503, "storage-full")
      #expect(refused.raw["retry-after"] == "10")
    }
    let full = try Self.database(person)
    #expect((full.status, full.said) == (503, "full"))
    #expect(try person.get("/healthz").status == 200)
    #expect(try person.get("/submissions")["data"]?.array?.count == 1)
    #expect(try person.get("/drafts")["data"]?.array == [])
    #expect(server.logged.allSatisfy { !$0.contains("unknown error") })
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA max_page_count = 1073741823") }
    // The server tries the storage again each second, without a request.
    server.services.tryStorage()
    #expect(try Self.database(person).status == 200)
    #expect(try person.put("/drafts/pp.quick", Self.large).status == 201)
    #expect(try person.submit(try person.payment(), key: "before").status == 200)
  }

  @Test("A read-only database refuses writes with 503 until it is writable again", .onFile)
  func recoversFromReadOnlyDatabase() throws {
    let (server, person) = try TestServer().withPerson()
    let payment = try person.payment()
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA query_only = ON") }
    try person.submit(payment, key: "1").expectProblem(503, "storage-read-only")
    #expect(try Self.database(person).said == "read-only")
    #expect(try person.get("/submissions")["data"]?.array == [])
    server.services.tryStorage()
    #expect(try Self.database(person).status == 503)
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA query_only = OFF") }
    server.services.tryStorage()
    #expect(try Self.database(person).status == 200)
    #expect(try person.submit(payment, key: "1").status == 201)
  }

  @Test("A database locked by another process refuses writes with 503 `storage-busy`", .onFile)
  func reportsBusyDatabase() throws {
    let (server, person) = try TestServer().withPerson()
    let payment = try person.payment()
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA busy_timeout = 10") }
    let other = try SQLiteConnection(path: server.database.file().path)
    try other.execute("BEGIN IMMEDIATE")
    let refused = try person.submit(payment, key: "1")
    refused.expectProblem(503, "storage-busy")
    #expect(refused.raw["retry-after"] == "1")
    #expect(try Self.database(person).said == "busy")
    #expect(try person.get("/accounts").status == 200)
    try other.execute("ROLLBACK")
    #expect(try person.submit(payment, key: "1").status == 201)
    #expect(try Self.database(person).status == 200)
  }

  @Test("A revoked privilege refuses writes with 503 until it is granted again", .onServer)
  func recoversFromRevokedPrivilege() throws {
    let (server, person) = try TestServer().withPerson()
    let payment = try person.payment()
    try server.database.alter(Query("REVOKE INSERT ON submission FROM valence_serve"))
    let refused = try person.submit(payment, key: "1")
    let grant = Query("GRANT INSERT ON submission TO valence_serve")
    defer { try? server.database.alter(grant) }
    refused.expectProblem(503, "storage-failed")
    #expect(refused.raw["retry-after"] == "10")
    for _ in 1...2 {
      let unready = try person.get("/readyz")
      #expect(unready.status == 503)
      #expect(unready["checks"]?["database"]?["status"] == "denied")
      #expect(unready["checks"]?["database"]?["cause"] == "permission denied for table submission (42501)")
      server.services.tryStorage()
    }
    #expect(try person.get("/submissions")["data"]?.array == [])
    try server.database.alter(grant)
    server.services.tryStorage()
    #expect(try Self.database(person).status == 200)
    #expect(try person.submit(payment, key: "1").status == 201)
  }

  @Test(
    "Each storage failure has a documented problem type with status 503",
    arguments: [StorageFailureKind.full, .readOnly, .busy, .damaged, .failing, .unreachable, .denied, .missing])
  func documentsStorageProblems(_ obstacle: StorageFailureKind) throws {
    let server = try TestServer()
    let names = [
      StorageFailureKind.full: "storage-full", .readOnly: "storage-read-only", .busy: "storage-busy",
      .damaged: "storage-failed", .failing: "storage-failed", .unreachable: "storage-failed",
      .denied: "storage-failed", .missing: "storage-failed",
    ]
    let name = try #require(names[obstacle])
    #expect(try Visitor(server).get("/problems/\(name)")["status"] == 503)
  }
}
