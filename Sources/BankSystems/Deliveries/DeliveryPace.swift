import Model
import HTTPClient

/// The current pace of deliveries to one system, and the order of persons.
///
/// - The window is the maximum number of deliveries in flight. Each success doubles it, up to half
///   of `atOnce`.
/// - Failures of one person slow only this person. After `manyFailures` in a row, the person can
///   send one delivery a second.
/// - Failures of two persons without a success in between, a 429, or a connection failure reduce
///   the window to one delivery. If this happens again before a success, pauses start and grow. A
///   single timeout halves the window.
/// - During such a pause, one delivery a second of a person without failures is sent as a trial,
///   unless the system is unreachable.
/// - One person can use at most the window minus one, `perPerson`, and a quarter of `perSecond`.
struct DeliveryPace {
  /// The number of deliveries that can be sent now.
  struct Room {
    var count: Int
    /// True during a pause. Then only a person without failures can send a delivery.
    var isTrial = false
  }

  /// The consecutive failures of one person.
  private struct Failing {
    var count = 0
    var last: UInt64 = 0
    /// The earliest time of the person's next delivery after `manyFailures`.
    var next: UInt64 = 0
  }

  private static let second: UInt64 = 1_000_000_000
  /// The maximum pause of a failing system, in seconds.
  private static let longestRest = 30.0
  /// The number of a person's consecutive failures that limit this person to one delivery a second.
  private static let manyFailures = 10
  /// The maximum number of persons whose failures are stored.
  private static let maxFailing = 1_000
  /// The number of persons with a failure since the last success after which no more trials are
  /// sent.
  private static let maxTrials = 64

  /// The counts since the start.
  var counts = DeliveryWorker.Counts()
  /// The time of the last success, in nanoseconds; nil without one.
  private(set) var succeeded: UInt64?
  private var window = 2
  private var limits = SystemLimits()
  private var underWay = 0
  private var ofPersons: [PersonID: Int] = [:]
  /// The deliveries of the current tenth of a second, and of the current second.
  private var tenth: (number: UInt64, count: Int) = (0, 0)
  private var present: (number: UInt64, count: Int, ofPersons: [PersonID: Int]) = (0, 0, [:])
  /// The persons with a failure since the last success.
  private var failed: Set<PersonID> = []
  private var isUnreachable = false
  /// The number of consecutive failures that count against the system.
  private var failuresInRow = 0
  private var restUntil: UInt64 = 0
  private var nextTrial: UInt64 = 0
  private var failing: [PersonID: Failing] = [:]
  /// The persons who were served in the current round.
  private var served: Set<PersonID> = []
  /// The submissions that are being taken from the outbox.
  private var taking: Set<SubmissionID> = []

  // MARK: - Order

  /// Returns the number of deliveries that can be sent now.
  mutating func room(within limits: SystemLimits, at now: UInt64) -> Room {
    self.limits = limits
    if tenth.number != now / (Self.second / 10) { tenth = (now / (Self.second / 10), 0) }
    if present.number != now / Self.second { present = (now / Self.second, 0, [:]) }
    window = min(window, max(1, limits.atOnce / 2))
    let left = min(
      window - underWay, max(1, limits.perSecond / 20) - tenth.count, max(1, limits.perSecond / 2) - present.count)
    if now >= restUntil { return Room(count: left) }
    let isTrialDue = now >= nextTrial && !isUnreachable && failed.count < Self.maxTrials
    return Room(count: isTrialDue ? min(1, left) : 0, isTrial: true)
  }

