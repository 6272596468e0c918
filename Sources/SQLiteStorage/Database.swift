import FoundationEssentials
package import Storage
import Synchronization

/// A database file: one connection writes in batches, and a pool of connections reads without waiting for it.
///
///     let database = try Database(path: "valence.sqlite")
///     let people = try database.read { connection in
///       try connection.first("SELECT count(*) FROM person") { row throws(StoreError) in try row.get(0, as: Int.self) }
///     }
package final class Database: Store {
  /// The path of the file.
  package let path: String
  /// False: the file is on this machine.
  package let isRemote = false
  /// The current troubles with writing and reading the database.
  package let health = StorageHealth()
  /// Tells of each COMMIT of the writer.
  package let commits = CommitNotifier()
  let readers: ReadPool
  private let writer: SQLiteWriter
  /// Moves the log beside the writes; nil if COMMITs do it.
  let log: Checkpointer?
  /// The files as they were opened; nil if nothing is compared with them.
  private let files: OpenedFiles?
  private let temporaryDirectory: URL?

  /// Opens the file at `path`, or creates it, with `readers` connections for reading.
  package convenience init(
    path: String, readers: Int = ProcessInfo.processInfo.activeProcessorCount * 2, limits: WriteLimits = WriteLimits()
  ) throws(StoreError) {
    try self.init(path: path, readers: readers, limits: limits, temporaryDirectory: nil)
  }

  private init(path: String, readers: Int, limits: WriteLimits, temporaryDirectory: URL?) throws(StoreError) {
    self.path = path
    self.temporaryDirectory = temporaryDirectory
    let durable = temporaryDirectory == nil
    // The writer comes first: it creates the file and sets it to WAL.
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

  /// Opens the existing file at `path` for inspection: changes nothing of it, and writes fail.
  package init(inspecting path: String) throws(StoreError) {
    self.path = path
    (temporaryDirectory, log, files) = (nil, nil, nil)
    writer = try SQLiteWriter(try SQLiteConnection(inspecting: path), limits: WriteLimits(), health, commits)
    readers = ReadPool(try SQLiteConnection(inspecting: path))
  }

  deinit {
    // SQLite's files stay usable while open, so the directory may be removed before the connections close.
    if let temporaryDirectory { TemporaryDirectories.remove(temporaryDirectory) }
  }

  /// Creates a database whose file is removed with this value.
  ///
  /// The file has a directory of its own: several connections cannot share a `:memory:` database without locking each
  /// other out. Nothing waits for the disk. With `original` it begins as a copy of that file, which nobody has open.
  package static func temporary(
    copying original: String? = nil, readers: Int = 2, limits: WriteLimits = WriteLimits()
  ) throws -> Database {
    let directory = try TemporaryDirectories.make()
    let path = directory.appending(path: "database.sqlite").path
    if let original { try FileManager.default.copyItem(atPath: original, toPath: path) }
    return try Database(path: path, readers: readers, limits: limits, temporaryDirectory: directory)
  }

  /// Runs `body` on a connection that only reads.
  ///
  /// Each statement sees the newest committed state. A body that needs one state for several statements wraps them in
  /// `Connection.snapshot`.
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
    // One writer holds every lock, so production looks none up. Temporary databases of tests and demos do, to try
    // `locks`.
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

  /// Runs `body` on the writing connection, on this thread, between two batches and outside any transaction.
  @discardableResult
  package func exclusively<Value: Sendable>(_ body: @Sendable (SQLiteConnection) throws -> Value) throws -> Value {
    try writer.exclusively(body)
  }

  /// Retries the troubled operations, so that a trouble ends without waiting for the next read or write.
  ///
  /// Compares the files with their paths, and truncates a log that has grown long.
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

  /// Moves the log of changes into the file and empties the log, as far as nobody reads it at the moment.
  package func purgeLog() throws {
    try files?.requireInPlace()
    try emptyLog()
  }

  private func emptyLog() throws {
    log?.wait()
    try exclusively { try $0.run(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
  }

  /// The counts and times of the writer so far.
  package var writeCounts: WriteCounts { writer.counts }

  /// Refuses new writes, and returns when all accepted writes have been answered.
  package func close() {
    writer.close()
    writer.compareFiles()
    // Afterwards the file alone has everything; if that fails now, the next start does it.
    if !health.isTroubled(.place) || files?.hasLostOnlyItsLog == true { try? emptyLog() }
  }
}

extension Database {
  /// Returns size and load.
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

  /// Returns the damage that SQLite's integrity check finds; empty if there is none.
  static func damage(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA integrity_check") { (row) throws(StoreError) in try row.get(0, as: String.self) }
      .filter { $0 != "ok" }
  }

  /// Returns the rows whose foreign keys refer to missing rows; empty if there are none.
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
    let states = CommitCounter()
    for _ in 0..<max(1, count) {
      let connection = try SQLiteConnection(path: path, readOnly: true, durable: durable)
      connection.states = states
      slots.append(Slot(connection))
    }
    self.slots = slots
  }

  init(_ connection: sending SQLiteConnection) { slots = [Slot(connection)] }

  /// Connection count.
  var count: Int { slots.count }
  /// The count of connections in use now.
  var busy: Int { slots.count { $0.connection.withLockIfAvailable { _ in true } == nil } }
  /// The count of reads that found no free connection.
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
