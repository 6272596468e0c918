package import Model

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
