package import Model

/// Why an acknowledgement of the bank's core is not taken.
package enum CoreError: Error, Equatable {
  /// The core has said something else of the submission before, which stands.
  case acknowledgedOtherwise(Submission.Status)
  /// The core has executed it, and the ledger cannot: it stays signed, with its hold, until somebody has looked at it.
  case notExecutable(reason: String)
}
