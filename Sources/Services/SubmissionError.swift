package import Model

/// Why a submission is not taken, or not changed.
package enum SubmissionError: Error, Equatable {
  /// The person has none with this id.
  case notFound
  /// The idempotency key belongs to this submission, which came with another body.
  case keyReused(SubmissionID)
  /// As many of the person's submissions as may be wait for their signature.
  case tooManyUnsigned(limit: Int)
  /// It can no longer be cancelled.
  case notCancellable(Submission.Status)
}