  /// Selects the next deliveries and reserves their places.
  mutating func choose(from due: [DeliveryTurn], _ room: Room, at now: UInt64) -> [DeliveryTurn] {
    var chosen: [DeliveryTurn] = []
    var isFirst = true
    while chosen.count < room.count {
      let before = chosen.count
      for turn in due where chosen.count < room.count {
        guard !served.contains(turn.person), !taking.contains(turn.submission), canTake(turn.person, room, at: now)
        else { continue }
        take(turn, at: now)
        chosen.append(turn)
      }
      if chosen.count == before, !isFirst { break }
      // All eligible persons were served, so start the next round.
      if chosen.count < room.count { served = [] }
      isFirst = false
    }
    if room.isTrial, !chosen.isEmpty { nextTrial = now &+ Self.second }
    return chosen
  }

  private func canTake(_ person: PersonID, _ room: Room, at now: UInt64) -> Bool {
    if room.isTrial, failed.contains(person) { return false }
    if let failing = failing[person], failing.count >= Self.manyFailures,
      now < failing.next || ofPersons[person] != nil
    {
      return false
    }
    return ofPersons[person, default: 0] < max(1, min(limits.perPerson, window - 1))
      && present.ofPersons[person, default: 0] < limits.perPersonAndSecond
  }

  private mutating func take(_ turn: DeliveryTurn, at now: UInt64) {
    underWay += 1
    tenth.count += 1
    present.count += 1
    present.ofPersons[turn.person, default: 0] += 1
    ofPersons[turn.person, default: 0] += 1
    failing[turn.person]?.next = now &+ Self.second
    if served.count >= Self.maxFailing { served = [] }
    served.insert(turn.person)
    taking.insert(turn.submission)
  }

  /// Releases the places of deliveries that another process took.
  mutating func note(_ chosen: [DeliveryTurn], taken: Set<SubmissionID>) {
    for turn in chosen {
      taking.remove(turn.submission)
      if !taken.contains(turn.submission) { leave(turn.person) }
    }
  }

  /// Releases the place of a delivery.
  mutating func leave(_ person: PersonID) {
    underWay -= 1
    guard let count = ofPersons[person] else { return }
    ofPersons[person] = count > 1 ? count - 1 : nil
  }

  // MARK: - Results

  /// Records the result of a person's delivery.
  mutating func note(_ result: Result<OutboundResponse, OutboundFailure>, of person: PersonID, at now: UInt64) {
    switch result {
    case .success(let response) where response.status < 500 && response.status != 429:
      (failuresInRow, restUntil, isUnreachable, failed, succeeded) = (0, 0, false, [], now)
      failing[person] = nil
      window = max(2, window * 2)
    case .failure(.overloaded):
      // Other requests used the limit of this second, so continue in the next second.
      restUntil = max(restUntil, (now / Self.second + 1) * Self.second)
      nextTrial = restUntil
    case .failure(.paused), .failure(.stopped): break
    case .failure(.unresolved), .failure(.refusedAddress), .failure(.unreachable), .failure(.tls), .failure(.token):
      isUnreachable = true
      rest(at: now)
    case .success(let response):
      fail(person, at: now)
      if response.status == 429 || failed.count > 1 { rest(at: now) }
    case .failure(let failure):
      fail(person, at: now)
      if failed.count > 1 { rest(at: now) } else if failure == .timeout { window = max(2, window / 2) }
    }
  }

  private mutating func fail(_ person: PersonID, at now: UInt64) {
    if failed.count < Self.maxTrials { failed.insert(person) }
    if failing[person] == nil, failing.count >= Self.maxFailing,
      let oldest = failing.min(by: { $0.value.last < $1.value.last })
    {
      failing[oldest.key] = nil
    }
    failing[person, default: Failing()].count += 1
    failing[person]?.last = now
  }

  private mutating func rest(at now: UInt64) {
    failuresInRow += 1
    window = 1
    guard failuresInRow > 1 else { return }
    let rest = min(Self.longestRest, Double(1 << min(failuresInRow, 8)) / 8) * Double.random(in: 0.5...1)
    restUntil = now &+ UInt64(rest * Double(Self.second))
    nextTrial = max(nextTrial, min(restUntil, now &+ Self.second))
  }
}
