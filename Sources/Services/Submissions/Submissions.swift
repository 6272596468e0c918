import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// Stores and lists submissions.
package final class Submissions: Sendable {
  /// The result of a submission.
  package struct Receipt: Sendable, Equatable {
    /// The current submission.
    package let submission: Submission
    /// The challenge to answer for the signature.
    ///
    /// Nil if no signature is required, or if no challenge can be created now (see
    /// `Signing.challenge`).
    package let challenge: Challenge?
    /// True if this call stored the submission; false if it was stored before with the same key.
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

  init(
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

  /// Stores the caller's submission and deletes its draft. Creates its challenge, or executes it or
  /// hands it over. All of this is one transaction.
  ///
  /// If the key was used with the same body, returns the existing submission. After an error, the
  /// key can be used again.
  ///
  /// - Parameter text: Returns the message with a one-time code.
  /// - Throws:
  ///   - `SubmissionError.keyReused` if the key was used with another body
  ///   - `SubmissionError.tooManyUnsigned` if too many of the person's submissions await a
  ///     signature
  ///   - `SubmissionError.tooMany` if too many of the person's submissions were stored today
  ///   - the `Refusal` of `effect`, or the reason why no delivery to a system is possible
  ///   - a `DisabledError` if an operator has disabled the operation
  ///   - a `SigningError` if the caller cannot sign now
  ///   - `DraftError.changed` if the flow's draft was continued or submitted after its validation
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
    // A submission that awaits a signature moves no money. The signature locks the accounts and
    // checks again.
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
        warnings: warnings, derived: draft.derived, method: sign, signed: sign == nil ? now : nil, amount: amount,
        person: caller.person)
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
      // Delete the draft once it is submitted.
      _ = try DraftDAO(transaction).delete(gathered?.name ?? operation, person: caller.person)
      if let terms {
        let challenge = try signing.asked(terms, for: submission, text, transaction, &after)
        return Receipt(submission: submission, challenge: challenge, isNew: true)
      }
      let result = try submission.handedOver(to: effect, execution, at: now, author, transaction, &after)
      return Receipt(submission: result, challenge: nil, isNew: true)
    }
  }

  /// Checks the person's limits and draft, and takes one submission from the daily allowance.
  ///
  /// Throws if the person was erased, the draft has changed, or the person has too many
  /// submissions.
  private func require(
    _ person: PersonID, sending gathered: (name: String, text: String)?, isSigned: Bool, at now: Instant,
    _ table: SubmissionDAO, _ transaction: Transaction
  ) throws {
    // If a signature is required, `firstTerms` throws for an erased or a blocked person.
    if !isSigned { try transaction.requireActive(person) }
    if let gathered {
      // A person has one draft per flow. It can be submitted once, from any device.
      guard try DraftDAO(transaction).holds(gathered.text, of: gathered.name, person: person) else {
        throw DraftError.changed
      }
    }
    if isSigned, try table.countUnsigned(person: person, at: now) >= unsigned {
      throw SubmissionError.tooManyUnsigned(limit: unsigned)
    }
    try daily.take(person, at: now, table)
  }

  /// Returns the reason why `effect` would be refused for the caller now; nil if it would be
  /// accepted. Stores nothing.
  package func refusal(of effect: Effect, for caller: Caller) throws -> (any Refusal)? {
    do {
      _ = try store.read { try effect.check($0, caller.person) }
      return nil
    } catch let refusal as any Refusal {
      return refusal
    }
  }

  /// Returns the version that validated the submission with this key, nil for a new key, and
  /// whether an operator has disabled the operation.
  package func standing(
    of operation: String, key: String, person: PersonID
  ) throws -> (version: String?, isStopped: Bool) {
    try store.read { try SubmissionDAO($0).standing(of: operation, key: key, person: person) }
  }

  /// Returns the person's submission. Throws `SubmissionError.notFound` if the person has no such
  /// submission.
  package func find(_ id: SubmissionID, person: PersonID) throws -> Submission {
    guard let submission = try store.read({ try SubmissionDAO($0).find(id, person: person) }) else {
      throw SubmissionError.notFound
    }
    return submission.seen(at: clock())
  }

  /// Returns a submission with its current status, provided that it has not been changed since it
  /// was read.
  package func seen(_ submission: Submission) -> Submission { submission.seen(at: clock()) }

  /// Returns the status changes of the person's submission, oldest first. Throws
  /// `SubmissionError.notFound` if the person has no such submission.
  package func history(_ id: SubmissionID, person: PersonID) throws -> [StatusChange] {
    guard let submission = try store.read({ try SubmissionDAO($0).find(id, person: person) }) else {
      throw SubmissionError.notFound
    }
    return submission.history
  }

  /// Returns a page of the person's submissions before `before`, newest first.
  package func all(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).all(person: person, before: before, limit: limit + 1)
    }
    return Page(found.map { $0.seen(at: now) }, limit: limit) { $0.id }
  }

  /// Returns a page of the person's submissions that await a signature, newest first.
  package func unsigned(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).unsigned(person: person, before: before, at: now, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.id }
  }

  /// Cancels a submission that is not signed. A cancelled submission remains unchanged.
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

/// The values of a new submission, validated by the operation.
package struct SubmissionDraft: Sendable {
  /// The id of the operation.
  package let operation: String
  /// The version of the operation that validated the values.
  package let version: String
  /// The values as canonical JSON.
  package let values: String
  /// The captions of the chosen options as shown to the person, as canonical JSON by path; nil if
  /// no captions were shown.
  package let captions: String?
  /// The warnings for these values, as canonical JSON by path; nil if no warnings were shown.
  package let warnings: String?
  /// The computed values of `send`, as canonical JSON; nil without any.
  let derived: String?
  /// The client's idempotency key, with the canonical text of the request body; nil if none is
  /// needed.
  let idempotencyKey: (key: String, body: String)?
  /// The method of signing; nil if the submission is executed without a signature.
  let sign: Challenge.Method?
  /// The name of a flow's draft and its text; nil if the values come from the operation's own form.
  let gathered: (name: String, text: String)?
  /// The retention period of the values after the signature; nil for the period of accounting
  /// documents.
  let kept: RetentionPeriod?

  package init(
    operation: String, version: String, values: String, captions: String? = nil,
    warnings: String? = nil, derived: String? = nil, idempotencyKey: (key: String, body: String)?,
    sign: Challenge.Method?,
    gathered: (name: String, text: String)? = nil, kept: RetentionPeriod? = nil
  ) {
    self.kept = kept
    self.operation = operation
    self.version = version
    (self.values, self.captions, self.warnings) = (values, captions, warnings)
    (self.derived, self.idempotencyKey) = (derived, idempotencyKey)
    self.sign = sign
    self.gathered = gathered
  }
}

/// Reasons why a submission is not found, accepted or cancelled.
package enum SubmissionError: Error, Equatable {
  /// The person has no submission with this id.
  case notFound
  /// The idempotency key was used for this submission with another body.
  case keyReused(SubmissionID)
  /// The person has the maximum number of submissions that await a signature.
  case tooManyUnsigned(limit: Int)
  /// The person has the maximum number of submissions of the day. `wait` is the time until the next
  /// one is allowed.
  case tooMany(limit: Int, wait: Duration)
  /// The submission can no longer be cancelled.
  case notCancellable(Submission.Status)
}
