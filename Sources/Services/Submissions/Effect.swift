package import Model

/// The effect of a submission, which its operation joins to one service call.
///
///     let effect = payments.effect(order)
package struct Effect: Sendable {
  /// Checks the submission; returns the amount that it pays, or throws a `Refusal`.
  ///
  /// Runs in the transaction that stores the submission, and again in the one that signs it.
  package let check: @Sendable (Transaction, PersonID) throws -> Money?
  /// Returns the hold from the signature until the execution or rejection; nil if there is none.
  package let hold: @Sendable (Submission) -> Hold?
  /// Executes the submission, once, after `check`.
  ///
  /// - The embedded ledger executes it in the transaction of the signature.
  /// - The bank's core executes it, and this runs in the transaction that takes the acknowledgement, which may be days
  ///   later. Only the writes themselves can refuse it then.
  /// - The hold is released before. A thrown error undoes the transaction: it is a fault of the server.
  package let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome

  /// Returns the state that the person sees at the submission. A signature is refused if that has changed. Nil if
  /// `check` covers all that the person sees.
  package var basis: (@Sendable (Transaction, PersonID) throws -> String)?
  /// Returns the customers' accounts between which it moves money, as far as they are known. The executing write locks
  /// them first.
  package var accounts: @Sendable (Transaction) throws -> [AccountNumber] = { _ in [] }
  /// The system that executes it.
  package var executor = Executor.configured
  /// A cut-off time that goes before the bank's.
  package var cutOff: CutOff?
  /// The data that the person is shown once after the execution; nil without any.
  package var shows: Disclosure?
  /// Work for the time after the commit; nil without any.
  package var committed: (@Sendable () -> Void)?

  /// Creates an effect that holds this, or nothing.
  package init(
    hold: Hold? = nil, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    self.hold = { _ in hold }
    self.check = check
    self.execute = execute
  }

  /// Creates an effect that holds the submission's amount, which `check` answered, on an account.
  package init(
    holdingOn account: AccountNumber, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    hold = { submission in submission.amount.map { Hold($0, on: account) } }
    accounts = { _ in [account] }
    self.check = check
    self.execute = execute
  }

  /// Creates the same effect with another check.
  package init(
    checkedBy check: @escaping @Sendable (Transaction, PersonID) throws -> Money?, _ effect: Effect
  ) {
    hold = effect.hold
    self.check = check
    execute = effect.execute
    (executor, cutOff, basis) = (effect.executor, effect.cutOff, effect.basis)
    accounts = effect.accounts
    (shows, committed) = (effect.shows, effect.committed)
  }
}

/// The state that the person saw at the submission has changed before the signature.
package struct StateChanged: Refusal, Equatable {
  /// `state-changed`.
  package let code = "state-changed"
}

extension Effect {
  /// The same effect, refused if `basis` is another when it is signed than when it was submitted.
  package func on(_ basis: @escaping @Sendable (Transaction, PersonID) throws -> String) -> Effect {
    var effect = self
    effect.basis = basis
    return effect
  }

  /// The same effect, carried out here: it changes nothing that the bank's core keeps.
  package var here: Effect {
    var effect = self
    effect.executor = .here
    return effect
  }

  /// The effect that checks and does nothing.
  package static let none = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
}

/// The result of executing a signed submission.
package enum ExecutionOutcome: Sendable, Equatable {
  /// It is executed.
  case executed
  /// It is rejected, and nothing moved. The reason is a code such as `insufficient-funds`.
  case rejected(reason: String)
}

/// The refusal of a submission, or of the execution of a signed one; nothing moved.
///
/// Any other error of an effect's `check` is a fault of the server.
package protocol Refusal: Error {
  /// The reason as a code, stored with a submission that it ended: `insufficient-funds`.
  var code: String { get }
}
