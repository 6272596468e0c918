package import Dates
package import Model
import DataAccess
import Storage
import Synchronization

/// The feed of signed submissions to the bank's core, with the acknowledgements of the core.
///
/// The feed is in the order of signing and delivers at least once. The transaction that signs a
/// submission also adds it to the feed. Acknowledged entries remain. The core continues after the
/// last sequence number that it stored, and can read again from any earlier one.
package final class CoreFeed: Sendable {
  /// The delay of the core.
  package struct Health: Sendable, Equatable {
    /// The number of unacknowledged submissions.
    package let waiting: Int
    /// The age of the oldest unacknowledged submission; zero if all are acknowledged.
    package let oldest: Duration
    /// The time of the core's last request to this process; nil if the core has sent none since the
    /// start.
    package let lastPull: Instant?
    /// True if `oldest` exceeds the operator's limit.
    package let isSilent: Bool
  }

  /// The result of an acknowledgement.
  package struct Receipt: Sendable, Equatable {
    /// The current feed entry of the submission.
    package let handOver: CoreFeedEntry
    /// True if this call stored the acknowledgement; false if an equal one was already stored.
    package let isNew: Bool
  }

  private let store: any Store
  private let silence: Duration
  private let audit: Audit
  private let clock: Clock
  private let lastPull = Mutex<Instant?>(nil)

  /// Creates the feed in `store`. The core is silent if a submission stays unacknowledged for
  /// longer than `silence`.
  init(store: any Store, silence: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.silence = silence
    self.clock = clock
  }

  /// Returns the entries after `sequence` in the order of signing, acknowledged or not. Records the
  /// time of the request for `health()`.
  package func page(after sequence: Int64, limit: Int) throws -> Page<CoreFeedEntry, Int64> {
    let now = clock()
    let found = try store.read { try CoreFeedDAO($0).all(after: sequence, limit: limit + 1) }
    lastPull.withLock { $0 = max($0 ?? now, now) }
    return Page(found, limit: limit) { $0.sequence }
  }

  /// Stores an acknowledgement in one transaction. Executes the effect if the core executed the
  /// submission, and rejects the submission otherwise. Both release the hold.
  ///
  /// If an equal acknowledgement is already stored, returns the current entry.
  ///
  /// - Parameter effect: Returns the effect of the stored submission.
  /// - Throws: `SubmissionError.notFound` if the feed does not contain the submission; a
  ///   `CoreError` if the acknowledgement contradicts the stored one or cannot be executed.
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

  /// Returns the locks of a submission, its person, and the accounts that the effect moves money
  /// between.
  private func locks(
    of id: SubmissionID, _ effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Locks {
    Locks([.submission(id)]) { connection in
      guard let submission = try CoreFeedDAO(connection).find(id)?.submission else { return [] }
      return try [.person(submission.person)] + effect(submission).accounts(connection).map { .account($0) }
    }
  }

  /// Returns the delay of the core.
  package func health() throws -> Health {
    let backlog = try store.read { try CoreFeedDAO($0).backlog() }
    let now = clock()
    let oldest = backlog.oldest.map { max(.zero, now - $0) } ?? .zero
    return Health(
      waiting: backlog.count, oldest: oldest, lastPull: lastPull.withLock { $0 }, isSilent: oldest > silence)
  }
}

/// Reasons why an acknowledgement is rejected.
package enum CoreError: Error, Equatable {
  /// The core has already acknowledged the submission with another outcome. The value is the status
  /// of the submission.
  case acknowledgedOtherwise(Submission.Status)
  /// The core has executed the submission, but the ledger cannot. The submission stays signed, with
  /// its hold, until an operator decides.
  case notExecutable(reason: String)
}
