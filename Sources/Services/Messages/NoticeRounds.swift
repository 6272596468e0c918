import Dispatch
import Dates
import Model
import DataAccess
import Storage
import Synchronization

/// Queues a notice of each new deal for everybody who wants it: a few people in a transaction, so that no write waits long,
/// and only while few notices wait, so that a sender's pace spreads a round over minutes.
///
/// A round goes through the people once, and stores how far it has come with the notices themselves. So a crash neither
/// skips nor repeats anybody.
final class NoticeRounds: Sendable {
  private struct State {
    var isAdvancing = false
    var isStopped = false
  }

  /// The age from which on a deal is not new any more: a server that was down for a day wakes nobody for it.
  private static let news: Duration = .seconds(24 * 3600)
  /// The longest that a round goes on; a sender that was down for so long finds no old news.
  private static let longest: Duration = .seconds(3 * 24 * 3600)
  /// The time for which a notice is tried.
  private static let lifetime: Duration = .seconds(24 * 3600)
  /// People of one transaction.
  private static let page = 100
  /// Most notices that wait.
  private static let maximum = 1_000

  private let outbox: Outbox
  private let report: @Sendable (MessageEvent) -> Void
  private let state = Mutex(State())
  private let busy = DispatchGroup()

  /// Creates rounds that put notices into `outbox`.
  init(_ outbox: Outbox, report: @escaping @Sendable (MessageEvent) -> Void) {
    (self.outbox, self.report) = (outbox, report)
  }

  /// Queues notices until enough wait or nobody is left, and calls `queued` after each transaction.
  ///
  /// A call while another one advances does nothing.
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

  /// Returns when no transaction is under way.
  func finish() { busy.wait() }

  /// Queues nothing more, and returns when no transaction is under way.
  func stop() {
    state.withLock { $0.isStopped = true }
    busy.wait()
  }

  /// True if a round goes on or can begin, and there is room for its notices.
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

  /// Queues the notices of one page; returns the deal and the number of its notices if that was the last page.
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
  /// The instant `duration` earlier.
  fileprivate static func - (left: Instant, duration: Duration) -> Instant { left + (.zero - duration) }
}
