/// The circuit breaker of one system for one purpose.
///
/// - It opens for everybody after `failures` in a row that more than one person had. Each person counts for at most half of
///   them, so that one person's many failures and another's single one do not open it. Failures that no person can cause,
///   such as a refused connection, need no second person.
/// - After `ownFailures` in a row it opens for that person, except for deliveries. If no other person has asked within
///   `window`, another person's request is then a trial, one a second, and its result decides for everybody.
/// - After the pause one request tries the system: another person's other question, and after `grace` any request.
/// - A pause that the system asks for holds for that person. If it asks a second person during it, it holds for
///   everybody, except after a 429 to a request that reads `user`.
///
/// It remembers at most `maxPersons` persons with failures, and drops those whose last failure is the oldest.
struct CircuitBreaker {
  /// The admission of a request.
  enum Admission {
    case refused
    case usual
    /// The result decides whether the breaker closes or opens for everybody.
    case trial
  }

  /// The result of a request, as far as the breaker needs it.
  enum Outcome {
    case success
    /// A failure. `isOfSystem` if no person's request can cause it; `wait` is the pause that the system asks for.
    case failure(isOfSystem: Bool, wait: UInt64?)
    /// A 429 with the pause that the system asks for.
    case tooMany(wait: UInt64)
    /// Says nothing about the system.
    case none
  }

  /// The failures of one person in a row.
  private struct Own {
    var failures = 0
    var last: UInt64 = 0
    /// The end of the person's pause; 0 without one.
    var pausedUntil: UInt64 = 0

    var latest: UInt64 { max(last, pausedUntil) }
  }

  /// The failures in a row, of everybody.
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

  /// The number of one person's failures in a row that pauses this person.
  static let ownFailures = 10
  /// Nanoseconds for which a person who has asked counts as one who asks, and a failure as one of a row.
  static let window: UInt64 = 60_000_000_000
  /// Nanoseconds after a pause in which only another person's other question is the trial, and between two trials.
  static let grace: UInt64 = 1_000_000_000
  /// The number of persons with failures that are remembered.
  static let maxPersons = 1_000

  private let failures: Int
  private let pause: UInt64
  /// True if a person's failures open it for this person. The courier slows a person's deliveries by itself.
  private let isForPersons: Bool
  private var own: [String: Own] = [:]
  private var row = Row()
  /// The end of everybody's pause; 0 without one.
  private var pausedUntil: UInt64 = 0
  private var isTrying = false
  /// The only person who had asked when their failures opened the breaker for them, and the end of that.
  private var only: (id: String, until: UInt64)?
  private var lastTrial: UInt64 = 0
  /// The last person whom the system asked to wait, and the end of that.
  private var asked: (id: String, until: UInt64)?
  /// The last person who asked, and the last other one.
  private var latest: (id: String, at: UInt64)?
  private var other: (id: String, at: UInt64)?

  init(_ limits: SystemLimits, _ purpose: SystemCaller.Purpose) {
    (failures, pause, isForPersons) = (limits.failures, limits.pause.nanoseconds, purpose != .delivery)
  }

  /// The number of persons whose failures are remembered.
  var count: Int { own.count }

  /// True while the breaker is open for everybody.
  func isOpen(at now: UInt64) -> Bool { pausedUntil > now }

  /// True while the breaker is open for everybody, or for this person.
  func isOpen(for id: String, at now: UInt64) -> Bool {
    isOpen(at: now) || own[id].map { $0.pausedUntil > now } ?? false
  }

  /// Admits a request, given by a hash of it, or refuses it.
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

  /// Ends a trial that was not made: the next request may be one.
  mutating func giveUp(_ admission: Admission) {
    if case .trial = admission { (isTrying, lastTrial) = (false, 0) }
  }

  /// Notes the result of a request.
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

  /// Returns true if the system has asked another person to wait, too, and that time is not over.
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

  /// Returns what is remembered of a person, and makes room for one who is new.
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
