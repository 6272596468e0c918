import Foundation
import JSON
import SQLiteStorage
import Storage
import TestBank
import Testing

/// The marker of a clean shutdown, which moves the database check into the background.
struct CleanShutdownMarkerTests {
  private static let message = "checking the database in the background"

  /// True if the marker of a clean shutdown exists.
  private func mark(_ place: Workplace) throws -> Bool { try place.made().contains("valence.sqlite.stopped") }

  /// Polls `/readyz` until the background check has ended. Returns the state of the database; nil
  /// if the check still runs after 100,000 polls.
  private func checked(_ person: Visitor) throws -> Value? {
    for _ in 1...100_000 {
      let reported = try person.get("/readyz")["checks"]?["database"]
      if reported?["check"] != "running" { return reported }
    }
    return nil
  }

  @Test("After a clean stop the database check runs while requests are served")
  func checksInBackgroundAfterCleanStop() throws {
    let place = try Workplace()
    let first = try place.serve("--demo")
    #expect(try checked(first.person()) == ["status": "ok"])
    #expect(try !mark(place))
    #expect(try !first.stop().errors.contains(Self.message))
    #expect(try mark(place))
    let second = try place.serve("--demo")
    // A server removes the marker at its start, so a crash leaves none.
    #expect(try !mark(place))
    #expect(try checked(second.person()) == ["status": "ok", "check": "passed"])
    let lines = try second.stop().errorLines
    #expect(lines.contains { $0.contains(Self.message) })
    #expect(lines.contains { $0.contains("the database is sound") })
    #expect(try mark(place))
  }

  @Test("After a crash the database check runs before requests are served")
  func checksBeforeServiceAfterCrash() throws {
    let place = try Workplace.withDemoBank()
    let crashed = try place.serve("--demo")
    crashed.signal(SIGKILL)
    _ = try crashed.program.outcome()
    #expect(try !mark(place))
    let server = try place.serve("--demo")
    #expect(try checked(server.person()) == ["status": "ok"])
    #expect(try !server.stop().errors.contains(Self.message))
  }

  enum Change: CaseIterable { case rows, copy, keys }

  @Test("The marker of a clean stop is ignored if the database or keys were changed", arguments: Change.allCases)
  func ignoresMarkOfChangedFiles(_ change: Change) throws {
    let place = try Workplace.withDemoBank()
    let (file, keys) = (
      place.folder.appending(path: "valence.sqlite"), place.folder.appending(path: "valence.sqlite.key")
    )
    switch change {
    case .rows: try place.spoil("UPDATE person SET name = name || '!'")
    case .copy:
      let bytes = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      try bytes.write(to: file)
    case .keys: try Data(contentsOf: keys).write(to: keys)
    }
    #expect(try mark(place))
    let server = try place.serve("--demo")
    #expect(try checked(server.person()) == ["status": "ok"])
    #expect(try !server.stop().errors.contains(Self.message))
  }

  /// Simulates damage on the disk that no process caused: the marker is written after the damage,
  /// so it matches the files.
  @Test("Damage found by the background check blocks writes and makes `/readyz` return 503")
  func damageBlocksWrites() throws {
    let place = try Workplace.withDemoBank()
    let url = place.folder.appending(path: "valence.sqlite")
    let page = try SQLiteConnection(path: url.path).first(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'template' AND rootpage > 0"
    ) { row throws(StoreError) in try row.get(0, as: Int.self) }
    let file = try FileHandle(forUpdating: url)
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()
    CleanShutdownMarker.leave(for: url.path, files: [url.path + ".key"])
    let server = try place.serve("--demo")
    let visitor = try Visitor(port: server.port)
    #expect(try checked(visitor) == ["status": "damaged", "check": "failed"])
    #expect(try visitor.get("/readyz").status == 503)
    let refused = try visitor.post(
      "/auth/login", ["login": "demo", "password": "valence-demo"])
    refused.expectProblem(503, "storage-failed")
    #expect(try visitor.get("/healthz").status == 200)
    let outcome = try server.stop()
    #expect(outcome.errorLines.contains { $0.contains("the database is damaged: stop the server, keep the file") })
    #expect(try !mark(place))
    #expect(try place.run("serve", "--port", "0").status == 1)
  }
}
