import CPostgreSQL
import Platform
package import Storage

/// A database on a PostgreSQL server of version 15 or later. Several writers commit in batches, and
/// a pool of connections reads.
package final class PostgreSQLStore: Store {
  package let isRemote = true
  package let health = StorageHealth()
  package let commits = CommitNotifier()
  package let address: ServerAddress
  private let server: DatabaseServer
  let readers: ReaderPool
  private let lanes: PostgreSQLWriters

  /// Connects to the database, and creates the engine's tables if they do not exist.
  ///
  /// - Parameters:
  ///   - tables: The tables for the kinds of locks.
  ///   - writers: The number of writers. Each has one connection.
  ///   - readers: Maximum number of read connections.
  /// - Throws: `StoreError` if the server:
  ///   - cannot be reached, or is older than PostgreSQL 15
  ///   - stores the database in an encoding other than UTF8
  ///   - may lose acknowledged writes, because `fsync` or `synchronous_commit` is off
  ///   - is reached through a pooler that shares a backend between transactions of several clients
  ///   - lacks the engine's tables, and the role has no permission to create them
  package init(
    _ address: ServerAddress, locking tables: [LockedTable] = [], writers: Int = 4, readers: Int = 8,
    limits: WriteLimits = WriteLimits(), times: ServerLimits = ServerLimits()
  ) throws {
    self.address = address
    server = DatabaseServer(address, limits: times)
    self.readers = ReaderPool(server, count: readers)
    lanes = PostgreSQLWriters(
      server, count: writers, limits: limits,
      locking: Dictionary(tables.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first }), health, commits)
    try lanes.exclusively { connection in
      try connection.connect()
      if try !connection.hasOwnTables() { try administer { try $0.makeOwnTables() } }
    }
  }

  package func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws -> Value {
    if WaitingBan.meet() {
      throw StoreError(.other, engine: "PostgreSQL", code: 0, message: "this thread must not block", sql: "")
    }
    do {
      let (value, hasAsked) = try readers.read(body)
      if hasAsked { health.succeeded(.reading) }
      return value
    } catch {
      if let error = error as? StoreError, error.concernsRows {
        health.note(error)
      } else {
        health.failed(.reading, error)
      }
      throw error
    }
  }

  package func write<Value: Sendable>(
    locking locks: Locks, _ body: @escaping @Sendable (Connection) throws -> Value,
    afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    // Rows on damaged pages may be lost, so no write is acknowledged.
    if let damage = health.trouble(of: .content) {
      let sequel = Self.sequel(of: .failure(damage.error), afterCommit, then)
      sequel.settle?()
      return sequel.answer()
    }
    lanes.add(
      PostgreSQLQueuedWrite(
        locks: locks, run: { Self.sequel(of: .success(try body($0)), afterCommit, then) },
        fail: { Self.sequel(of: .failure($0), afterCommit, then) }))
  }

  private static func sequel<Value: Sendable>(
    of result: Result<Value, any Error>, _ afterCommit: (@Sendable (Result<Value, any Error>) -> Void)?,
    _ then: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> PostgreSQLQueuedWrite.Sequel {
    var settle: (@Sendable () -> Void)?
    if let afterCommit { settle = { afterCommit(result) } }
    return PostgreSQLQueuedWrite.Sequel(settle: settle, answer: { then(result) })
  }

  /// Runs `body` on a connection without a time limit for statements, before the database is opened
  /// as a store. Used for migrations.
  package static func administer<Value: Sendable>(
    _ address: ServerAddress, _ body: (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try body(PostgreSQLConnection(DatabaseServer(address, limits: ServerLimits()), .administering))
  }

  /// Runs `body` on a separate connection without a time limit for statements, for migrations and
  /// other changes of tables.
  @discardableResult
  package func administer<Value: Sendable>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
    try body(PostgreSQLConnection(server, .administering))
  }

  package var writeCounts: WriteCounts { lanes.counts }

  /// Retries operations with a fault, so that the fault ends without a read or write of a client.
  package func probe() {
    if health.isTroubled(.writing) {
      do {
        let hasTried: Void? = try lanes.onFreeConnection { connection in
          do { try connection.leaveTrialMark() } catch {
            // A connection that was closed while it was idle is not a fault of the server.
            guard connection.session?.isLost != false else { throw error }
            try connection.leaveTrialMark()
          }
        }
        // If no connection is free, each writer runs a batch, whose outcome updates the health.
        if hasTried != nil { health.succeeded(.writing) }
      } catch {
        health.failed(.writing, error)
      }
    }
    probeAccess()
    if health.isTroubled(.reading) { _ = try? read { try $0.first("SELECT 1") { _ in true } } }
  }

  /// Plans the statement that failed because a privilege or an object was missing, on a new
  /// session. Ends the fault if the server accepts the statement.
  private func probeAccess() {
    guard let trouble = health.trouble(of: .access) else { return }
    do {
      try PostgreSQLConnection(server, .reading).plan(trouble.error.sql)
    } catch {
      // For a statement without a plan, such as LOCK, the fault ends, and the next use shows
      // whether it succeeds.
      guard error.reason == .other else { return }
    }
    // Sessions opened during the fault may have another search path.
    server.generation.renew()
    health.succeeded(.access)
  }

  /// Does nothing, because the server manages its own log, and its vacuum removes deleted rows.
  package func purgeLog() throws {}

  /// Limits the wait for the outcome of a lost COMMIT to `ServerLimits.closing`, from now on.
  package func prepareToClose() { lanes.prepareToClose() }

  /// Rejects new writes, and returns when all accepted writes have completed.
  ///
  /// The outcome of a lost COMMIT is queried for at most `ServerLimits.closing` after
  /// `prepareToClose` or this call. If it is still unknown then, the writes of that batch fail.
  package func close() {
    lanes.close()
    readers.close()
  }
}
