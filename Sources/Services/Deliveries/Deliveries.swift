package import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// The outbox of submissions that systems of the bank execute. A delivery is sent at least once,
/// and its execution is applied once.
///
/// The transaction that signs a submission also stores its delivery, so that no delivery is lost.
/// One transaction stores an outcome and moves the money in the ledger. Only a declared outcome or
/// an operator ends a delivery; it never times out.
package struct Deliveries: Sendable {
  /// The result of storing an outcome.
  package enum Receipt: Sendable, Equatable {
    /// The outcome was stored. The value is the updated delivery.
    case noted(Delivery)
    /// The outcome was already known or no longer matters. The delivery is unchanged.
    case known(Delivery)
    /// The delivery had ended with a different outcome, which remains. The new one is stored as
    /// contradictory.
    case contrary(Delivery)

    /// The current delivery.
    package var delivery: Delivery {
      switch self {
      case .noted(let delivery), .known(let delivery), .contrary(let delivery): delivery
      }
    }
  }

  /// Reasons why a change of a delivery is rejected.
  package enum DeliveryError: Error, Equatable {
    /// The submission has no delivery.
    case notFound
    /// The submission is not signed, or the delivery has ended.
    case notOpen(Delivery.Status)
    /// An attempt or an outcome has occurred since the delivery was postponed.
    case changedMeanwhile
  }

  let store: any Store
  let audit: Audit
  let clock: Clock
  /// The clock for the claims of this process.
  private let holding: HoldingClock

  init(store: any Store, audit: Audit, clock: @escaping Clock, holding: @escaping HoldingClock) {
    (self.store, self.audit, self.clock, self.holding) = (store, audit, clock, holding)
  }

  // MARK: - Attempts

  /// Returns the due deliveries of a system, in rounds of one delivery per person. Within a round,
  /// deliveries with fewer attempts come first, then those that have been due longest.
  package func turns(_ service: String, limit: Int) throws -> [DeliveryTurn] {
    let held = holding()
    return try store.read { try DeliveryDAO($0).turns(service, at: clock(), held: held, limit: limit) }
  }

  /// Claims the deliveries that are still due, for an attempt of at most `lease`.
  ///
  /// If the process stores no outcome within that time, the deliveries become due again.
  ///
  /// - Parameters:
  ///   - isAsked: True for effects whose system can report the status of accepted or unknown
  ///     deliveries.
  ///   - isOnce: True for effects whose system must not receive a request twice. Their deliveries
  ///     are `unknown` from the attempt on.
  package func take(
    _ due: [SubmissionID], of service: String, lease: Duration,
    isAsked: @escaping @Sendable (_ effect: String) -> Bool = { _ in false },
    isOnce: @escaping @Sendable (_ effect: String) -> Bool
  ) -> Deferred<[Delivery]> {
    store.deferredWrite(locking: [.outbox(service)]) { [clock, holding] transaction in
      let table = DeliveryDAO(transaction)
      let (now, held) = (clock(), holding())
      var taken: [Delivery] = []
      for id in due {
        guard let delivery = try table.due(id, of: service, at: now, held: held) else { continue }
        let status = delivery.status == .waiting && isOnce(delivery.effect) ? .unknown : delivery.status
        try table.begin(
          delivery.submission, as: status, until: now + lease, held: held, for: lease.inMicroseconds)
        if delivery.status == .waiting || !isAsked(delivery.effect) {
          try table.handsOver(delivery.submission, until: now + lease)
        }
        taken.append(delivery)
      }
      return taken
    }
  }

  /// Stores the outcome of a delivery and applies it.
  ///
  /// If the ledger cannot apply an execution, the delivery stays open with its hold and a fault,
  /// and an operator decides.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that led to the outcome, from 1; nil for other sources.
  ///     If a later attempt has begun, only `executed` and `rejected` are stored.
  ///   - effect: Returns the effect of the stored submission.
  /// - Throws: `DeliveryError` if the delivery does not exist or its submission is not signed.
  package func note(
    _ word: DeliveryOutcome, of id: SubmissionID, attempt: Int? = nil, by actor: AuditActor,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<Receipt> {
    store.deferredWrite(locking: locks(of: id, effect)) { [self] transaction in
      let table = DeliveryDAO(transaction)
      if let attempt {
        if !word.isLast, let delivery = try table.find(id), delivery.attempts != attempt { return .known(delivery) }
        try table.endAttempt(id, number: attempt, at: clock())
      }
      return try note(word, of: id, audit.author(actor), effect, transaction)
    }
  }

  private func note(
    _ word: DeliveryOutcome, of id: SubmissionID, _ author: AuditAuthor, _ effect: (Submission) throws -> Effect,
    _ transaction: Transaction
  ) throws -> Receipt {
    let table = DeliveryDAO(transaction)
    guard let delivery = try table.find(id) else { throw DeliveryError.notFound }
    if delivery.ended != nil { return try later(word, on: delivery, author, transaction) }
    guard delivery.status.isOpen, let submission = try SubmissionDAO(transaction).find(id, person: delivery.person)
    else { throw DeliveryError.notOpen(delivery.status) }
    let now = clock()
    switch word {
    case .executed(let kept):
      let effect = try effect(submission)
      do {
        try transaction.savepoint {
          try table.end(id, .executed, kept: kept, at: now)
          try submission.executed(by: effect, at: now, author, transaction)
        }
      } catch CoreError.notExecutable(let reason) {
        try table.goOn(
          id, delivery.status, due: now + Self.decision,
          fault: "executed by the service, but not by the ledger: \(reason)")
      }
    case .rejected(let reason, let message, let kept):
      try table.end(id, .rejected, kept: kept, at: now)
      try submission.rejected(because: reason, message: message, at: now, author, transaction)
    case .accepted(let again, let kept):
      try table.goOn(id, .accepted, due: again.map { now + $0 }, fault: nil, kept: kept)
      if delivery.missed != nil { try table.noteMissing(id, sent: delivery.sent, missed: nil) }
      if delivery.status != .accepted { try author.record(.deliveryAccepted, of: .submission(id), transaction) }
    case .missing(let again, let after):
      try note(missing: delivery, again: again, after: after, at: now, table)
    case .unsent(let fault, let again):
      try table.goOn(id, .waiting, due: now + again, fault: fault)
    case .undeclared(let fault, let again):
      try table.goOn(id, delivery.status, due: again.map { now + $0 }, fault: fault)
    }
    return .noted(try table.find(id) ?? delivery)
  }

  /// The pause before the system is queried again if the ledger could not apply an execution.
  private static let decision: Duration = .seconds(300)

  /// Stores an outcome of a delivery that has ended. The same outcome changes nothing, and a
  /// different one is stored as contradictory.
  func later(
    _ word: DeliveryOutcome, on delivery: Delivery, _ author: AuditAuthor, _ transaction: Transaction
  ) throws -> Receipt {
    let said: String
    switch (word, delivery.status) {
    case (.accepted, .rejected) where delivery.recheckedUntil != nil: said = "accepted"
    case (.executed, .executed), (.rejected, .rejected), (.accepted, _), (.missing, _), (.unsent, _), (.undeclared, _):
      return .known(delivery)
    case (.executed, _): said = "executed"
    case (.rejected(let reason, _, _), _): said = "rejected: \(reason)"
    }
    guard delivery.contrary != said else { return .contrary(delivery) }
    try DeliveryDAO(transaction).noteContrary(delivery.submission, said)
    try author.record(.deliveryContradicted, of: .submission(delivery.submission), transaction)
    return .contrary(try DeliveryDAO(transaction).find(delivery.submission) ?? delivery)
  }

  /// Returns the locks of a submission, its person, and the accounts that the effect moves money
  /// between.
  private func locks(of id: SubmissionID, _ effect: @escaping @Sendable (Submission) throws -> Effect) -> Locks {
    Locks([.submission(id)]) { connection in
      guard let person = try DeliveryDAO(connection).find(id)?.person,
        let submission = try SubmissionDAO(connection).find(id, person: person)
      else { return [] }
      return try [.person(person)] + effect(submission).accounts(connection).map { .account($0) }
    }
  }

  // MARK: - Decisions of operators

  /// Makes an open delivery due at once, even if an earlier attempt may have reached the system. An
  /// attempt in progress ends first.
  ///
  /// Throws `DeliveryError`.
  package func retry(_ id: SubmissionID) -> Deferred<Delivery> {
    store.deferredWrite(locking: [.submission(id)]) { [clock, audit] transaction in
      let table = DeliveryDAO(transaction)
      guard let delivery = try table.find(id) else { throw DeliveryError.notFound }
      guard delivery.status.isOpen else { throw DeliveryError.notOpen(delivery.status) }
      let status = delivery.status == .unknown ? .waiting : delivery.status
      try table.goOn(id, status, due: clock(), fault: delivery.fault)
      try audit.record(.deliveryRetried, by: .system, of: .submission(id), transaction)
      return try table.find(id) ?? delivery
    }
  }

  /// A delivery whose next attempt is postponed while an operator decides.
  package struct PutOff: Sendable {
    /// The delivery with its postponed attempt.
    package let delivery: Delivery
    /// The time at which an attempt in progress ends at the latest; nil if none can be in progress.
    package let lastAttempt: Instant?
    /// The previous time of the next attempt.
    fileprivate let due: Instant?
  }

  /// Postpones the next attempt until two minutes plus `asking` from now.
  ///
  /// - Parameters:
  ///   - attemptLimit: The longest time of an attempt. If the next attempt of a tried delivery is
  ///     due within it, an attempt may be in progress.
  ///   - asking: The time for querying the system, whose response must still be valid when it is
  ///     used.
  /// - Throws: `DeliveryError`.
  package func putOff(_ id: SubmissionID, attemptLimit: Duration, asking: Duration = .zero) -> Deferred<PutOff> {
    store.deferredWrite(locking: [.submission(id)]) { [clock] transaction in
      let table = DeliveryDAO(transaction)
      guard let delivery = try table.find(id) else { throw DeliveryError.notFound }
      guard delivery.status.isOpen else { throw DeliveryError.notOpen(delivery.status) }
      let now = clock()
      try table.putOff(id, until: now + .seconds(120) + asking)
      // During an attempt `due` is the end of its lease. It cannot be distinguished from the time
      // of a next attempt.
      let mayBeInProgress =
        delivery.attempts > 0 && delivery.due.map { $0 > now && $0 <= now + attemptLimit } ?? false
      return PutOff(
        delivery: try table.find(id) ?? delivery, lastAttempt: mayBeInProgress ? delivery.due : nil, due: delivery.due)
    }
  }

  /// Restores the time of the next attempt, unless the delivery has changed since it was postponed.
  package func letGo(_ held: PutOff) -> Deferred<Void> {
    let id = held.delivery.submission
    return store.deferredWrite(locking: [.submission(id)]) { transaction in
      let table = DeliveryDAO(transaction)
      guard let due = held.due, try table.find(id)?.isAsItStood(held.delivery) == true else { return }
      try table.putOff(id, until: due)
    }
  }

  /// Rejects an open delivery and its submission for an operator, and releases the hold. For one
  /// day, the system is then queried about the execution of the delivery.
  ///
  /// - Parameters:
  ///   - asItStood: The postponed delivery. If given, the delivery must not have changed since.
  ///   - forced: The operator's reason for rejecting without a confirmation of the system. The
  ///     audit records its digest.
  /// - Throws: `DeliveryError`.
  package func reject(
    _ id: SubmissionID, because reason: String, asItStood: Delivery? = nil, forced: String? = nil,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<Receipt> {
    store.deferredWrite(locking: locks(of: id, effect)) { [self] transaction in
      if let asItStood, try DeliveryDAO(transaction).find(id)?.isAsItStood(asItStood) != true {
        throw DeliveryError.changedMeanwhile
      }
      let author = audit.author(.system)
      let receipt = try note(.rejected(reason: reason, nil, kept: nil), of: id, author, effect, transaction)
      guard case .noted = receipt else { return receipt }
      try DeliveryDAO(transaction).recheck(id, at: clock(), until: clock() + Self.recheckTime)
      if let forced {
        try author.record(.deliveryForced, of: .submission(id), digest: Digest(of: forced).bytes, transaction)
      }
      return receipt
    }
  }

  // MARK: - Reading

  /// Returns the delivery of a submission, for operators and workers; nil if it has none.
  package func find(_ id: SubmissionID) throws -> Delivery? { try store.read { try DeliveryDAO($0).find(id) } }

  /// Returns the delivery of the person's submission; nil if it has none.
  package func find(_ id: SubmissionID, person: PersonID) throws -> Delivery? {
    try store.read { try DeliveryDAO($0).find(id, person: person) }
  }

  /// Returns the submission of a delivery, for operators and workers; nil if it does not exist.
  package func submission(of delivery: Delivery) throws -> Submission? {
    try store.read { try SubmissionDAO($0).find(delivery.submission, person: delivery.person) }
  }

  /// Returns open deliveries of one system or of all, oldest first.
  package func open(_ service: String? = nil, limit: Int) throws -> [Delivery] {
    try store.read { try DeliveryDAO($0).allOpen(service: service, limit: limit) }
  }

  /// Returns the earliest time of the next attempt at a system; nil if none is scheduled.
  package func nextDue(_ service: String) throws -> Instant? {
    let held = holding()
    return try store.read { try DeliveryDAO($0).nextDue(service, held: held) }
  }

  /// The open deliveries of one effect.
  package struct Backlog: Sendable, Equatable {
    /// The name of the system.
    package let service: String
    /// The name of the effect.
    package let effect: String
    /// The number of waiting and accepted deliveries.
    package let waiting: Int
    /// The number of deliveries that only the system or an operator can end.
    package let unknown: Int
    /// The number of deliveries with at least ten attempts, the last without a declared response.
    package let failing: Int
    /// The time since the oldest submission was signed.
    package let oldest: Duration
  }

  /// Returns the open deliveries by effect.
  package func backlog() throws -> [Backlog] {
    let found = try store.read { try DeliveryDAO($0).backlog() }
    let now = clock()
    return found.map {
      Backlog(
        service: $0.service, effect: $0.effect, waiting: $0.waiting, unknown: $0.unknown,
        failing: $0.failing, oldest: max(.zero, now - $0.oldest))
    }
  }
}

extension Delivery {
  /// True if no attempt and no outcome has occurred since `earlier` was read.
  fileprivate func isAsItStood(_ earlier: Delivery) -> Bool {
    attempts == earlier.attempts && due == earlier.due && status == earlier.status
  }
}
