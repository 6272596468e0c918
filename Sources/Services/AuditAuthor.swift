import Model

/// The audit as one actor writes it: for what is done in several steps.
struct AuditAuthor: Sendable {
  let audit: Audit
  let actor: AuditActor

  /// Adds a record to the open transaction.
  func record(
    _ event: AuditEvent, of subject: AuditSubject, digest: [UInt8]? = nil, _ transaction: Transaction
  ) throws {
    try audit.record(event, by: actor, of: subject, digest: digest, transaction)
  }
}
