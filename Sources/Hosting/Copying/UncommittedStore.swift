import Storage

/// A read-only store over the open transaction of a connection, for checks before the commit.
/// Writes fail.
final class UncommittedStore: Store {
  /// The connection. Only the thread that opened the transaction uses it, because the checks run on
  /// that thread.
  private struct Held: @unchecked Sendable { let engine: any ConnectionEngine }

  /// A connection whose open transaction excludes other writers. A snapshot therefore needs no
  /// transaction.
  private final class Enclosed: ConnectionEngine {
    private let engine: any ConnectionEngine
    init(_ engine: any ConnectionEngine) { self.engine = engine }

    func execute(_ sql: StaticString, with arguments: [any Bindable]) throws(StoreError) -> Int {
      try engine.execute(sql, with: arguments)
    }
    func execute(_ query: Query, _ arguments: [any Bindable]) throws(StoreError) -> Int {
      try engine.execute(query, arguments)
    }
    func forEachRow(
      _ sql: StaticString, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
    ) throws(StoreError) { try engine.forEachRow(sql, arguments, body) }
    func forEachRow(
      _ query: Query, _ arguments: [any Bindable], _ body: (Row) throws(StoreError) -> Bool
    ) throws(StoreError) { try engine.forEachRow(query, arguments, body) }
    func savepoint(_ body: () throws -> Void) throws { try engine.savepoint(body) }
    func snapshot(_ body: () throws -> Void) throws { try body() }
    func appliedMigrations() throws(StoreError) -> [AppliedMigration] { try engine.appliedMigrations() }
  }

  private let held: Held
  let isRemote = false
  let health = StorageHealth()
  let commits = CommitNotifier()

  /// Creates a store that reads in the open transaction of `engine`.
  init(_ engine: any ConnectionEngine) { held = Held(engine: Enclosed(engine)) }

  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    try body(Connection(held.engine))
  }

  func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    afterCommit?(.failure(DatabaseClosed()))
    then(.failure(DatabaseClosed()))
  }

  let writeCounts = WriteCounts(
    batches: 0, writes: 0, commits: 0, waiting: 0, sizes: Distribution(bounds: []), seconds: Distribution(bounds: []),
    largest: 0)

  func figures() throws -> StoreFigures {
    StoreFigures(fileBytes: 0, logBytes: 0, pages: 0, freePages: 0, readers: 1, busyReaders: 0, readerWaits: 0)
  }

  func damage() throws -> [String] { [] }
  func brokenReferences() throws -> [String] { [] }
  func purgeLog() throws {}
  func probe() {}
  func close() {}
}
