import Foundation
import Storage
import Testing

@testable import SQLiteStorage

/// The log of a durable connection.
@Suite struct GatheredLogTests {
  private let folder: Folder
  private let path: String
  private let writer: SQLiteConnection

  init() throws {
    folder = try Folder()
    path = folder.path("database.sqlite")
    writer = try SQLiteConnection(path: path)
    try writer.execute("CREATE TABLE number (value INTEGER PRIMARY KEY, text TEXT) STRICT")
  }

  /// Inserts rows of one page each.
  private func write(_ count: Int) throws {
    for _ in 0..<count { try writer.execute("INSERT INTO number (text) VALUES (hex(zeroblob(2000)))") }
  }

  private func rows(_ connection: SQLiteConnection) throws -> Int {
    try connection.first("SELECT count(*) FROM number") { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  @Test("Committed rows are in the files when the commit returns") func writesCommitToFile() throws {
    try writer.transaction { try write(300) }
    #expect(try rows(try SQLiteConnection(path: path, readOnly: true)) == 300)
    // The copy has the state of the files after a crash.
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + ending, toPath: folder.path("copy.sqlite") + ending)
    }
    let copy = try SQLiteConnection(path: folder.path("copy.sqlite"))
    #expect(try rows(copy) == 300)
    #expect(try Database.damage(of: Connection(copy)) == [])
  }

  @Test("Uncommitted rows are visible only to their writer") func isolatesUncommittedRows() throws {
    try writer.transaction { try write(3) }
    let reader = try SQLiteConnection(path: path, readOnly: true)
    // The transaction exceeds the cache, so pages are written to the log before the COMMIT and read
    // from it again.
    try writer.run(script: "PRAGMA cache_size = 10")
    struct Undone: Error {}
    #expect(throws: Undone.self) {
      try writer.transaction {
        try write(1000)
        try writer.execute("UPDATE number SET text = text || 'x'")
        #expect(try rows(writer) == 1003)
        #expect(try rows(reader) == 3)
        throw Undone()
      }
    }
    #expect(try rows(writer) == 3)
    try writer.transaction {
      try write(1000)
      try writer.execute("UPDATE number SET text = text || 'x'")
    }
    #expect(try rows(reader) == 1003)
    #expect(try Database.damage(of: Connection(reader)) == [])
  }

  @Test("A checkpoint moves the log into the database file and empties the log") func checkpointsLog() throws {
    writer.leaveLog()
    for _ in 0..<3 {
      try writer.transaction { try write(400) }
      #expect(writer.logPages >= 400)
      _ = writer.checkpoint()
    }
    try writer.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    #expect(DatabaseFile.size("\(path)-wal") == 0)
    #expect(try rows(try SQLiteConnection(path: path, readOnly: true)) == 1200)
  }

  /// The log of the transaction is longer than the buffer.
  @Test("A transaction larger than the write buffer is written in full") func writesLargeTransaction() throws {
    try writer.transaction { try write(2000) }
    let log = try #require(DatabaseFile.size("\(path)-wal"))
    #expect(log > 8_000_000)
    #expect(try rows(try SQLiteConnection(path: path, readOnly: true)) == 2000)
    #expect(try Database.damage(of: Connection(writer)) == [])
  }
}
