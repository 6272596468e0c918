package import Model
import Persistence
package import Storage
import Synchronization

/// What the bank's core is handed, and what it says of it: at least once, in the order of signing.
///
/// A signature adds to the feed in its own transaction, so nothing signed is missing from it and nothing else is in it.
/// Rows stay when they are acknowledged: the core goes on behind the last number that it has stored on its side, and may
/// begin again at any earlier one.
package final class CoreFeed: Sendable {
  /// How the core keeps up.
  package struct Health: Sendable, Equatable {
    /// How many submissions wait for an acknowledgement.
    package let waiting: Int
    /// How long the one has waited that has waited longest; zero where none does.
    package let oldest: Duration
    /// When the core last asked this process; nil where it has not since the start.
    package let lastPull: Instant?
    /// Whether that is longer than the operator bears.
    package let isSilent: Bool
  }

  /// An acknowledgement that was taken, now or before.
  package struct Receipt: Sendable, Equatable {
    /// The submission as it stands now, with its place in the feed.
    package let handOver: HandOver
    /// Whether this call took it.
    package let isNew: Bool
  }

  private let store: any Store
  private let silence: Duration
  private let audit: Audit
  private let clock: Clock
  private let lastPull = Mutex<Instant?>(nil)

  /// The feed in `database`; a core that leaves something unacknowledged for `silence` is said to be silent.
  package init(store: any Store, silence: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.silence = silence
    self.clock = clock
  }

  /// What stands behind `sequence`, acknowledged or not, in the order of signing.
  package func page(after sequence: Int64, limit: Int) throws -> Page<HandOver, Int64> {
    let now = clock()
    let found = try store.read { try CoreFeedDAO($0).all(after: sequence, limit: limit + 1) }
    lastPull.withLock { $0 = max($0 ?? now, now) }
    return Page(found, limit: limit) { $0.sequence }
  }

  /// Takes the core's word: executes the submission's effect or gives back what it holds, in one transaction.
  ///
  /// Said again it answers the submission as it stands. Throws `SubmissionError.notFound` for what the core was never
  /// handed, or a `CoreError`. `effect` says what the stored submission does.
  package func acknowledge(
    _ id: SubmissionID, _ said: Acknowledgement, by actor: AuditActor,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<Receipt> {
    store.deferredWrite(locking: locks(of: id, effect)) { [clock, audit] transaction in
      let feed = CoreFeedDAO(transaction)
      guard let found = try feed.find(id) else { throw SubmissionError.notFound }
      if let before = try feed.acknowledgement(of: id) {
        guard before == said else { throw CoreError.acknowledgedOtherwise(found.submission.status) }
        return Receipt(handOver: found, isNew: false)
      }
      let now = clock()
      let author = audit.author(actor)
      switch said {
      case .executed(let message):
        let effect = try effect(found.submission)
        try found.submission.executed(by: effect, message: message, at: now, author, transaction)
      case .rejected(let reason, let message):
        try found.submission.rejected(because: reason, message: message, at: now, author, transaction)
      }
      try feed.acknowledge(id, said, at: now)
      guard let now = try feed.find(id) else { throw SubmissionError.notFound }
      return Receipt(handOver: now, isNew: true)
    }
  }

  /// The person of a submission, the accounts that it moves money between, and the submission itself.
  private func locks(
    of id: SubmissionID, _ effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Locks {
    Locks([.submission(id)]) { connection in
      guard let submission = try CoreFeedDAO(connection).find(id)?.submission else { return [] }
      return try [.person(submission.person)] + effect(submission).accounts(connection).map { .account($0) }
    }
  }

  /// How the core keeps up.
  package func health() throws -> Health {
    let backlog = try store.read { try CoreFeedDAO($0).backlog() }
    let now = clock()
    let oldest = backlog.oldest.map { max(.zero, now - $0) } ?? .zero
    return Health(
      waiting: backlog.count, oldest: oldest, lastPull: lastPull.withLock { $0 }, isSilent: oldest > silence)
  }
}

/// Why an acknowledgement of the bank's core is not taken.
package enum CoreError: Error, Equatable {
  /// The core has said something else of the submission before, which stands.
  case acknowledgedOtherwise(Submission.Status)
  /// The core has executed it, and the ledger cannot: it stays signed, with its hold, until somebody has looked at it.
  case notExecutable(reason: String)
}
