import Dates
import Model
import DataAccess
import Secrets
import Storage

/// The steps of a submission from its signature to its end, each in the caller's transaction.
extension Submission {
  /// Checks the effect of this submission again, and stores it as signed, with its business day, and where it goes on to.
  ///
  /// - Returns it rejected if the effect is refused by now.
  /// - Otherwise it is executed or handed over, as `handedOver` says. If it is executed here, one statement stores both
  ///   steps, and the database adds both to the history.
  func signed(
    by effect: Effect, _ execution: Execution, digest: [UInt8], at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction, _ after: inout AfterCommit
  ) throws -> Submission {
    // Checked before it is stored as signed: sums of signed submissions must not include this one.
    var refused: (any Refusal)?
    do {
      _ = try effect.check(transaction, self.person)
      try requireBasis(of: effect, transaction)
    } catch let refusal as any Refusal { refused = refusal }
    let signed = with(
      .signed, at: instant, businessDay: execution.businessDay(of: effect, paying: self.amount, at: instant))
    let isExecutedHere = refused == nil && effect.executor != .service && !execution.isFed(effect)
    if !isExecutedHere { try SubmissionDAO(transaction).update(signed) }
    try author.record(.submissionSigned, of: .submission(self.id), digest: digest, transaction)
    if let refused { return try signed.rejected(because: refused.code, at: instant, author, transaction) }
    if isExecutedHere { return try signed.finished(by: effect, isStored: false, at: instant, author, transaction) }
    return try signed.handedOver(to: effect, execution, at: instant, author, transaction, &after)
  }

  /// Throws `StateChanged` if the state that the person saw has changed or is unknown.
  private func requireBasis(of effect: Effect, _ transaction: Transaction) throws {
    // A submission that needs no signature is sent with the present state.
    guard let basis = effect.basis, self.status == .awaitingSignature else { return }
    let now = Digest(of: try basis(transaction, self.person)).bytes
    guard try SubmissionDAO(transaction).basis(self.id, person: self.person) == now else { throw StateChanged() }
  }

  /// Executes this checked and signed submission, or hands it over to the bank's core or the system that declares it.
  ///
  /// - The embedded ledger executes it in the transaction of the signature, so nothing has to be held in between.
  /// - For the bank's core its money is held and it joins the feed; it stays signed.
  /// - For a system its money is held and its delivery goes out; it stays signed.
  /// - A rejected submission stays rejected.
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
    // Both heads are locked for it, as for a record of the audit.
    try transaction.beforeCommit { before in
      try CoreFeedDAO(transaction).insert(self.id, digest: signedDigest.bytes, at: instant)
      return before
    }
    return self
  }

  /// Sets aside the money of this signed submission until `executed` or `rejected`.
  func held(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws {
    guard self.status == .signed, let hold = effect.hold(self) else { return }
    try HoldDAO(transaction).insert(hold, for: self.id, at: instant)
  }

  /// Executes this signed submission as the bank's core has done, and releases its hold.
  ///
  /// Throws `CoreError.notExecutable` if the effect is refused here.
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

  /// Executes this signed submission; `isStored` is false if the database does not have it as signed yet.
  private func finished(
    by effect: Effect, message: CoreMessage? = nil, isStored: Bool = true, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    let outcome = try effect.execute(transaction, self)
    let result =
      switch outcome {
      case .executed: with(.executed, message: message, at: instant)
      case .moved(let movement): with(.executed, message: message, at: instant, movement: movement.id)
      case .rejected(let reason): with(.rejected, reason: reason, at: instant)
      }
    // The history of a refused submission has its signature too.
    if !isStored, result.status == .rejected { try SubmissionDAO(transaction).update(self) }
    try SubmissionDAO(transaction).update(result)
    guard result.status == .executed else {
      try author.record(.submissionRejected, of: .submission(self.id), transaction)
      return result
    }
    let digest = LedgerBinding.digest(of: outcome, self.id)
    try author.record(.submissionExecuted, of: .submission(self.id), digest: digest, transaction)
    return result
  }
}

/// A submission for a system of the bank was stored without what that is to be handed.
struct MissingDelivery: Error {}

extension Submission {
  /// The submission as seen at `instant`: unsigned after its time it is expired, whether that is stored yet or not.
  func seen(at instant: Instant) -> Submission {
    status == .awaitingSignature && expires <= instant ? with(.expired, at: expires) : self
  }

  /// The digest of all signed fields, in a fixed order, each with its length.
  ///
  /// The captions stand behind them if there are any, and the warnings behind both: the person signs them too.
  var signedDigest: Digest {
    let texts: [String] =
      [
        "valence submission 1", id.description, person.description, operation, version,
        values, amount?.text ?? "", amount?.currency.rawValue ?? "",
        String(created.microseconds),
      ] + (warnings == nil ? [captions] : [captions ?? "", warnings]).compactMap(\.self)
    return Digest(ofTexts: texts)
  }
}
