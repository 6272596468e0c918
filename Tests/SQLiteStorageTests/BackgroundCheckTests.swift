import Dispatch
import Foundation
import SQLiteStorage
import Storage
import Synchronization
import Testing

@Suite struct BackgroundCheckTests {
  private static func filled() throws -> Database {
    let database = try Database.temporary()
    try database.exclusively { connection in
      try connection.execute("CREATE TABLE first (a TEXT) STRICT")
      try connection.execute("CREATE TABLE \"it's\" (a TEXT) STRICT")
      try connection.execute("INSERT INTO \"it's\" VALUES ('x')")
      try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    return database
  }

  /// Runs a check and returns its outcome.
  private static func outcome(_ database: Database) throws -> BackgroundCheck.Outcome? {
    let (ended, found) = (DispatchSemaphore(value: 0), Found())
    let check = try BackgroundCheck(of: database) { outcome in
      found.outcome.withLock { $0 = outcome }
      ended.signal()
    }
    ended.wait()
    check.stop()
    return found.outcome.withLock { $0 }
  }

  private final class Found: Sendable { let outcome = Mutex<BackgroundCheck.Outcome?>(nil) }

  @Test("The background check of an intact database passes") func passesIntactDatabase() throws {
    let database = try Self.filled()
    guard case .sound(tables: 2, _) = try Self.outcome(database) else { return #expect(Bool(false)) }
    #expect(database.health.check == .passed && database.health.trouble == nil)
  }

  @Test("After the background check finds damage, writes are rejected and reads continue")
  func rejectsWritesOnDamage() throws {
    let database = try Self.filled()
    let page = try database.read {
      try $0.first("SELECT rootpage FROM sqlite_schema WHERE name = 'it''s'") { row throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    }
    let file = try FileHandle(forUpdating: URL(filePath: database.path))
    try file.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    try file.close()
    guard case .damaged = try Self.outcome(database) else { return #expect(Bool(false)) }
    #expect(database.health.check == .failed && database.health.trouble?.fault == .damaged)
    let ended = DispatchSemaphore(value: 0)
    database.write(
      locking: [], { try $0.execute("INSERT INTO first VALUES ('y')") }, afterCommit: nil,
      then: { outcome in
        if case .failure(let error as StoreError) = outcome { Self.reported.withLock { $0 = error.fault } }
        ended.signal()
      })
    ended.wait()
    #expect(Self.reported.withLock { $0 } == .damaged)
    let count = try database.read {
      try $0.first("SELECT count(*) FROM first") { row throws(StoreError) in try row.get(0, as: Int.self) }
    }
    #expect(count == 0)
  }

  private static let reported = Mutex<StorageFault?>(nil)
}
