import Dispatch
import Essentials
import JSON
package import Model
import Outbound
package import Services
import Synchronization

/// Hands signed submissions over to the systems of the bank, and asks what became of them.
///
/// - Each submission goes out with its id as `Idempotency-Key`, until the system has said a declared word.
/// - A system that fails is tried by one delivery at a time, with pauses that grow. Once it answers, the number of
///   deliveries under way doubles with each success, up to half of its limits: what waited comes as no stampede.
/// - A process that dies leaves its deliveries to the next one: they are due again when their time is over.
///
///     let courier = Courier(services.deliveries, systems, leases: services.leases, day: day, clock: clock) { log($0) }
///     courier.begin { { try bank.effect(of: $0) } }
///     courier.wake()
package final class Courier: Sendable {
  /// Returns the effect of a stored submission.
  package typealias StoredEffects = @Sendable (Submission) throws -> Effect

  /// The counts of a system since the start.
  package struct Counts: Sendable, Equatable {
    /// The requests of deliveries that were sent.
    package fileprivate(set) var attempts = 0
    /// The deliveries that ended so, and those with a contrary word later, by `executed`, `rejected` and `contrary`.
    package fileprivate(set) var outcomes: [String: Int] = [:]

    /// No counts yet.
    package init() {}
  }

  /// Something about deliveries that an operator should know, without any value.
  package enum Notice: Sendable, Equatable {
    /// An attempt gave no declared word, for that reason.
    case failed(SubmissionID, system: String, effect: String, reason: String)
    /// A delivery is older than its deadline, or only an operator can end it.
    case alarm(system: String, effect: String, waiting: Int, unknown: Int, oldest: Duration)
    /// A system said the contrary of how the delivery had ended.
    case contradicted(SubmissionID, system: String, effect: String)
    /// A word could not be stored; the delivery is tried again.
    case unstored(SubmissionID, reason: String)
  }

  /// The present pace of deliveries to one system.
  private struct Pace {
    /// The deliveries under way.
    var underWay = 0
    /// The most deliveries at a time now.
    var window = 1
    var failuresInRow = 0
    /// The end of the pause, in nanoseconds.
    var restUntil: UInt64 = 0
    /// The deliveries of the present tenth of a second.
    var tenth: (number: UInt64, count: Int) = (0, 0)
    var counts = Counts()
  }

  private struct State {
    var paces: [String: Pace] = [:]
    var effects: (@Sendable () -> StoredEffects?)?
    var isStopped = false
    /// True while a pass looks for due deliveries; `isAwaited` if another one is to follow.
    var isPassing = false
    var isAwaited = false
    /// The time of the next look at the ages of deliveries, in nanoseconds.
    var nextLook: UInt64 = 0
  }

  /// The longest pause before a delivery is tried again.
  private static let longestPause: Duration = .seconds(300)
  /// The longest pause of a system that fails.
  private static let longestRest = 30.0
  /// The time after an attempt's own in which its word is stored.
  static let slack: Duration = .seconds(5)

  private let deliveries: Deliveries
  private let leases: Leases
  private let systems: ConnectedSystems
  private let day: BankDay
  private let clock: Clock
  private let report: @Sendable (Notice) -> Void
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "valence.courier")

  /// Creates a courier that rests until `begin`.
  package init(
    _ deliveries: Deliveries, _ systems: ConnectedSystems, leases: Leases, day: BankDay, clock: @escaping Clock,
    report: @escaping @Sendable (Notice) -> Void
  ) {
    (self.deliveries, self.systems, self.leases) = (deliveries, systems, leases)
    (self.day, self.clock, self.report) = (day, clock, report)
  }

  /// Begins to deliver. `effects` is asked before each word is stored, and what it returns lives until the word is: however often
  /// its write runs, it finds the same. Without an answer the next process stores the word.
  package func begin(effects: @escaping @Sendable () -> StoredEffects?) {
    state.withLock { $0.effects = effects }
    tick()
  }

  /// Looks for due deliveries now: one has just been signed.
  package func wake() { queue.async { self.pass() } }

  /// Ends: no attempt begins any more. Deliveries under way end by themselves, or are tried again by the next process.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// The counts of each system.
  package var counts: [(system: String, counts: Counts)] {
    state.withLock { $0.paces.map { ($0.key, $0.value.counts) } }.sorted { $0.0 < $1.0 }
  }

  /// Looks each second, because another process may have signed something, or an operator decided.
  private func tick() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      pass()
      look()
      tick()
    }
  }

  // MARK: - A pass

  /// Takes what is due of each system within its pace. Runs on the queue.
  private func pass() {
    guard state.withLock({ !$0.isStopped && $0.effects != nil }) else { return }
    var isEarly = false
    defer { if isEarly { queue.asyncAfter(deadline: .now() + .milliseconds(100)) { self.pass() } } }
    for carrier in systems.carriers where !carrier.isPaused {
      let now = DispatchTime.now().uptimeNanoseconds
      let room = state.withLock { state -> Int in
        var pace = state.paces[carrier.name] ?? Pace()
        if pace.tenth.number != now / 100_000_000 { pace.tenth = (now / 100_000_000, 0) }
        pace.window = min(pace.window, max(1, carrier.limits.atOnce / 2))
        state.paces[carrier.name] = pace
        if now < pace.restUntil { return 0 }
        let left = max(1, carrier.limits.perSecond / 20) - pace.tenth.count
        if left <= 0 { isEarly = true }
        return min(pace.window - pace.underWay, left)
      }
      guard room > 0, let due = try? deliveries.nextDue(carrier.name), due <= clock() else { continue }
      take(room, of: carrier.name, Array(carrier.effects), timeout: .milliseconds(carrier.timeout))
    }
  }

  private func take(_ room: Int, of system: String, _ effects: [DeclaredEffect], timeout: Duration) {
    let once = Set(effects.filter(\.isOnce).map(\.name))
    state.withLock { $0.paces[system]?.underWay += room }
    let latest = ContinuousClock.now + Self.slack
    deliveries.take(system, limit: room, lease: timeout + Self.slack, isOnce: { once.contains($0) }).start { result in
      let taken = (try? result.get()) ?? []
      self.state.withLock { state in
        state.paces[system]?.underWay -= room - taken.count
        state.paces[system]?.tenth.count += taken.count
      }
      for delivery in taken {
        // This process was frozen since it took the delivery, and another one may have it by now.
        guard ContinuousClock.now < latest else { self.leave(delivery); continue }
        self.attempt(delivery, effects.first { $0.name == delivery.effect }, timeout)
      }
    }
  }

  // MARK: - An attempt

  private func attempt(_ delivery: Delivery, _ effect: DeclaredEffect?, _ timeout: Duration) {
    guard let effect else {
      return note(.undeclared("the service no longer declares `\(delivery.effect)`", again: .seconds(60)), on: delivery)
    }
    if delivery.status == .unknown, effect.isOnce, effect.status == nil {
      // Whoever made the attempt has died: only the system, or an operator, can go on.
      return note(.undeclared(delivery.fault ?? "the attempt was cut off", again: nil), on: delivery)
    }
    let isAsking = effect.status != nil && (delivery.status == .accepted || delivery.status == .unknown)
    let key = delivery.submission.rawValue
    let request =
      isAsking
      ? try? effect.status?.request.rendered([.string(key)])
      : delivery.request.flatMap { SystemRequest.Rendered(json: $0, adding: "Idempotency-Key", key) }
    guard let request else {
      return note(.undeclared("the request cannot be read", again: .seconds(3600)), on: delivery)
    }
    state.withLock { $0.paces[delivery.service]?.counts.attempts += 1 }
    systems.send(request, to: delivery.service, timeout: timeout, isOnce: effect.isOnce && !isAsking) { result in
      self.pace(of: delivery.service, after: result)
      self.note(self.word(of: result, isAsking: isAsking, on: delivery, effect), on: delivery)
    }
  }

  /// Returns the word in the outcome of a request.
  private func word(
    of result: Result<OutboundResponse, OutboundFailure>, isAsking: Bool, on delivery: Delivery,
    _ effect: DeclaredEffect
  ) -> DeliveryWord {
    let day = { (instant: Instant) in self.day.date(at: instant) }
    let pause = Self.pause(after: delivery.attempts)
    switch result {
    case .success(let response):
      let word =
        isAsking
        ? effect.statusWord(of: response, day) ?? .undeclared("status \(response.status)", again: nil)
        : effect.word(of: response, day)
      switch word {
      case .missing:
        // Nothing is sent twice to a system that must not get it twice, also if it says that it got nothing.
        return effect.isOnce && delivery.status == .unknown
          ? .undeclared("not known there", again: nil) : .missing(again: Self.jittered(.seconds(1)))
      case .accepted(let again, let kept): return .accepted(again: again.map(Self.jittered), kept: kept)
      case .undeclared(let reason, _) where isAsking:
        return .undeclared(reason, again: Self.jittered(max(pause, .milliseconds(effect.every))))
      case .undeclared(let reason, _): return .undeclared(reason, again: next(for: effect, pause))
      default: return word
      }
    case .failure(let failure):
      if isAsking {
        return .undeclared(failure.rawValue, again: Self.jittered(max(pause, .milliseconds(effect.every))))
      }
      let isUnsent = Self.unsent.contains(failure)
      return isUnsent && effect.isOnce
        ? .unsent(failure.rawValue, again: pause)
        : .undeclared(failure.rawValue, again: isUnsent ? pause : next(for: effect, pause))
    }
  }

  /// Returns the pause before the next step after an attempt that may have arrived; nil if only the system, or an
  /// operator, can go on.
  private func next(for effect: DeclaredEffect, _ pause: Duration) -> Duration? {
    if !effect.isOnce { return pause }
    return effect.status == nil ? nil : Self.jittered(.milliseconds(effect.every))
  }

  /// The failures that come before a request is sent.
  private static let unsent: Set<OutboundFailure> = [
    .unresolved, .refusedAddress, .unreachable, .token, .overloaded, .paused,
  ]

  /// Returns the pause after that many attempts: it doubles from a second on, with jitter.
  static func pause(after attempts: Int) -> Duration {
    jittered(min(longestPause, .seconds(1 << min(max(0, attempts), 9))))
  }

  /// Returns a duration of half to one and a half times the given one.
  private static func jittered(_ duration: Duration) -> Duration { duration * Double.random(in: 0.5...1.5) }

  /// Notes how a system does: a failure leaves one delivery at a time, and a pause that grows.
  private func pace(of system: String, after result: Result<OutboundResponse, OutboundFailure>) {
    let isFailure =
      switch result {
      case .success(let response): response.status >= 500 || response.status == 429
      case .failure: true
      }
    let now = DispatchTime.now().uptimeNanoseconds
    state.withLock { state in
      guard var pace = state.paces[system] else { return }
      if isFailure {
        pace.failuresInRow += 1
        pace.window = 1
        if pace.failuresInRow > 1 {
          let rest = min(Self.longestRest, Double(1 << min(pace.failuresInRow, 8)) / 8) * Double.random(in: 0.5...1)
          pace.restUntil = now &+ UInt64(rest * 1_000_000_000)
        }
      } else {
        (pace.failuresInRow, pace.restUntil) = (0, 0)
        pace.window *= 2
      }
      state.paces[system] = pace
    }
  }

  private func note(_ word: DeliveryWord, on delivery: Delivery) {
    if case .undeclared(let reason, _) = word {
      report(.failed(delivery.submission, system: delivery.service, effect: delivery.effect, reason: reason))
    }
    guard let effect = state.withLock({ $0.effects })?() else { return leave(delivery) }
    // It was read before its attempt was counted.
    let attempt = delivery.attempts + 1
    deliveries.note(word, of: delivery.submission, attempt: attempt, by: .system, effect: effect).start { result in
      switch result {
      case .success(let receipt): self.count(receipt)
      case .failure(let error): self.report(.unstored(delivery.submission, reason: "\(error)"))
      }
      self.leave(delivery)
    }
  }

  private func leave(_ delivery: Delivery) {
    state.withLock { $0.paces[delivery.service]?.underWay -= 1 }
    wake()
  }

  /// Counts an outcome, also one that a callback brought, and tells of a contrary one.
  package func count(_ receipt: Deliveries.Receipt) {
    let outcome: String
    switch receipt {
    case .noted(let delivery) where delivery.ended != nil: outcome = delivery.status.rawValue
    case .contrary(let delivery):
      outcome = "contrary"
      report(.contradicted(delivery.submission, system: delivery.service, effect: delivery.effect))
    default: return
    }
    state.withLock { state in
      state.paces[receipt.delivery.service, default: Pace()].counts.outcomes[outcome, default: 0] += 1
    }
  }

  // MARK: - Ages

  /// Raises an alarm, at most once a minute, for deliveries beyond their deadline and those that only an operator can
  /// end. One of the servers of a database does so.
  private func look() {
    let now = DispatchTime.now().uptimeNanoseconds
    let isTime = state.withLock { state -> Bool in
      guard now >= state.nextLook else { return false }
      state.nextLook = now &+ 60_000_000_000
      return true
    }
    guard isTime, let backlog = try? deliveries.backlog() else { return }
    let late = backlog.filter { isOverdue($0) }
    if late.isEmpty { return }
    leases.take(.alarms, for: Self.alarms).start { result in
      guard (try? result.get()) == true else { return }
      for late in late {
        self.report(
          .alarm(
            system: late.service, effect: late.effect, waiting: late.waiting, unknown: late.unknown,
            oldest: late.oldest))
      }
    }
  }

  /// The time without a look after which another server raises the alarms.
  private static let alarms: Duration = .seconds(150)

  /// True if a delivery is beyond its deadline, waits for an operator, or has a system that serves no longer.
  package func isOverdue(_ backlog: Deliveries.Backlog) -> Bool {
    guard let effect = systems.effect(backlog.effect, of: backlog.service) else { return true }
    return backlog.oldest >= .milliseconds(effect.deadline) || (backlog.unknown > 0 && effect.status == nil)
  }
}

extension ConnectedSystems {
  /// Asks what became of a delivery, and returns when the system has answered.
  ///
  /// Returns nil if the effect declares no `status`.
  package func status(of delivery: Delivery, _ effect: DeclaredEffect, day: BankDay) -> DeliveryWord? {
    guard let status = effect.status,
      let request = try? status.request.rendered([.string(delivery.submission.rawValue)])
    else { return nil }
    let given = Mutex<Result<OutboundResponse, OutboundFailure>>(.failure(.stopped))
    let hasCome = DispatchSemaphore(value: 0)
    send(request, to: delivery.service, timeout: .milliseconds(effect.timeout)) { result in
      given.withLock { $0 = result }
      hasCome.signal()
    }
    hasCome.wait()
    switch given.withLock({ $0 }) {
    case .success(let response):
      return effect.statusWord(of: response) { day.date(at: $0) }
        ?? .undeclared("status \(response.status)", again: nil)
    case .failure(let failure): return .undeclared(failure.rawValue, again: nil)
    }
  }
}
