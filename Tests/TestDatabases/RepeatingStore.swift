package import Storage
import Synchronization
import Testing

/// A store that runs each write twice, as an engine does after a conflict. The changes of the first
/// run are rolled back.
///
/// If one run succeeds and the other fails, or their errors have different types, the test fails.
package final class RepeatingStore: Store {
  private let database: any Store
  private let count = Atomic(0)

  package init(_ database: any Store) { self.database = database }

  /// The number of writes that have run twice.
  package var repeated: Int { count.load(ordering: .relaxed) }

  private struct Undone: Error {}

  package func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    database.write(
      locking: locks,
      { connection in
        let first = Result {
          do {
            try connection.savepoint {
              _ = try body(connection)
              throw Undone()
            }
          } catch is Undone {}
        }.failure
        try Self.rethrow(first)
        let second = Result { try body(connection) }
        try Self.rethrow(second.failure)
        let kinds = [first, second.failure].map { $0.map { "\(type(of: $0))" } ?? "success" }
        if kinds[0] != kinds[1] {
          let error = (first ?? second.failure).map { "\($0)" } ?? ""
          Issue.record("a write ended with \(kinds[0]), then with \(kinds[1]): \(error)")
        }
        self.count.add(1, ordering: .relaxed)
        return try second.get()
      }, afterCommit: afterCommit, then: then)
  }

  /// Throws an error of the transaction or of the database, which does not depend on the write.
  private static func rethrow(_ error: (any Error)?) throws {
    if let error, error is TransactionLost || (error as? StoreError)?.fault != nil { throw error }
  }

  package var isRemote: Bool { database.isRemote }
  package var health: StorageHealth { database.health }
  package var commits: CommitNotifier { database.commits }
  package var writeCounts: WriteCounts { database.writeCounts }
  package func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    try database.read(body)
  }
  package func figures() throws -> StoreFigures { try database.figures() }
  package func damage() throws -> [String] { try database.damage() }
  package func brokenReferences() throws -> [String] { try database.brokenReferences() }
  package func purgeLog() throws { try database.purgeLog() }
  package func probe() { database.probe() }
  package func close() { database.close() }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
