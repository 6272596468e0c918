/// A read-only store over the open transaction of a connection: all reads see one state, with the
/// changes of the transaction. Writes fail.
package final class SnapshotStore: Store {
  /// The connection. Only the thread that opened the transaction uses it, because the reads run on
  /// that thread.
  private struct Held: @unchecked Sendable { let engine: any ConnectionEngine }

  /// A connection with an open transaction. A snapshot therefore needs no transaction.
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
  package let isRemote = false
  package let health = StorageHealth()
  package let commits = CommitNotifier()

  /// Creates a store that reads in the open transaction of `engine`.
  package init(_ engine: any ConnectionEngine) { held = Held(engine: Enclosed(engine)) }

  /// Creates a store that reads in the open transaction or snapshot of `connection`.
  package convenience init(_ connection: Connection) { self.init(connection.engine) }

  package func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    try body(Connection(held.engine))
  }

  package func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    afterCommit?(.failure(DatabaseClosed()))
    then(.failure(DatabaseClosed()))
  }

  package let writeCounts = WriteCounts(
    batches: 0, writes: 0, commits: 0, waiting: 0, sizes: Distribution(bounds: []), seconds: Distribution(bounds: []),
    largest: 0)

  package func figures() throws -> StoreFigures {
    StoreFigures(fileBytes: 0, logBytes: 0, pages: 0, freePages: 0, readers: 1, busyReaders: 0, readerWaits: 0)
  }

  package func damage() throws -> [String] { [] }
  package func brokenReferences() throws -> [String] { [] }
  package func purgeLog() throws {}
  package func probe() {}
  package func close() {}
}
