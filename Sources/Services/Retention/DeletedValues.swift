package import Dates
package import Model

extension RetentionRules {
  /// Returns true if a sweep or an erasure may have deleted the values of a submission by `now`.
  ///
  /// - Parameters:
  ///   - submission: The submission with its stored status.
  ///   - keep: Its own retention; nil if only the general one applies.
  ///   - erased: The time at which the person was erased; nil if the person was not.
  package func allowDeletion(
    of submission: Submission, keep: RetentionPeriod?, erased: Instant?, by now: Instant
  ) -> Bool {
    switch submission.status {
    case .awaitingSignature, .signed: return false
    case .executed, .rejected, .cancelled, .expired: break
    }
    if let days = keep?.days, submission.changed + .seconds(days * 86_400) <= now { return true }
    if submission.signed == nil { return erased != nil || submission.changed + unsigned <= now }
    guard let erased else { return false }
    return erased.utcDay.year + max(keep?.years ?? 0, documentYears) < now.utcDay.year
  }
}

extension Instant {
  /// The day in UTC. The time zone is irrelevant for periods of years and months.
  var utcDay: CivilDate {
    CivilDate(daysSinceEpoch: Int((Double(microseconds) / 86_400_000_000).rounded(.down)))
  }
}
