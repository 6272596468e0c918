import Dispatch
import Synchronization

/// The bounds within which another system is asked.
///
///     var limits = SystemLimits()
///     (limits.perSecond, limits.retries) = (50, 0)
///     limits.pause = .seconds(30)  // the time without a request after five failures in a row
///     let crm = RemoteSystem("crm", client, limits: limits)
package struct SystemLimits: Sendable, Equatable {
  /// The most requests at a time.
  package var atOnce = 32
  /// The most requests of one person at a time: no person takes all.
  package var perPerson = 8
  /// The most requests in a second.
  package var perSecond = 200
  /// The number of repetitions of a request that may be repeated.
  package var retries = 1
  /// The number of failures in a row after which the system is left alone.
  package var failures = 5
  /// The time for which it is left alone.
  package var pause: Duration = .seconds(10)

  /// Creates the default limits.
  package init() {}
}

/// Another system of the bank, as the server treats it: within limits, and left alone for a while when it fails.
///
/// - A request beyond a limit fails at once with `overloaded`; nothing waits in a queue without end.
/// - After `failures` in a row, requests fail with `paused`. After the pause one request tries the system again.
/// - A 429 or 503 with `Retry-After` pauses the system for that time, at most a minute (RFC 9110, 10.2.3).
/// - A timeout of a caller who waits less than the system may take is no failure of the system.
/// - A request that may be repeated is, after a failure of the connection or a 502, 503 or 504, within its own timeout.
///
///     let crm = RemoteSystem("crm", client)
///     crm.ask(request, repeatable: true, for: person.description) { result in ... }
package final class RemoteSystem: Sendable {
  /// The counts of a system since the start.
  package struct Counts: Sendable, Equatable {
    /// The requests that were sent, repetitions included.
    package fileprivate(set) var sent = 0
    /// The failures by kind; a status of 500 or above counts as `broken`.
    package fileprivate(set) var failures: [OutboundFailure: Int] = [:]

    /// Creates counts without failures.
    package init(sent: Int = 0) { self.sent = sent }
  }

  private struct State {
    var running = 0
    var ofPersons: [String: Int] = [:]
    /// The requests of the present second.
    var second: (number: UInt64, count: Int) = (0, 0)
    var failuresInRow = 0
    /// The end of the pause, in nanoseconds; 0 without one.
    var pausedUntil: UInt64 = 0
    /// True while one request tries the system after a pause.
    var isTrying = false
    var counts = Counts()
  }

  /// The name of the system, for the log and the metrics.
  package let name: String
  private let client: OutboundClient
  private let limits: SystemLimits
  private let now: @Sendable () -> UInt64
  private let state = Mutex(State())

  /// Creates a system. `now` is a monotonic clock in nanoseconds.
  package init(
    _ name: String, _ client: OutboundClient, limits: SystemLimits = SystemLimits(),
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    (self.name, self.client, self.limits, self.now) = (name, client, limits, now)
  }

  /// The counts since the start.
  package var counts: Counts { state.withLock { $0.counts } }

  /// True if the system is left alone at present.
  package var isPaused: Bool { state.withLock { $0.pausedUntil > now() } }

  /// Asks the system, and calls `then` once, on a thread of the client's pool or, for a refusal, on this one.
  ///
  /// - Parameters:
  ///   - person: The person whose share of the limits the request takes; nil for a request of nobody's.
  ///   - isHurried: True if the request's timeout is shorter than the time that the system may take.
  ///   - credentials: The tokens that the request is sent with; its timeout covers the fetching of one.
  package func ask(
    _ request: OutboundRequest, repeatable: Bool, for person: String? = nil, isHurried: Bool = false,
    with credentials: ClientCredentials? = nil,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    if let refusal = state.withLock({ enter(&$0, person, at: now()) }) {
      state.withLock { $0.counts.failures[refusal, default: 0] += 1 }
      return then(.failure(refusal))
    }
    let deadline = now() &+ request.timeout.nanoseconds
    let left = repeatable ? limits.retries : 0
    let done: @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void = { [self] result in
      state.withLock { leave(&$0, person) }
      then(result)
    }
    guard let credentials else { return attempt(request, left: left, until: deadline, isHurried, done) }
    credentials.token(within: request.timeout) { [self] result in
      switch result {
      case .success(let token):
        guard let authorized = try? request.adding("Authorization", "Bearer \(token)") else {
          return done(.failure(.token))
        }
        attempt(authorized, left: left, until: deadline, isHurried) { result in
          // A token that was withdrawn is asked for anew by the next question.
          if case .success(let response) = result, response.status == 401 { credentials.refuse(token) }
          done(result)
        }
      case .failure(let failure):
        // Whoever waits for a token waits for the system: without one it cannot be asked.
        let found: OutboundFailure = failure == .stopped ? .stopped : .token
        _ = state.withLock {
          note(.failure(found), in: &$0, at: now(), isExcused: isHurried && failure == .timeout)
        }
        done(.failure(found))
      }
    }
  }

  /// Takes a place for a request; returns the failure if there is none.
  private func enter(_ state: inout State, _ person: String?, at now: UInt64) -> OutboundFailure? {
    if state.pausedUntil != 0 {
      if now < state.pausedUntil || state.isTrying { return .paused }
      state.isTrying = true
    }
    let second = now / 1_000_000_000
    if state.second.number != second { state.second = (second, 0) }
    let isFull =
      state.running >= limits.atOnce || state.second.count >= limits.perSecond
      || person.map { state.ofPersons[$0, default: 0] >= limits.perPerson } ?? false
    if isFull {
      state.isTrying = false
      return .overloaded
    }
    state.running += 1
    state.second.count += 1
    if let person { state.ofPersons[person, default: 0] += 1 }
    return nil
  }

  private func leave(_ state: inout State, _ person: String?) {
    state.running -= 1
    guard let person, let count = state.ofPersons[person] else { return }
    state.ofPersons[person] = count > 1 ? count - 1 : nil
  }

  private func attempt(
    _ request: OutboundRequest, left: Int, until deadline: UInt64, _ isHurried: Bool,
    _ done: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    var timed = request
    let start = now()
    guard start < deadline else {
      // A trial that was not sent leaves the next request to try.
      state.withLock { $0.isTrying = false }
      return done(.failure(.timeout))
    }
    timed.timeout = .nanoseconds(Int64(clamping: deadline - start))
    state.withLock { $0.counts.sent += 1 }
    client.send(timed) { [self] result in
      // A caller who gave up before the system had its time says nothing about it.
      let isExcused = if case .failure(.timeout) = result { isHurried } else { false }
      let isFailure = state.withLock { note(result, in: &$0, at: now(), isExcused: isExcused) }
      guard isFailure, left > 0, Self.mayRepeat(result) else { return done(result) }
      // Repetitions of many requests are spread over a tenth of a second.
      let pause = UInt64.random(in: 20_000_000...120_000_000)
      guard now() &+ pause < deadline, !isPaused else { return done(result) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) { [self] in
        attempt(request, left: left - 1, until: deadline, isHurried, done)
      }
    }
  }

  /// Notes the result of a request; returns true for a failure, which only counts for metrics if it is excused.
  private func note(
    _ result: Result<OutboundResponse, OutboundFailure>, in state: inout State, at now: UInt64, isExcused: Bool
  ) -> Bool {
    let failure: OutboundFailure?
    var pause = limits.pause.nanoseconds
    var isAsked = false
    switch result {
    case .failure(.stopped): return true
    case .failure(let found) where isExcused:
      state.counts.failures[found, default: 0] += 1
      state.isTrying = false
      return true
    case .failure(let found): failure = found
    case .success(let response):
      failure = response.status >= 500 ? .broken : nil
      if response.status == 429 || response.status == 503,
        let seconds = response.header("retry-after").flatMap(UInt64.init)
      {
        (pause, isAsked) = (min(seconds, 60) * 1_000_000_000, seconds > 0)
      }
    }
    if let failure { state.counts.failures[failure, default: 0] += 1 }
    state.failuresInRow = failure == nil ? 0 : state.failuresInRow + 1
    if isAsked || state.failuresInRow >= limits.failures {
      (state.pausedUntil, state.isTrying) = (now &+ pause, false)
    } else if state.isTrying {
      // The trial failed once more, or the system is back.
      (state.pausedUntil, state.isTrying) = (failure == nil ? 0 : now &+ pause, false)
    }
    return failure != nil
  }

  private static func mayRepeat(_ result: Result<OutboundResponse, OutboundFailure>) -> Bool {
    switch result {
    case .success(let response): [502, 503, 504].contains(response.status)
    case .failure(let failure): [.unreachable, .broken, .unresolved].contains(failure)
    }
  }
}

extension Duration {
  /// The nanoseconds, at least 0 and at most those of 292 years.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let whole = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return whole.overflow
      ? UInt64(Int64.max) : UInt64(whole.partialValue) &+ UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}
