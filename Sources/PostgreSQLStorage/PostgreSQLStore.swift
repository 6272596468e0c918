import CPostgreSQL
import Platform
package import Storage

/// A database of a PostgreSQL server of release 15 or newer: writers that each commit in batches, and a pool of connections that
/// only read.
///
///     let store = try PostgreSQLStore(
///       ServerAddress("postgresql://valence@one.bank,two.bank/valence"),
///       locking: [LockedTable("person", in: "person", by: "id"), LockedTable("account", in: "account", by: "number")])
///     let people = try store.read { connection in
///       try connection.first("SELECT count(*) FROM person") { row throws(StoreError) in try row.get(0, as: Int.self) }
///     }
package final class PostgreSQLStore: Store {
  /// True: the server is another process.
  package let isRemote = true
  /// The current troubles with writing and reading the database.
  package let health = StorageHealth()
  /// Tells of each COMMIT of this process.
  package let commits = CommitNotifier()
  /// The address.
  package let address: ServerAddress
  private let server: DatabaseServer
  let readers: ReaderPool
  private let lanes: PostgreSQLWriters

  /// Connects to the database, and makes the engine's own tables in it unless they are there.
  ///
  /// - Parameters:
  ///   - tables: The tables whose rows the kinds of locks mean.
  ///   - writers: The writers, each with one connection.
  ///   - readers: The most connections that read.
  ///
  /// Throws when the server
  /// - cannot be reached, or is older than PostgreSQL 15,
  /// - has the database in another encoding than UTF8,
  /// - may acknowledge what a crash loses: with `fsync` or `synchronous_commit` off,
  /// - is reached through a pooler that gives a backend to others between two transactions,
  /// - lacks the engine's tables and the role may not create them.
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
      throw StoreError(.other, engine: "PostgreSQL", code: 0, message: "this thread must not wait", sql: "")
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
    // Rows on damaged pages may get lost: no write is acknowledged any more.
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

  /// Runs `body` on a connection to a database whose statements may take as long as they need, before anybody opens it as a store:
  /// its migrations.
  package static func administer<Value: Sendable>(
    _ address: ServerAddress, _ body: (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    try body(PostgreSQLConnection(DatabaseServer(address, limits: ServerLimits()), .administering))
  }

  /// Runs `body` on a connection of its own whose statements may take as long as they need: migrations and what else
  /// changes tables.
  @discardableResult
  package func administer<Value: Sendable>(_ body: (PostgreSQLConnection) throws -> Value) throws -> Value {
    try body(PostgreSQLConnection(server, .administering))
  }

  /// The counts and times of the writers so far.
  package var writeCounts: WriteCounts { lanes.counts }

  /// Retries the troubled operations, so that a trouble ends without waiting for the next read or write.
  package func probe() {
    if health.isTroubled(.writing) {
      do {
        let hasTried: Void? = try lanes.onFreeConnection { connection in
          do { try connection.leaveTrialMark() } catch {
            // A connection that was cut while nobody used it says nothing of the server.
            guard connection.session?.isLost != false else { throw error }
            try connection.leaveTrialMark()
          }
        }
        // Without a free one each writer has a batch under way, whose outcome will tell.
        if hasTried != nil { health.succeeded(.writing) }
      } catch {
        health.failed(.writing, error)
      }
    }
    probeAccess()
    if health.isTroubled(.reading) { _ = try? read { try $0.first("SELECT 1") { _ in true } } }
  }

  /// Plans the statement that was refused because a privilege or a table was missing, on a new session, and ends the
  /// trouble if the server accepts the statement.
  private func probeAccess() {
    guard let trouble = health.trouble(of: .access) else { return }
    do {
      try PostgreSQLConnection(server, .reading).plan(trouble.error.sql)
    } catch {
      // A statement that cannot be planned, such as LOCK, is tried by its next use.
      guard error.reason == .other else { return }
    }
    // Sessions that were opened during the trouble may have another search path.
    server.generation.renew()
    health.succeeded(.access)
  }

  /// Does nothing: the server keeps its own log, and its vacuum removes deleted rows.
  package func purgeLog() throws {}

  /// Has a COMMIT whose answer was lost be asked for during `ServerLimits.closing` from now on at most.
  package func prepareToClose() { lanes.prepareToClose() }

  /// Refuses new writes, and returns when all accepted writes have been answered.
  ///
  /// A COMMIT whose answer was lost is asked for during `ServerLimits.closing` at most, counted from `prepareToClose` where that was
  /// called; afterwards its writes are told that nobody knows.
  package func close() {
    lanes.close()
    readers.close()
  }
}
