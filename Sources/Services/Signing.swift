package import Model
import Persistence
package import SQLite
package import Secrets

/// Signatures by security matrix.
package struct Signing: Sendable {
  /// The reason of a submission that was answered wrongly too often.
  package static let failedReason = "signing-failed"

  let database: Database
  let keys: SecretKeys
  let rules: SigningRules
  let clock: Clock

  /// Signatures whose codes' digests are made with `keys`.
  package init(database: Database, keys: SecretKeys, rules: SigningRules, clock: @escaping Clock) {
    self.database = database
    self.keys = keys
    self.rules = rules
    self.clock = clock
  }

  /// What the caller has to answer to sign the submission: the open challenge, the same until it expires, or a new
  /// one. Throws `SubmissionError.notFound`, a `DisabledError` or a `SigningError`.
  package func challenge(_ id: SubmissionID, by caller: Caller) -> Deferred<Challenge> {
    .from {
      let now = clock()
      let open = try database.read { connection in
        let submission = try awaited(id, caller: caller, at: now, connection)
        try DisabledOperationDAO(connection).require(submission.operation)
        return try openChallenge(id, caller: caller, at: now, connection)
      }
      if let open { return .now(open) }
      return database.deferredWrite { transaction in
        let now = clock()
        let submission = try awaited(id, caller: caller, at: now, transaction)
        try DisabledOperationDAO(transaction).require(submission.operation)
        return try challenge(for: submission, caller: caller, at: now, transaction)
      }
    }
  }

  /// Judges the caller's codes, and where they are right signs and executes the submission, all in one transaction.
  ///
  /// Only the codes of exactly the cells that are asked are judged; the challenge is used up by that, right or wrong.
  /// `effect` says what the stored submission does. Throws `SubmissionError.notFound`, a `DisabledError`
  /// or a `SigningError`.
  package func answer(
    _ codes: [Cell: String], to id: SubmissionID, by caller: Caller,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<SignatureOutcome> {
    database.deferredWrite { transaction in
      let now = clock()
      guard let submission = try SubmissionDAO(transaction).find(id, person: caller.person) else {
        throw SubmissionError.notFound
      }
      if let outcome = try settled(submission, at: now, transaction) { return outcome }
      try DisabledOperationDAO(transaction).require(submission.operation)
      guard try !isLocked(caller.person, transaction) else { return .locked }
      guard let open = try openChallenge(id, caller: caller, at: now, transaction),
        Set(open.cells) == Set(codes.keys)
      else { return .stale(next: try challenge(for: submission, caller: caller, at: now, transaction)) }
      guard isEqualInConstantTime(open.digest, submission.signedDigest.bytes) else { throw SigningError.altered }
      let isRight = try matches(codes, open, person: caller.person, transaction)
      _ = try ChallengeDAO(transaction).close(open.id, isRight ? .right : .wrong, at: now)
      return isRight
        ? .done(try sign(submission, effect: effect, at: now, transaction))
        : try refuse(submission, caller: caller, at: now, transaction)
    }
  }

  /// Lets the person sign again.
  package func unlock(_ person: PersonID) -> Deferred<Void> {
    database.deferredWrite { transaction in
      try PersonDAO(transaction).setSigningState(person, .init(0, locked: nil))
    }
  }

  /// How many challenges the person's matrix can still give at most; 0 without a matrix.
  package func signaturesLeft(_ person: PersonID) throws -> Int {
    try database.read { connection in
      let table = MatrixDAO(connection)
      guard let matrix = try table.current(person: person) else { return 0 }
      return try table.usesLeft(matrix.id, limit: rules.usesPerCell) / rules.cells
    }
  }

  /// What there is to say about a submission that no longer waits; nil where it does.
  private func settled(
    _ submission: Submission, at now: Instant, _ transaction: Transaction
  ) throws -> SignatureOutcome? {
    switch submission.status {
    case .signed, .executed: return .done(submission)
    case .rejected where submission.reason != Self.failedReason: return .done(submission)
    case .rejected, .cancelled, .expired: return .ended(submission)
    case .awaitingSignature:
      let seen = submission.seen(at: now)
      if seen.status == .awaitingSignature { return nil }
      try SubmissionDAO(transaction).update(seen)
      return .ended(seen)
    }
  }

  private func sign(
    _ submission: Submission, effect: (Submission) throws -> Effect, at now: Instant, _ transaction: Transaction
  ) throws -> Submission {
    try PersonDAO(transaction).setSigningState(submission.person, .init(0, locked: nil))
    let effect = try effect(submission)
    return try submission.signed(by: effect, at: now, transaction).handedOver(to: effect, at: now, transaction)
  }

  private func refuse(
    _ submission: Submission, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> SignatureOutcome {
    let people = PersonDAO(transaction)
    let wrong = (try people.signingState(caller.person)?.wrongAnswers ?? 0) + 1
    let isLocked = wrong >= rules.attemptsBeforeLock
    try people.setSigningState(caller.person, .init(wrong, locked: isLocked ? now : nil))
    let left = max(0, submission.attemptsLeft - 1)
    let refused =
      left == 0
      ? submission.with(.rejected, reason: Self.failedReason, at: now, attemptsLeft: 0)
      : submission.with(.awaitingSignature, at: submission.changed, attemptsLeft: left)
    try SubmissionDAO(transaction).update(refused)
    if isLocked { return .locked }
    if left == 0 { return .ended(refused) }
    do {
      let next = try challenge(for: refused, caller: caller, at: now, transaction)
      return .wrong(attemptsLeft: left, next: next)
    } catch SigningError.matrixExhausted {
      return .wrong(attemptsLeft: left, next: nil)
    }
  }
}
