/// The requests to one system that are in flight or began in the current second, in total and by
/// person.
///
/// - A person can use `perPerson` requests in flight and a quarter of `perSecond`, at least one.
///   Queries count separately from codes, notices and deliveries.
/// - A quarter of `atOnce` and of `perSecond` is reserved for codes, notices and deliveries. If a
///   limit is one request, queries are rejected for about two seconds after another request was
///   rejected.
///
/// The state has an entry for each person with a request in flight or in the current second, so the
/// limits bound its size.
struct SystemShares {
  private struct Share: Hashable {
    let id: String
    let isQuestion: Bool

    init(_ caller: SystemCaller) { (id, isQuestion) = (caller.id, caller.purpose == .question) }
  }

  /// The counts of requests, in total and by person.
  private struct Counts {
    var all = 0
    var questions = 0
    var ofPersons: [Share: Int] = [:]

    func hasRoom(for share: Share, of maximum: Int, perPerson: Int) -> Bool {
      all < maximum && ofPersons[share, default: 0] < perPerson
        && (!share.isQuestion || questions < maximum - SystemShares.reserved(of: maximum))
    }

    mutating func add(_ share: Share) {
      all += 1
      if share.isQuestion { questions += 1 }
      ofPersons[share, default: 0] += 1
    }

    mutating func remove(_ share: Share) {
      all -= 1
      if share.isQuestion { questions -= 1 }
      guard let count = ofPersons[share] else { return }
      ofPersons[share] = count > 1 ? count - 1 : nil
    }
  }

  private static let second: UInt64 = 1_000_000_000

  private let limits: SystemLimits
  private var running = Counts()
  private var present = Counts()
  /// The number of the current second of the clock.
  private var number: UInt64 = 0
  /// The last second in which queries are rejected if no capacity can be reserved.
  private var yieldsUntil: UInt64 = 0

  init(_ limits: SystemLimits) { self.limits = limits }

  /// Returns the part of a limit that is reserved for requests other than queries.
  private static func reserved(of maximum: Int) -> Int { maximum > 1 ? max(1, maximum / 4) : 0 }

  /// Reserves capacity for a request; returns false if a limit is reached.
  mutating func enter(_ caller: SystemCaller, at now: UInt64) -> Bool {
    let share = Share(caller)
    guard running.hasRoom(for: share, of: limits.atOnce, perPerson: limits.perPerson), takeSecond(share, at: now) else {
      if !share.isQuestion { yieldsUntil = now / Self.second + 2 }
      return false
    }
    running.add(share)
    return true
  }

  /// Reserves capacity in the current second for the retry of a request in flight; returns false if
  /// a limit is reached.
  mutating func enterAgain(_ caller: SystemCaller, at now: UInt64) -> Bool { takeSecond(Share(caller), at: now) }

  private mutating func takeSecond(_ share: Share, at now: UInt64) -> Bool {
    if number != now / Self.second { (number, present) = (now / Self.second, Counts()) }
    let yields = share.isQuestion && number <= yieldsUntil && min(limits.atOnce, limits.perSecond) == 1
    guard !yields, present.hasRoom(for: share, of: limits.perSecond, perPerson: limits.perPersonAndSecond) else {
      return false
    }
    present.add(share)
    return true
  }

  /// Releases the capacity of a request.
  mutating func leave(_ caller: SystemCaller) { running.remove(Share(caller)) }
}
