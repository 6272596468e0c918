import FoundationEssentials
package import Storage

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
