import CPostgreSQL
import Storage
import Synchronization

/// A database server and the settings of the connections to it.
struct DatabaseServer: Sendable {
  /// The purpose of a connection.
  enum Duty: String, Sendable {
    /// Reads only. Each statement sees the newest committed state.
    case reading
    /// Writes batches.
    case writing
    /// Changes tables, without a time limit for statements.
    case administering
  }

  /// The oldest supported major version of PostgreSQL.
  static let oldest = 15

  let address: ServerAddress
  let limits: ServerLimits
  /// Separate gates, so that reads continue while the server rejects writes.
  private let readers = ConnectionGate()
  private let writers = ConnectionGate()
  private let trial = PoolerTrial()
  /// The current generation of sessions. Connections replace sessions of earlier generations.
  let generation = SessionGeneration()

  init(_ address: ServerAddress, limits: ServerLimits) { (self.address, self.limits) = (address, limits) }

  /// Connects. During a pause after failures, throws the last error.
  func session(for duty: Duty) throws(StoreError) -> ServerSession {
    let gate = gate(for: duty)
    try gate.pass()
    do {
      let session = try ServerSession(options(for: duty))
      try prepare(session, for: duty)
      gate.succeeded()
      return session
    } catch {
      let error = duty == .reading || error.fault != .readOnly ? error : whyReadOnly(error)
      gate.failed(error)
      throw error
    }
  }

  /// Returns the reason why no writable server was found. libpq reports a read-only primary and a
  /// missing one alike. If no primary can be reached, returns the error of that attempt; otherwise
  /// returns `error`.
  private func whyReadOnly(_ error: StoreError) -> StoreError {
    do throws(StoreError) { _ = try ServerSession(options(for: .reading)) } catch let nobody { return nobody }
    return error
  }

  private func gate(for duty: Duty) -> ConnectionGate { duty == .reading ? readers : writers }

  /// The end of the pause after which the next attempt is made.
  func opens(for duty: Duty) -> ContinuousClock.Instant { gate(for: duty).opens }

  private func options(for duty: Duty) -> [(name: String, value: String)] {
    let options = address.completed(by: [
      "application_name": "valence \(duty.rawValue)",
      "client_encoding": "UTF8",
      "connect_timeout": "\(max(2, limits.connect.milliseconds / 1000))",
      // A failed machine closes no connections. Missing acknowledgements reveal it within about ten
      // seconds.
      "keepalives": "1", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
      "tcp_user_timeout": "10000",
    ])
    // Reads use the primary, even while it rejects writes.
    guard duty == .reading else { return options }
    return options.map { $0.name == "target_session_attrs" ? ($0.name, "primary") : $0 }
  }

  /// Configures the session. Throws if the server is unsuitable: its version, its encoding or its
  /// durability.
  private func prepare(_ session: ServerSession, for duty: Duty) throws(StoreError) {
    var settings = [
      ("statement_timeout", duty == .administering ? "0" : "\(limits.statement.milliseconds)"),
      ("lock_timeout", "\((duty == .administering ? .seconds(60) : limits.lock).milliseconds)"),
      // Only writers get the short limit, because readers hold no locks that others wait for.
      ("idle_in_transaction_session_timeout", "\((duty == .writing ? limits.idle : .seconds(60)).milliseconds)"),
      ("standard_conforming_strings", "on"),
      ("default_transaction_isolation", "read committed"),
      ("jit", "off"),
    ]
    if duty == .reading { settings.append(("default_transaction_read_only", "on")) }
    let set = settings.map { "set_config('\($0.0)', '\($0.1)', false)" }.joined(separator: ", ")
    let sql = """
      SELECT current_setting('server_version_num'), current_setting('server_encoding'), \
      current_setting('synchronous_commit'), current_setting('fsync'), pg_backend_pid(), \(set)
      """
    let row = try session.run(script: sql, within: limits.connect).first?.map { $0 ?? "" } ?? []
    guard row.count == 5 + settings.count, let version = Int(row[0]) else {
      throw Self.refusal("the server did not respond as PostgreSQL does")
    }
    guard version >= Self.oldest * 10_000 else {
      throw Self.refusal("PostgreSQL \(version / 10_000) is too old: use version \(Self.oldest) or newer")
    }
    guard row[1] == "UTF8" else {
      throw Self.refusal(
        "the encoding of the database is \(row[1]): create the database with the encoding UTF8")
    }
    guard row[2] != "off" else {
      throw Self.refusal("synchronous_commit is off, so a crash could lose acknowledged payments: turn it on")
    }
    guard row[3] == "on" else {
      throw Self.refusal("fsync is off, so a power failure could lose acknowledged payments: turn it on")
    }
    try refuseSharing(session, pid: row[4])
  }

  /// Rejects a pooler that assigns a backend to another client after each transaction.
  ///
  /// A pooler reports its own process ID to clients. If this ID differs from the backend's ID,
  /// further connections test whether the backend stays with its client.
  private func refuseSharing(_ session: ServerSession, pid: String) throws(StoreError) {
    guard "\(PQbackendPID(session.handle))" != pid else { return }
    try trial.turn.withLock { _ throws(StoreError) in try refuse(session, of: pid) }
  }

  private func refuse(_ session: ServerSession, of pid: String) throws(StoreError) {
    for _ in 1...3 {
      let other = try ServerSession(options(for: .reading))
      let taken: String?
      do throws(StoreError) {
        taken = try other.run(script: "BEGIN; SELECT pg_backend_pid()", within: limits.connect).first?.first ?? nil
      } catch  where error.message.contains("statement pooling") {
        throw Self.sharing
      }
      // In a pool with one backend, this statement waits for `other` and times out.
      let kept = try? session.run(script: "SELECT pg_backend_pid()", within: .seconds(2)).first?.first
      guard taken != pid, kept == pid else {
        throw Self.sharing
      }
      try other.run(script: "ROLLBACK", within: limits.connect)
    }
  }

  private static var sharing: StoreError {
    refusal(
      "a pooler assigns the backend to another client after each transaction, which loses prepared statements and the "
        + "settings of the session: use pool_mode=session, or connect directly to the server")
  }

  private static func refusal(_ words: String) -> StoreError { StoreError(.misconfigured, words, sql: "connect") }
}

/// A counter that is increased when open sessions may have outdated settings.
final class SessionGeneration: Sendable {
  private let number = Atomic(0)

  var current: Int { number.load(ordering: .relaxed) }

  /// Replaces each open session at its next use outside a transaction.
  func renew() { number.add(1, ordering: .relaxed) }
}

/// Runs one test of a pooler at a time, because each test needs a further connection from the pool.
private final class PoolerTrial: Sendable {
  let turn = Mutex(())
}
