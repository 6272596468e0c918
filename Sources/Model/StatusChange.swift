/// One step in a submission's history.
package struct StatusChange: Sendable, Equatable {
  /// The status it took.
  package let status: Submission.Status
  /// Why, where that needs saying.
  package let reason: String?
  /// What the bank's core had to say to the person.
  package let message: CoreMessage?
  /// When.
  package let at: Instant

  /// A step.
  package init(status: Submission.Status, reason: String?, message: CoreMessage? = nil, at: Instant) {
    self.status = status
    self.reason = reason
    self.message = message
    self.at = at
  }
}
