package import Dates
package import Model
import DataAccess
import Storage
import Synchronization

/// The feed of signed submissions to the bank's core and its acknowledgements: at least once, in the order of signing.
///
/// A signature adds to the feed in its own transaction, so that the feed has exactly the signed submissions.
/// Acknowledged rows stay: the core continues behind the last number that it stored, and may repeat from any earlier
/// one.
///
///     let page = try services.coreFeed.page(after: 0, limit: 100)
///     for row in page.elements where row.submission.status == .signed {
///       let done = services.coreFeed.acknowledge(row.submission.id, .executed(nil), by: .system) { _ in
///         services.payments.effect(order)
///       }
///       _ = try done.wait()  // the same again is answered with the present state
///     }
package final class CoreFeed: Sendable {
  /// The delay of the core.
  package struct Health: Sendable, Equatable {
    /// The number of submissions without an acknowledgement.
    package let waiting: Int
    /// The age of the oldest of them; zero without any.
    package let oldest: Duration
    /// The time of the core's last request to this process; nil since the start.
    package let lastPull: Instant?
    /// True if `oldest` is above the operator's limit.
    package let isSilent: Bool
  }

  /// An acknowledgement that was taken, now or before.
  package struct Receipt: Sendable, Equatable {
    /// The submission as it stands now, with its place in the feed.
    package let handOver: CoreFeedEntry
    /// True if this call stored the acknowledgement.
    package let isNew: Bool
  }

  private let store: any Store
  private let silence: Duration
  private let audit: Audit
  private let clock: Clock
  private let lastPull = Mutex<Instant?>(nil)

  /// Creates the feed in `database`; a core that leaves something unacknowledged for `silence` is said to be silent.
  init(store: any Store, silence: Duration, audit: Audit, clock: @escaping Clock) {
    self.store = store
    self.audit = audit
    self.silence = silence
    self.clock = clock
  }

  /// Returns a page of the feed behind `sequence`, acknowledged or not, in the order of signing.
  package func page(after sequence: Int64, limit: Int) throws -> Page<CoreFeedEntry, Int64> {
    let now = clock()
    let found = try store.read { try CoreFeedDAO($0).all(after: sequence, limit: limit + 1) }
    lastPull.withLock { $0 = max($0 ?? now, now) }
    return Page(found, limit: limit) { $0.sequence }
  }

  /// Takes an acknowledgement: executes the effect of the submission or releases its hold, in one transaction.
  ///
  /// - A repeated acknowledgement returns the submission as it is.
  /// - Throws `SubmissionError.notFound` for a submission that is not in the feed, or a `CoreError`.
  /// - `effect` returns the effect of the stored submission.
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

  /// Returns the delay of the core.
  package func health() throws -> Health {
    let backlog = try store.read { try CoreFeedDAO($0).backlog() }
    let now = clock()
    let oldest = backlog.oldest.map { max(.zero, now - $0) } ?? .zero
    return Health(
      waiting: backlog.count, oldest: oldest, lastPull: lastPull.withLock { $0 }, isSilent: oldest > silence)
  }
}

/// The refusal of an acknowledgement.
package enum CoreError: Error, Equatable {
  /// The core acknowledged the submission with another status before.
  case acknowledgedOtherwise(Submission.Status)
  /// The core has executed it and the ledger cannot: it stays signed, with its hold, until an operator decides.
  case notExecutable(reason: String)
}
