import Model
import HTTPClient

/// The present pace of deliveries to one system, and whose turn it is.
///
/// - The window is the number of deliveries under way. Each success doubles it, up to half of `atOnce`.
/// - A failure of one person slows this person alone. After `manyFailures` in a row the person has one delivery a second.
/// - Failures of two persons without a success between them, a 429 and a failure of the connection leave one delivery at a time
///   and pauses that grow. A timeout halves the window.
/// - During such a pause one delivery a second of a person without a failure tries the system, unless it cannot be reached.
/// - One person has at most all places but one, `perPerson` places, and a quarter of `perSecond`.
struct DeliveryPace {
  /// The deliveries that may be taken now.
  struct Room {
    var count: Int
    /// True if the system is tried by a person without a failure.
    var isTrial = false
  }

  /// The failures of one person in a row.
  private struct Failing {
    var count = 0
    var last: UInt64 = 0
    /// The time of the person's next delivery once there are many.
    var next: UInt64 = 0
  }

  private static let second: UInt64 = 1_000_000_000
  /// The longest pause of a system that fails, in seconds.
  private static let longestRest = 30.0
  /// The number of one person's failures in a row that leave this person one delivery a second.
  private static let manyFailures = 10
  /// The number of persons whose failures are remembered.
  private static let maxFailing = 1_000
  /// The number of persons with a failure since the last success at which trials of the system end.
  private static let maxTrials = 64

  /// The counts since the start.
  var counts = DeliveryWorker.Counts()
  /// The time of the last success, in nanoseconds; nil without one.
  private(set) var succeeded: UInt64?
  private var window = 2
  private var limits = SystemLimits()
  private var underWay = 0
  private var ofPersons: [PersonID: Int] = [:]
  /// The deliveries of the present tenth of a second, and of the present second.
  private var tenth: (number: UInt64, count: Int) = (0, 0)
  private var present: (number: UInt64, count: Int, ofPersons: [PersonID: Int]) = (0, 0, [:])
  /// The persons with a failure since the last success.
  private var failed: Set<PersonID> = []
  private var isUnreachable = false
  /// The number of failures in a row that are the system's.
  private var failuresInRow = 0
  private var restUntil: UInt64 = 0
  private var nextTrial: UInt64 = 0
  private var failing: [PersonID: Failing] = [:]
  /// The persons who have had their turn in the present round.
  private var served: Set<PersonID> = []
  /// The deliveries that are being taken.
  private var taking: Set<SubmissionID> = []

  // MARK: - Turns

  /// Returns the number of deliveries that may be taken now.
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

  /// Takes places for the deliveries whose turn it is, and returns them.
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
      // Everybody who may has had a turn: the next round begins.
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

  /// Notes which of the chosen deliveries were taken: another process may have had the others.
  mutating func note(_ chosen: [DeliveryTurn], taken: Set<SubmissionID>) {
    for turn in chosen {
      taking.remove(turn.submission)
      if !taken.contains(turn.submission) { leave(turn.person) }
    }
  }

  /// Gives the place of a delivery back.
  mutating func leave(_ person: PersonID) {
    underWay -= 1
    guard let count = ofPersons[person] else { return }
    ofPersons[person] = count > 1 ? count - 1 : nil
  }

  // MARK: - Results

  /// Notes the result of a person's delivery.
  mutating func note(_ result: Result<OutboundResponse, OutboundFailure>, of person: PersonID, at now: UInt64) {
    switch result {
    case .success(let response) where response.status < 500 && response.status != 429:
      (failuresInRow, restUntil, isUnreachable, failed, succeeded) = (0, 0, false, [], now)
      failing[person] = nil
      window = max(2, window * 2)
    case .failure(.overloaded):
      // Other requests have this second: the next one has room.
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
