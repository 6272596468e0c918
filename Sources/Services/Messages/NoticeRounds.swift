import Dispatch
import Dates
import Model
import DataAccess
import Storage
import Synchronization

/// Queues a notice of each new deal for all people who want it.
///
/// Each transaction queues notices for a few people, so that other writes do not wait long. New
/// notices are queued only while few are waiting, so the sender's pace determines the duration of a
/// round. The notices and the progress of the round are stored together, so a crash neither skips
/// nor repeats a person.
final class NoticeRounds: Sendable {
  private struct State {
    var isAdvancing = false
    var isStopped = false
  }

  /// The age from which a deal is no longer new. After a day without a server, no notices of old
  /// deals are sent.
  private static let news: Duration = .seconds(24 * 3600)
  /// The longest duration of a round.
  private static let longest: Duration = .seconds(3 * 24 * 3600)
  /// The time after which a notice expires.
  private static let lifetime: Duration = .seconds(24 * 3600)
  /// People per transaction.
  private static let page = 100
  /// The maximum number of queued notices.
  private static let maximum = 1_000

  private let outbox: Outbox
  private let report: @Sendable (MessageEvent) -> Void
  private let state = Mutex(State())
  private let busy = DispatchGroup()

  init(_ outbox: Outbox, report: @escaping @Sendable (MessageEvent) -> Void) {
    (self.outbox, self.report) = (outbox, report)
  }

  /// Queues notices until enough are waiting or the round is complete. Calls `queued` after each
  /// transaction.
  ///
  /// Does nothing if another call is in progress.
  func advance(_ queued: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      guard !state.isAdvancing, !state.isStopped else { return false }
      state.isAdvancing = true
      return true
    }
    guard isFree else { return }
    busy.enter()
    next(queued)
  }

  private func next(_ queued: @escaping @Sendable () -> Void) {
    guard !state.withLock({ $0.isStopped }), (try? isWork()) == true else { return rest() }
    queuePage().start { [self] result in
      guard case .success(let ended) = result else { return rest() }
      if let ended { report(.notified(ended.deal, people: ended.people)) }
      queued()
      next(queued)
    }
  }

  private func rest() {
    state.withLock { $0.isAdvancing = false }
    busy.leave()
  }

  /// Returns when no transaction is in progress.
  func finish() { busy.wait() }

  /// Stops queueing, and returns when no transaction is in progress.
  func stop() {
    state.withLock { $0.isStopped = true }
    busy.wait()
  }

  /// True if a round is open or can begin, and the number of queued notices is below the maximum.
  private func isWork() throws -> Bool {
    let now = outbox.clock()
    let day = outbox.days.today(at: now)
    return try outbox.store.read { connection in
      let rounds = DealRoundDAO(connection)
      guard try MessageDAO(connection).count(.notice, limit: Self.maximum) < Self.maximum else { return false }
      return try rounds.open(at: now, on: day, since: now - Self.longest) != nil
        || rounds.next(at: now, on: day, since: now - Self.news) != nil
    }
  }

  /// Queues the notices of one page. After the last page, returns the deal and the number of its
  /// notices.
  private func queuePage() -> Deferred<(deal: DealID, people: Int)?> {
    outbox.store.deferredWrite(locking: [.messages(.notice)]) { [outbox] transaction in
      let (rounds, now) = (DealRoundDAO(transaction), outbox.clock())
      let day = outbox.days.today(at: now)
      if try rounds.open(at: now, on: day, since: now - Self.longest) == nil {
        guard let deal = try rounds.next(at: now, on: day, since: now - Self.news) else { return nil }
        try rounds.begin(deal, at: now)
      }
      guard let round = try rounds.open(at: now, on: day, since: now - Self.longest) else { return nil }
      let people = try rounds.people(after: round.last, wanting: round.announced, limit: Self.page)
      var queued = 0
      for person in people {
        let isQueued = try rounds.queue(
          .new(at: now), of: round.deal, to: person, at: now, expires: now + Self.lifetime)
        if isQueued { queued += 1 }
      }
      let isLast = people.count < Self.page
      let total = try rounds.advance(round.deal, to: people.last, queued: queued, ended: isLast ? now : nil)
      return isLast ? (round.deal, total) : nil
    }
  }
}

extension Instant {
  /// Returns the instant `duration` earlier.
  fileprivate static func - (left: Instant, duration: Duration) -> Instant { left + (.zero - duration) }
}
