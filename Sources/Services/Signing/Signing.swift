import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// Signatures of submissions: challenges, and the verification of their answers by the method of
/// the operation.
package final class Signing: Sendable {
  /// The reason of a submission that was rejected after too many wrong answers.
  static let failedReason = "signing-failed"

  /// A message that contains only the code and its number.
  package static let plainText: CodeText = { code, number, _ in "\(code) (\(number))" }

  let store: any Store
  let rules: SigningRules
  let execution: Execution
  let audit: Audit
  let clock: Clock
  let matrix: MatrixMethod
  private let code: CodeMethod

  /// Creates the service. `keys` makes the keyed digests of codes, and `messages` sends one-time
  /// codes.
  init(
    store: any Store, keys: SecretKeys, rules: SigningRules, execution: Execution, messages: Messages,
    audit: Audit, clock: @escaping Clock
  ) {
    (self.store, self.rules, self.execution) = (store, rules, execution)
    (self.audit, self.clock) = (audit, clock)
    matrix = MatrixMethod(keys: keys, rules: rules)
    code = CodeMethod(keys: keys, rules: rules, messages: messages)
  }

  package func method(_ name: Challenge.Method) -> any SigningMethod {
    switch name {
    case .matrix: matrix
    case .code: code
    }
  }

  /// True if the bank can create challenges of this method.
  package func isAvailable(_ name: Challenge.Method) -> Bool { name != .code || code.isAvailable }

  /// Returns the seconds until another code can be requested; nil if the challenge sent none.
  package func resendAfter(_ challenge: Challenge) -> Int? {
    guard challenge.question.sentTo != nil else { return nil }
    let left = challenge.terms.created + rules.resendAfter - clock()
    return max(0, min(Int(left.components.seconds) + 1, Int(rules.resendAfter.components.seconds)))
  }

  /// True if a challenge of any method can have an input with that name.
  package func isInput(_ name: String) -> Bool {
    Challenge.Method.allCases.contains { method($0).isInput(name) }
  }

  /// Returns the open challenge of the submission, or a new one if it is missing or expired.
  ///
  /// - Parameter text: Returns the message with a one-time code.
  /// - Throws: `SubmissionError.notFound`, a `DisabledError` or a `SigningError`.
  package func challenge(
    _ id: SubmissionID, by caller: Caller, text: @escaping CodeText = plainText
  ) -> Deferred<Challenge> {
    .from { [self] in
      let now = clock()
      let open = try store.read { connection in
        _ = try awaited(id, caller: caller, at: now, connection)
        if try isLocked(caller.person, connection) { throw SigningError.locked }
        return try openChallenge(id, caller: caller, at: now, connection)
      }
      if let open { return .now(open) }
      return store.deferredWrite(locking: [.person(caller.person)]) { [self] transaction, after in
        let now = clock()
        let submission = try awaited(id, caller: caller, at: now, transaction)
        return try challenge(for: submission, caller, text, at: now, transaction, &after)
      }
    }
  }

  /// Replaces the open challenge with one that has another code, because the last code did not
  /// arrive.
  ///
  /// - Throws: The errors of `challenge`, and also:
  ///   - `SigningError.notSent` if the method of the submission sends nothing
  ///   - `SigningError.tooManyCodes` if the last code is too recent or the limit per hour is
  ///     reached
  package func resend(
    _ id: SubmissionID, by caller: Caller, text: @escaping CodeText = plainText
  ) -> Deferred<Challenge> {
    store.deferredWrite(locking: [.person(caller.person)]) { [self] transaction, after in
      let now = clock()
      let submission = try awaited(id, caller: caller, at: now, transaction)
      guard submission.method == .code else { throw SigningError.notSent }
      if try isLocked(caller.person, transaction) { throw SigningError.locked }
      return try newChallenge(for: submission, by: .code, caller, text, at: now, transaction, &after)
    }
  }

  /// Verifies the caller's answer. If it is correct, signs the submission and executes it or hands
  /// it over, in the same transaction.
  ///
  /// An answer is verified only if it has exactly the inputs of the open challenge. This closes the
  /// challenge, whether the answer is correct or wrong. After a wrong answer, a matrix challenge
  /// has the same cells, so that failing does not yield other cells. A repetition of the last wrong
  /// answer costs no attempt and keeps the challenge open.
  ///
  /// - Parameters:
  ///   - seen: The submission that the caller has read, with its digest if known. Its effect and
  ///     digest are prepared before the transaction, and used if the submission is unchanged.
  ///   - request: The request, which is stored with the signature; nil to store nothing.
  ///   - effect: Returns the effect of the stored submission.
  /// - Throws: `SubmissionError.notFound`, a `DisabledError` or a `SigningError`.
  package func answer(
    _ answer: [String: String], to id: SubmissionID, seen: (Submission, digest: [UInt8]?)? = nil, by caller: Caller,
    from request: SigningRequest? = nil, text: @escaping CodeText = plainText,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<SignatureOutcome> {
    let ready = seen.flatMap { ReadySubmission($0, digest: $1, effect) }
    return store.deferredWrite(locking: locks(of: id, caller.person, ready, effect)) { [self] transaction, after in
      let now = clock()
      guard let (submission, terms) = try SubmissionDAO(transaction).findAsked(id, person: caller.person) else {
        throw SubmissionError.notFound
      }
      let author = audit.author(AuditActor(caller))
      if let outcome = try settled(submission, at: now, author, transaction) { return outcome }
      try DisabledOperationDAO(transaction).require(submission.operation)
      let state = try PersonDAO(transaction).signingState(caller.person)
      if state?.isBlocked == true { throw PersonBlocked() }
      guard state?.locked == nil else { return .locked }
      guard let open = terms, isOpen(open, to: caller, at: now) else {
        return try askedElsewhere(submission, caller, text, at: now, transaction, &after)
      }
      let signing = submission == ready?.submission ? ready : nil
      guard isEqualInConstantTime(open.digest, signing?.digest ?? submission.signedDigest.bytes) else {
        throw SigningError.altered
      }
      let method = method(open.method)
      let answered: AnsweredQuestion
      switch try method.judge(answer, to: open.id, person: caller.person, transaction) {
      case .notAsked: return try askedElsewhere(submission, caller, text, at: now, transaction, &after)
      case .repeated:
        guard let question = try method.question(of: open.id, person: caller.person, transaction) else {
          return try askedElsewhere(submission, caller, text, at: now, transaction, &after)
        }
        return .wrong(attemptsLeft: submission.attemptsLeft, next: Challenge(open, question))
      case .wrong:
        try ChallengeDAO(transaction).close(open.id, of: id, person: caller.person)
        return try refuse(submission, caller, text, at: now, author, transaction, &after)
      case .right(let question): answered = question
      }
      if state?.wrongAnswers != 0 {
        try PersonDAO(transaction).setSigningState(caller.person, .init(0, locked: nil))
      }
      let effect = try signing?.effect ?? effect(submission)
      let circumstances = request.map { request in
        SignatureCircumstances(caller: caller, request: request, question: answered).text
      }
      let result = try submission.signed(
        by: effect, execution, digest: open.digest, under: circumstances, at: now, author, transaction, &after)
      return .done(result, shown: result.status == .executed ? effect.shows : nil)
    }
  }

  /// Returns the outcome if the codes do not match the open challenge: the submission that has the
  /// question, or the current challenge.
  private func askedElsewhere(
    _ submission: Submission, _ caller: Caller, _ text: @escaping CodeText, at now: Instant,
    _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> SignatureOutcome {
    if let other = try holder(besides: submission, at: now, transaction) { return .moved(submission, to: other) }
    return .stale(next: try challenge(for: submission, caller, text, at: now, transaction, &after))
  }

  /// Allows the person to sign again.
  package func unlock(_ person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { [self] transaction in
      try PersonDAO(transaction).setSigningState(person, .init(0, locked: nil))
      try audit.record(.signingUnlocked, by: .system, of: .person(person), transaction)
    }
  }

  /// Returns the locks of the caller and of the accounts that the submission moves money between.
  /// The values of a stored submission do not change.
  private func locks(
    of id: SubmissionID, _ person: PersonID, _ ready: ReadySubmission?,
    _ effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Locks {
    Locks([.person(person)]) { connection in
      if let ready, ready.submission.id == id, ready.submission.person == person {
        return try ready.effect.accounts(connection).map { .account($0) }
      }
      guard let submission = try SubmissionDAO(connection).find(id, person: person) else { return [] }
      return try effect(submission).accounts(connection).map { .account($0) }
    }
  }

  /// Returns the outcome of a submission that does not await a signature; nil if it awaits one.
  private func settled(
    _ submission: Submission, at now: Instant, _ author: AuditAuthor, _ transaction: Transaction
  ) throws -> SignatureOutcome? {
    switch submission.status {
    case .signed, .executed: return .done(submission, shown: nil)
    case .rejected where submission.reason != Self.failedReason: return .done(submission, shown: nil)
    case .rejected, .cancelled, .expired: return .ended(submission)
    case .awaitingSignature:
      let seen = submission.seen(at: now)
      if seen.status == .awaitingSignature { return nil }
      try SubmissionDAO(transaction).update(seen)
      try author.record(.submissionExpired, of: .submission(seen.id), transaction)
      return .ended(seen)
    }
  }

  private func refuse(
    _ submission: Submission, _ caller: Caller, _ text: @escaping CodeText, at now: Instant,
    _ author: AuditAuthor, _ transaction: Transaction, _ after: inout AfterCommit
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
    try author.record(.signatureRefused, of: .submission(refused.id), transaction)
    if left == 0 { try author.record(.submissionRejected, of: .submission(refused.id), transaction) }
    if isLocked {
      try author.record(.signingLocked, of: .person(caller.person), transaction)
      return .locked
    }
    if left == 0 { return .ended(refused) }
    do {
      let next = try challenge(for: refused, caller, text, at: now, transaction, &after)
      return .wrong(attemptsLeft: left, next: next)
    } catch let error as SigningError where error.leavesNothingToAsk {
      return .wrong(attemptsLeft: left, next: nil)
    }
  }
}

/// The parts of a signature that are prepared before its transaction.
private struct ReadySubmission: Sendable {
  let submission: Submission
  let digest: [UInt8]
  let effect: Effect

  /// Prepares a submission; nil if it does not await a signature or its effect fails. The
  /// transaction then reports the error.
  init?(_ submission: Submission, digest: [UInt8]?, _ effect: (Submission) throws -> Effect) {
    guard submission.status == .awaitingSignature, let effect = try? effect(submission) else { return nil }
    (self.submission, self.effect) = (submission, effect)
    self.digest = digest ?? submission.signedDigest.bytes
  }
}

/// The result of an answer to a challenge.
package indirect enum SignatureOutcome: Sendable, Equatable {
  /// The submission is signed, by this answer or before. `shown` is disclosed only once.
  case done(Submission, shown: OneTimeDisplay?)
  /// The answer was wrong. `next` is nil if no challenge can be created now.
  case wrong(attemptsLeft: Int, next: Challenge?)
  /// The answer does not match the open challenge and was not verified. `next` is the challenge to
  /// answer.
  case stale(next: Challenge)
  /// Another submission's challenge has the question, so the answer was not verified. A new request
  /// for this submission's challenge moves the question back and closes the other challenge.
  case moved(Submission, to: SubmissionID)
  /// The submission can no longer be signed: it is cancelled, expired, or rejected after too many
  /// wrong answers.
  case ended(Submission)
  /// The person cannot sign until an operator unlocks signing.
  case locked
}

/// Reasons why a person cannot sign at present.
package enum SigningError: Error, Equatable {
  /// The person gave too many consecutive wrong answers. An operator must unlock signing.
  case locked
  /// The person has no security matrix.
  case noMatrix
  /// The matrix has no unused set of cells. The person needs a new matrix.
  case matrixExhausted
  /// The bank has no sender of codes.
  case noSender
  /// Too many messages are queued.
  case outboxFull
  /// The person has no phone number for codes.
  case noPhone
  /// The limit of codes is reached. The next code is allowed after `wait`.
  case tooManyCodes(wait: Duration)
  /// The method of the submission sends nothing.
  case notSent
  /// The submission does not await a signature.
  case notAwaited
  /// The stored submission differs from the submission that was shown for signing.
  case altered
  /// The key of a code's digest is lost.
  case keyLost(id: String)
}

extension SigningError {
  /// True if no challenge can be created now, although the person is allowed to sign.
  var leavesNothingToAsk: Bool {
    switch self {
    case .noMatrix, .matrixExhausted, .noSender, .outboxFull, .noPhone, .tooManyCodes: true
    case .locked, .notSent, .notAwaited, .altered, .keyLost: false
    }
  }
}
