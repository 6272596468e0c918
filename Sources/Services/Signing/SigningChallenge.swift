import Model
import Persistence
import Storage
import Secrets

extension Signing {
  /// The challenge that the caller's session may answer now, if one is open.
  func openChallenge(
    _ id: SubmissionID, caller: Caller, at now: Instant, _ transaction: Transaction
  ) throws -> Challenge? {
    guard let open = try ChallengeDAO(transaction).open(id, person: caller.person), open.session == caller.session,
      open.expires > now, open.expires - now <= rules.challengeLifetime,
      let question = try method(open.method).question(of: open.id, person: caller.person, transaction)
    else { return nil }
    return Challenge(open, question)
  }

  /// Returns the caller's submission, which waits for its signature.
  ///
  /// Throws `SubmissionError.notFound`, `SigningError.notAwaited` or, if its operation is disabled, a `DisabledError`.
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

  /// The other submission whose challenge has the person's question, where this one is signed by the matrix too.
  func holder(
    besides submission: Submission, at now: Instant, _ transaction: Transaction
  ) throws -> SubmissionID? {
    guard try ChallengeDAO(transaction).method(submission.id, person: submission.person) == .matrix,
      let holder = try OpenQuestionDAO(transaction).holder(person: submission.person, at: now), holder != submission.id
    else { return nil }
    return holder
  }

  /// True if the person is locked out of signing.
  func isLocked(_ person: PersonID, _ transaction: Transaction) throws -> Bool {
    try PersonDAO(transaction).signingState(person)?.locked != nil
  }

  /// The open challenge of a submission that waits for its signature, or a new one by the method of those before. Throws a
  /// `SigningError`.
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

  /// The challenge of a submission that has just been made. Throws a `SigningError`.
  func firstChallenge(
    for submission: Submission, by method: Challenge.Method, _ caller: Caller, _ text: @escaping CodeText,
    at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    if try isLocked(caller.person, transaction) { throw SigningError.locked }
    return try drawn(for: submission, by: method, caller, text, at: now, transaction, &after)
  }

  /// Creates a challenge in the place of the open one, if there is one.
  func newChallenge(
    for submission: Submission, by method: Challenge.Method, _ caller: Caller, _ text: @escaping CodeText,
    at now: Instant, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Challenge {
    // Without a question to ask, the open challenge stays, whatever the transaction does besides.
    try transaction.savepoint {
      let challenges = ChallengeDAO(transaction)
      let old = try challenges.open(submission.id, person: caller.person)
      if let old { _ = try challenges.close(old.id, person: caller.person, .superseded, at: now) }
      let number = try challenges.count(submission.id, person: caller.person) + 1
      return try drawn(
        for: submission, by: method, caller, text, at: now, number: number, replacing: old?.id, transaction, &after)
    }
  }

  private func drawn(
    for submission: Submission, by name: Challenge.Method, _ caller: Caller, _ text: @escaping CodeText,
    at now: Instant, number: Int = 1, replacing old: ChallengeID? = nil, _ transaction: Transaction,
    _ after: inout AfterCommit
  ) throws -> Challenge {
    let terms = Challenge.Terms(
      id: .new(at: now), submission: submission.id, method: name, session: caller.session,
      digest: submission.signedDigest.bytes, created: now, expires: now + rules.challengeLifetime)
    let asking = Asking(terms: terms, submission: submission, number: number, replaced: old, text: text)
    try ChallengeDAO(transaction).insert(terms)
    return Challenge(terms, try method(name).ask(asking, transaction, &after))
  }
}
