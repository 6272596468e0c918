package import Model
import Persistence
import Secrets
package import Storage

/// What people sent.
package struct Submissions: Sendable {
  /// A submission that was made, now or before with the same key.
  package struct Receipt: Sendable, Equatable {
    /// The submission as it stands.
    package let submission: Submission
    /// What its signature has to answer; nil where it needs none, or where none can be had now (see
    /// `Signing.challenge`).
    package let challenge: Challenge?
    /// Whether this call made it.
    package let isNew: Bool
  }

  private let store: any Store
  private let signing: Signing
  private let lifetime: Duration
  private let attempts: Int
  private let unsigned: Int
  private let execution: Execution
  private let audit: Audit
  private let clock: Clock

  /// Submissions in `database`.
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
  }

  /// Stores what the caller submits in the place of its draft, draws its challenge or executes it, all in one
  /// transaction.
  ///
  /// The same key with the same body answers the submission that is there; with another body it throws
  /// `SubmissionError.keyReused`; where too many wait for their signature, `tooManyUnsigned`. What `effect` refuses is thrown, as is a `DisabledError`, or a `SigningError` where the caller cannot
  /// sign now, or `DraftError.changed` where a flow was gone on with, or sent, since it was judged; none takes the key. `text` words the message of a one-time code.
  package func create(
    _ draft: SubmissionDraft, by caller: Caller, effect: Effect, text: @escaping CodeText = Signing.plainText
  ) -> Deferred<Receipt> {
    let key = draft.idempotencyKey.map { key, body in
      SubmissionDAO.Key(text: key, bodyDigest: Digest(of: body).bytes)
    }
    let operation = draft.operation
    let version = draft.version
    let values = draft.values
    let sign = draft.sign
    let (gathered, kept) = (draft.gathered, draft.kept)
    let locks = Locks([.person(caller.person)]) { try effect.accounts($0).map { .account($0) } }
    return store.deferredWrite(locking: locks) { transaction, after in
      if let committed = effect.committed { after.add(committed) }
      let table = SubmissionDAO(transaction)
      let now = clock()
      if let key, let found = try table.find(key: key.text, operation: operation, person: caller.person) {
        guard found.bodyDigest == key.bodyDigest else { throw SubmissionError.keyReused(found.submission.id) }
        return try replay(found.submission.seen(at: now), by: caller, text, at: now, transaction, &after)
      }
      try DisabledOperationDAO(transaction).require(operation)
      if let gathered {
        // A person has one of each flow, which is sent once, whatever devices show its last step.
        let drafts = DraftDAO(transaction)
        guard try drafts.holds(gathered.text, of: gathered.name, person: caller.person) else {
          throw DraftError.changed
        }
      }
      if sign != nil, try table.countUnsigned(person: caller.person, at: now) >= unsigned {
        throw SubmissionError.tooManyUnsigned(limit: unsigned)
      }
      let amount = try effect.check(transaction, caller.person)
      let submission = Submission(
        id: .new(at: now), operation: operation, version: version,
        status: sign == nil ? .signed : .awaitingSignature, reason: nil, message: nil,
        businessDay: sign == nil ? execution.businessDay(of: effect, paying: amount, at: now) : nil, created: now,
        changed: now, expires: now + lifetime, attemptsLeft: attempts, values: values, amount: amount,
        person: caller.person)
      let basis = sign == nil ? nil : try effect.basis?(transaction, caller.person)
      try table.insert(submission, key: key, basis: basis.map { Digest(of: $0).bytes }, kept: kept)
      let author = audit.author(AuditActor(caller))
      let digest = submission.signedDigest.bytes
      try author.record(.submissionMade, of: .submission(submission.id), digest: digest, transaction)
      // What is sent is no draft any more.
      _ = try DraftDAO(transaction).delete(gathered?.name ?? operation, person: caller.person)
      if let sign {
        let challenge = try signing.firstChallenge(
          for: submission, by: sign, caller, text, at: now, transaction, &after)
        return Receipt(submission: submission, challenge: challenge, isNew: true)
      }
      let result = try submission.handedOver(to: effect, execution, at: now, author, transaction)
      return Receipt(submission: result, challenge: nil, isNew: true)
    }
  }

  /// Why `effect` would refuse the caller now; nil where it would not. Nothing is stored.
  package func refusal(of effect: Effect, for caller: Caller) throws -> (any Refusal)? {
    do {
      _ = try store.read { try effect.check($0, caller.person) }
      return nil
    } catch let refusal as any Refusal {
      return refusal
    }
  }

  /// The version that judged what the person has submitted with this key; nil where the key is new.
  package func version(key: String, operation: String, person: PersonID) throws -> String? {
    try store.read { try SubmissionDAO($0).find(key: key, operation: operation, person: person)?.submission.version }
  }

  /// The person's submission with `id`; throws `SubmissionError.notFound`.
  package func find(_ id: SubmissionID, person: PersonID) throws -> Submission {
    guard let submission = try store.read({ try SubmissionDAO($0).find(id, person: person) }) else {
      throw SubmissionError.notFound
    }
    return submission.seen(at: clock())
  }

  /// The statuses that the person's submission has had, oldest first.
  package func history(_ id: SubmissionID, person: PersonID) throws -> [StatusChange] {
    try store.read { try SubmissionDAO($0).history(id, person: person) }
  }

  /// A page of what the person has sent, newest first: what comes before `before`.
  package func all(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).all(person: person, before: before, limit: limit + 1)
    }
    return Page(found.map { $0.seen(at: now) }, limit: limit) { $0.id }
  }

  /// A page of the person's submissions that await a signature, the newest first.
  package func unsigned(
    _ person: PersonID, before: SubmissionID? = nil, limit: Int
  ) throws -> Page<Submission, SubmissionID> {
    let now = clock()
    let found = try store.read {
      try SubmissionDAO($0).unsigned(person: person, before: before, at: now, limit: limit + 1)
    }
    return Page(found, limit: limit) { $0.id }
  }

  /// Takes back what is not signed yet; cancelled before, it stays so.
  package func cancel(_ id: SubmissionID, by caller: Caller) -> Deferred<Submission> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction in
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

