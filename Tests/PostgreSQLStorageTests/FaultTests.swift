import Dispatch
import Storage
import Synchronization
import TestDatabases
import Testing

@testable import PostgreSQLStorage

/// Faults of a database on a server.
struct FaultTests {
  @Test("A read-only database serves reads and rejects writes until it accepts writes again")
  func readsFromReadOnlyDatabase() throws {
    let address = try OwnServer.shared.get().database()
    let store = try PostgreSQLStore(address, writers: 2)
    defer { store.close() }
    try store.change { try $0.execute("CREATE TABLE thing (number BIGINT PRIMARY KEY)") }
    try Self.set(address, "SET default_transaction_read_only = on")
    try Self.cutOthers(address)
    // The first read and the first write use closed connections, the others new ones.
    for number in 1...3 {
      #expect(try store.read { try Self.count($0) } == 0)
      let error = #expect(throws: StoreError.self) { try store.change { try Self.insert(number, $0) } }
      #expect(error?.fault == .readOnly)
    }
    #expect(store.health.trouble?.fault == .readOnly)
    store.probe()
    #expect(store.health.isTroubled(.writing))
    #expect(!store.health.isTroubled(.reading))
    try Self.set(address, "RESET default_transaction_read_only")
    repeat { store.probe() } while store.health.trouble != nil
    try store.change { try Self.insert(1, $0) }
    #expect(try store.read { try Self.count($0) } == 1)
  }

  /// A cached value is returned without a statement, which does not prove that the database can be
  /// read.
  @Test("A read without a statement does not end the fault of an unreachable server")
  func ignoresReadWithoutStatement() throws {
    let server = try OwnServer()
    let store = try PostgreSQLStore(server.database(), writers: 1)
    defer { store.close() }
    #expect(try store.read { try $0.first("SELECT 1") { _ in true } } == true)
    try server.kill()
    #expect(throws: StoreError.self) { try store.read { try $0.first("SELECT 1") { _ in true } } }
    #expect(try store.read { _ in true })
    #expect(store.health.trouble?.fault == .unreachable)
    try server.start()
    repeat { store.probe() } while store.health.trouble != nil
  }

  /// The idle connection of the first writer was terminated, which is not a second fault.
  @Test("A probe on a terminated connection reports no second fault") func reportsOneFaultForCutConnection() throws {
    let address = try OwnServer.shared.get().database()
    let store = try PostgreSQLStore(address, writers: 2)
    defer { store.close() }
    let key = try #require((0..<100).first { KeyHash.of(Lock("lane", rank: 0, key: $0)) % 2 == 1 })
    try Self.set(address, "SET default_transaction_read_only = on")
    try Self.cutOthers(address)
    let begun = Mutex<[StorageFault]>([])
    store.health.onChange { change in
      if case .began(_, let trouble) = change { begun.withLock { $0.append(trouble.fault) } }
    }
    let answered = DispatchSemaphore(value: 0)
    store.write(locking: [Lock("lane", rank: 0, key: key)], { try Self.insert(1, $0) }, afterCommit: nil) { _ in
      answered.signal()
    }
    answered.wait()
    for _ in 1...3 { store.probe() }
    #expect(begun.withLock { $0 } == [.readOnly])
  }

  @Test("A row lock timeout is counted as busy and leaves the database healthy") func ignoresRowLockTimeout() throws {
    let address = try OwnServer.shared.get().database()
    var times = ServerLimits()
    times.lock = .milliseconds(50)
    let store = try PostgreSQLStore(
      address, locking: [LockedTable("thing", in: "thing", by: "number")], writers: 1, times: times)
    defer { store.close() }
    try store.change { transaction in
      try transaction.execute("CREATE TABLE thing (number BIGINT PRIMARY KEY)")
      try Self.insert(1, transaction)
    }
    let (held, free, answered) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let other = try PostgreSQLStore(address, writers: 1)
    defer { other.close() }
    other.write(
      locking: [],
      { transaction in
        _ = try transaction.first("SELECT number FROM thing FOR UPDATE") { _ in true }
        held.signal()
        free.wait()
      }, afterCommit: nil, then: { _ in answered.signal() })
    held.wait()
    store.write(locking: [Lock("thing", rank: 0, key: 1)], { _ in true }, afterCommit: nil) { outcome in
      #expect(throws: StoreError.self) { try outcome.get() }
      answered.signal()
    }
    answered.wait()
    #expect(store.health.trouble == nil)
    #expect(store.health.failures == [.busy: 1])
    // The probe does not wait for a running batch.
    free.signal()
    answered.wait()
  }

