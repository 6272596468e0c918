package import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// The outbox of submissions that systems of the bank carry out: handed over at least once, taken as executed once.
///
/// The transaction that signs also stores the delivery, so that no delivery is lost. An outcome is stored in one
/// transaction with the money that it moves here. Only a declared outcome ends a delivery: no time that passes rejects anything.
///
///     let due = try services.deliveries.turns("crm", limit: 8).map(\.submission)
///     let taken = try services.deliveries.take(due, of: "crm", lease: .seconds(10)) { _ in false }.wait()
///     let word = DeliveryOutcome.executed(kept: nil)
///     try services.deliveries.note(word, of: taken[0].submission, by: .system) { effect(of: $0) }.wait()
package struct Deliveries: Sendable {
  /// A word that was taken, now or before.
  package enum Receipt: Sendable, Equatable {
    /// It was noted, and the delivery stands so now.
    case noted(Delivery)
    /// The delivery had ended in this way already.
    case known(Delivery)
    /// The delivery had ended otherwise, which stands; the word is kept beside it.
    case contrary(Delivery)

    /// The delivery as it stands.
    package var delivery: Delivery {
      switch self {
      case .noted(let delivery), .known(let delivery), .contrary(let delivery): delivery
      }
    }
  }

  /// Reasons why an operator's decision about a delivery is not taken.
  package enum DeliveryError: Error, Equatable {
    /// There is no delivery of that submission.
    case notFound
    /// Its submission is not signed, or it has ended.
    case notOpen(Delivery.Status)
    /// An attempt was made, or a word came, since it was put off.
    case changedMeanwhile
  }

  let store: any Store
  let audit: Audit
  let clock: Clock
  /// The time by which a process holds what it has taken.
  private let holding: HoldingClock

  /// The outbox in `store`.
  init(store: any Store, audit: Audit, clock: @escaping Clock, holding: @escaping HoldingClock) {
    (self.store, self.audit, self.clock, self.holding) = (store, audit, clock, holding)
  }

  // MARK: - Attempts

  /// Returns the due deliveries of a system in turns of persons: one of each, then the second of each, and so on. In each turn
  /// those with the fewest attempts come first, then those that are due the longest.
  package func turns(_ service: String, limit: Int) throws -> [DeliveryTurn] {
    let held = holding()
    return try store.read { try DeliveryDAO($0).turns(service, at: clock(), held: held, limit: limit) }
  }

  /// Takes those of these deliveries of a system that are still due, for an attempt of at most `lease`.
  ///
  /// A process that notes no word in that time, by the clock of the database, counts as dead, and its deliveries are due again.
  /// `isOnce` names the effects whose system must not be asked twice; their deliveries are `unknown` from the moment of the attempt.
  /// `isAsked` names those whose system is asked for the status of deliveries that it has accepted, or that are unknown.
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

  /// Notes a word on a delivery, with all that follows from it here.
  ///
  /// - `effect` returns the effect of the stored submission.
  /// - `attempt` is the number of the attempt that brought the word, counted from 1; nil for one that came otherwise. Where a later
  ///   attempt has begun, as after a freeze of this process, only `executed` and `rejected` still count: the others tell of an attempt
  ///   that is over.
  /// - A word on what is not handed over, or not known, throws `DeliveryError`.
  /// - Where the ledger cannot do what the system has done, the delivery stays as it is, with its hold, and the fault says
  ///   so: an operator decides.
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

  /// The pause before the system is asked again about what the ledger could not do.
  private static let decision: Duration = .seconds(300)

  /// Notes a word on a delivery that has ended: the same word changes nothing, a contrary one is kept.
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

  /// Locks the person of a submission, the accounts that it moves money between, and the submission itself.
  private func locks(of id: SubmissionID, _ effect: @escaping @Sendable (Submission) throws -> Effect) -> Locks {
    Locks([.submission(id)]) { connection in
      guard let person = try DeliveryDAO(connection).find(id)?.person,
        let submission = try SubmissionDAO(connection).find(id, person: person)
      else { return [] }
      return try [.person(person)] + effect(submission).accounts(connection).map { .account($0) }
    }
  }

  // MARK: - Decisions of operators

  /// Lets an open delivery be tried at once, also one that may have arrived already; where an attempt is under way, behind it.
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

  /// A delivery whose next attempt is put off while an operator decides.
  package struct PutOff: Sendable {
    /// The delivery as it stands from now on.
    package let delivery: Delivery
    /// The time at which an attempt that may be under way is over; nil if none can be.
    package let lastAttempt: Instant?
    /// The time of the next attempt before it was put off.
    fileprivate let due: Instant?
  }

  /// Postpones the next attempt by two minutes and by `asking`, the time that the questions take, so that the system's
  /// answers stay true.
  ///
  /// Throws `DeliveryError`.
  package func putOff(_ id: SubmissionID, lease: Duration, asking: Duration = .zero) -> Deferred<PutOff> {
    store.deferredWrite(locking: [.submission(id)]) { [clock] transaction in
      let table = DeliveryDAO(transaction)
      guard let delivery = try table.find(id) else { throw DeliveryError.notFound }
      guard delivery.status.isOpen else { throw DeliveryError.notOpen(delivery.status) }
      let now = clock()
      try table.putOff(id, until: now + .seconds(120) + asking)
      // A lease looks like any other time of a next attempt: whatever is so near may be one.
      let isPossiblyLease = delivery.attempts > 0 && delivery.due.map { $0 > now && $0 <= now + lease } ?? false
      return PutOff(
        delivery: try table.find(id) ?? delivery, lastAttempt: isPossiblyLease ? delivery.due : nil, due: delivery.due)
    }
  }

  /// Lets a delivery be tried when it would have been, unless something happened to it since it was put off.
  package func letGo(_ held: PutOff) -> Deferred<Void> {
    let id = held.delivery.submission
    return store.deferredWrite(locking: [.submission(id)]) { transaction in
      let table = DeliveryDAO(transaction)
      guard let due = held.due, try table.find(id)?.isAsItStood(held.delivery) == true else { return }
      try table.putOff(id, until: due)
    }
  }

  /// Rejects an open delivery on an operator's word, with its submission, and releases the hold. For a day the system is then asked
  /// whether it executes the delivery all the same.
  ///
  /// With `forced`, the operator's reason, the system was not asked or did not know: the audit keeps its digest. With
  /// `asItStood`, nothing may have happened to it since. Throws `DeliveryError`.
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

  /// Returns the submission of a delivery, for operators and workers; nil if there is none.
  package func submission(of delivery: Delivery) throws -> Submission? {
    try store.read { try SubmissionDAO($0).find(delivery.submission, person: delivery.person) }
  }

  /// Returns open deliveries, of one system or of all, the oldest first.
  package func open(_ service: String? = nil, limit: Int) throws -> [Delivery] {
    try store.read { try DeliveryDAO($0).allOpen(service: service, limit: limit) }
  }

  /// Returns the earliest time of an attempt at a system; nil if none is to be made.
  package func nextDue(_ service: String) throws -> Instant? {
    let held = holding()
    return try store.read { try DeliveryDAO($0).nextDue(service, held: held) }
  }

  /// The open deliveries of one effect, with the age of the oldest.
  package struct Backlog: Sendable, Equatable {
    /// The name of the system.
    package let service: String
    /// The name of the effect.
    package let effect: String
    /// The number of deliveries that wait or are accepted.
    package let waiting: Int
    /// The number of those that only the system, or an operator, can end.
    package let unknown: Int
    /// The number of those that were tried ten times and more, the last time without a declared answer.
    package let failing: Int
    /// The time since the oldest was signed.
    package let oldest: Duration
  }

  /// Returns the open deliveries, by effect.
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
  /// Whether no attempt was made at it and no word came since `earlier` was read.
  fileprivate func isAsItStood(_ earlier: Delivery) -> Bool {
    attempts == earlier.attempts && due == earlier.due && status == earlier.status
  }
}
