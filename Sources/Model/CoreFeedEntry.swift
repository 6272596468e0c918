package import Dates

/// A signed submission on its way to the bank's core.
package struct CoreFeedEntry: Sendable, Equatable {
  /// Its place in the order of signing, from 1 on without gaps.
  package let sequence: Int64
  /// The submission as it stands now.
  package let submission: Submission
  /// The name of the person who signed it.
  package let personName: String
  /// The digest of the signed data.
  package let digest: [UInt8]
  /// The time of the signature.
  package let signed: Instant
  /// The time at which the core acknowledged it; nil before.
  package let acknowledged: Instant?

  /// Creates a submission in the feed.
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

/// The core's report on a submission that was handed over to it.
package enum Acknowledgement: Sendable, Equatable {
  /// The core executed it.
  case executed(CoreMessage?)
  /// The core refused it, with a reason as a code such as `account-closed`.
  case rejected(reason: String, CoreMessage?)

  /// The status that it gives the submission.
  package var status: Submission.Status {
    switch self {
    case .executed: .executed
    case .rejected: .rejected
    }
  }

  /// The reason of a refusal; nil if it was executed.
  package var reason: String? {
    switch self {
    case .executed: nil
    case .rejected(let reason, _): reason
    }
  }

  /// The core's message to the person.
  package var message: CoreMessage? {
    switch self {
    case .executed(let message), .rejected(_, let message): message
    }
  }
}
