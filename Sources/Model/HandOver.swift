/// A signed submission on its way to the bank's core.
package struct HandOver: Sendable, Equatable {
  /// Its place in the order of signing, from 1 on without gaps.
  package let sequence: Int64
  /// The submission as it stands now.
  package let submission: Submission
  /// The name of the person who signed it.
  package let personName: String
  /// The digest of what was signed.
  package let digest: [UInt8]
  /// When it was signed.
  package let signed: Instant
  /// When the core acknowledged it; nil while it has not.
  package let acknowledged: Instant?

  /// A submission in the feed.
  package init(
    sequence: Int64, submission: Submission, personName: String, digest: [UInt8], signed: Instant,
    acknowledged: Instant?
  ) {
    self.sequence = sequence
    self.submission = submission
    self.personName = personName
    self.digest = digest
    self.signed = signed
    self.acknowledged = acknowledged
  }
}
