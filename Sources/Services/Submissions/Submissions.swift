import Dates
package import Model
import DataAccess
import Secrets
package import Storage

/// Takes what people submit, and lists it.
///
///     let draft = SubmissionDraft(
///       operation: "pp.quick", version: version, values: values, idempotencyKey: (key, body), sign: .matrix)
///     let receipt = try services.submissions.create(draft, by: caller, effect: services.payments.effect(order)).wait()
///     let mine = try services.submissions.all(caller.person, limit: 20).elements
package final class Submissions: Sendable {
  /// A submission that was made by this call, or before with the same key.
  package struct Receipt: Sendable, Equatable {
    /// The submission as it stands.
    package let submission: Submission
    /// The challenge to answer for its signature.
    ///
    /// nil if it needs no signature, or if none can be asked now (see `Signing.challenge`).
    package let challenge: Challenge?
    /// True if this call made it.
    package let isNew: Bool
  }

  let store: any Store
  private let signing: Signing
  private let lifetime: Duration
  private let attempts: Int
  private let unsigned: Int
  private let daily: DailyAllowance
  private let execution: Execution
  private let audit: Audit
  let clock: Clock

  /// Submissions in `store`.
  package init(
    store: any Store, signing: Signing, configuration: ServiceConfiguration, audit: Audit, clock: @escaping Clock
  ) {
    self.store = store
    self.audit = audit
    self.signing = signing
    self.clock = clock
    lifetime = configuration.submissionLifetime
    attempts = configuration.signing.attempts
    unsigned = configuration.unsignedSubmissions
    execution = configuration.execution
    daily = DailyAllowance(limit: configuration.submissionsPerDay, days: execution.days)
  }

  /// Stores the caller's submission, removes its draft, and draws its challenge or executes it, in one transaction.
  ///
  /// The same key with the same body returns the submission that is there. `text` words the message of a one-time code.
  /// No error uses the key up:
  /// - Throws `SubmissionError.keyReused` when the key came with another body.
  /// - Throws `SubmissionError.tooManyUnsigned` when too many of the person's submissions await a signature.
  /// - Throws `SubmissionError.tooMany` when too many of the person's submissions were stored today.
  /// - Throws the `Refusal` of `effect`, or the reason why a system cannot be handed the submission.
  /// - Throws a `DisabledError` when an operator has stopped the operation.
  /// - Throws a `SigningError` when the caller cannot sign now.
  /// - Throws `DraftError.changed` when the flow's draft was continued or sent after it was judged.
  package func create(
    _ draft: SubmissionDraft, by caller: Caller, effect: Effect, text: @escaping CodeText = Signing.plainText
  ) -> Deferred<Receipt> {
    let key = draft.idempotencyKey.map { key, body in
      SubmissionDAO.Key(text: key, bodyDigest: Digest(of: body).bytes)
    }
    let operation = draft.operation
    let version = draft.version
    let (values, captions, warnings) = (draft.values, draft.captions, draft.warnings)
    let sign = draft.sign
    let (gathered, kept) = (draft.gathered, draft.kept)
    // A submission that awaits a signature moves no money: the signature locks the accounts, and checks again.
    let locks: Locks =
      sign == nil
      ? Locks([.person(caller.person)]) { try effect.accounts($0).map { .account($0) } } : [.person(caller.person)]
    let id = SubmissionID.new(at: clock())
    let delivery: DeliveryDraft?
    do { delivery = try effect.delivery?(id) } catch { return .failed(error) }
    return store.deferredWrite(locking: locks) { [self] transaction, after in
      if let committed = effect.committed { after.add(committed) }
      let table = SubmissionDAO(transaction)
      let now = clock()
      if let key, let found = try table.find(key: key.text, operation: operation, person: caller.person) {
        guard found.bodyDigest == key.bodyDigest else { throw SubmissionError.keyReused(found.submission.id) }
        return try replay(found.submission.seen(at: now), by: caller, text, at: now, transaction, &after)
      }
      try DisabledOperationDAO(transaction).require(operation)
      try require(caller.person, sending: gathered, isSigned: sign != nil, at: now, table, transaction)
      let amount = try effect.check(transaction, caller.person)
      let submission = Submission(
        id: id, operation: operation, version: version,
        status: sign == nil ? .signed : .awaitingSignature, reason: nil, message: nil,
        businessDay: sign == nil ? execution.businessDay(of: effect, paying: amount, at: now) : nil, created: now,
        changed: now, expires: now + lifetime, attemptsLeft: attempts, values: values, captions: captions,
        warnings: warnings, method: sign, signed: sign == nil ? now : nil, amount: amount, person: caller.person)
      let basis = sign == nil ? nil : try effect.basis?(transaction, caller.person)
      let digest = submission.signedDigest.bytes
      let terms = try sign.map { method in
        try signing.firstTerms(for: submission, digest: digest, by: method, caller, at: now, transaction)
      }
      try table.insert(submission, key: key, basis: basis.map { Digest(of: $0).bytes }, kept: kept, challenge: terms)
      if let delivery {
        try DeliveryDAO(transaction).insert(delivery, answersDigest: Digest(of: delivery.answers).bytes, for: id)
      }
      let author = audit.author(AuditActor(caller))
      try author.record(.submissionMade, of: .submission(submission.id), digest: digest, transaction)
      // A submission is sent; its draft goes.
      _ = try DraftDAO(transaction).delete(gathered?.name ?? operation, person: caller.person)
      if let terms {
        let challenge = try signing.asked(terms, for: submission, text, transaction, &after)
        return Receipt(submission: submission, challenge: challenge, isNew: true)
      }
      let result = try submission.handedOver(to: effect, execution, at: now, author, transaction, &after)
      return Receipt(submission: result, challenge: nil, isNew: true)
    }
  }

  /// Throws if the person was erased, sends a draft that has changed, or has too many submissions; takes one of the
  /// person's allowance.
  private func require(
    _ person: PersonID, sending gathered: (name: String, text: String)?, isSigned: Bool, at now: Instant,
    _ table: SubmissionDAO, _ transaction: Transaction
  ) throws {
    // With a signature, asking for it throws for an erased person.
    if !isSigned { try transaction.requireNotErased(person) }
    if let gathered {
      // A person has one draft of each flow. It is sent once, whichever devices show its last step.
      guard try DraftDAO(transaction).holds(gathered.text, of: gathered.name, person: person) else {
        throw DraftError.changed
      }
    }
    if isSigned, try table.countUnsigned(person: person, at: now) >= unsigned {
      throw SubmissionError.tooManyUnsigned(limit: unsigned)
    }
    try daily.take(person, at: now, table)
  }

  /// The reason why `effect` would refuse the caller now; nil if it would not. Stores nothing.
  package func refusal(of effect: Effect, for caller: Caller) throws -> (any Refusal)? {
    do {
      _ = try store.read { try effect.check($0, caller.person) }
      return nil
    } catch let refusal as any Refusal {
      return refusal
    }
  }

  /// The version that judged the submission with this key, nil if the key is new; and true if an operator stopped the operation.
  package func standing(
    of operation: String, key: String, person: PersonID
  ) throws -> (version: String?, isStopped: Bool) {
    try store.read { try SubmissionDAO($0).standing(of: operation, key: key, person: person) }
  }

  /// The person's submission with `id`; throws `SubmissionError.notFound`.
  package func find(_ id: SubmissionID, person: PersonID) throws -> Submission {
    guard let submission = try store.read({ try SubmissionDAO($0).find(id, person: person) }) else {
      throw SubmissionError.notFound
    }
    return submission.seen(at: clock())
  }

  /// Returns a submission as it stands now, if nobody has changed it since it was read or made.
  package func seen(_ submission: Submission) -> Submission { submission.seen(at: clock()) }

  /// The status changes of the person's submission, oldest first; throws `SubmissionError.notFound`.
  package func history(_ id: SubmissionID, person: PersonID) throws -> [StatusChange] {
    guard let submission = try store.read({ try SubmissionDAO($0).find(id, person: person) }) else {
      throw SubmissionError.notFound
    }
    return submission.history
  }

  /// A page of the person's submissions before `before`, newest first.
  package func all(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).all(person: person, before: before, limit: limit + 1)
    }
    return Page(found.map { $0.seen(at: now) }, limit: limit) { $0.id }
  }

  /// A page of the person's submissions that await a signature, newest first.
  package func unsigned(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).unsigned(person: person, before: before, at: now, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.id }
  }

  /// Cancels a submission that is not signed yet; a cancelled one stays as it is.
  ///
  /// Throws `SubmissionError.notFound` or `notCancellable`.
  package func cancel(_ id: SubmissionID, by caller: Caller) -> Deferred<Submission> {
    store.deferredWrite(locking: [.person(caller.person)]) { [self] transaction in
      let table = SubmissionDAO(transaction)
      let now = clock()
      guard let stored = try table.find(id, person: caller.person) else { throw SubmissionError.notFound }
      let submission = stored.seen(at: now)
      switch submission.status {
      case .cancelled: return submission
      case .awaitingSignature:
        let cancelled = submission.with(.cancelled, at: now)
        try table.update(cancelled)
        try audit.record(.submissionCancelled, by: AuditActor(caller), of: .submission(id), transaction)
        return cancelled
      default: throw SubmissionError.notCancellable(submission.status)
      }
    }
  }

  private func replay(
    _ submission: Submission, by caller: Caller, _ text: @escaping CodeText, at now: Instant,
    _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Receipt {
    guard submission.status == .awaitingSignature else {
      return Receipt(submission: submission, challenge: nil, isNew: false)
    }
    do {
      let challenge = try signing.challenge(for: submission, caller, text, at: now, transaction, &after)
      return Receipt(submission: submission, challenge: challenge, isNew: false)
    } catch is SigningError {
      return Receipt(submission: submission, challenge: nil, isNew: false)
    }
  }
}

