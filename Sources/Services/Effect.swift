package import Model

/// What a submission does, joined by its operation to one service call.
package struct Effect: Sendable {
  /// Throws where the submission cannot be taken; answers what is paid, if something is. Runs in the transaction
  /// that stores the submission.
  package let check: @Sendable (Transaction, PersonID) throws -> Money?
  /// Does it, or says why not. Runs once, in the transaction that signs the submission. What it throws is a fault of
  /// ours: the signature is undone with it.
  package let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  /// What the person is shown once when it is done; nil where nothing is.
  package let shows: Disclosure?

  /// An effect of these.
  package init(
    check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome, shows: Disclosure? = nil
  ) {
    self.check = check
    self.execute = execute
    self.shows = shows
  }
}

extension Effect {
  /// Nothing to check and nothing to do.
  package static let none = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
}

/// What became of a signed submission.
package enum ExecutionOutcome: Sendable, Equatable {
  /// It is done.
  case executed
  /// It is refused, and nothing moved; the reason is a code such as `insufficient-funds`.
  case rejected(reason: String)
}
