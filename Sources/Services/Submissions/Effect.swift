package import Model

/// The effect of a submission: the checks, the hold and the execution of its operation.
package struct Effect: Sendable {
  /// Returns the amount to pay, or nil. Throws a `Refusal` if the submission must be rejected.
  ///
  /// Runs in the transaction that stores the submission, and again in the one that signs it.
  let check: @Sendable (Transaction, PersonID) throws -> Money?
  /// Returns the money to hold from the signature until the execution or rejection; nil if no money
  /// is held.
  package let hold: @Sendable (Submission) -> Hold?
  /// Executes the submission, or returns the reason for its rejection. Runs once, after `check` and
  /// the release of the hold.
  ///
  /// - The embedded ledger executes in the transaction of the signature. If no signature is
  ///   required, it executes in the transaction of the submission.
  /// - If the bank's core executes, this runs when the core acknowledges the submission, possibly
  ///   days later. It then checks only the data that it writes.
  /// - A thrown error is an internal fault, and the transaction is rolled back.
  let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome

  /// Returns the state that the person sees when submitting; nil if `check` covers it completely.
  ///
  /// The submission is rejected if the state has changed at the time of the signature.
  var basis: (@Sendable (Transaction, PersonID) throws -> String)?
  /// Returns the known customer accounts that money moves between. The write that executes the
  /// effect locks them first.
  var accounts: @Sendable (Transaction) throws -> [AccountNumber] = { _ in [] }
  /// The system that executes the submissions; by default the configured one.
  package var executor = Executor.configured
  /// A cut-off time that overrides the bank's.
  package var cutOff: CutOff?
  /// Codes to show to the person once after the execution; nil if no codes are shown.
  var shows: OneTimeDisplay?
  /// Work to do once the submission is durable; nil if no work is needed.
  var committed: (@Sendable () -> Void)?
  /// Returns the delivery to store with a submission of this id. It is rendered before the
  /// transaction.
  ///
  /// Required if the executor is `.service`. Throws the reason why no delivery is possible.
  package var delivery: (@Sendable (SubmissionID) throws -> DeliveryDraft)?
  /// Work to do once a signed submission is in the outbox; nil if no work is needed.
  package var handedOver: (@Sendable () -> Void)?

  /// Creates an effect with a fixed hold, or none.
  package init(
    hold: Hold? = nil, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    self.hold = { _ in hold }
    self.check = check
    self.execute = execute
  }

  /// Creates an effect that holds the amount of the submission on an account.
  package init(
    holdingOn account: AccountNumber, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    hold = { submission in submission.amount.map { Hold($0, on: account) } }
    accounts = { _ in [account] }
    self.check = check
    self.execute = execute
  }

  /// Creates a copy of an effect with another check.
  package init(
    checkedBy check: @escaping @Sendable (Transaction, PersonID) throws -> Money?, _ effect: Effect
  ) {
    hold = effect.hold
    self.check = check
    execute = effect.execute
    (executor, cutOff, basis) = (effect.executor, effect.cutOff, effect.basis)
    accounts = effect.accounts
    (shows, committed) = (effect.shows, effect.committed)
    (delivery, handedOver) = (effect.delivery, effect.handedOver)
  }
}

extension Effect {
  /// Returns a copy of the effect that is rejected if `basis` changes between submission and
  /// signature.
  func on(_ basis: @escaping @Sendable (Transaction, PersonID) throws -> String) -> Effect {
    var effect = self
    effect.basis = basis
    return effect
  }

  /// A copy of the effect that this server executes. It must not change data of the bank's core.
  var here: Effect {
    var effect = self
    effect.executor = .here
    return effect
  }

  /// An effect without checks and changes.
  package static let none = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
}

/// The outcome of executing a signed submission.
package enum ExecutionOutcome: Sendable, Equatable {
  /// The submission was executed and moved no money.
  case executed
  /// The submission was executed by this movement in the ledger.
  case moved(Movement)
  /// The submission was rejected and moved no money. The reason is a code such as
  /// `insufficient-funds`.
  case rejected(reason: String)
}

/// A reason why a submission is not accepted, or not executed although it is signed. No money has
/// moved.
///
/// Any other error of an effect's `check` is an internal fault.
package protocol Refusal: Error {
  /// The reason as a code, such as `insufficient-funds`. It is stored with a submission that is
  /// rejected for this reason.
  var code: String { get }
}

/// The state that the person was shown has changed before the signature.
struct StateChanged: Refusal, Equatable {
  /// `state-changed`.
  let code = "state-changed"
}
