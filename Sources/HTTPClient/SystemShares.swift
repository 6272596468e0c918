/// The requests to one system under way and in the present second, in all and by person.
///
/// - A person gets `perPerson` requests at a time and a quarter of `perSecond`, at least one: separately for questions, and
///   for codes, notices and deliveries.
/// - A quarter of `atOnce` and `perSecond` is reserved for codes, notices and deliveries. If only one request fits, a question
///   gives way for two seconds after another request was refused.
///
/// The state has an entry for each person with a request under way or in the present second, so the limits bound it.
struct SystemShares {
  private struct Share: Hashable {
    let id: String
    let isQuestion: Bool

    init(_ caller: SystemCaller) { (id, isQuestion) = (caller.id, caller.purpose == .question) }
  }

  /// The counts of one period.
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
  /// The number of the present second.
  private var number: UInt64 = 0
  /// The last second in which a question gives way where nothing can be reserved.
  private var yieldsUntil: UInt64 = 0

  init(_ limits: SystemLimits) { self.limits = limits }

  /// The part of a limit that questions leave to other requests.
  private static func reserved(of maximum: Int) -> Int { maximum > 1 ? max(1, maximum / 4) : 0 }

  /// Takes a place for a request; returns false if the limits leave none.
  mutating func enter(_ caller: SystemCaller, at now: UInt64) -> Bool {
    let share = Share(caller)
    guard running.hasRoom(for: share, of: limits.atOnce, perPerson: limits.perPerson), takeSecond(share, at: now) else {
      if !share.isQuestion { yieldsUntil = now / Self.second + 2 }
      return false
    }
    running.add(share)
    return true
  }

  /// Takes a place in the present second for a request that has a place already and is repeated; returns false if there is
  /// none.
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

  /// Gives the place of a request back.
  mutating func leave(_ caller: SystemCaller) { running.remove(Share(caller)) }
}
