/// The circuit breaker of one system for one purpose.
///
/// - It opens for all persons after `failures` consecutive failures of more than one person.
///   Failures of one person count for at most half of `failures`, rounded up. Failures that no
///   person's request can cause, such as a refused connection, do not require a second person.
/// - After `ownFailures` consecutive failures of one person it opens for that person, except for
///   deliveries. If no other person has sent a request within `window`, the next request of another
///   person is a trial, at most one a second. Its result applies to all persons.
/// - After a pause, one request is the trial. Until `grace` has passed, only a different request of
///   a person without failures can be the trial; after that, any request.
/// - A pause that the system requests applies to that person. If the system requests a pause from a
///   second person before it ends, it applies to all persons, except after a 429 to a request that
///   reads `user`.
///
/// It stores the failures of at most `maxPersons` persons and drops those whose last failure is the
/// oldest.
struct CircuitBreaker {
  /// The admission of a request.
  enum Admission {
    case refused
    case usual
    /// The result closes the breaker or opens it for all persons.
    case trial
  }

  /// The result of a request.
  enum Outcome {
    case success
    /// A failure. `isOfSystem` is true if no person's request can cause it. `wait` is the pause
    /// that the system requested, in nanoseconds.
    case failure(isOfSystem: Bool, wait: UInt64?)
    /// A 429 with the requested pause, in nanoseconds.
    case tooMany(wait: UInt64)
    /// A result without information about the system.
    case none
  }

  /// The consecutive failures of one person.
  private struct Own {
    var failures = 0
    var last: UInt64 = 0
    /// The end of the person's pause; 0 without a pause.
    var pausedUntil: UInt64 = 0

    var latest: UInt64 { max(last, pausedUntil) }
  }

  /// The consecutive failures of all persons.
  private struct Row {
    var persons: [String: Int] = [:]
    var requests: Set<Int> = []
    var ofSystem = 0
    var last: UInt64 = 0

    /// The maximum number of distinct persons, and of distinct requests.
    static let maximum = 16

    func has(_ id: String, _ request: Int) -> Bool { persons[id] != nil || requests.contains(request) }

    mutating func add(_ id: String, _ request: Int, isOfSystem: Bool, at now: UInt64) {
      last = now
      if requests.count < Self.maximum { requests.insert(request) }
      if isOfSystem {
        ofSystem += 1
      } else if persons[id] != nil || persons.count < Self.maximum {
        persons[id, default: 0] += 1
      }
    }

    func opens(after failures: Int) -> Bool {
      if ofSystem >= failures { return true }
      let maximum = (failures + 1) / 2
      let count = persons.values.reduce(ofSystem) { $0 + min($1, maximum) }
      return count >= failures && persons.count + (ofSystem > 0 ? 1 : 0) > 1
    }
  }

  /// The number of consecutive failures of one person that opens the breaker for this person.
  static let ownFailures = 10
  /// Nanoseconds for which a request counts as recent, and a failure as part of a series.
  static let window: UInt64 = 60_000_000_000
  /// Nanoseconds after a pause during which only a different request of a person without failures
  /// can be the trial. Also the minimum time between two trials while `only` is set.
  static let grace: UInt64 = 1_000_000_000
  /// The maximum number of persons whose failures are stored.
  static let maxPersons = 1_000

  private let failures: Int
  private let pause: UInt64
  /// True if a person's failures open the breaker for this person. For deliveries it is false,
  /// because `DeliveryPace` delays a failing person.
  private let isForPersons: Bool
  private var own: [String: Own] = [:]
  private var row = Row()
  /// The end of the pause for all persons; 0 without a pause.
  private var pausedUntil: UInt64 = 0
  private var isTrying = false
  /// The only person with recent requests when the breaker opened for that person, and the end of
  /// that pause.
  private var only: (id: String, until: UInt64)?
  private var lastTrial: UInt64 = 0
  /// The last person from whom the system requested a pause, and the end of that pause.
  private var asked: (id: String, until: UInt64)?
  /// The last person who sent a request; `other` is the last person other than that one.
  private var latest: (id: String, at: UInt64)?
  private var other: (id: String, at: UInt64)?

  init(_ limits: SystemLimits, _ purpose: SystemCaller.Purpose) {
    (failures, pause, isForPersons) = (limits.failures, limits.pause.nanoseconds, purpose != .delivery)
  }

