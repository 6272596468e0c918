import SQLite
import Storage
import StoreContract
import Synchronization
import Testing

/// A database whose writes run twice, as an engine repeats what met another writer: what the first run did is undone.
final class RepeatingStore: Store {
  private let database: any Store
  private let differing = Mutex<[String]>([])

  init(_ database: any Store) { self.database = database }

  /// The writes whose second run failed where the first did not, or did not where it failed.
  var differences: [String] { differing.withLock { $0 } }

  private struct Undone: Error {}

  func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    settled: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    database.write(
      locking: locks,
      { connection in
        var first: (any Error)?
        do {
          try connection.savepoint {
            _ = try body(connection)
            throw Undone()
          }
        } catch is Undone {} catch let lost as TransactionLost { throw lost } catch { first = error }
        let second = Result { try body(connection) }
        let failures = [first, second.failure].map { $0.map { "\(type(of: $0))" } ?? "success" }
        if failures[0] != failures[1] { self.differing.withLock { $0.append("\(failures[0]), then \(failures[1])") } }
        return try second.get()
      }, settled: settled, then: then)
  }

  var mayWait: Bool { database.mayWait }
  var health: StorageHealth { database.health }
  var commits: CommitNotice { database.commits }
  var writeCounts: WriteCounts { database.writeCounts }
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value { try database.read(body) }
  func figures() throws -> StoreFigures { try database.figures() }
  func damage() throws -> [String] { try database.damage() }
  func brokenReferences() throws -> [String] { try database.brokenReferences() }
  func purgeLog() throws { try database.purgeLog() }
  func probe() { database.probe() }
  func close() { database.close() }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

struct RepeatingStoreTests {
  @Test(arguments: StoreContract.clauses)
  func itKeepsTheContract(_ clause: StoreContract.Clause) throws {
    try clause.check(RepeatingStore(try Database.temporary()))
  }
}
