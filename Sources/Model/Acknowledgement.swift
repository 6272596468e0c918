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
