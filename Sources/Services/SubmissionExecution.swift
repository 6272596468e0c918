import Model
import Persistence

/// A submission's way from the signature to its end, each step in the caller's transaction.
extension Submission {
  /// Stores that this submission is signed and checks its effect as things stand now: answers it signed, or rejected
  /// where the effect is refused by now.
  func signed(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws -> Submission {
    // Checked before it is stored as signed, so that what counts what is signed does not count this one.
    var refused: (any Refusal)?
    do { _ = try effect.check(transaction, person) } catch let refusal as any Refusal { refused = refusal }
    let signed = with(.signed, at: instant)
    try SubmissionDAO(transaction).update(signed)
    return try refused.map { try signed.rejected(because: $0.code, at: instant, transaction) } ?? signed
  }

  /// Sets aside what this signed submission holds until `executed` or `rejected`.
  func held(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws {
    guard status == .signed, let hold = effect.hold(self) else { return }
    try HoldDAO(transaction).insert(hold, for: id, at: instant)
  }

  /// What becomes of this checked and signed submission at once: the embedded ledger executes it, in the transaction of
  /// the signature, so that nothing has to be held in between. Rejected already, it stays so.
  func handedOver(to effect: Effect, at instant: Instant, _ transaction: Transaction) throws -> Submission {
    guard status == .signed else { return self }
    return try finished(by: effect, at: instant, transaction)
  }

  /// This signed submission executed, what it held released.
  func executed(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws -> Submission {
    try HoldDAO(transaction).release(id, at: instant)
    return try finished(by: effect, at: instant, transaction)
  }

  /// This signed submission refused, what it held released.
  func rejected(because reason: String, at instant: Instant, _ transaction: Transaction) throws -> Submission {
    try HoldDAO(transaction).release(id, at: instant)
    let rejected = with(.rejected, reason: reason, at: instant)
    try SubmissionDAO(transaction).update(rejected)
    return rejected
  }

  private func finished(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws -> Submission {
    let result =
      switch try effect.execute(transaction, self) {
      case .executed: with(.executed, at: instant)
      case .rejected(let reason): with(.rejected, reason: reason, at: instant)
      }
    try SubmissionDAO(transaction).update(result)
    return result
  }
}
