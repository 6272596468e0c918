import Dispatch
import Foundation
import SQLiteStorage
import Storage
import Synchronization
import Testing

@testable import SQLiteStorage

/// Faults of the file, and their reports.
@Suite struct StorageTests {
  private let folder: Folder
  private let database: Database

  init() throws {
    folder = try Folder()
    database = try folder.database(rows: 10)
  }

  private func report() -> @Sendable () -> [String] {
    let reported = ReportedLines()
    database.health.onChange { change in
      switch change {
      case .began(let part, let trouble): reported.lines.withLock { $0.append("\(part) \(trouble.fault.rawValue)") }
      case .ended(let part, let trouble): reported.lines.withLock { $0.append("\(part) ended \(trouble.failures)") }
      }
    }
    return { reported.lines.withLock { $0 } }
  }

  private final class ReportedLines: Sendable { let lines = Mutex<[String]>([]) }

  /// Runs a write and waits for its outcome.
  private func write(_ sql: StaticString) -> Result<Int, any Error> {
    let answer = Mutex<Result<Int, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    database.write({ try $0.execute(sql) }) { result in
      answer.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    return answer.withLock { $0 } ?? .success(0)
  }

  private static let large: StaticString = "INSERT INTO number (text) VALUES (hex(randomblob(100000)))"

  @Test("A full disk is reported once, and the fault ends with the next successful write")
  func reportsFullDiskOnce() throws {
    let reported = report()
    let pages = try database.figures().pages
    try database.exclusively { try $0.run(script: "PRAGMA max_page_count = \(pages)") }
    for _ in 1...3 {
      let error = #expect(throws: StoreError.self) { try write(Self.large).get() }
      #expect(error?.fault == .full)
    }
    #expect(database.health.trouble?.fault == .full)
    #expect(database.health.failures == [.full: 3])
    #expect(try database.numbers().count == 10)
    // A write without changes does not end the fault.
    _ = try write("DELETE FROM number WHERE value > 1000").get()
    #expect(database.health.trouble?.fault == .full)
    try database.exclusively { try $0.run(script: "PRAGMA max_page_count = 1000000") }
    _ = try write(Self.large).get()
    #expect(database.health.trouble == nil)
    #expect(reported() == ["writing full", "writing ended 3"])
  }

  @Test("A write that fails on a full disk does not undo acknowledged writes") func preservesWritesOnFullDisk() throws {
    let pages = try database.figures().pages
    try database.exclusively { try $0.run(script: "PRAGMA max_page_count = \(pages)") }
    // The writes may complete in another order.
    let outcomes = Mutex<[Int: Bool]>([:])
    let group = DispatchGroup()
    let writes: [StaticString] = [
      "UPDATE number SET text = 'one' WHERE value = 1", Self.large, "DELETE FROM number WHERE value = 2",
    ]
    for (place, sql) in writes.enumerated() {
      group.enter()
      database.write({ try $0.execute(sql) }) { result in
        outcomes.withLock { $0[place] = (try? result.get()) != nil }
        group.leave()
      }
    }
    group.wait()
    let kept = outcomes.withLock { $0 }
    try #require(kept.count == 3)
    // Only the rows of acknowledged writes are in the file.
    let texts = try database.read { connection in
      try connection.all("SELECT text FROM number WHERE value = 1") { row throws(StoreError) in
        try row.get(0, as: String.self)
      }
    }
    #expect((texts == ["one"]) == kept[0])
    #expect(kept[1] == false)
    #expect(try database.numbers().count == (kept[2] == true ? 9 : 10))
  }

  @Test("A probe ends a read-only fault without a write of a client") func endsFaultByProbe() throws {
    try database.exclusively { try $0.run(script: "PRAGMA query_only = ON") }
    let error = #expect(throws: StoreError.self) { try write(Self.large).get() }
    #expect(error?.fault == .readOnly)
    database.probe()
    #expect(database.health.trouble?.fault == .readOnly)
    try database.exclusively { try $0.run(script: "PRAGMA query_only = OFF") }
    database.probe()
    #expect(database.health.trouble == nil)
  }

  @Test("A probe writes to the log file and changes no rows") func writesProbeToLog() throws {
    let before = try folder.bytes("database.sqlite-wal").count
    try database.exclusively { try $0.rewriteHead() }
    #expect(try folder.bytes("database.sqlite-wal").count > before)
    #expect(try database.numbers().count == 10)
  }

  @Test("A database locked by another connection is reported as busy") func reportsLockOfOtherConnection() throws {
    let other = try SQLiteConnection(path: database.path)
    try database.exclusively { try $0.run(script: "PRAGMA busy_timeout = 10") }
    try other.execute("BEGIN IMMEDIATE")
    let error = #expect(throws: StoreError.self) { try write(Self.large).get() }
    #expect(error?.fault == .busy)
    #expect(database.health.trouble?.fault == .busy)
    try other.execute("COMMIT")
    database.probe()
    #expect(database.health.trouble == nil)
  }

  @Test("Damage found by a read is still reported after a probe") func reportsDamageAfterProbe() throws {
    let reported = report()
    let rows = 50_000
    try database.exclusively { connection in
      try connection.execute(
        """
        WITH RECURSIVE counter (value) AS (SELECT 11 UNION ALL SELECT value + 1 FROM counter WHERE value < $1)
        INSERT INTO number SELECT value, 'text number ' || value FROM counter
        """, rows)
      try connection.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try folder.spoilMiddle("database.sqlite")
    let fresh = try Database(path: database.path)
    #expect(throws: StoreError.self) {
      try fresh.read { connection in
        try connection.all("SELECT value, text FROM number ORDER BY value") { row throws(StoreError) in
          try row.get(1, as: String.self)
        }
      }
    }
    #expect(fresh.health.trouble?.fault == .damaged)
    fresh.probe()
    #expect(fresh.health.trouble?.fault == .damaged)
    #expect(reported() == [])
  }

  @Test("A statement error is not counted as a storage fault") func ignoresStatementError() throws {
    #expect(throws: StoreError.self) { try write("INSERT INTO number VALUES (1, 'twice')").get() }
    #expect(database.health.trouble == nil)
    #expect(database.health.failures == [:])
  }
}
