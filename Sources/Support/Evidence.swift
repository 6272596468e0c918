package import Dates
package import JSON
package import Model
package import Services
package import Texts

/// Everything that the bank stores about one submission and its signature.
package struct Evidence: Sendable {
  package let submission: Submission
  /// The person; nil if the row is missing.
  package let person: Person?
  package let externalID: String?
  /// The rows as shown in each language, drawn again from the stored version; empty if the version
  /// is no longer stored or the values were deleted.
  package let shown: [Language: [String]]
  /// The circumstances of the signature; nil if none are stored.
  package let signedWith: Object?
  /// The time of the last challenge; nil without one.
  package let asked: Instant?
  package let challenges: Int
  /// The digest of the content, computed from the stored submission.
  package let digest: [UInt8]
  package let movement: Movement?
  package let feed: CoreFeedEntry?
  package let delivery: Delivery?
  /// The audit records about the submission, in their order.
  package let records: [FoundRecord]
  /// The newest record of the audit.
  package var head: AuditRecord.Head
  package var checks: [EvidenceCheck]

  /// True if the values were deleted after their retention.
  package let isForgotten: Bool

  /// The checks that failed.
  package var differences: [EvidenceCheck] { checks.filter { $0.result == .different } }
}
