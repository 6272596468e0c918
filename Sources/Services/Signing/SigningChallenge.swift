import Model
import Persistence
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
    guard let method = try ChallengeDAO(transaction).method(submission.id, person: submission.person) else {
      throw SigningError.notAwaited
    }
    return try newChallenge(for: submission, by: method, caller, text, at: now, transaction, &after)
  }

  /// The first challenge of a new submission, whose signed fields have that digest. Throws a `SigningError`.
  func firstChallenge(
    for submission: Submission, digest: [UInt8], by method: Challenge.Method, _ caller: Caller,
    _ text: @escaping CodeText, at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    return try drawn(for: submission, digest: digest, by: method, caller, text, at: now, transaction, &after)
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
      if let old { _ = try challenges.close(old.id, person: caller.person, .superseded, at: now) }
      let number = try challenges.count(submission.id, person: caller.person) + 1
      return try drawn(
        for: submission, digest: submission.signedDigest.bytes, by: method, caller, text, at: now, number: number,
        replacing: old?.id, transaction, &after)
    }
  }

  private func drawn(
    for submission: Submission, digest: [UInt8], by name: Challenge.Method, _ caller: Caller,
    _ text: @escaping CodeText, at now: Instant, number: Int = 1, replacing old: ChallengeID? = nil,
    _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    let terms = Challenge.Terms(
      id: .new(at: now), submission: submission.id, method: name, session: caller.session,
      digest: digest, created: now, expires: now + rules.challengeLifetime)
    let asking = Asking(terms: terms, submission: submission, number: number, replaced: old, text: text)
    try ChallengeDAO(transaction).insert(terms)
    return Challenge(terms, try method(name).ask(asking, transaction, &after))
  }

  /// The open challenge that the caller's session may answer now; nil if there is none.
  ///
  /// A challenge that expires later than `challengeLifetime` from now was drawn before the clock was set back and
  /// counts as none.
  func openChallenge(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge? {
    guard let open = try ChallengeDAO(transaction).open(id, person: caller.person), open.session == caller.session,
      open.expires > now, open.expires - now <= rules.challengeLifetime,
      let question = try method(open.method).question(of: open.id, person: caller.person, transaction)
    else { return nil }
    return Challenge(open, question)
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
    guard try ChallengeDAO(transaction).method(submission.id, person: submission.person) == .matrix,
      let holder = try OpenQuestionDAO(transaction).holder(person: submission.person, at: now), holder != submission.id
    else { return nil }
    return holder
  }

  /// True if the person may not sign.
  func isLocked(_ person: PersonID, _ transaction: Transaction) throws -> Bool {
    try PersonDAO(transaction).signingState(person)?.locked != nil
  }
}