  /// A change of the schema or of privileges, and its reversal.
  enum Loss: CaseIterable {
    case privilege, table, column, schemaPrivilege, searchPath

    /// Without a privilege on a schema, the server does not find the tables in it.
    var fault: StorageFault { self == .privilege ? .denied : .missing }

    func scripts(of login: String) -> (lose: String, restore: String) {
      switch self {
      case .privilege:
        ("REVOKE INSERT, SELECT ON thing FROM \(login)", "GRANT INSERT, SELECT ON thing TO \(login)")
      case .table: ("ALTER TABLE thing RENAME TO gone", "ALTER TABLE gone RENAME TO thing")
      case .column:
        ("ALTER TABLE thing RENAME COLUMN number TO gone", "ALTER TABLE thing RENAME COLUMN gone TO number")
      case .schemaPrivilege:
        ("REVOKE USAGE ON SCHEMA public FROM public, \(login)", "GRANT USAGE ON SCHEMA public TO \(login)")
      case .searchPath:
        ("ALTER ROLE \(login) SET search_path = nowhere", "ALTER ROLE \(login) RESET search_path")
      }
    }
  }

  @Test("A lost privilege, table, column or search path is a fault until it is restored", arguments: Loss.allCases)
  func reportsLostObjectUntilRestored(_ loss: Loss) throws {
    let server = try OwnServer.shared.get()
    let address = try server.database()
    let login = "clerk_\(address.database)"
    let owner = try PostgreSQLStore(address, writers: 1, readers: 1)
    defer { owner.close() }
    func run(_ script: String) throws { try owner.administer { try $0.run(script: script) } }
    try run(
      """
      CREATE TABLE thing (number BIGINT PRIMARY KEY);
      CREATE TABLE other (number BIGINT PRIMARY KEY);
      CREATE ROLE \(login) LOGIN;
      GRANT ALL ON ALL TABLES IN SCHEMA public TO \(login)
      """)
    defer { try? run("DROP OWNED BY \(login); DROP ROLE \(login)") }
    let store = try PostgreSQLStore(server.address(of: address.database, as: login), writers: 1, readers: 1)
    defer { store.close() }
    try store.change { try Self.insert(1, $0) }
    #expect(try store.read { try Self.count($0) } == 1)
    let (lose, restore) = loss.scripts(of: login)
    try run(lose)
    // Only new sessions use a changed search path.
    try Self.cutOthers(address)
    for _ in 1...2 {
      let error = #expect(throws: StoreError.self) { try store.change { try Self.insert(2, $0) } }
      #expect(error?.fault == loss.fault)
      let unread = #expect(throws: StoreError.self) { try store.read { try Self.count($0) } }
      #expect(unread?.fault == loss.fault)
      store.probe()
      #expect(store.health.trouble?.fault == loss.fault)
      #expect(store.health.trouble?.cause != nil)
    }
    // Work on other objects succeeds and does not end the fault.
    if [.privilege, .table, .column].contains(loss) {
      try store.change { try $0.execute("INSERT INTO other (number) VALUES (1) ON CONFLICT DO NOTHING") }
      #expect(store.health.trouble?.fault == loss.fault)
    }
    try run(restore)
    store.probe()
    #expect(store.health.trouble == nil)
    try store.change { try Self.insert(2, $0) }
    #expect(try store.read { try Self.count($0) } == 2)
    #expect(store.health.trouble == nil)
  }

  @Test("The fault of a utility statement ends at the next probe")
  func endsUtilityStatementFault() throws {
    let server = try OwnServer.shared.get()
    let address = try server.database()
    let store = try PostgreSQLStore(address, writers: 1, readers: 1)
    defer { store.close() }
    #expect(throws: StoreError.self) { try store.change { try $0.execute("LOCK TABLE nothing IN EXCLUSIVE MODE") } }
    #expect(store.health.trouble?.fault == .missing)
    store.probe()
    #expect(store.health.trouble == nil)
  }

