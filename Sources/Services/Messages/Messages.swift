import Dispatch
import Dates
package import Model
import DataAccess
import Secrets
import Storage
import Synchronization

/// Messages that leave the bank for a person: one-time codes, and notices of new deals to those who want them.
///
///     configuration.messages.codes = BlockingSender(try ProgramCodeSender(path: program))
///     let services = try BankServices(store: store, keys: keys, configuration: configuration)
///     try services.messages.begin(alone: true)
///     services.messages.stop(grace: .seconds(5))  // before the database is closed
///
/// A message waits in the database until its sender has taken it, so that no crash loses one. It is tried after the COMMIT
/// that causes it, again after growing pauses, and never after its time.
package final class Messages: Sendable {
  /// The pause between two looks for messages that are due.
  private static let pause: DispatchTimeInterval = .seconds(1)
  /// The longest that a code waits before the outbox is called stuck.
  private static let patience: Duration = .seconds(30)
  /// Tries of a notice after which the outbox is called stuck: notices may wait for the morning.
  private static let maxTries = 5

  private let rules: MessageRules
  private let outbox: Outbox
  private let lanes: [MessageQueue]
  private let rounds: NoticeRounds?
  /// True in the hours for notices.
  private let isAwake: @Sendable () -> Bool
  private let queue = DispatchQueue(label: "valence.messages")
  private let isStopped = Mutex(false)
  private let stuck = Mutex<Set<Message.Kind>>([])

  /// Messages in `store`, sealed with `keys`; `days` tells the hours for notices.
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

  /// Queues a one-time code in the transaction that asks for it, to be sent after the COMMIT.
  ///
  /// It is not sent after `expires`, nor once its challenge was answered or replaced. Throws `SigningError.noSender` or
  /// `SigningError.outboxFull`.
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

  /// Drops the code of a challenge that was answered or replaced.
  func drop(_ challenge: ChallengeID, _ transaction: Transaction) throws {
    try MessageDAO(transaction).delete(MessageID(sameAs: challenge))
  }

  // MARK: - Sending

  /// Begins to send what waits, and looks each second for what is due.
  ///
  /// `alone` tells that no other process serves the database: what a process that is gone was sending is then sent again at
  /// once, otherwise when its lease ends.
  package func begin(alone: Bool) throws {
    if lanes.isEmpty { return }
    if alone { _ = try outbox.releaseAll().wait() }
    poll()
    wait(turn: 1)
  }

  /// Looks for messages that are due, and for deals that people are to be told of.
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

  /// Returns when everything that is due has been tried.
  package func finish() {
    rounds?.finish()
    for lane in lanes { lane.drain(until: .distantFuture) }
  }

  /// Sends codes that are due for `grace`, and returns when all messages under way have ended, each within its limit.
  ///
  /// The others stay in the database, for the next start.
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
    /// The kind.
    package let kind: Message.Kind
    /// The messages that wait.
    package let waiting: Int
    /// The age of the oldest one; zero without any.
    package let oldest: Duration
    /// Messages that the sender took since the start.
    package let sent: Int
    /// Tries that failed since the start.
    package let failed: Int
    /// Messages that expired before they were sent, since the start.
    package let expired: Int
    /// True if messages have waited too long.
    package let isStuck: Bool
  }

  /// The figures of each kind that has a sender.
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
