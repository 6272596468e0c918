/// One step in a submission's history.
package struct StatusChange: Sendable, Equatable {
  /// The status it took.
  package let status: Submission.Status
  /// Why, where that needs saying.
  package let reason: String?
  /// When.
  package let at: Instant

  /// A step.
  package init(status: Submission.Status, reason: String?, at: Instant) {
    self.status = status
    self.reason = reason
    self.at = at
  }
}
