import Dispatch
import PostgreSQLStorage
import Storage
import Synchronization
import TestDatabases
import Testing

/// Writes during the loss of connections and of the server. Each successful write has exactly one
/// row, and each failed one has none.
struct LossTests {
  @Test("Transactions of two stores that lock the same row run one at a time")
  func serializesWritesOfTwoStores() throws {
    let address = try OwnServer.shared.get().database()
    let stores = try [
      PostgreSQLStore(address, locking: [Self.account]), PostgreSQLStore(address, locking: [Self.account]),
    ]
    try Self.prepare(stores[0])
    // Each write increments a value that it has read. Without the lock, two of them would read the
    // same value.
    let outcomes = Outcomes()
    for number in 0..<600 {
      let account = number % 3
      outcomes.expect()
      stores[number % 2].write(
        locking: [Lock("account", rank: 0, key: account)],
        { transaction in
          let found = try transaction.first("SELECT balance FROM account WHERE number = $1", account) {
            (row) throws(StoreError) in try row.get(0, as: Int.self)
          }
          let balance = try #require(found)
          try transaction.execute("UPDATE account SET balance = $2 WHERE number = $1", account, balance + 1)
        }, afterCommit: nil
      ) { outcomes.met(number, $0) }
    }
    #expect(outcomes.all().values.allSatisfy { $0 })
    #expect(try Self.balances(stores[0]) == [200, 200, 200])
    for store in stores { store.close() }
  }

  @Test("Writes that lock two rows in opposite orders do not deadlock") func avoidsDeadlocks() throws {
    let address = try OwnServer.shared.get().database()
    let stores = try [
      PostgreSQLStore(address, locking: [Self.account]), PostgreSQLStore(address, locking: [Self.account]),
    ]
    try Self.prepare(stores[0])
    let outcomes = Outcomes()
    for number in 0..<400 {
      let (from, to) = (number % 3, (number + 1 + number / 3 % 2) % 3)
      outcomes.expect()
      stores[number % 2].write(
        locking: [Lock("account", rank: 0, key: from), Lock("account", rank: 0, key: to)],
        { transaction in
          try transaction.execute("UPDATE account SET balance = balance + 1 WHERE number = $1", to)
          try transaction.execute("UPDATE account SET balance = balance + 1 WHERE number = $1", from)
        }, afterCommit: nil
      ) { outcomes.met(number, $0) }
    }
    #expect(outcomes.all().values.allSatisfy { $0 })
    #expect(try Self.balances(stores[0]).reduce(0, +) == 800)
    for store in stores { store.close() }
  }

  @Test("Terminated connections neither lose nor duplicate writes") func survivesTerminatedConnections() throws {
    let address = try OwnServer.shared.get().database()
    let store = try PostgreSQLStore(address)
    let other = try PostgreSQLStore(address)
    try Self.prepare(store)
    let outcomes = Outcomes()
    for round in 0..<20 {
      Self.insert(round * 100..<round * 100 + 100, into: store, outcomes)
      // Terminates all other connections while writes are in progress.
      _ = try? other.read { connection in
        try connection.all(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()
          """
        ) { _ in true }
      }
      let done = outcomes.all()
      try Self.expect(done, in: store)
    }
    // Most writes succeed, because a batch without a sent COMMIT runs again.
    #expect(outcomes.all().values.count { $0 } > 1000)
    store.close()
    other.close()
  }

  @Test("A killed server neither loses nor duplicates writes, and the store reconnects")
  func survivesKilledServer() throws {
    let server = try OwnServer()
    let store = try PostgreSQLStore(server.database())
    try Self.prepare(store)
    let outcomes = Outcomes()
    for round in 0..<4 {
      Self.insert(round * 300..<round * 300 + 300, into: store, outcomes)
      try server.kill()
      try server.start()
      let done = outcomes.all()
      try Self.expect(done, in: store)
    }
    try #require(Self.insertsOne(store), "writes succeed again without a new store")
    #expect(store.health.trouble == nil)
    store.close()
  }

  private static let account = LockedTable("account", in: "account", by: "number")

  private static func prepare(_ store: PostgreSQLStore) throws {
    let outcomes = Outcomes()
    outcomes.expect()
    store.write(
      locking: [],
      { transaction in
        try transaction.execute("CREATE TABLE account (number BIGINT PRIMARY KEY, balance BIGINT NOT NULL)")
        try transaction.execute("INSERT INTO account (number, balance) VALUES (0, 0), (1, 0), (2, 0)")
        // The table has no key, so that a write that is executed twice stores two rows.
        try transaction.execute("CREATE TABLE thing (number BIGINT NOT NULL)")
      }, afterCommit: nil
    ) { outcomes.met(0, $0) }
    try #require(outcomes.all() == [0: true])
  }

  private static func balances(_ store: PostgreSQLStore) throws -> [Int] {
    try store.read { connection in
      try connection.all("SELECT balance FROM account ORDER BY number") { (row) throws(StoreError) in
        try row.get(0, as: Int.self)
      }
    }
  }

  private static func insert(_ numbers: Range<Int>, into store: PostgreSQLStore, _ outcomes: Outcomes) {
    for number in numbers {
      outcomes.expect()
      store.write(
        locking: [Lock("lane", rank: 0, key: number % 7)],
        { try $0.execute("INSERT INTO thing (number) VALUES ($1)", number) }, afterCommit: nil
      ) { outcomes.met(number, $0) }
    }
  }

  private static func insertsOne(_ store: PostgreSQLStore) -> Bool {
    let outcomes = Outcomes()
    insert(-1..<0, into: store, outcomes)
    return outcomes.all() == [-1: true]
  }

  /// Expects the rows of exactly the successful writes. Repeats a failed read up to 99 times.
  private static func expect(_ outcomes: [Int: Bool], in store: PostgreSQLStore) throws {
    let expected = outcomes.filter(\.value).keys.sorted()
    for attempt in 1... {
      do {
        let found = try store.read { connection in
          try connection.all("SELECT number FROM thing ORDER BY number") { (row) throws(StoreError) in
            try row.get(0, as: Int.self)
          }
        }
        #expect(found == expected)
        return
      } catch  where attempt < 100 { continue }
    }
  }
}

/// The outcomes of writes by number.
private final class Outcomes: Sendable {
  private let met = Mutex<[Int: Bool]>([:])
  private let group = DispatchGroup()

  func expect() { group.enter() }

  func met<Value>(_ number: Int, _ result: Result<Value, any Error>) {
    met.withLock { outcomes in
      if case .success = result { outcomes[number] = true } else { outcomes[number] = false }
    }
    group.leave()
  }

  /// Waits for all expected outcomes and returns them.
  func all() -> [Int: Bool] {
    group.wait()
    return met.withLock { $0 }
  }
}
