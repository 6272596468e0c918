/// A database of any engine: connections that read, and writes that share commits.
///
/// Services use only this protocol. The program opens the type of an engine.
package protocol Store: AnyObject, Sendable {
  /// True if a read may wait for another machine. Requests are then answered on threads that may
  /// block, and not on event loops.
  var isRemote: Bool { get }

  var health: StorageHealth { get }

  /// The notifier of commits of this process.
  var commits: CommitNotifier { get }

  var writeCounts: WriteCounts { get }

  /// Runs `body` on a read-only connection. Each statement sees the newest committed state.
  /// `Connection.snapshot` runs several statements on one state.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value

  /// Queues a write and calls `then` once its outcome is durable.
  ///
  /// The writes of a batch share a transaction and its COMMIT. If `body` throws, only its own
  /// changes are rolled back, and `then` receives the error. A write whose COMMIT fails receives
  /// the error of the COMMIT. `body` may run several times, so it must change nothing outside the
  /// transaction. If `body` catches the error of a statement outside `Connection.savepoint`, the
  /// write fails with that error.
  ///
  /// - Parameters:
  ///   - locks: Rows that the engine locks before the first statement of the batch. An engine with
  ///     one writer locks none.
  ///   - afterCommit: Called with the outcome before `then`, in the order of the writes. Must not
  ///     block.
  ///   - then: Called on any thread; a slow call does not delay the next batch. If the write is
  ///     rejected, for example with `WriteQueueFull` or `DatabaseClosed`, called immediately on the
  ///     calling thread.
  func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  )

  /// Returns the size and the load of the database. Reads from the database.
  func figures() throws -> StoreFigures

  /// Returns the findings of the engine's integrity check; empty if it finds nothing or is
  /// unavailable.
  func damage() throws -> [String]

  /// Returns a text for each row whose foreign key references a missing row.
  func brokenReferences() throws -> [String]

  /// Removes copies of deleted rows from the engine's log, except those that a reader uses.
  func purgeLog() throws

  /// Retries operations with a fault, so that the fault ends without a request.
  func probe()

  /// Announces that `close` follows within seconds. Writes are still accepted. An outcome that only
  /// the database server knows is awaited for a limited time from now on.
  func prepareToClose()

  /// Rejects new writes, and returns when all accepted writes have completed.
  func close()
}

extension Store {
  /// Does nothing, because the engine does not wait for outcomes on a server.
  package func prepareToClose() {}
}

package struct StoreFigures: Sendable {
  package let fileBytes: Int
  /// Bytes of the write-ahead log next to the database; 0 for a server.
  package let logBytes: Int
  package let pages: Int
  /// Unused pages of the database.
  package let freePages: Int
  /// The size of the pool of read connections.
  package let readers: Int
  /// Read connections in use.
  package let busyReaders: Int
  /// Reads that found no free connection.
  package let readerWaits: Int

  package init(
    fileBytes: Int, logBytes: Int, pages: Int, freePages: Int, readers: Int, busyReaders: Int, readerWaits: Int
  ) {
    (self.fileBytes, self.logBytes, self.pages, self.freePages) = (fileBytes, logBytes, pages, freePages)
    (self.readers, self.busyReaders, self.readerWaits) = (readers, busyReaders, readerWaits)
  }
}