  @Test("A session that becomes read-only is replaced by a writable one") func replacesReadOnlySession() throws {
    let address = try OwnServer.shared.get().database()
    let store = try PostgreSQLStore(address, writers: 1)
    defer { store.close() }
    try store.change { transaction in
      try transaction.execute("CREATE TABLE thing (number BIGINT PRIMARY KEY)")
      // The session becomes read-only, as after a change of roles of the server.
      try transaction.execute("SET default_transaction_read_only = on")
    }
    // The write runs again on a new connection.
    try store.change { try Self.insert(1, $0) }
    #expect(try store.read { try Self.count($0) } == 1)
    #expect(store.health.trouble == nil)
  }

  @Test("A batch mark shows whether its commit succeeded and rejects a later commit")
  func determinesCommitByMark() throws {
    let address = try OwnServer.shared.get().database()
    let store = try PostgreSQLStore(address)
    defer { store.close() }
    for isCarriedOut in [true, false] {
      let mark = CommitMarker()
      try store.administer { connection in
        try connection.begin()
        try connection.leave(mark)
        if isCarriedOut {
          guard case .committed = connection.commit() else { throw CancellationError() }
        } else {
          connection.rollBack()
        }
      }
      // A repeated query returns the same result.
      for _ in 1...2 { #expect(try store.administer { try $0.isCommitted(mark) } == isCarriedOut) }
      // A batch that was not committed can no longer be committed.
      try store.administer { connection in
        try connection.begin()
        try connection.leave(mark)
        guard case .refused(let error) = connection.commit() else { throw CancellationError() }
        #expect(error.isUniqueViolation)
      }
    }
  }

  @Test(
    "SQLSTATE codes map to storage faults",
    arguments: [
      ("53100", StorageFault.full), ("25006", .readOnly), ("55P03", .busy), ("57014", .busy), ("40001", .busy),
      ("53300", .busy), ("XX001", .damaged), ("58030", .failing), ("F0000", .failing), ("08006", .unreachable),
      ("57P01", .unreachable), ("57P03", .unreachable), ("25P03", .unreachable), ("28P01", .unreachable),
      ("3D000", .unreachable), ("42501", .denied), ("42P01", .missing), ("42703", .missing), ("42883", .missing),
      ("3F000", .missing), ("42601", nil), ("42804", nil), ("23505", nil), ("22003", nil), ("25P02", nil),
    ] as [(String, StorageFault?)])
  func mapsSQLStatesToFaults(_ code: String, _ fault: StorageFault?) {
    #expect(StoreError(SQLState(code), "", sql: "").fault == fault)
  }

  @Test("One failed connection attempt does not block the next attempt") func passesAfterOneFailure() {
    let gate = ConnectionGate()
    gate.failed(StoreError(.connectionFailure, "cut", sql: "connect"))
    #expect(throws: Never.self) { try gate.pass() }
  }

  @Test("Simultaneous connection failures do not extend the pause between attempts")
  func limitsPauseAfterManyFailures() {
    let gate = ConnectionGate()
    let began = ContinuousClock.now
    for _ in 1...100 { gate.failed(StoreError(.connectionFailure, "gone", sql: "connect")) }
    #expect(gate.opens > began && gate.opens <= .now + ConnectionGate.pauses.first)
    gate.succeeded()
    #expect(throws: Never.self) { try gate.pass() }
  }

  private static func insert(_ number: Int, _ transaction: Connection) throws {
    try transaction.execute("INSERT INTO thing (number) VALUES ($1)", number)
  }

  private static func count(_ connection: Connection) throws -> Int? {
    try connection.first("SELECT count(number) FROM thing") { (row) throws(StoreError) in try row.get(0, as: Int.self) }
  }

  private static func set(_ address: ServerAddress, _ words: String) throws {
    let server = try OwnServer.shared.get()
    try PostgreSQLStore.administer(server.address(of: "postgres")) { connection in
      try connection.run(script: "ALTER DATABASE \(address.database) \(words)")
    }
  }

  private static func cutOthers(_ address: ServerAddress) throws {
    let server = try OwnServer.shared.get()
    try PostgreSQLStore.administer(server.address(of: "postgres")) { connection in
      try connection.run(
        script: "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '\(address.database)'")
    }
  }
}
