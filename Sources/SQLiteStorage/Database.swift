import FoundationEssentials
package import Storage
import Synchronization

/// An SQLite database file. One connection writes in batches, and a pool of connections reads
/// concurrently.
package final class Database: Store {
  package let path: String
  package let isRemote = false
  package let health = StorageHealth()
  package let commits = CommitNotifier()
  let readers: ReadPool
  private let writer: SQLiteWriter
  /// Runs checkpoints in the background; nil if COMMITs run them.
  let log: Checkpointer?
  /// The files as they were opened; nil if their identities are not checked.
  private let files: OpenedFiles?
  private let temporaryDirectory: URL?

  /// Opens the file at `path`, or creates it. `readers` is the number of read connections.
  package convenience init(
    path: String, readers: Int = ProcessInfo.processInfo.activeProcessorCount * 2, limits: WriteLimits = WriteLimits()
  ) throws(StoreError) {
    try self.init(path: path, readers: readers, limits: limits, temporaryDirectory: nil)
  }

  private init(path: String, readers: Int, limits: WriteLimits, temporaryDirectory: URL?) throws(StoreError) {
    self.path = path
    self.temporaryDirectory = temporaryDirectory
    let durable = temporaryDirectory == nil
    // The writer is opened first, because it creates the file and enables WAL mode.
    let connection = try SQLiteConnection(path: path, durable: durable)
    let files = durable ? try OpenedFiles(of: connection, at: path) : nil
    self.files = files
    if limits.checkpointsInBackground {
      log = Checkpointer(path: path, isDurable: durable, pages: limits.logPages, files)
      connection.leaveLog()
    } else {
      log = nil
      try connection.run(script: "PRAGMA wal_autocheckpoint = \(limits.logPages)")
    }
    writer = try SQLiteWriter(
      connection, limits: limits, health, commits, log: log, files, space: durable ? ReservedSpace(path: path) : nil)
    self.readers = try ReadPool(path: path, count: readers, durable: durable)
    if durable { try log?.open() }
  }

  /// Opens the existing file at `path` for inspection. Changes nothing, and writes fail.
  package init(inspecting path: String) throws(StoreError) {
    self.path = path
    (temporaryDirectory, log, files) = (nil, nil, nil)
    writer = try SQLiteWriter(try SQLiteConnection(inspecting: path), limits: WriteLimits(), health, commits)
    readers = ReadPool(try SQLiteConnection(inspecting: path))
  }

  deinit {
    // Open files remain usable after their removal, so the directory can be removed before the
    // connections close.
    if let temporaryDirectory { TemporaryDirectories.remove(temporaryDirectory) }
  }

  /// Creates a temporary database, which is removed when it is deinitialized.
  ///
  /// The file is in its own directory, because connections to a shared `:memory:` database lock
  /// each other out. Commits do not wait for the disk. If `original` is given, the database is a
  /// copy of that file, which must not be open.
  package static func temporary(
    copying original: String? = nil, readers: Int = 2, limits: WriteLimits = WriteLimits()
  ) throws -> Database {
    let directory = try TemporaryDirectories.make()
    let path = directory.appending(path: "database.sqlite").path
    if let original { try FileManager.default.copyItem(atPath: original, toPath: path) }
    return try Database(path: path, readers: readers, limits: limits, temporaryDirectory: directory)
  }

  package func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    do {
      return try readers.read(body)
    } catch {
      health.failed(.reading, error)
      throw error
    }
  }

  package func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    if let damage = health.lasting {
      let sequel = Self.sequel(of: .failure(damage.error), afterCommit, then)
      sequel.settle?()
      return sequel.answer()
    }
    // One writer needs no locks, so databases in production do not look them up. Temporary
    // databases of tests and demos do, to exercise `locks`.
    let rehearsed = temporaryDirectory == nil ? nil : locks
    writer.add(
      SQLiteQueuedWrite(
        run: { connection in
          _ = try rehearsed?.find(Connection(connection))
          let value = try body(Connection(connection))
          return Self.sequel(of: .success(value), afterCommit, then)
        },
        fail: { Self.sequel(of: .failure($0), afterCommit, then) }))
  }

  private static func sequel<Value: Sendable>(
    of result: Result<Value, any Error>, _ afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    _ then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> SQLiteQueuedWrite.Sequel {
    var settle: (@Sendable () -> Void)?
    if let afterCommit { settle = { afterCommit(result) } }
    return SQLiteQueuedWrite.Sequel(settle: settle, answer: { then(result) })
  }

  /// Runs `body` on the writer's connection and the calling thread, between two batches and outside
  /// a transaction.
  @discardableResult
  package func exclusively<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
    try writer.exclusively(body)
  }

  /// Retries operations with a fault, so that the fault ends without a read or write of a client.
  ///
  /// Also compares the files with their paths, and truncates a long log.
  package func probe() {
    writer.compareFiles()
    writer.shortenLog()
    if health.isTroubled(.writing) {
      do {
        try writer.exclusively { try writer.tryAgain(on: $0) }
        health.succeeded(.writing)
      } catch {
        health.failed(.writing, error)
      }
    }
    if health.isTroubled(.reading) {
      _ = try? read { try $0.first("SELECT count(*) FROM sqlite_schema") { _ in true } }.map { _ in
        health.succeeded(.reading)
      }
    }
  }

  /// Copies the log into the database file and truncates the log, as far as readers allow.
  package func purgeLog() throws {
    try files?.requireInPlace()
    try emptyLog()
  }

  private func emptyLog() throws {
    log?.wait()
    try exclusively { try $0.run(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  package var writeCounts: WriteCounts { writer.counts }

  package func close() {
    writer.close()
    writer.compareFiles()
    // Afterwards the database file contains all committed rows. If this fails, the next start
    // recovers them from the log.
    if !health.isTroubled(.place) || files?.hasLostOnlyItsLog == true { try? emptyLog() }
  }
}

extension Database {
  package func figures() throws -> StoreFigures {
    let pages = try read { connection in
      try ["PRAGMA page_count" as StaticString, "PRAGMA freelist_count"].map { sql in
        try connection.first(sql) { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
      }
    }
    return StoreFigures(
      fileBytes: DatabaseFile.size(path) ?? 0, logBytes: DatabaseFile.size("\(path)-wal") ?? 0, pages: pages[0],
      freePages: pages[1], readers: readers.count, busyReaders: readers.busy, readerWaits: readers.waits)
  }

  package func damage() throws -> [String] { try read { try Self.damage(of: $0) } }

  package func brokenReferences() throws -> [String] { try read { try Self.brokenReferences(of: $0) } }

  /// Returns the findings of SQLite's integrity check; empty if it finds no damage.
  static func damage(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA integrity_check") { (row) throws(StoreError) in try row.get(0, as: String.self) }
      .filter { $0 != "ok" }
  }

  /// Returns a text for each row whose foreign key references a missing row.
  static func brokenReferences(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA foreign_key_check") { (row) throws(StoreError) in
      "a row of \(try row.get(0, as: String.self)) references a missing row of \(try row.get(2, as: String.self))"
    }
  }
}

/// A pool of read connections. Each is used by one thread at a time.
final class ReadPool: Sendable {
  private final class Slot: Sendable {
    let connection: Mutex<SQLiteConnection>
    init(_ connection: sending SQLiteConnection) { self.connection = Mutex(connection) }
  }

  private let slots: [Slot]
  private let turn = Atomic<Int>(0)
  private let waited = Atomic<Int>(0)

  init(path: String, count: Int, durable: Bool) throws(StoreError) {
    var slots: [Slot] = []
    let states = CommitCounter()
    for _ in 0..<max(1, count) {
      let connection = try SQLiteConnection(path: path, readOnly: true, durable: durable)
      connection.states = states
      slots.append(Slot(connection))
    }
    self.slots = slots
  }

  init(_ connection: sending SQLiteConnection) { slots = [Slot(connection)] }

  var count: Int { slots.count }
  /// The number of connections in use.
  var busy: Int { slots.count { $0.connection.withLockIfAvailable { _ in true } == nil } }
  /// The number of reads that found no free connection.
  var waits: Int { waited.load(ordering: .relaxed) }

  /// Runs `body` on a free connection, or waits for one.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    let first = turn.wrappingAdd(1, ordering: .relaxed).oldValue & Int.max
    for offset in 0..<slots.count {
      let slot = slots[(first &+ offset) % slots.count]
      if let value = try slot.connection.withLockIfAvailable({ try body(Connection($0)) }) { return value }
    }
    waited.wrappingAdd(1, ordering: .relaxed)
    return try slots[first % slots.count].connection.withLock { try body(Connection($0)) }
  }
}
