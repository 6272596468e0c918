import Dates
package import Model
import DataAccess
package import Secrets
import Storage

/// The steps of a submission from its signature to its end. Each step is part of the caller's
/// transaction.
extension Submission {
  /// Checks the effect again, stores the submission as signed with its business day, and executes
  /// it or hands it over.
  ///
  /// - `circumstances` of the signature are stored with it, as JSON.
  /// - Returns the submission as rejected if the effect is now refused.
  /// - If this server executes the submission, one statement stores both steps, and the database
  ///   adds both to the history.
  func signed(
    by effect: Effect, _ execution: Execution, digest: [UInt8], under circumstances: String? = nil, at instant: Instant,
    _ author: AuditAuthor, _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Submission {
    // Check before the submission is stored as signed, because totals of signed submissions must
    // not include it.
    var refused: (any Refusal)?
    do {
      _ = try effect.check(transaction, self.person)
      try requireBasis(of: effect, transaction)
    } catch let refusal as any Refusal { refused = refusal }
    let signed = with(
      .signed, at: instant, businessDay: execution.businessDay(of: effect, paying: self.amount, at: instant))
    let isExecutedHere = refused == nil && effect.executor != .service && !execution.isFed(effect)
    if !isExecutedHere { try SubmissionDAO(transaction).update(signed, signedUnder: circumstances) }
    try author.record(.submissionSigned, of: .submission(self.id), digest: digest, transaction)
    if let refused { return try signed.rejected(because: refused.code, at: instant, author, transaction) }
    if isExecutedHere {
      return try signed.finished(by: effect, storing: circumstances, at: instant, author, transaction)
    }
    return try signed.handedOver(to: effect, execution, at: instant, author, transaction, &after)
  }

  /// Throws `StateChanged` if the state that the person was shown has changed or is unknown.
  private func requireBasis(of effect: Effect, _ transaction: Transaction) throws {
    // Without a signature, the submission is stored and processed in one transaction, so no earlier
    // state was stored for a comparison.
    guard let basis = effect.basis, self.status == .awaitingSignature else { return }
    let now = Digest(of: try basis(transaction, self.person)).bytes
    guard try SubmissionDAO(transaction).basis(self.id, person: self.person) == now else { throw StateChanged() }
  }

  /// Executes this checked and signed submission, or hands it over to the bank's core or another
  /// system.
  ///
  /// - The embedded ledger executes it in the same transaction, without a hold.
  /// - For the bank's core, its money is held and it is added to the feed. It remains signed.
  /// - For another system, its money is held and its delivery becomes due. It remains signed.
  /// - A rejected submission remains rejected.
  func handedOver(
    to effect: Effect, _ execution: Execution, at instant: Instant, _ author: AuditAuthor, _ transaction: Transaction,
    _ after: inout AfterCommit
  ) throws -> Submission {
    guard self.status == .signed else { return self }
    if effect.executor == .service {
      try held(by: effect, at: instant, transaction)
      guard try DeliveryDAO(transaction).handOver(self.id, at: instant) else { throw MissingDelivery() }
      try author.record(.submissionHandedOver, of: .submission(self.id), digest: signedDigest.bytes, transaction)
      if let handedOver = effect.handedOver { after.add(handedOver) }
      return self
    }
    guard execution.isFed(effect) else { return try finished(by: effect, at: instant, author, transaction) }
    try held(by: effect, at: instant, transaction)
    // The feed needs the same lock as an audit record, so the entry is added just before the
    // commit.
    try transaction.beforeCommit { before in
      try CoreFeedDAO(transaction).insert(self.id, digest: signedDigest.bytes, at: instant)
      return before
    }
    return self
  }

  /// Holds the money of this signed submission until `executed` or `rejected`.
  func held(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws {
    guard self.status == .signed, let hold = effect.hold(self) else { return }
    try HoldDAO(transaction).insert(hold, for: self.id, at: instant)
  }

  /// Executes this signed submission after an external system has executed it, and releases its
  /// hold.
  ///
  /// Throws `CoreError.notExecutable` if the effect is refused.
  @discardableResult
  func executed(
    by effect: Effect, message: CoreMessage? = nil, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    try HoldDAO(transaction).release(self.id, at: instant)
    let result: Submission
    do {
      result = try finished(by: effect, message: message, at: instant, author, transaction)
    } catch let refusal as any Refusal {
      throw CoreError.notExecutable(reason: refusal.code)
    }
    if result.status == .rejected { throw CoreError.notExecutable(reason: result.reason ?? "") }
    return result
  }

  /// Rejects this signed submission and releases its hold.
  @discardableResult
  func rejected(
    because reason: String, message: CoreMessage? = nil, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    try HoldDAO(transaction).release(self.id, at: instant)
    let rejected = with(.rejected, reason: reason, message: message, at: instant)
    try SubmissionDAO(transaction).update(rejected)
    try author.record(.submissionRejected, of: .submission(self.id), transaction)
    return rejected
  }

  /// Stores this submission as signed under `circumstances`, and executes it.
  private func finished(
    by effect: Effect, storing circumstances: String?, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    let (result, outcome) = try result(of: effect, message: nil, at: instant, transaction)
    let table = SubmissionDAO(transaction)
    if result.status == .rejected {
      // The history of a rejected submission must include its signature.
      try table.update(self, signedUnder: circumstances)
      try table.update(result)
    } else {
      try table.update(result, signedUnder: circumstances)
    }
    return try result.recorded(outcome, author, transaction)
  }

  /// Executes this submission, which is stored as signed.
  private func finished(
    by effect: Effect, message: CoreMessage? = nil, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    let (result, outcome) = try result(of: effect, message: message, at: instant, transaction)
    try SubmissionDAO(transaction).update(result)
    return try result.recorded(outcome, author, transaction)
  }

  /// Carries out the effect, and returns this submission with its result.
  private func result(
    of effect: Effect, message: CoreMessage?, at instant: Instant, _ transaction: Transaction
  ) throws -> (submission: Submission, outcome: ExecutionOutcome) {
    let outcome = try effect.execute(transaction, self)
    let result =
      switch outcome {
      case .executed: with(.executed, message: message, at: instant)
      case .moved(let movement): with(.executed, message: message, at: instant, movement: movement.id)
      case .rejected(let reason): with(.rejected, reason: reason, at: instant)
      }
    return (result, outcome)
  }

  /// Records the outcome of this submission in the audit, and returns the submission.
  private func recorded(
    _ outcome: ExecutionOutcome, _ author: AuditAuthor, _ transaction: Transaction
  ) throws -> Submission {
    guard self.status == .executed else {
      try author.record(.submissionRejected, of: .submission(self.id), transaction)
      return self
    }
    let digest = LedgerBinding.digest(of: outcome, self.id)
    try author.record(.submissionExecuted, of: .submission(self.id), digest: digest, transaction)
    return self
  }
}

/// The delivery for the system that executes the submission is missing.
struct MissingDelivery: Error {}

extension Submission {
  /// Returns the submission at `instant`. If an unsigned submission has reached its expiry, its
  /// status is `expired`, even if that is not stored yet.
  func seen(at instant: Instant) -> Submission {
    status == .awaitingSignature && expires <= instant ? with(.expired, at: expires) : self
  }

  /// The digest of all signed fields, in a fixed order and with their lengths.
  ///
  /// Captions and warnings are signed too. They follow the other fields, if present.
  package var signedDigest: Digest {
    let texts: [String] =
      [
        "valence submission 1", id.description, person.description, operation, version,
        values, amount?.text ?? "", amount?.currency.rawValue ?? "",
        String(created.microseconds),
      ] + (warnings == nil ? [captions] : [captions ?? "", warnings]).compactMap(\.self)
    return Digest(ofTexts: texts)
  }
}
