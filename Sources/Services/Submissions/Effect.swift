package import Model

/// What a submission does, joined by its operation to one service call.
package struct Effect: Sendable {
  /// Throws a `Refusal` where the submission cannot be taken; answers what is paid, if something is. Runs in the
  /// transaction that stores the submission, and again in the one that signs it.
  package let check: @Sendable (Transaction, PersonID) throws -> Money?
  /// What is set aside for a submission from the signature until the execution or the refusal; nil where nothing is.
  package let hold: @Sendable (Submission) -> Hold?
  /// Does it, or says why not. Runs once, after `check`: in the transaction that signs the submission where the embedded
  /// ledger executes it, and where the bank's core does in the one that takes its word for it, which may be days later:
  /// then nothing is checked again but what is written. What is held is released before. What it throws is a fault of
  /// ours: the transaction is undone with it.
  package let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome

  /// The state that the person sees when the submission is made: what is signed is refused where that is another by then.
  /// Nil where `check` looks at all that there is to see.
  package var basis: (@Sendable (Transaction, PersonID) throws -> String)?
  /// The customers' accounts that it moves money between, as far as it can tell: who carries it out holds them first.
  package var accounts: @Sendable (Transaction) throws -> [AccountNumber] = { _ in [] }
  /// Who carries it out.
  package var executor = Executor.configured
  /// A cut-off time that goes before the bank's.
  package var cutOff: CutOff?
  /// What the person is shown once when it is done; nil where nothing is.
  package var shows: Disclosure?
  /// What is to be done once it is durable; nil where nothing is.
  package var committed: (@Sendable () -> Void)?

  /// An effect that holds this, or nothing.
  package init(
    hold: Hold? = nil, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    self.hold = { _ in hold }
    self.check = check
    self.execute = execute
  }

  /// An effect that holds the submission's amount, which `check` answered, on an account.
  package init(
    holdingOn account: AccountNumber, check: @escaping @Sendable (Transaction, PersonID) throws -> Money?,
    execute: @escaping @Sendable (Transaction, Submission) throws -> ExecutionOutcome
  ) {
    hold = { submission in submission.amount.map { Hold($0, on: account) } }
    accounts = { _ in [account] }
    self.check = check
    self.execute = execute
  }

  /// The same effect with another check.
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

/// What a submission was made for is in another state by the time of its signature: the person signs what they saw, or
/// nothing.
package struct StateChanged: Refusal, Equatable {
  /// `state-changed`.
  package let code = "state-changed"
}

extension Effect {
  /// The same effect, refused where `basis` is another when it is signed than when it was submitted.
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

/// Why a submission is not taken, or not executed although it is signed; nothing moved.
///
/// What an effect's `check` throws and is none of these is a fault of ours.
package protocol Refusal: Error {
  /// The reason as a code, stored with a submission that it ended: `insufficient-funds`.
  var code: String { get }
}