  /// The number of persons whose failures are stored.
  var count: Int { own.count }

  /// Returns true while the breaker is open for all persons.
  func isOpen(at now: UInt64) -> Bool { pausedUntil > now }

  /// Returns true while the breaker is open for all persons or for this person.
  func isOpen(for id: String, at now: UInt64) -> Bool {
    isOpen(at: now) || own[id].map { $0.pausedUntil > now } ?? false
  }

  /// Admits or rejects a request, which is identified by a hash.
  mutating func admit(_ id: String, _ request: Int, at now: UInt64) -> Admission {
    if isOpen(for: id, at: now) { return .refused }
    var admission = Admission.usual
    if pausedUntil != 0 {
      if isTrying || (row.has(id, request) && now < pausedUntil &+ Self.grace) { return .refused }
      (isTrying, admission) = (true, .trial)
    } else if let only, only.id != id, now < only.until {
      if now < lastTrial &+ Self.grace { return .refused }
      (lastTrial, admission) = (now, .trial)
    }
    if latest?.id != id { other = latest }
    latest = (id, now)
    return admission
  }

  /// Cancels a trial that was not sent, so that the next request can be a trial.
  mutating func giveUp(_ admission: Admission) {
    if case .trial = admission { (isTrying, lastTrial) = (false, 0) }
  }

  /// Records the result of a request.
  mutating func note(
    _ outcome: Outcome, of caller: SystemCaller, _ request: Int, _ admission: Admission, at now: UInt64
  ) {
    let isTrial = if case .trial = admission { true } else { false }
    switch outcome {
    case .none: giveUp(admission)
    case .success:
      own[caller.id] = nil
      if pausedUntil == 0 || isTrial { close() }
    case .tooMany(let wait):
      var mine = remembered(caller.id, at: now)
      mine.pausedUntil = now &+ wait
      own[caller.id] = mine
      if caller.readsPerson {
        if isTrial { close() }
      } else if isTrial || isAsked(for: wait, of: caller.id, at: now) {
        open(for: wait, at: now)
      }
    case .failure(let isOfSystem, let wait):
      if !isOfSystem { noteOwn(caller.id, wait, at: now) }
      if pausedUntil == 0, now > row.last &+ Self.window { row = Row() }
      row.add(caller.id, request, isOfSystem: isOfSystem, at: now)
      let isAsked = wait.map { self.isAsked(for: $0, of: caller.id, at: now) } ?? false
      if isTrial || (pausedUntil == 0 && (isAsked || row.opens(after: failures))) { open(for: wait ?? pause, at: now) }
    }
  }

  /// Returns true if the system also requested a pause from another person, and that pause has not
  /// ended.
  ///
  /// Otherwise stores this pause and returns false.
  private mutating func isAsked(for wait: UInt64, of id: String, at now: UInt64) -> Bool {
    if let asked, asked.id != id, now < asked.until { return true }
    asked = (id, now &+ wait)
    return false
  }

  private mutating func noteOwn(_ id: String, _ wait: UInt64?, at now: UInt64) {
    let others = latest?.id == id ? other : latest
    let isOnly = others.map { now > $0.at &+ Self.window } ?? true
    var mine = remembered(id, at: now)
    mine.failures = now > mine.last &+ Self.window ? 1 : min(mine.failures + 1, Self.ownFailures)
    mine.last = now
    let opens = isForPersons && mine.failures >= Self.ownFailures
    mine.pausedUntil = max(mine.pausedUntil, opens ? now &+ pause : 0, wait.map { now &+ $0 } ?? 0)
    own[id] = mine
    if opens, isOnly { only = (id, now &+ pause) }
  }

  private mutating func open(for pause: UInt64, at now: UInt64) {
    (pausedUntil, isTrying, only) = (max(pausedUntil, now &+ pause), false, nil)
  }

  private mutating func close() { (pausedUntil, isTrying, only, row) = (0, false, nil, Row()) }

  /// Returns the stored failures of a person. Removes other persons if a new person needs the
  /// space.
  private mutating func remembered(_ id: String, at now: UInt64) -> Own {
    if let mine = own[id] { return mine }
    if own.count >= Self.maxPersons {
      own = own.filter { now <= $0.value.latest &+ Self.window }
      if own.count >= Self.maxPersons, let oldest = own.min(by: { $0.value.latest < $1.value.latest }) {
        own[oldest.key] = nil
      }
    }
    return Own()
  }
}
