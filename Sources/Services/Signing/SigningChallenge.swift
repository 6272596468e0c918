import Dates
import Model
import DataAccess
import Storage
import Secrets

extension Signing {
  /// Returns the open challenge of a submission that awaits its signature, or a new one by the
  /// submission's method.
  ///
  /// Throws a `SigningError`.
  func challenge(
    for submission: Submission, _ caller: Caller, _ text: @escaping CodeText, at now: Instant,
    _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    if let open = try openChallenge(submission.id, caller: caller, at: now, transaction) { return open }
    guard let method = submission.method else { throw SigningError.notAwaited }
    return try newChallenge(for: submission, by: method, caller, text, at: now, transaction, &after)
  }

  /// Returns the terms of the first challenge of a new submission. `digest` is the digest of the
  /// signed fields.
  ///
  /// Throws `SigningError.locked` if the caller must not sign.
  func firstTerms(
    for submission: Submission, digest: [UInt8], by method: Challenge.Method, _ caller: Caller, at now: Instant,
    _ transaction: Transaction
  ) throws -> Challenge.Terms {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    return terms(for: submission, digest: digest, by: method, caller, at: now)
  }

  /// Returns a new challenge that replaces the open one, if one exists.
  func newChallenge(
    for submission: Submission, by method: Challenge.Method, _ caller: Caller, _ text: @escaping CodeText,
    at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    // If no question can be created, the open challenge remains unchanged, whatever else the
    // transaction does.
    try transaction.savepoint {
      let challenges = ChallengeDAO(transaction)
      let old = try challenges.open(submission.id, person: caller.person)
      let terms = terms(
        for: submission, digest: submission.signedDigest.bytes, by: method, caller, at: now)
      let number = try challenges.put(terms, person: caller.person)
      return try asked(terms, for: submission, number: number, replacing: old?.id, text, transaction, &after)
    }
  }

  /// Returns the challenge with these stored terms and creates its question. Throws a
  /// `SigningError`.
  func asked(
    _ terms: Challenge.Terms, for submission: Submission, number: Int = 1, replacing old: ChallengeID? = nil,
    _ text: @escaping CodeText, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    let asking = Asking(terms: terms, submission: submission, number: number, replaced: old, text: text)
    return Challenge(terms, try method(terms.method).ask(asking, transaction, &after))
  }

  private func terms(
    for submission: Submission, digest: [UInt8], by method: Challenge.Method, _ caller: Caller, at now: Instant
  ) -> Challenge.Terms {
    Challenge.Terms(
      id: .new(at: now), submission: submission.id, method: method, session: caller.session, digest: digest,
      created: now, expires: now + rules.challengeLifetime)
  }

  /// Returns the open challenge that the caller's session can answer now; nil if no such challenge
  /// exists.
  ///
  /// A challenge whose remaining time exceeds its lifetime was created before the clock was set
  /// back. It is ignored. A difference of up to `ServerClocks.apart` is tolerated.
  func openChallenge(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge? {
    guard let open = try ChallengeDAO(transaction).open(id, person: caller.person), isOpen(open, to: caller, at: now),
      let question = try method(open.method).question(of: open.id, person: caller.person, transaction)
    else { return nil }
    return Challenge(open, question)
  }

  /// True if the caller's session can answer the challenge at `now`, provided that the challenge
  /// still has a question.
  func isOpen(_ terms: Challenge.Terms, to caller: Caller, at now: Instant) -> Bool {
    terms.session == caller.session && terms.expires > now
      && terms.expires - now <= rules.challengeLifetime + ServerClocks.apart
  }

  /// Returns the caller's submission, which must await its signature.
  ///
  /// Throws `SubmissionError.notFound`, `SigningError.notAwaited` or a `DisabledError`.
  func awaited(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Submission {
    guard let submission = try SubmissionDAO(transaction).find(id, person: caller.person)?.seen(at: now) else {
      throw SubmissionError.notFound
    }
    guard submission.status == .awaitingSignature else { throw SigningError.notAwaited }
    try DisabledOperationDAO(transaction).require(submission.operation)
    return submission
  }

  /// Returns the other submission whose challenge has the person's matrix question; nil if no other
  /// has it or this submission has another method.
  func holder(
    besides submission: Submission, at now: Instant, _ transaction: Transaction
  ) throws -> SubmissionID? {
    guard submission.method == .matrix,
      let holder = try MatrixUseDAO(transaction).holder(person: submission.person, at: now), holder != submission.id
    else { return nil }
    return holder
  }

  /// True if the person must not sign. Throws `PersonBlocked` if the bank has blocked the person.
  func isLocked(_ person: PersonID, _ transaction: Transaction) throws -> Bool {
    let state = try PersonDAO(transaction).signingState(person)
    if state?.isBlocked == true { throw PersonBlocked() }
    return state?.locked != nil
  }
}
