import Dispatch
import Synchronization

/// The limits of requests to another system.
package struct SystemLimits: Sendable, Equatable {
  /// The maximum number of requests in flight.
  package var atOnce = 32
  /// The maximum number of requests in flight for one person, so that no person uses all of them.
  package var perPerson = 8
  /// The maximum number of requests per second.
  package var perSecond = 200
  /// The maximum number of retries of a repeatable request.
  package var retries = 1
  /// The number of consecutive failures that opens the circuit breaker.
  package var failures = 5
  /// The time for which the circuit breaker stays open.
  package var pause: Duration = .seconds(10)

  /// The maximum number of requests per second for one person: a quarter of `perSecond`, at least
  /// one.
  package var perPersonAndSecond: Int { max(1, perSecond / 4) }

  package init() {}
}

/// A client of one system of the bank, with limits and circuit breakers.
///
/// - A request beyond a limit fails immediately with `overloaded`; requests are not queued. No
///   person can use all of a limit (`SystemShares`).
/// - While the circuit breaker of its purpose is open, a request fails immediately with `paused`
///   (`CircuitBreaker`).
/// - A 429 or 503 with `Retry-After` can open the circuit breaker for that time, at most a minute
///   (RFC 9110, 10.2.3).
/// - A timeout does not count as a failure of the system if the caller's timeout is shorter than
///   the system's.
/// - After a connection failure or a 502, 503 or 504, a repeatable request is retried within its
///   own timeout.
package final class SystemClient: Sendable {
  /// The counts of a system since the start of the process.
  package struct Counts: Sendable, Equatable {
    /// The number of requests sent, including retries.
    package fileprivate(set) var sent = 0
    /// The failures by kind. A status of 500 or above counts as `broken`.
    package fileprivate(set) var failures: [OutboundFailure: Int] = [:]

    package init(sent: Int = 0) { self.sent = sent }
  }

  private struct State {
    var shares: SystemShares
    /// The circuit breakers, indexed by the raw value of the purpose.
    var breakers: [CircuitBreaker]
    var counts = Counts()
  }

  /// An admitted request: its caller, its hash and its admission.
  private struct Entry: Sendable {
    let caller: SystemCaller
    let request: Int
    let admission: CircuitBreaker.Admission
    /// True if the request's timeout is shorter than the time that the system may take.
    let isHurried: Bool
  }

  /// The name of the system, for the log and the metrics.
  package let name: String
  private let client: OutboundClient
  private let limits: SystemLimits
  private let now: @Sendable () -> UInt64
  private let state: Mutex<State>

  /// Creates the client of a system. `now` is a monotonic clock in nanoseconds.
  package init(
    _ name: String, _ client: OutboundClient, limits: SystemLimits = SystemLimits(),
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }
  ) {
    (self.name, self.client, self.limits, self.now) = (name, client, limits, now)
    let breakers = SystemCaller.Purpose.allCases.map { CircuitBreaker(limits, $0) }
    state = Mutex(State(shares: SystemShares(limits), breakers: breakers))
  }

  package var counts: Counts { state.withLock { $0.counts } }

  /// True while at least one circuit breaker is open for all persons.
  package var isCircuitOpen: Bool {
    let now = now()
    return state.withLock { $0.breakers.contains { $0.isOpen(at: now) } }
  }

  /// Returns true while the circuit breaker of the purpose is open for all persons.
  package func isCircuitOpen(for purpose: SystemCaller.Purpose) -> Bool {
    let now = now()
    return state.withLock { $0.breakers[purpose.rawValue].isOpen(at: now) }
  }

  /// Sends a request to the system and calls `then` once.
  ///
  /// `then` runs on any thread. If the request is rejected, `then` runs on the calling thread
  /// before this function returns.
  ///
  /// - Parameters:
  ///   - repeatable: True if the request may be retried.
  ///   - caller: The person whose share of the limits the request uses, and its purpose.
  ///   - isHurried: True if the request's timeout is shorter than the time that the system may
  ///     take.
  ///   - credentials: The source of the access token. The request's timeout includes the time to
  ///     fetch a token.
  package func ask(
    _ request: OutboundRequest, repeatable: Bool, for caller: SystemCaller, isHurried: Bool = false,
    with credentials: ClientCredentials? = nil,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    let now = now()
    var hasher = Hasher()
    hasher.combine(request.url)
    hasher.combine(request.body)
    let hash = hasher.finalize()
    let admission = state.withLock { state -> Result<CircuitBreaker.Admission, OutboundFailure> in
      let admission = state.breakers[caller.purpose.rawValue].admit(caller.id, hash, at: now)
      let refusal: OutboundFailure
      if case .refused = admission {
        refusal = .paused
      } else {
        if state.shares.enter(caller, at: now) { return .success(admission) }
        state.breakers[caller.purpose.rawValue].giveUp(admission)
        refusal = .overloaded
      }
      state.counts.failures[refusal, default: 0] += 1
      return .failure(refusal)
    }
    let entry: Entry
    switch admission {
    case .success(let admission):
      entry = Entry(caller: caller, request: hash, admission: admission, isHurried: isHurried)
    case .failure(let refusal): return then(.failure(refusal))
    }
    let deadline = now &+ request.timeout.nanoseconds
    let left = repeatable ? limits.retries : 0
    let done: @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void = { [self] result in
      state.withLock { $0.shares.leave(caller) }
      then(result)
    }
    guard let credentials else { return attempt(request, entry, left: left, until: deadline, done) }
    credentials.token(within: request.timeout) { [self] result in
      switch result {
      case .success(let token):
        guard let authorized = try? request.adding("Authorization", "Bearer \(token)") else {
          return done(.failure(.token))
        }
        attempt(authorized, entry, left: left, until: deadline) { result in
          // The token was revoked. The next request fetches a new one.
          if case .success(let response) = result, response.status == 401 { credentials.refuse(token) }
          done(result)
        }
      case .failure(let failure):
        // Without a token the system cannot be reached, so this counts as a failure of the system.
        let found: OutboundFailure = failure == .stopped ? .stopped : .token
        note(.failure(found), of: entry, isExcused: isHurried && failure == .timeout)
        done(.failure(found))
      }
    }
  }

  private func attempt(
    _ request: OutboundRequest, _ entry: Entry, left: Int, until deadline: UInt64,
    _ done: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    var timed = request
    let start = now()
    guard start < deadline else {
      // A trial that was not sent is passed to the next request.
      state.withLock { $0.breakers[entry.caller.purpose.rawValue].giveUp(entry.admission) }
      return done(.failure(.timeout))
    }
    timed.timeout = .nanoseconds(Int64(clamping: deadline - start))
    state.withLock { $0.counts.sent += 1 }
    client.send(timed) { [self] result in
      // The timeout of a hurried caller is not evidence against the system.
      let isExcused = if case .failure(.timeout) = result { entry.isHurried } else { false }
      note(result, of: entry, isExcused: isExcused)
      guard left > 0, Self.isRepeatable(result) else { return done(result) }
      // Spread the retries of many requests over a tenth of a second.
      let pause = UInt64.random(in: 20_000_000...120_000_000)
      guard now() &+ pause < deadline else { return done(result) }
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(pause))) { [self] in
        let now = now()
        let isRepeatable = state.withLock { state in
          !state.breakers[entry.caller.purpose.rawValue].isOpen(for: entry.caller.id, at: now)
            && state.shares.enterAgain(entry.caller, at: now)
        }
        guard isRepeatable else { return done(result) }
        attempt(request, entry, left: left - 1, until: deadline, done)
      }
    }
  }

  /// Records the result of a request. An excused failure affects only the metrics.
  private func note(_ result: Result<OutboundResponse, OutboundFailure>, of entry: Entry, isExcused: Bool) {
    let outcome: CircuitBreaker.Outcome
    let failure: OutboundFailure?
    switch result {
    case .failure(.stopped): (outcome, failure) = (.none, nil)
    case .failure(let found):
      outcome = isExcused ? .none : .failure(isOfSystem: Self.ofSystem.contains(found), wait: nil)
      failure = found
    case .success(let response) where response.status >= 500:
      let wait = response.status == 503 ? Self.wait(in: response) : nil
      (outcome, failure) = (.failure(isOfSystem: false, wait: wait), .broken)
    case .success(let response):
      let wait = response.status == 429 ? Self.wait(in: response) : nil
      (outcome, failure) = (wait.map { .tooMany(wait: $0) } ?? .success, nil)
    }
    let now = now()
    state.withLock { state in
      if let failure { state.counts.failures[failure, default: 0] += 1 }
      state.breakers[entry.caller.purpose.rawValue].note(
        outcome, of: entry.caller, entry.request, entry.admission, at: now)
    }
  }

  /// The failures that no person's request can cause.
  private static let ofSystem: Set<OutboundFailure> = [.unresolved, .refusedAddress, .unreachable, .tls, .token]

  /// Returns the wait that a response requests with `Retry-After`, in nanoseconds and at most a
  /// minute; nil if it requests none.
  private static func wait(in response: OutboundResponse) -> UInt64? {
    guard let seconds = response.retryAfter(), seconds > 0 else { return nil }
    return min(seconds, 60) * 1_000_000_000
  }

  private static func isRepeatable(_ result: Result<OutboundResponse, OutboundFailure>) -> Bool {
    switch result {
    case .success(let response): [502, 503, 504].contains(response.status)
    case .failure(let failure): [.unreachable, .broken, .unresolved].contains(failure)
    }
  }
}

extension Duration {
  /// The duration in nanoseconds, from 0 to about 292 years.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    let whole = max(0, seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return whole.overflow
      ? UInt64(Int64.max) : UInt64(whole.partialValue) &+ UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}
