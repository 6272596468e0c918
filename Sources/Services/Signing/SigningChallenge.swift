import Dates
import Model
import DataAccess
import Storage
import Secrets

extension Signing {
  /// The open challenge of a submission that awaits its signature, or a new one by the method of its first.
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

  /// The terms of the first challenge of a new submission, whose signed fields have that digest.
  ///
  /// Throws `SigningError.locked` if the caller may not sign.
  func firstTerms(
    for submission: Submission, digest: [UInt8], by method: Challenge.Method, _ caller: Caller, at now: Instant,
    _ transaction: Transaction
  ) throws -> Challenge.Terms {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    return terms(for: submission, digest: digest, by: method, caller, at: now)
  }

  /// A new challenge that replaces the open one, if there is one.
  func newChallenge(
    for submission: Submission, by method: Challenge.Method, _ caller: Caller, _ text: @escaping CodeText,
    at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    // If there is nothing to ask, the open one stays as it is, whatever else the transaction does.
    try transaction.savepoint {
      let challenges = ChallengeDAO(transaction)
      let old = try challenges.open(submission.id, person: caller.person)
      let terms = terms(
        for: submission, digest: submission.signedDigest.bytes, by: method, caller, at: now)
      let number = try challenges.put(terms, person: caller.person)
      return try asked(terms, for: submission, number: number, replacing: old?.id, text, transaction, &after)
    }
  }

  /// The challenge with these stored terms, whose question is drawn now. Throws a `SigningError`.
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

  /// The open challenge that the caller's session may answer now; nil if there is none.
  ///
  /// A challenge that expires later than `challengeLifetime` from now was drawn by another server, or before the clock was set back:
  /// then it counts as none.
  func openChallenge(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge? {
    guard let open = try ChallengeDAO(transaction).open(id, person: caller.person), isOpen(open, to: caller, at: now),
      let question = try method(open.method).question(of: open.id, person: caller.person, transaction)
    else { return nil }
    return Challenge(open, question)
  }

  /// True if the caller's session may answer a challenge now, should it still ask something.
  func isOpen(_ terms: Challenge.Terms, to caller: Caller, at now: Instant) -> Bool {
    terms.session == caller.session && terms.expires > now
      && terms.expires - now <= rules.challengeLifetime + ServerClocks.apart
  }

  /// The caller's submission, which has to await its signature.
  ///
  /// Throws `SubmissionError.notFound` or `SigningError.notAwaited`.
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

  /// The other submission whose challenge has the person's question; nil unless this one is signed by the matrix too.
  func holder(
    besides submission: Submission, at now: Instant, _ transaction: Transaction
  ) throws -> SubmissionID? {
    guard submission.method == .matrix,
      let holder = try MatrixUseDAO(transaction).holder(person: submission.person, at: now), holder != submission.id
    else { return nil }
    return holder
  }

  /// True if the person may not sign.
  func isLocked(_ person: PersonID, _ transaction: Transaction) throws -> Bool {
    try PersonDAO(transaction).signingState(person)?.locked != nil
  }
}
