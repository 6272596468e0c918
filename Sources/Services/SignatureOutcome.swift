package import Model

/// What an answer to a challenge led to.
package enum SignatureOutcome: Sendable, Equatable {
  /// The submission is signed, now or before: this is what became of it.
  case done(Submission)
  /// The answer was wrong, and its challenge is used up; nil for a next one where none is left to ask.
  case wrong(attemptsLeft: Int, next: Challenge?)
  /// There was no open challenge for these cells, so nothing was judged: this is the one to answer.
  case stale(next: Challenge)
  /// The submission can no longer be signed: cancelled, expired, or answered wrongly too often.
  case ended(Submission)
  /// The person may not sign until an operator unlocks it.
  case locked
}
