import JSON
import Synchronization

/// The sessions that people play on one server, and their records.
///
/// The person selects a session by opening its form. Further requests belong to it until another
/// form is opened. Opening the form from the list again begins the session again.
final class SessionBook: Sendable {
  /// The state of a session.
  enum Verdict: Sendable {
    case notRun
    /// All judgements of requests hold.
    case pass
    case fail(SessionEvidence.Failure)
  }

  private struct Played {
    let log: ExchangeLog
    /// The submissions that were stored before.
    let storedBefore: Int
  }

  private struct State {
    var current: String?
    var played: [String: Played] = [:]
    var versions: [String: String] = [:]
  }

  let sessions: [KitSession]
  private let byOperation: [String: KitSession]
  private let bank: KitBank
  private let general = ExchangeLog(maximumBytes: 1 << 20)
  private let maximumBytes: Int
  private let state = Mutex(State())
  private let serve: @Sendable ([String: String]) -> Void

  /// `serve` puts the operations in service with the changed versions by the ids of sessions.
  init(
    _ kit: ConformanceKit, _ operations: KitOperations, _ bank: KitBank,
    serve: @escaping @Sendable ([String: String]) -> Void
  ) {
    sessions = kit.sessions
    byOperation = operations.byOperation
    self.bank = bank
    self.serve = serve
    // All records together have at most 15 MiB.
    maximumBytes = (15 << 20) / max(1, byOperation.count)
  }

  /// Returns the session of a request.
  func session(of request: RelayedRequest) -> RelayedSession {
    let parts = request.path.split(separator: "/").map(String.init)
    let named = parts.count > 1 && parts[0] == "operations" ? byOperation[parts[1]] : nil
    let point = ExchangePoint(method: request.method, path: request.path)
    if let named, point == .form { begin(named) }
    let id = named?.id ?? state.withLock { $0.current }
    guard let id, let session = sessions.first(where: { $0.id == id }),
      let log = state.withLock({ $0.played[id]?.log })
    else { return RelayedSession(faults: [], log: general) { _ in } }
    return RelayedSession(faults: session.faults, log: log) { [self] version in
      serve(
        state.withLock { state in
          state.versions[id] = version
          return state.versions
        })
    }
  }

  /// Begins a session, unless the client only draws its form again.
  private func begin(_ session: KitSession) {
    let stored = (try? bank.storedSubmissions(of: KitOperations.operation(of: session))) ?? 0
    let login = general.exchanges.last { $0.point == .login }.map { [$0] } ?? []
    let isChanged = state.withLock { state in
      let isOpen = state.current == session.id && state.played[session.id].map { Self.isUnderWay($0.log) } ?? false
      guard !isOpen else { return false }
      state.current = session.id
      state.played[session.id] = Played(
        log: ExchangeLog(maximumBytes: maximumBytes, beginning: login.map { $0.numbered(1) }), storedBefore: stored)
      return state.versions.removeValue(forKey: session.id) != nil
    }
    if isChanged { serve(state.withLock { $0.versions }) }
  }

  /// True if nothing was submitted and the person has not returned to the list.
  private static func isUnderWay(_ log: ExchangeLog) -> Bool {
    let points = log.exchanges.map(\.point)
    return !points.contains(.submit) && !points.contains(.start)
  }

  /// Judges a session by its requests.
  func verdict(of session: KitSession) -> Verdict {
    guard let played = state.withLock({ $0.played[session.id] }) else { return .notRun }
    let stored = (try? bank.storedSubmissions(of: KitOperations.operation(of: session))) ?? 0
    // A person is slower than a driver.
    let evidence = SessionEvidence(
      exchanges: played.log.exchanges, stored: stored - played.storedBefore, look: nil, slack: 60)
    for judgement in session.judgements {
      if let failure = evidence.failure(of: judgement) { return .fail(failure) }
    }
    return .pass
  }
}

extension RecordedExchange {
  /// Returns the exchange with another number.
  func numbered(_ number: Int) -> RecordedExchange {
    RecordedExchange(
      point: point, number: number, method: method, target: target, headers: headers, body: body, arrived: arrived,
      answered: answered, status: status)
  }
}
