import Storage
import Synchronization
import Testing

@testable import SQLiteStorage

@Suite final class CheckpointerTests: Sendable {
  private let folder: Folder
  private let writer: Mutex<SQLiteConnection>
  private let mover: Checkpointer

  init() throws {
    folder = try Folder()
    let path = folder.path("database.sqlite")
    let connection = try SQLiteConnection(path: path, durable: false)
    connection.leaveLog()
    try connection.execute("CREATE TABLE number (value INTEGER PRIMARY KEY, text TEXT) STRICT")
    writer = Mutex(connection)
    mover = Checkpointer(path: path, isDurable: false, pages: 100)
  }

  /// Inserts rows of one page each, with one COMMIT each. Returns the length of the log in pages.
  private func write(_ count: Int) throws -> Int {
    try writer.withLock { writer in
      for _ in 0..<count { try writer.execute("INSERT INTO number (text) VALUES (hex(zeroblob(2000)))") }
      return writer.logPages
    }
  }

  private func move(at pages: Int) {
    mover.inspect(at: pages) { [self] move in writer.withLock { move($0) } }
    mover.wait()
  }

  @Test("A commit does not run a checkpoint") func commitsWithoutCheckpoint() throws {
    // By default, SQLite runs a checkpoint at 1000 pages, and the log would then restart.
    let pages = try write(1000)
    #expect(try pages > 1000 && write(1) > pages)
  }

  @Test("The log restarts after a checkpoint and grows until the next one is due")
  func restartsLogAfterCheckpoint() throws {
    let pages = try write(100)
    #expect(pages >= 100)
    move(at: pages)
    #expect(try write(1) < 10)
    // The log is below the limit, so no checkpoint is due.
    move(at: 99)
    #expect(try write(1) > 2)
    move(at: try write(100))
    #expect(try write(1) < 10)
  }

  @Test("A checkpoint includes a commit made while it runs") func includesCommitDuringCheckpoint() throws {
    let pages = try write(100)
    mover.inspect(at: pages) { [self] move in
      #expect(throws: Never.self) { try write(1) }
      writer.withLock { move($0) }
    }
    mover.wait()
    #expect(try write(1) < 10)
  }

  @Test("A checkpoint blocked by a reader is retried after the log has grown by its limit")
  func retriesBlockedCheckpoint() throws {
    let reader = try SQLiteConnection(path: folder.path("database.sqlite"), readOnly: true)
    var pages = try write(50)
    try reader.execute("BEGIN")
    let seen = try reader.first("SELECT count(*) FROM number") { row throws(StoreError) in try row.get(0, as: Int.self)
    }
    #expect(seen == 50)
    pages = try write(50)
    move(at: pages)
    #expect(try write(1) > pages)
    try reader.execute("COMMIT")
    // The reader has ended, but the next checkpoint is not due yet.
    move(at: pages + 1)
    #expect(try write(1) > pages)
    pages = try write(100)
    move(at: pages)
    #expect(try write(1) < 10)
  }

  @Test("A log that grew under a reader is truncated by a probe after the reader ends")
  func truncatesLogAfterReader() throws {
    let database = try Database(path: folder.path("other.sqlite"), readers: 1, limits: WriteLimits(logPages: 50))
    try database.exclusively { try $0.execute("CREATE TABLE number (value INTEGER PRIMARY KEY, text TEXT) STRICT") }
    let log = try #require(database.log)
    func size() -> Int { DatabaseFile.size(database.path + "-wal") ?? 0 }
    func probe() {
      database.probe()
      log.wait()
    }
    let reader = try SQLiteConnection(path: database.path, readOnly: true)
    try reader.execute("BEGIN")
    _ = try reader.first("SELECT count(*) FROM number") { _ in true }
    for _ in 0..<200 {
      try database.exclusively { try $0.execute("INSERT INTO number (text) VALUES (hex(zeroblob(2000)))") }
    }
    log.wait()
    probe()
    #expect(size() > log.maximum)
    try reader.execute("COMMIT")
    probe()
    #expect(size() == 0)
    // A log below the maximum keeps its length.
    try database.exclusively { try $0.execute("INSERT INTO number (text) VALUES (hex(zeroblob(2000)))") }
    let usual = size()
    probe()
    #expect(usual > 0 && size() == usual)
    #expect(try database.damage() == [])
  }

  @Test("Checkpoints during writes limit the length of the log") func checkpointsDuringWrites() throws {
    let database = try Database(path: folder.path("other.sqlite"), readers: 1, limits: WriteLimits(logPages: 50))
    try database.exclusively { try $0.execute("CREATE TABLE number (value INTEGER PRIMARY KEY, text TEXT) STRICT") }
    var lengths: [Int] = []
    for _ in 0..<200 {
      try database.exclusively { try $0.execute("INSERT INTO number (text) VALUES (hex(zeroblob(2000)))") }
      database.log?.wait()
      lengths.append(try database.exclusively { $0.logPages })
    }
    // The log has restarted several times.
    #expect(lengths.max().map { $0 < 60 } == true)
    #expect(try database.damage() == [])
  }
}
