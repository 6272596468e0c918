import Dispatch
import Dates
package import Model
import DataAccess
import Secrets
import Storage
import Synchronization

/// Messages to people outside of the bank: one-time codes, and notices of new deals.
///
/// A message is stored in the database until its sender has accepted it, so that a crash loses
/// none. It is sent after the commit that causes it, retried after growing pauses, and deleted when
/// it expires.
package final class Messages: Sendable {
  /// The interval between two searches for due messages.
  private static let pause: DispatchTimeInterval = .seconds(1)
  /// The age of a code from which the outbox is reported as stuck.
  private static let patience: Duration = .seconds(30)
  /// The number of attempts of a notice from which the outbox is reported as stuck. Age is not a
  /// criterion, because notices can wait for the morning.
  private static let maxTries = 5

  private let rules: MessageRules
  private let outbox: Outbox
  private let lanes: [MessageQueue]
  private let rounds: NoticeRounds?
  /// True during the hours for notices.
  private let isAwake: @Sendable () -> Bool
  private let queue = DispatchQueue(label: "valence.messages")
  private let isStopped = Mutex(false)
  private let stuck = Mutex<Set<Message.Kind>>([])

  /// Creates the messages in `store`, sealed with `keys`. `days` provides the local time for the
  /// hours of notices.
  init(
    store: any Store, keys: SecretKeys, rules: MessageRules, days: BusinessDays, clock: @escaping Clock,
    holding: @escaping HoldingClock
  ) {
    let outbox = Outbox(store: store, keys: keys, days: days, clock: clock, holding: holding)
    (self.rules, self.outbox) = (rules, outbox)
    let isAwake: @Sendable () -> Bool = { rules.noticeHours.contains(second: days.time(at: clock()).second) }
    self.isAwake = isAwake
    let codes = rules.codes.map { MessageQueue(.code, $0, outbox, if: { true }, report: rules.report) }
    let notices = rules.notices.map { MessageQueue(.notice, $0, outbox, if: isAwake, report: rules.report) }
    lanes = [codes, notices].compactMap(\.self)
    rounds = rules.notices.map { _ in NoticeRounds(outbox, report: rules.report) }
  }

  /// True if messages of the kind have a sender.
  package func areSent(_ kind: Message.Kind) -> Bool { lane(kind) != nil }

  private func lane(_ kind: Message.Kind) -> MessageQueue? { lanes.first { $0.kind == kind } }

  // MARK: - Codes

  /// Queues a one-time code in the transaction that creates it. It is sent after the commit.
  ///
  /// It is not sent after `expires`, or after its challenge was answered or replaced. Throws
  /// `SigningError.noSender` or `SigningError.outboxFull`.
  func queue(
    code text: String, to phone: String, of person: PersonID, for challenge: ChallengeID, at now: Instant,
    expires: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws {
    guard let lane = lane(.code) else { throw SigningError.noSender }
    let maximum = rules.waitingCodes
    guard try MessageDAO(transaction).count(.code, limit: maximum) < maximum else { throw SigningError.outboxFull }
    try outbox.put(
      code: text, to: phone, of: person, as: MessageID(sameAs: challenge), at: now, expires: expires, transaction)
    after.add { lane.pump() }
  }

  /// Deletes the queued code of a challenge that was answered or replaced.
  func drop(_ challenge: ChallengeID, _ transaction: Transaction) throws {
    try MessageDAO(transaction).delete(MessageID(sameAs: challenge))
  }

  // MARK: - Sending

  /// Starts sending queued messages. Due messages are searched for every second.
  ///
  /// - Parameter alone: True if no other process uses the database. Messages that an ended process
  ///   had claimed are then due at once; otherwise they are due when their claims expire.
  package func begin(alone: Bool) throws {
    if lanes.isEmpty { return }
    if alone { _ = try outbox.releaseAll().wait() }
    poll()
    wait(turn: 1)
  }

  /// Sends due messages, and queues notices of new deals.
  package func poll() {
    for lane in lanes where (try? outbox.isDue(lane.kind)) == true { lane.pump() }
    guard let rounds, let notices = lane(.notice), isAwake() else { return }
    rounds.advance { notices.pump() }
  }

  private func wait(turn: Int) {
    queue.asyncAfter(deadline: .now() + Self.pause) { [self] in
      guard !isStopped.withLock({ $0 }) else { return }
      poll()
      if turn % 10 == 0 { reportIfStuck() }
      wait(turn: turn + 1)
    }
  }

  /// Returns when all due messages have been attempted.
  package func finish() {
    rounds?.finish()
    for lane in lanes { lane.drain(until: .distantFuture) }
  }

  /// Sends due codes for at most `grace`, and returns when the messages in flight have ended, each
  /// within its limit.
  ///
  /// Other messages remain in the database until the next start.
  package func stop(grace: Duration) {
    isStopped.withLock { $0 = true }
    let (seconds, attoseconds) = grace.components
    let deadline = DispatchTime.now() + .milliseconds(Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    rounds?.stop()
    lane(.code)?.drain(until: deadline)
    for lane in lanes { lane.stop() }
  }

  // MARK: - Figures

  /// The state of one kind of messages.
  package struct Figures: Sendable, Equatable {
    package let kind: Message.Kind
    /// The number of queued messages.
    package let waiting: Int
    /// The age of the oldest queued message; zero if the queue is empty.
    package let oldest: Duration
    /// Messages that the sender accepted since the start.
    package let sent: Int
    /// Failed attempts since the start.
    package let failed: Int
    /// Messages that expired before they were sent, since the start.
    package let expired: Int
    /// True if messages have waited too long.
    package let isStuck: Bool
  }

  /// Returns the figures of each kind that has a sender.
  package func figures() throws -> [Figures] {
    let now = outbox.clock()
    let loads = lanes.isEmpty ? [] : try outbox.store.read { try MessageDAO($0).loads(at: now) }
    return lanes.map { lane in
      let (load, counts) = (loads.first { $0.kind == lane.kind }, lane.counts)
      let oldest = load.map { max(.zero, now - $0.oldest) } ?? .zero
      let isStuck = lane.kind == .code ? oldest > Self.patience : (load?.attempts ?? 0) >= Self.maxTries
      return Figures(
        kind: lane.kind, waiting: load?.count ?? 0, oldest: oldest, sent: counts.sent, failed: counts.failed,
        expired: counts.expired, isStuck: isStuck)
    }
  }

  private func reportIfStuck() {
    for figures in (try? figures()) ?? [] {
      let hasChanged = stuck.withLock { stuck in
        figures.isStuck ? stuck.insert(figures.kind).inserted : stuck.remove(figures.kind) != nil
      }
      guard hasChanged else { continue }
      rules.report(
        figures.isStuck
          ? .stuck(figures.kind, waiting: figures.waiting, oldest: figures.oldest) : .flowing(figures.kind))
    }
  }
}
