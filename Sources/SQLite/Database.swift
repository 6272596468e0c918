import FoundationEssentials
package import Storage
import Synchronization

/// A database file: connections that read, which never wait, and one that writes in batches.
package final class Database: Store {
  /// Where the file is.
  package let path: String
  /// False: the file is on this machine.
  package let mayWait = false
  /// Whether it can be written and read at present.
  package let health = StorageHealth()
  let readers: ReadPool
  private let writer: WriteQueue
  private let temporaryDirectory: URL?

  /// Opens the file at `path`, creating it when it is not there, with `readers` connections for reading.
  package convenience init(
    path: String, readers: Int = ProcessInfo.processInfo.activeProcessorCount * 2, limits: WriteLimits = WriteLimits()
  ) throws(StoreError) {
    try self.init(path: path, readers: readers, limits: limits, temporaryDirectory: nil)
  }

  private init(path: String, readers: Int, limits: WriteLimits, temporaryDirectory: URL?) throws(StoreError) {
    self.path = path
    self.temporaryDirectory = temporaryDirectory
    let durable = temporaryDirectory == nil
    // The writer comes first: it creates the file and turns it to WAL.
    writer = WriteQueue(try SQLiteConnection(path: path, durable: durable), limits: limits, health)
    self.readers = try ReadPool(path: path, count: readers, durable: durable)
  }

  /// Opens the file at `path`, which must be there, to look at it: nothing of it is changed, and writes fail.
  package init(inspecting path: String) throws(StoreError) {
    self.path = path
    temporaryDirectory = nil
    writer = WriteQueue(try SQLiteConnection(inspecting: path), limits: WriteLimits(), health)
    readers = ReadPool(try SQLiteConnection(inspecting: path))
  }

  deinit {
    // SQLite's files stay usable while open, so the directory may go before the connections do.
    if let temporaryDirectory { try? FileManager.default.removeItem(at: temporaryDirectory) }
  }

  /// A database that is gone with this value.
  ///
  /// A file of its own in the temporary directory rather than `:memory:`, which several connections cannot share
  /// without locking each other out; nothing waits for the disk.
  package static func temporary(readers: Int = 2, limits: WriteLimits = WriteLimits()) throws -> Database {
    let directory = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try Database(
      path: directory.appending(path: "database.sqlite").path, readers: readers, limits: limits,
      temporaryDirectory: directory)
  }

  /// Runs `body` on a connection that only reads. Each statement sees the newest committed state; a body that needs
  /// one state for several wraps them in `Connection.snapshot`.
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
    settled: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    // One writer holds every lock. What tests and demos write finds its locks all the same, so that it is tried.
    let rehearsed = temporaryDirectory == nil ? nil : locks
    writer.add(
      PendingWrite(
        run: { connection in
          _ = try rehearsed?.find(Connection(connection))
          let value = try body(Connection(connection))
          return Self.sequel(of: .success(value), settled, then)
        },
        fail: { Self.sequel(of: .failure($0), settled, then) }))
  }

  private static func sequel<Value: Sendable>(
    of result: Result<Value, any Error>, _ settled: (@Sendable (Result<Value, any Error>) -> Void)?,
    _ then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> PendingWrite.Sequel {
    var settle: (@Sendable () -> Void)?
    if let settled { settle = { settled(result) } }
    return PendingWrite.Sequel(settle: settle, answer: { then(result) })
  }

  /// Runs `body` on the writing connection, on this thread, between two batches and outside any transaction.
  @discardableResult
  package func exclusively<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
    try writer.exclusively(body)
  }

  /// Tries again what is in trouble, so that it ends without waiting for somebody who writes or reads.
  package func probe() {
    if health.isTroubled(.writing) {
      do {
        try writer.exclusively { try $0.rewriteHead() }
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

  /// Takes over the log of changes into the file and empties it, as far as nobody reads it just now.
  package func purgeLog() throws { try exclusively { try $0.run(script: "PRAGMA wal_checkpoint(TRUNCATE)") } }

  /// What the writer has done so far.
  package var writeCounts: WriteCounts { writer.counts }

  /// Takes no more writes, and returns when those that were taken have been answered.
  package func close() {
    writer.close()
    // The file alone has everything then; where that cannot be done now, the next start does it.
    try? purgeLog()
  }
}

extension Database {
  /// How large it is, and how busy.
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

  /// What SQLite's own check finds wrong with the file; empty if nothing is.
  static func damage(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA integrity_check") { (row) throws(StoreError) in try row.get(0, as: String.self) }
      .filter { $0 != "ok" }
  }

  /// The rows whose foreign keys refer to nothing; empty if none does.
  static func brokenReferences(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA foreign_key_check") { (row) throws(StoreError) in
      "a row of \(try row.get(0, as: String.self)) refers to a row of \(try row.get(2, as: String.self)) that is gone"
    }
  }
}

/// Connections for reading, each lent to one thread at a time.
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
    for _ in 0..<max(1, count) {
      slots.append(Slot(try SQLiteConnection(path: path, readOnly: true, durable: durable)))
    }
    self.slots = slots
  }

  init(_ connection: sending SQLiteConnection) { slots = [Slot(connection)] }

  /// How many connections there are.
  var count: Int { slots.count }
  /// How many of them are lent now.
  var busy: Int { slots.count { $0.connection.withLockIfAvailable { _ in true } == nil } }
  /// How often none was free.
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
