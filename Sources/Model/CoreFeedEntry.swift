package import Dates

/// A signed submission in the feed for the bank's core.
package struct CoreFeedEntry: Sendable, Equatable {
  /// A person or a customer, with its id in the bank's other systems.
  package struct Party: Sendable, Equatable {
    /// The id in the bank's other systems; nil if the bank has stored none.
    package let externalID: String?
    package let name: String

    package init(externalID: String?, name: String) { (self.externalID, self.name) = (externalID, name) }
  }

  /// The position in the order of signing, from 1 without gaps.
  package let sequence: Int64
  /// The submission in its current state.
  package let submission: Submission
  /// The person who signed.
  package let person: Party
  /// The number of the debited account; nil if the submission moves no money.
  package let account: String?
  /// The holder of the debited account; nil without an account or if the holder is unknown.
  package let customer: Party?
  /// The digest of the signed data.
  package let digest: [UInt8]
  package let signed: Instant
  /// The time of the core's acknowledgement; nil if the core has not acknowledged it.
  package let acknowledged: Instant?

  package init(
    sequence: Int64, submission: Submission, person: Party, account: String?, customer: Party?, digest: [UInt8],
    signed: Instant, acknowledged: Instant?
  ) {
    self.sequence = sequence
    self.submission = submission
    self.person = person
    self.account = account
    self.customer = customer
    self.digest = digest
    self.signed = signed
    self.acknowledged = acknowledged
  }
}

/// The core's report on a submission in the feed.
package enum Acknowledgement: Sendable, Equatable {
  /// The core executed the submission.
  case executed(CoreMessage?)
  /// The core rejected the submission. The reason is a code such as `account-closed`.
  case rejected(reason: String, CoreMessage?)

  /// The status of the submission after this report.
  package var status: Submission.Status {
    switch self {
    case .executed: .executed
    case .rejected: .rejected
    }
  }

  /// The reason for a rejection; nil if the submission was executed.
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
