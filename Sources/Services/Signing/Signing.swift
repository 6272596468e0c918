package import Model
import Persistence
package import Secrets
package import Storage

/// Signatures by the method that an operation asks for.
///
///     let challenge = try signing.challenge(submission.id, by: caller).wait()
///     let outcome = try signing.answer(["B4": "1234"], to: submission.id, by: caller, effect: effect).wait()
package struct Signing: Sendable {
  /// The reason of a submission that was answered wrongly too often.
  package static let failedReason = "signing-failed"

  /// A message that says no more than the code and its number.
  package static let plainText: CodeText = { code, number, _ in "\(code) (\(number))" }

  let store: any Store
  let rules: SigningRules
  let execution: Execution
  let audit: Audit
  let clock: Clock
  let matrix: MatrixMethod
  private let code: CodeMethod

  /// Creates the service. It makes the digests of codes with `keys`, and sends one-time codes by `post`.
  package init(
    store: any Store, keys: SecretKeys, rules: SigningRules, execution: Execution, post: CodePost?,
    audit: Audit, clock: @escaping Clock
  ) {
    (self.store, self.rules, self.execution) = (store, rules, execution)
    (self.audit, self.clock) = (audit, clock)
    matrix = MatrixMethod(keys: keys, rules: rules)
    code = CodeMethod(keys: keys, rules: rules, post: post)
  }

  /// The method of that name.
  package func method(_ name: Challenge.Method) -> any SigningMethod {
    switch name {
    case .matrix: matrix
    case .code: code
    }
  }

  /// True if the method can be used.
  package func isAvailable(_ name: Challenge.Method) -> Bool { name != .code || code.isAvailable }

  /// True if a challenge of any method may have an input of that name.
  package func isInput(_ name: String) -> Bool {
    Challenge.Method.allCases.contains { method($0).isInput(name) }
  }

  /// Returns the challenge that signs the submission: the open one until it expires, then a new one.
  ///
  /// `text` makes the message with a one-time code. Throws `SubmissionError.notFound`, a `DisabledError` or a
  /// `SigningError`.
  package func challenge(
    _ id: SubmissionID, by caller: Caller, text: @escaping CodeText = plainText
  ) -> Deferred<Challenge> {
    .from {
      let now = clock()
      let open = try store.read { connection in
        _ = try awaited(id, caller: caller, at: now, connection)
        if try isLocked(caller.person, connection) { throw SigningError.locked }
        return try openChallenge(id, caller: caller, at: now, connection)
      }
      if let open { return .now(open) }
      return store.deferredWrite(locking: [.person(caller.person)]) { transaction, after in
        let now = clock()
        let submission = try awaited(id, caller: caller, at: now, transaction)
        return try challenge(for: submission, caller, text, at: now, transaction, &after)
      }
    }
  }

  /// Replaces the open challenge by a new one, for a code that did not arrive.
  ///
  /// Throws the errors of `challenge`, `SigningError.notSent` for a method that sends nothing, and `tooManyCodes` too
  /// soon after the last one.
  package func resend(
    _ id: SubmissionID, by caller: Caller, text: @escaping CodeText = plainText
  ) -> Deferred<Challenge> {
    store.deferredWrite(locking: [.person(caller.person)]) { transaction, after in
      let now = clock()
      let submission = try awaited(id, caller: caller, at: now, transaction)
      guard try ChallengeDAO(transaction).method(id, person: caller.person) == .code else { throw SigningError.notSent }
      if try isLocked(caller.person, transaction) { throw SigningError.locked }
      return try newChallenge(for: submission, by: .code, caller, text, at: now, transaction, &after)
    }
  }

  /// Judges the caller's answer; a right one signs and executes the submission, all in one transaction.
  ///
  /// - Judges only an answer to exactly the open question, and uses up the challenge, right or wrong.
  /// - Asks for the same cells after a wrong answer, so that failing brings no other cells.
  /// - `effect` returns the effect of the stored submission.
  /// - Throws `SubmissionError.notFound`, a `DisabledError` or a `SigningError`.
  package func answer(
    _ answer: [String: String], to id: SubmissionID, by caller: Caller, text: @escaping CodeText = plainText,
    effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Deferred<SignatureOutcome> {
    store.deferredWrite(locking: locks(of: id, caller.person, effect)) { transaction, after in
      let now = clock()
      guard let submission = try SubmissionDAO(transaction).find(id, person: caller.person) else {
        throw SubmissionError.notFound
      }
      let author = audit.author(AuditActor(caller))
      if let outcome = try settled(submission, at: now, author, transaction) { return outcome }
      try DisabledOperationDAO(transaction).require(submission.operation)
      guard try !isLocked(caller.person, transaction) else { return .locked }
      guard let open = try openChallenge(id, caller: caller, at: now, transaction),
        Set(open.inputs.map(\.id)) == Set(answer.keys)
      else {
        if let other = try holder(besides: submission, at: now, transaction) {
          return .moved(submission, to: other)
        }
        return .stale(next: try challenge(for: submission, caller, text, at: now, transaction, &after))
      }
      guard isEqualInConstantTime(open.terms.digest, submission.signedDigest.bytes) else { throw SigningError.altered }
      let method = method(open.method)
      if try method.isRepeated(answer, to: open.id, person: caller.person, transaction) {
        return .wrong(attemptsLeft: submission.attemptsLeft, next: open)
      }
      let isRight = try method.isRight(answer, to: open.id, person: caller.person, transaction)
      try method.note(answer, isRight: isRight, to: open.id, person: caller.person, transaction)
      _ = try ChallengeDAO(transaction).close(
        open.id, person: caller.person, isRight ? .right : .wrong, at: now)
      return isRight
        ? try sign(submission, effect: effect, at: now, author, transaction)
        : try refuse(submission, caller, text, at: now, author, transaction, &after)
    }
  }

  /// The caller, and the accounts that the submission moves money between.
  private func locks(
    of id: SubmissionID, _ person: PersonID, _ effect: @escaping @Sendable (Submission) throws -> Effect
  ) -> Locks {
    Locks([.person(person)]) { connection in
      guard let submission = try SubmissionDAO(connection).find(id, person: person) else { return [] }
      return try effect(submission).accounts(connection).map { .account($0) }
    }
  }

  /// Lets the person sign again.
  package func unlock(_ person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { transaction in
      try PersonDAO(transaction).setSigningState(person, .init(0, locked: nil))
      try audit.record(.signingUnlocked, by: .system, of: .person(person), transaction)
    }
  }

  /// Returns the outcome for a submission that no longer awaits a signature; nil if it does.
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

  private func sign(
    _ submission: Submission, effect: (Submission) throws -> Effect, at now: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> SignatureOutcome {
    try PersonDAO(transaction).setSigningState(submission.person, .init(0, locked: nil))
    let effect = try effect(submission)
    let result = try submission.signed(by: effect, execution, at: now, author, transaction)
      .handedOver(to: effect, execution, at: now, author, transaction)
    return .done(result, shown: result.status == .executed ? effect.shows : nil)
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

/// The outcome of an answer to a challenge.
package enum SignatureOutcome: Sendable, Equatable {
  /// The submission is signed, now or before, with the disclosure of this one time.
  case done(Submission, shown: Disclosure?)
  /// The answer was wrong, and its challenge is used up. `next` is nil if there is no question at present.
  case wrong(attemptsLeft: Int, next: Challenge?)
  /// There was no open challenge for these codes, so nothing was judged: this is the one to answer.
  case stale(next: Challenge)
  /// Another submission has the question now, and nothing was judged. A new challenge for this one takes the question
  /// back.
  case moved(Submission, to: SubmissionID)
  /// The submission can no longer be signed: cancelled, expired, or answered wrongly too often.
  case ended(Submission)
  /// The person may not sign until an operator unlocks it.
  case locked
}

/// The refusal of a signature.
package enum SigningError: Error, Equatable {
  /// Too many wrong answers in a row: an operator has to unlock the person.
  case locked
  /// The person has no security matrix.
  case noMatrix
  /// The matrix has no set of cells left to ask; the person needs a new one.
  case matrixExhausted
  /// The bank sends no codes.
  case noSender
  /// The person has no telephone number that a code could be sent to.
  case noPhone
  /// Enough codes were sent for now: another may be in `wait`.
  case tooManyCodes(wait: Duration)
  /// The submission is signed by something that is not sent.
  case notSent
  /// The submission is not waiting for a signature.
  case notAwaited
  /// The stored data differ from those that were shown for signing.
  case altered
  /// A cell's digest was made with a key that is no longer there.
  case keyLost(id: String)
}

extension SigningError {
  /// True if there is no question at present, although the person may sign.
  var leavesNothingToAsk: Bool {
    switch self {
    case .noMatrix, .matrixExhausted, .noSender, .noPhone, .tooManyCodes: true
    case .locked, .notSent, .notAwaited, .altered, .keyLost: false
    }
  }
}
