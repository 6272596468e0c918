import Dispatch
import Dates
import JSON
package import Model
import HTTPClient
package import Services
import Synchronization

/// Sends signed submissions to the bank systems and requests their outcomes.
///
/// - Each submission is sent with its id as `Idempotency-Key` until the system returns a declared
///   outcome.
/// - Persons take turns, and deliveries with the fewest attempts come first. `DeliveryPace` slows
///   deliveries for persons and systems with recent failures.
/// - If a process dies, another process takes over its deliveries when their leases expire.
package final class DeliveryWorker: Sendable {
  /// Returns the effect of a stored submission.
  package typealias StoredEffects = @Sendable (Submission) throws -> Effect

  /// The counts of a system since the start.
  package struct Counts: Sendable, Equatable {
    /// The number of sent requests.
    package fileprivate(set) var attempts = 0
    /// The number of completed deliveries by `executed` and `rejected`, and of later contradictions
    /// as `contrary`.
    package fileprivate(set) var outcomes: [String: Int] = [:]

    init() {}
  }

  /// An event about deliveries for the operator. It contains no values.
  package enum Notice: Sendable, Equatable {
    /// An attempt returned no declared outcome.
    case failed(SubmissionID, system: String, effect: String, reason: String, remedy: String?)
    /// A delivery is older than its deadline, or only an operator can complete it.
    case alarm(system: String, effect: String, waiting: Int, unknown: Int, oldest: Duration)
    /// Deliveries had at least ten attempts without a declared outcome while other deliveries
    /// succeed.
    case failing(system: String, effect: String, count: Int)
    /// A system reported an outcome that contradicts the stored one.
    case contradicted(SubmissionID, system: String, effect: String)
    /// An outcome could not be stored. The delivery is retried.
    case unstored(SubmissionID, reason: String)
  }

  /// The due deliveries of a system at the last read.
  private struct Due {
    var turns: [DeliveryTurn] = []
    /// The time of the next read, in nanoseconds.
    var nextPoll: UInt64 = 0
  }

  private struct State {
    var paces: [String: DeliveryPace] = [:]
    var due: [String: Due] = [:]
    var effects: (@Sendable () -> StoredEffects?)?
    var isStopped = false
    /// True while another pass is scheduled in a tenth of a second.
    var isEarly = false
    /// The time of the next check of the ages of deliveries, in nanoseconds.
    var nextPoll: UInt64 = 0
  }

  /// The maximum pause between two attempts, without jitter.
  private static let longestPause: Duration = .seconds(300)
  /// The maximum number of due deliveries to read at a time.
  private static let maxTurns = 1_000
  /// The time after an attempt for storing its outcome.
  static let slack: Duration = .seconds(5)

  private let deliveries: Deliveries
  private let leases: Leases
  private let systems: BankSystemRegistry
  private let day: BankDay
  private let clock: Clock
  private let report: @Sendable (Notice) -> Void
  private let state = Mutex(State())
  private let rejections: RejectionWatch
  private let queue = DispatchQueue(label: "valence.courier")

  /// Creates a worker that is idle until `begin`.
  package init(
    _ deliveries: Deliveries, _ systems: BankSystemRegistry, leases: Leases, day: BankDay, clock: @escaping Clock,
    report: @escaping @Sendable (Notice) -> Void
  ) {
    (self.deliveries, self.systems, self.leases) = (deliveries, systems, leases)
    (self.day, self.clock, self.report) = (day, clock, report)
    rejections = RejectionWatch(deliveries, systems, day: day)
  }

  /// Starts the deliveries.
  ///
  /// `effects` is called before each outcome is stored. Its result is retained until the outcome is
  /// stored, so that a repeated write uses the same effects. If it returns nil, the next process
  /// stores the outcome.
  package func begin(effects: @escaping @Sendable () -> StoredEffects?) {
    state.withLock { $0.effects = effects }
    tick()
  }

  /// Checks for due deliveries immediately, such as after a signature.
  package func wake() { queue.async { self.pass() } }

  /// Stops new attempts. Deliveries in flight complete, or the next process retries them.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// The counts of each system, sorted by name.
  package var counts: [(system: String, counts: Counts)] {
    state.withLock { $0.paces.map { ($0.key, $0.value.counts) } }.sorted { $0.0 < $1.0 }
  }

  /// Checks each second, because another process can sign a submission or an operator can decide on
  /// one.
  private func tick() {
    queue.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
      guard let self, !state.withLock({ $0.isStopped }) else { return }
      pass()
      rejections.ask { self.count($0) }
      poll()
      tick()
    }
  }

  // MARK: - Passes

  /// Takes the due deliveries of each system within its pace. Runs on the queue.
  private func pass() {
    guard state.withLock({ !$0.isStopped && $0.effects != nil }) else { return }
    for carrier in systems.carriers where !carrier.isCircuitOpen {
      let now = DispatchTime.now().uptimeNanoseconds
      let room = state.withLock {
        $0.paces[carrier.name, default: DeliveryPace()].room(within: carrier.limits, at: now)
      }
      guard let first = try? deliveries.nextDue(carrier.name), first <= clock() else { continue }
      let due = room.count > 0 ? turns(of: carrier.name, at: now) : []
      let chosen = state.withLock { $0.paces[carrier.name]?.choose(from: due, room, at: now) ?? [] }
      if chosen.isEmpty { passEarly() } else { take(chosen, carrier) }
    }
  }

  /// Schedules another pass in a tenth of a second, because a due delivery has no place yet.
  private func passEarly() {
    let begins = state.withLock { state in
      defer { state.isEarly = true }
      return !state.isEarly
    }
    guard begins else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(100)) {
      self.state.withLock { $0.isEarly = false }
      self.pass()
    }
  }

  /// Returns the due deliveries of a system in order. Reads use at most a tenth of the time,
  /// regardless of the number of deliveries.
  private func turns(of system: String, at now: UInt64) -> [DeliveryTurn] {
    let known = state.withLock { $0.due[system] ?? Due() }
    guard now >= known.nextPoll, let turns = try? deliveries.turns(system, limit: Self.maxTurns) else {
      return known.turns
    }
    let end = DispatchTime.now().uptimeNanoseconds
    state.withLock { $0.due[system] = Due(turns: turns, nextPoll: end &+ 9 * (end &- now)) }
    return turns
  }

  private func take(_ chosen: [DeliveryTurn], _ carrier: BankSystemRegistry.Carrier) {
    let (system, timeout) = (carrier.name, Duration.milliseconds(carrier.timeout))
    let once = Set(carrier.effects.filter(\.isOnce).map(\.name))
    let asked = Set(carrier.effects.filter { $0.status != nil }.map(\.name))
    let latest = ContinuousClock.now + Self.slack
    let ids = chosen.map(\.submission)
    deliveries.take(
      ids, of: system, lease: timeout + Self.slack, isAsked: { asked.contains($0) }, isOnce: { once.contains($0) }
    ).start { result in
      let taken = (try? result.get()) ?? []
      let takenIDs = Set(taken.map(\.submission))
      self.state.withLock { state in
        state.paces[system]?.note(chosen, taken: takenIDs)
        state.due[system]?.turns.removeAll { turn in chosen.contains { $0.submission == turn.submission } }
      }
      for delivery in taken {
        // The process was suspended after it took the delivery, so another process may have it now.
        guard ContinuousClock.now < latest else { self.leave(delivery); continue }
        self.attempt(delivery, carrier.effects.first { $0.name == delivery.effect }, timeout)
      }
    }
  }

  // MARK: - Attempts

  private func attempt(_ delivery: Delivery, _ effect: DeclaredEffect?, _ timeout: Duration) {
    guard let effect else {
      return note(.undeclared("the service no longer declares `\(delivery.effect)`", again: .seconds(60)), on: delivery)
    }
    if delivery.status == .unknown, effect.isOnce, effect.status == nil {
      // The process of the previous attempt has died. Only the system or an operator can complete
      // the delivery.
      return note(.undeclared(delivery.fault ?? "the attempt was interrupted", again: nil), on: delivery)
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
    systems.send(request, of: delivery, timeout: timeout, isOnce: effect.isOnce && !isAsking) { result in
      let now = DispatchTime.now().uptimeNanoseconds
      self.state.withLock { $0.paces[delivery.service]?.note(result, of: delivery.person, at: now) }
      self.note(
        self.word(of: result, isAsking: isAsking, on: delivery, effect), on: delivery,
        remedy: self.systems.remedy(for: result, of: delivery.service))
    }
  }

  /// Returns the outcome in the result of a request.
  private func word(
    of result: Result<OutboundResponse, OutboundFailure>, isAsking: Bool, on delivery: Delivery,
    _ effect: DeclaredEffect
  ) -> DeliveryOutcome {
    let day = { (instant: Instant) in self.day.date(at: instant) }
    let pause = Self.pause(after: delivery.attempts)
    switch result {
    case .success(let response):
      let word =
        isAsking
        ? effect.statusWord(of: response, day) ?? .undeclared("status \(response.status)", again: nil)
        : effect.word(of: response, day)
      switch word {
      case .missing(let again, let after):
        // A system that must not receive a submission twice gets no second request, even if it
        // reports that it received none.
        return effect.isOnce
          ? .undeclared("the system does not know the submission", again: Self.jittered(max(pause, again)))
          : .missing(again: Self.jittered(again), after: after)
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

  /// Returns the pause before the next step after an attempt that may have arrived; nil if only the
  /// system or an operator can complete the delivery.
  private func next(for effect: DeclaredEffect, _ pause: Duration) -> Duration? {
    if !effect.isOnce { return pause }
    return effect.status == nil ? nil : Self.jittered(.milliseconds(effect.every))
  }

  /// The failures that occur before a request is sent.
  private static let unsent: Set<OutboundFailure> = [
    .unresolved, .refusedAddress, .unreachable, .token, .overloaded, .paused,
  ]

  /// Returns the pause after a number of attempts. It doubles from one second up to `longestPause`,
  /// with jitter.
  static func pause(after attempts: Int) -> Duration {
    jittered(min(longestPause, .seconds(1 << min(max(0, attempts), 9))))
  }

  /// Returns a random duration between half and one and a half of the given one.
  private static func jittered(_ duration: Duration) -> Duration { duration * Double.random(in: 0.5...1.5) }

  private func note(_ word: DeliveryOutcome, on delivery: Delivery, remedy: String? = nil) {
    if case .undeclared(let reason, _) = word {
      report(
        .failed(
          delivery.submission, system: delivery.service, effect: delivery.effect, reason: reason, remedy: remedy))
    }
    guard let effect = state.withLock({ $0.effects })?() else { return leave(delivery) }
    // The delivery was read before its attempt was counted.
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
    state.withLock { $0.paces[delivery.service]?.leave(delivery.person) }
    wake()
  }

  /// Counts an outcome, including one from a callback, and reports a contradiction.
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
      state.paces[receipt.delivery.service, default: DeliveryPace()].counts.outcomes[outcome, default: 0] += 1
    }
  }

  // MARK: - Ages

  /// Raises an alarm, at most once a minute, for overdue deliveries and for those that only an
  /// operator can complete. Only one of the servers of a database does so.
  private func poll() {
    let now = DispatchTime.now().uptimeNanoseconds
    let isTime = state.withLock { state -> Bool in
      guard now >= state.nextPoll else { return false }
      state.nextPoll = now &+ 60_000_000_000
      return true
    }
    guard isTime, let backlog = try? deliveries.backlog() else { return }
    let late = backlog.filter { isOverdue($0) }
    let failing = backlog.filter { $0.failing > 0 && succeeds($0.service, at: now) }
    if late.isEmpty, failing.isEmpty { return }
    leases.take(.alarms, for: Self.alarms).start { result in
      guard (try? result.get()) == true else { return }
      for late in late {
        self.report(
          .alarm(
            system: late.service, effect: late.effect, waiting: late.waiting, unknown: late.unknown,
            oldest: late.oldest))
      }
      for failing in failing {
        self.report(.failing(system: failing.service, effect: failing.effect, count: failing.failing))
      }
    }
  }

  /// Returns true if a delivery of this process to the system succeeded within the last ten
  /// minutes.
  private func succeeds(_ system: String, at now: UInt64) -> Bool {
    let last = state.withLock { $0.paces[system]?.succeeded }
    return last.map { now &- $0 < 600_000_000_000 } ?? false
  }

  /// The lease of the alarms. After that time without a renewal, another server raises them.
  private static let alarms: Duration = .seconds(150)

  /// Returns true if a delivery exceeds its deadline, requires an operator, or its effect is no
  /// longer declared.
  package func isOverdue(_ backlog: Deliveries.Backlog) -> Bool {
    guard let effect = systems.effect(backlog.effect, of: backlog.service) else { return true }
    return backlog.oldest >= .milliseconds(effect.deadline) || (backlog.unknown > 0 && effect.status == nil)
  }
}
