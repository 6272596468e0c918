package import Model
import Persistence
package import Secrets
package import Storage

/// Signatures, by whatever method an operation asks for.
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

  /// Signatures whose codes' digests are made with `keys`, and whose one-time codes are sent by `post`.
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

  /// Whether anybody can be asked by that method.
  package func isAvailable(_ name: Challenge.Method) -> Bool { name != .code || code.isAvailable }

  /// Whether a challenge of any method may ask for something of that name.
  package func isInput(_ name: String) -> Bool {
    Challenge.Method.allCases.contains { method($0).isInput(name) }
  }

  /// What the caller has to answer to sign the submission: the open challenge, the same until it expires, or a new
  /// one. Throws `SubmissionError.notFound`, a `DisabledError` or a `SigningError`. `text` words the message of a
  /// one-time code.
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

  /// Another challenge in the place of the open one, for a code that did not arrive. Throws what `challenge` does,
  /// `SigningError.notSent` where nothing is sent, and `tooManyCodes` where that was too short a while ago.
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

  /// Judges the caller's answer, and where it is right signs and executes the submission, all in one transaction.
  ///
  /// Only an answer to exactly what is asked is judged; the challenge is used up by that, right or wrong. The cells of a
  /// matrix are asked again after a wrong answer: whoever does not know them gets no others by failing.
  /// `effect` says what the stored submission does. Throws `SubmissionError.notFound`, a `DisabledError`
  /// or a `SigningError`.
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

  /// What there is to say about a submission that no longer waits; nil where it does.
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

/// What an answer to a challenge led to.
package enum SignatureOutcome: Sendable, Equatable {
  /// The submission is signed, now or before: this is what became of it, and what is shown of it this once.
  case done(Submission, shown: Disclosure?)
  /// The answer was wrong, and its challenge is used up; nil for a next one where there is none to ask now.
  case wrong(attemptsLeft: Int, next: Challenge?)
  /// There was no open challenge for these codes, so nothing was judged: this is the one to answer.
  case stale(next: Challenge)
  /// The codes are asked for another submission now, so nothing was judged: whoever asks for this one again gets the same
  /// question here, and ends it there.
  case moved(Submission, to: SubmissionID)
  /// The submission can no longer be signed: cancelled, expired, or answered wrongly too often.
  case ended(Submission)
  /// The person may not sign until an operator unlocks it.
  case locked
}

/// Why a person cannot sign now.
package enum SigningError: Error, Equatable {
  /// Too many wrong answers in a row: an operator has to unlock the person.
  case locked
  /// The person has no security matrix.
  case noMatrix
  /// The matrix has no set of cells left to ask; the person needs a new one.
  case matrixExhausted
  /// The bank has nobody who sends codes.
  case noSender
  /// The person has no telephone number that a code could be sent to.
  case noPhone
  /// Enough codes were sent for now: another may be in `wait`.
  case tooManyCodes(wait: Duration)
  /// The submission is signed by something that is not sent.
  case notSent
  /// The submission is not waiting for a signature.
  case notAwaited
  /// What is stored is not what was shown for signing.
  case altered
  /// A cell's digest was made with a key that is no longer there.
  case keyLost(id: String)
}

extension SigningError {
  /// Whether there is nothing to ask now, although the person may sign.
  var leavesNothingToAsk: Bool {
    switch self {
    case .noMatrix, .matrixExhausted, .noSender, .noPhone, .tooManyCodes: true
    case .locked, .notSent, .notAwaited, .altered, .keyLost: false
    }
  }
}