/// What is submitted: values that an operation has judged right.
package struct SubmissionDraft: Sendable {
  /// The operation's id.
  package let operation: String
  /// The operation's version that judged the values.
  package let version: String
  /// The values, as canonical JSON.
  package let values: String
  /// The client's key for one tap, with the canonical text of the body it came with; nil where none is needed.
  package let idempotencyKey: (key: String, body: String)?
  /// How it is to be signed; nil where it is executed at once.
  package let sign: Challenge.Method?
  /// What a flow has gathered, where it was: the name of its draft, and the text of which these are the values; nil where
  /// it was made from the operation's own form.
  package let gathered: (name: String, text: String)?
  /// How long its values are kept once it is signed; nil where nobody says, as of an accounting document.
  package let kept: KeptSpan?

  /// What is submitted.
  package init(
    operation: String, version: String, values: String, idempotencyKey: (key: String, body: String)?,
    sign: Challenge.Method?, gathered: (name: String, text: String)? = nil, kept: KeptSpan? = nil
  ) {
    self.kept = kept
    self.operation = operation
    self.version = version
    self.values = values
    self.idempotencyKey = idempotencyKey
    self.sign = sign
    self.gathered = gathered
  }
}

/// Why a submission is not taken, or not changed.
package enum SubmissionError: Error, Equatable {
  /// The person has none with this id.
  case notFound
  /// The idempotency key belongs to this submission, which came with another body.
  case keyReused(SubmissionID)
  /// As many of the person's submissions as may be wait for their signature.
  case tooManyUnsigned(limit: Int)
  /// It can no longer be cancelled.
  case notCancellable(Submission.Status)
}
