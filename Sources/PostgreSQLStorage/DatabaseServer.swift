import CPostgreSQL
import Storage
import Synchronization

/// A server, as connections of a process reach it.
struct DatabaseServer: Sendable {
  /// The use of a connection.
  enum Duty: String, Sendable {
    /// It only reads, each statement the newest state.
    case reading
    /// It writes batches.
    case writing
    /// It changes tables, which may take long.
    case administering
  }

  /// The oldest release of the server.
  static let oldest = 15

  let address: ServerAddress
  let limits: ServerLimits
  /// One for those who read and one for the others: where nothing may be written, reading goes on.
  private let readers = ConnectionGate()
  private let writers = ConnectionGate()
  private let trial = PoolerTrial()
  /// The generation of sessions; connections replace the sessions of earlier ones.
  let generation = SessionGeneration()

  init(_ address: ServerAddress, limits: ServerLimits) { (self.address, self.limits) = (address, limits) }

  /// Connects, unless that has failed a moment ago.
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

  /// The reason why no server takes writes: that of the primary is the error itself, and where there is no primary, nobody is reached.
  /// libpq says the same of both.
  private func whyReadOnly(_ error: StoreError) -> StoreError {
    do throws(StoreError) { _ = try ServerSession(options(for: .reading)) } catch let nobody { return nobody }
    return error
  }

  private func gate(for duty: Duty) -> ConnectionGate { duty == .reading ? readers : writers }

  /// The moment from which on a connection is tried again.
  func opens(for duty: Duty) -> ContinuousClock.Instant { gate(for: duty).opens }

  private func options(for duty: Duty) -> [(name: String, value: String)] {
    let options = address.completed(by: [
      "application_name": "valence \(duty.rawValue)",
      "client_encoding": "UTF8",
      "connect_timeout": "\(max(2, limits.connect.milliseconds / 1000))",
      // A machine that is gone says nothing: it is found by what it leaves unanswered, in about ten seconds.
      "keepalives": "1", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3",
      "tcp_user_timeout": "10000",
    ])
    // Reads go to the server that takes writes, also while it is set to take none.
    guard duty == .reading else { return options }
    return options.map { $0.name == "target_session_attrs" ? ($0.name, "primary") : $0 }
  }

  /// Sets the session up, and refuses a server to which nothing may be entrusted.
  private func prepare(_ session: ServerSession, for duty: Duty) throws(StoreError) {
    var settings = [
      ("statement_timeout", duty == .administering ? "0" : "\(limits.statement.milliseconds)"),
      ("lock_timeout", "\((duty == .administering ? .seconds(60) : limits.lock).milliseconds)"),
      // A reader that is slow holds nothing that others wait for.
      ("idle_in_transaction_session_timeout", "\((duty == .writing ? limits.idle : .seconds(60)).milliseconds)"),
      ("standard_conforming_strings", "on"),
      ("default_transaction_isolation", "read committed"),
      // Statements of forms are short, and a plan is never worth a compiler.
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
      throw Self.refusal("the server answers nothing that PostgreSQL answers")
    }
    guard version >= Self.oldest * 10_000 else {
      throw Self.refusal("PostgreSQL \(version / 10_000) is too old: \(Self.oldest) or newer is needed")
    }
    guard row[1] == "UTF8" else {
      throw Self.refusal(
        "the database is encoded in \(row[1]), in which names of people cannot be written: UTF8 is needed")
    }
    guard row[2] != "off" else {
      throw Self.refusal("synchronous_commit is off: the server would acknowledge payments that a crash loses")
    }
    guard row[3] == "on" else {
      throw Self.refusal("fsync is off: the server would acknowledge payments that a power cut loses")
    }
    try refuseSharing(session, pid: row[4])
  }

  /// Refuses a pooler that gives a backend to another client after each transaction.
  ///
  /// A pooler tells a process number of its own: only where it differs from the backend's is there one, and only then is it tried
  /// whether a backend stays with its client.
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
      // In a pool of one backend this one waits until the other is done.
      let kept = try? session.run(script: "SELECT pg_backend_pid()", within: .seconds(2)).first?.first
      guard taken != pid, kept == pid else {
        throw Self.sharing
      }
      try other.run(script: "ROLLBACK", within: limits.connect)
    }
  }

  private static var sharing: StoreError {
    refusal(
      "a pooler gives the backend to another client after each transaction, so that prepared statements and the limits of the "
        + "session get lost: use pool_mode=session, or connect to the server itself")
  }

  private static func refusal(_ words: String) -> StoreError { StoreError(.misconfigured, words, sql: "connect") }
}

/// A number that increases when the sessions that are open no longer have the server's present settings.
final class SessionGeneration: Sendable {
  private let number = Atomic(0)

  /// The present number.
  var current: Int { number.load(ordering: .relaxed) }

  /// Replaces each open session at its next use outside of a transaction.
  func renew() { number.add(1, ordering: .relaxed) }
}

/// The trial of a pooler, one at a time: each takes a connection of the pool besides the one that is tried.
private final class PoolerTrial: Sendable {
  let turn = Mutex(())
}
