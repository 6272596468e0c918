package import Model

/// The effect of a submission: what its operation makes a service check, hold and execute.
///
///     let effect = services.payments.effect(order)
///     let receipt = try services.submissions.create(draft, by: caller, effect: effect).wait()
package struct Effect: Sendable {
  /// Returns the amount to pay, or nil; throws a `Refusal` if the submission cannot be taken.
  ///
  /// Runs in the transaction that stores the submission, and again in the one that signs it.
  let check: @Sendable (Transaction, PersonID) throws -> Money?
  /// Money to set aside from the signature until the execution or refusal; nil for none.
  package let hold: @Sendable (Submission) -> Hold?
  /// Carries the submission out, or returns the reason of its refusal. Runs once, after `check` and the release of the
  /// hold.
  ///
  /// - The embedded ledger executes in the transaction of the signature, or of the submission if that needs none.
  /// - The bank's core executes first; this runs when the core says so, maybe days later, and checks only what it
  ///   writes.
  /// - A thrown error is a fault of ours: the transaction is undone.
  let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome

  /// The state that the person sees when submitting; nil if `check` covers all of it.
  ///
  /// The signature is refused if the state has changed by then.
  var basis: (@Sendable (Transaction, PersonID) throws -> String)?
  /// The customers' accounts that money moves between, as far as known. The write that carries it out locks them first.
  var accounts: @Sendable (Transaction) throws -> [AccountNumber] = { _ in [] }
  /// The executor of its submissions; by default the one that the operator has configured.
  package var executor = Executor.configured
  /// A cut-off time that takes precedence over the bank's.
  package var cutOff: CutOff?
  /// Codes to show the person once after the execution; nil for none.
  var shows: OneTimeDisplay?
  /// Work to do once the submission is durable; nil for none.
  var committed: (@Sendable () -> Void)?
  /// Returns the delivery to store beside a submission with that id, rendered before the transaction.
  ///
  /// Every new submission whose executor is `.service` needs it. Throws the reason why there can be none.
  package var delivery: (@Sendable (SubmissionID) throws -> DeliveryDraft)?
  /// Work to do once a signed submission waits in the outbox; nil for none.
  package var handedOver: (@Sendable () -> Void)?

  /// An effect that holds `hold`, or nothing.
  package init(
    hold: Hold? = nil, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    self.hold = { _ in hold }
    self.check = check
    self.execute = execute
  }

  /// An effect that holds the submission's amount, as `check` returned it, on an account.
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
    (delivery, handedOver) = (effect.delivery, effect.handedOver)
  }
}

extension Effect {
  /// The same effect, refused if `basis` differs between submission and signature.
  func on(_ basis: @escaping @Sendable (Transaction, PersonID) throws -> String) -> Effect {
    var effect = self
    effect.basis = basis
    return effect
  }

  /// The same effect, executed by this server: it changes nothing that the bank's core keeps.
  var here: Effect {
    var effect = self
    effect.executor = .here
    return effect
  }

  /// An effect that checks and does nothing.
  package static let none = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
}

/// The outcome of executing a signed submission.
package enum ExecutionOutcome: Sendable, Equatable {
  /// It is executed, and moved no money.
  case executed
  /// It is executed by this movement of the ledger.
  case moved(Movement)
  /// It is refused, and no money moved. The reason is a code such as `insufficient-funds`.
  case rejected(reason: String)
}

/// A reason why a submission is not taken, or not executed although it is signed; no money moved.
///
/// Any other error of an effect's `check` is a fault of ours.
package protocol Refusal: Error {
  /// The reason as a code such as `insufficient-funds`, stored with a submission that it ends.
  var code: String { get }
}

/// The state that the person saw has changed by the time of the signature: people sign what they saw, or nothing.
struct StateChanged: Refusal, Equatable {
  /// `state-changed`.
  let code = "state-changed"
}
