/// A database, whichever engine it is: connections that read, and writes that share commits.
///
/// Services know a database by this protocol alone; the program opens one of an engine's own type.
///
///     store.write(
///       locking: [], { try $0.execute("INSERT INTO person (id, login) VALUES ($1, $2)", "1", "ivan") },
///       afterCommit: nil, then: { outcome in print(outcome) })  // success(1), once it is on disk
///     store.close()  // waits for the answer
///     let count = try store.read { connection in
///       try connection.first("SELECT count(*) FROM person") { row throws(StoreError) in try row.get(0, as: Int.self) }
///     }
package protocol Store: AnyObject, Sendable {
  /// True if a read may wait for another machine: requests are then answered on threads that may wait, not on those that read
  /// what clients send. Everything above reads at once and in order, whatever the engine.
  var isRemote: Bool { get }

  /// The ability to write and read the database.
  var health: StorageHealth { get }

  /// Tells of each COMMIT of this process.
  var commits: CommitNotifier { get }

  /// The counts of writes since the start.
  var writeCounts: WriteCounts { get }

  /// Runs `body` on a connection that only reads. Each statement sees the newest committed state; a body that needs one state
  /// for several wraps them in `Connection.snapshot`.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value

  /// Queues a write, and calls `then` once its outcome is durable.
  ///
  /// `body` runs in a savepoint of its own; the writes of one batch share a transaction and one COMMIT. If it throws, what it
  /// did is undone and `then` gets the error; its neighbours do not notice. If the COMMIT fails, all get that error. It may
  /// run more than once, so that it changes nothing outside of the transaction. A body that goes on behind an error of a
  /// statement fails with that error, unless the statement stands in `Connection.savepoint`.
  ///
  /// - Parameters:
  ///   - locks: Rows that the engine locks before the first statement of the batch; an engine with one writer needs none.
  ///   - settled: Called with the outcome before `then`, in the order of the writes; it must not block.
  ///   - then: Called on any thread, or at once with `WriteQueueFull` or `DatabaseClosed`. A slow one delays no other.
  func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  )

  /// Size and load. It asks the database.
  func figures() throws -> StoreFigures

  /// Returns the findings of the engine's own checks of the content; empty without any.
  func damage() throws -> [String]

  /// The rows whose foreign keys refer to nothing; empty if none does.
  func brokenReferences() throws -> [String]

  /// Removes the engine's copies of deleted rows, except those that a reader uses.
  func purgeLog() throws

  /// Tries a faulty part again, so that the end of a fault is found without a request.
  func probe()

  /// Tells that `close` will follow within seconds: writes are taken on, but none waits longer than that for an outcome that only a
  /// server of databases knows.
  func prepareToClose()

  /// Takes no more writes, and returns when those that were taken have been answered.
  func close()
}

extension Store {
  /// Does nothing: only an engine on another machine has outcomes to wait for.
  package func prepareToClose() {}
}

/// Size and load of a database.
package struct StoreFigures: Sendable {
  /// Bytes of the database.
  package let fileBytes: Int
  /// Bytes of the log of changes beside it.
  package let logBytes: Int
  /// Pages of the database.
  package let pages: Int
  /// Pages that hold nothing.
  package let freePages: Int
  /// Connections that read.
  package let readers: Int
  /// Connections that read now.
  package let busyReaders: Int
  /// The number of times that a reader found no free connection.
  package let readerWaits: Int

  /// Creates figures.
  package init(
    fileBytes: Int, logBytes: Int, pages: Int, freePages: Int, readers: Int, busyReaders: Int, readerWaits: Int
  ) {
    (self.fileBytes, self.logBytes, self.pages, self.freePages) = (fileBytes, logBytes, pages, freePages)
    (self.readers, self.busyReaders, self.readerWaits) = (readers, busyReaders, readerWaits)
  }
}