/// A submission to make: values that an operation has found valid.
package struct SubmissionDraft: Sendable {
  /// The operation's id.
  package let operation: String
  /// The operation's version that judged the values.
  package let version: String
  /// The values, as canonical JSON.
  package let values: String
  /// The texts by which the person saw chosen options, as canonical JSON by path; nil for none.
  package let captions: String?
  /// The warnings that stand for these values, as canonical JSON by path; nil for none.
  package let warnings: String?
  /// The client's key for one tap, with the canonical text of its body; nil if none is needed.
  package let idempotencyKey: (key: String, body: String)?
  /// The method of its signature; nil if it is executed at once.
  package let sign: Challenge.Method?
  /// The name of a flow's draft and the text that has these values; nil if they come from the operation's own form.
  package let gathered: (name: String, text: String)?
  /// Retention of the values after the signature; nil for that of accounting documents.
  package let kept: RetentionPeriod?

  /// A submission of these values.
  package init(
    operation: String, version: String, values: String, captions: String? = nil,
    warnings: String? = nil, idempotencyKey: (key: String, body: String)?, sign: Challenge.Method?,
    gathered: (name: String, text: String)? = nil, kept: RetentionPeriod? = nil
  ) {
    self.kept = kept
    self.operation = operation
    self.version = version
    (self.values, self.captions, self.warnings) = (values, captions, warnings)
    self.idempotencyKey = idempotencyKey
    self.sign = sign
    self.gathered = gathered
  }
}

/// Reasons why a submission is not found, taken or cancelled.
package enum SubmissionError: Error, Equatable {
  /// The person has no submission with this id.
  case notFound
  /// The idempotency key belongs to this submission, which came with another body.
  case keyReused(SubmissionID)
  /// The person has the most submissions that may await a signature.
  case tooManyUnsigned(limit: Int)
  /// The person has the most submissions that may be stored in a day; `wait` is the time until the next one.
  case tooMany(limit: Int, wait: Duration)
  /// The submission can no longer be cancelled.
  case notCancellable(Submission.Status)
}
