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

/// What the bank's core says has become of a submission that it was handed.
package enum Acknowledgement: Sendable, Equatable {
  /// It is done.
  case executed(CoreMessage?)
  /// It is refused; the reason is a code such as `account-closed`.
  case rejected(reason: String, CoreMessage?)

  /// The status that it gives the submission.
  package var status: Submission.Status {
    switch self {
    case .executed: .executed
    case .rejected: .rejected
    }
  }

  /// Why it is refused; nil where it is not.
  package var reason: String? {
    switch self {
    case .executed: nil
    case .rejected(let reason, _): reason
    }
  }

  /// What the core has to say to the person.
  package var message: CoreMessage? {
    switch self {
    case .executed(let message), .rejected(_, let message): message
    }
  }
}
