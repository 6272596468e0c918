import Model
import Persistence
import Secrets

/// A submission's way from the signature to its end, each step in the caller's transaction.
extension Submission {
  /// Stores that this submission is signed, with the business day that it carries, and checks its effect as things stand
  /// now: answers it signed, or rejected where the effect is refused by now.
  func signed(
    by effect: Effect, _ execution: Execution, at instant: Instant, _ author: AuditAuthor, _ transaction: Transaction
  ) throws -> Submission {
    // The check runs before the submission is stored as signed, so that sums of signed submissions leave it out.
    var refused: (any Refusal)?
    do {
      _ = try effect.check(transaction, self.person)
      try requireBasis(of: effect, transaction)
    } catch let refusal as any Refusal { refused = refusal }
    let signed = with(
      .signed, at: instant, businessDay: execution.businessDay(of: effect, paying: self.amount, at: instant))
    try SubmissionDAO(transaction).update(signed)
    try author.record(.submissionSigned, of: .submission(self.id), digest: signedDigest.bytes, transaction)
    return try refused.map { try signed.rejected(because: $0.code, at: instant, author, transaction) } ?? signed
  }

  /// Throws `StateChanged` if the state that the person saw has changed, or is unknown.
  private func requireBasis(of effect: Effect, _ transaction: Transaction) throws {
    // A submission that is signed as it is sent saw the present state.
    guard let basis = effect.basis, self.status == .awaitingSignature else { return }
    let now = Digest(of: try basis(transaction, self.person)).bytes
    guard try SubmissionDAO(transaction).basis(self.id, person: self.person) == now else { throw StateChanged() }
  }

  /// Places the hold of this signed submission until `executed` or `rejected`.
  func held(by effect: Effect, at instant: Instant, _ transaction: Transaction) throws {
    guard self.status == .signed, let hold = effect.hold(self) else { return }
    try HoldDAO(transaction).insert(hold, for: self.id, at: instant)
  }

  /// Executes or hands over this checked and signed submission.
  ///
  /// - The embedded ledger executes it in the transaction of the signature, without a hold.
  /// - For the bank's core its money is held and it joins the feed; it stays signed.
  /// - A rejected submission stays rejected.
  func handedOver(
    to effect: Effect, _ execution: Execution, at instant: Instant, _ author: AuditAuthor, _ transaction: Transaction
  ) throws -> Submission {
    guard self.status == .signed else { return self }
    guard execution.isFed(effect) else { return try finished(by: effect, at: instant, author, transaction) }
    try held(by: effect, at: instant, transaction)
    try CoreFeedDAO(transaction).insert(self.id, digest: signedDigest.bytes, at: instant)
    return self
  }

  /// Returns this signed submission as executed by the bank's core, with its hold released. Throws
  /// `CoreError.notExecutable` if the effect is refused here.
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

  /// Returns this signed submission as rejected, with its hold released.
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

  private func finished(
    by effect: Effect, message: CoreMessage? = nil, at instant: Instant, _ author: AuditAuthor,
    _ transaction: Transaction
  ) throws -> Submission {
    let result =
      switch try effect.execute(transaction, self) {
      case .executed: with(.executed, message: message, at: instant)
      case .rejected(let reason): with(.rejected, reason: reason, at: instant)
      }
    try SubmissionDAO(transaction).update(result)
    guard result.status == .executed else {
      try author.record(.submissionRejected, of: .submission(self.id), transaction)
      return result
    }
    let digest = try LedgerBinding.digest(of: self.id, transaction)
    try author.record(.submissionExecuted, of: .submission(self.id), digest: digest, transaction)
    return result
  }
}

extension Submission {
  /// Returns the submission as it appears at `instant`: expired if its time for signing has ended, stored as such or
  /// not.
  func seen(at instant: Instant) -> Submission {
    status == .awaitingSignature && expires <= instant ? with(.expired, at: expires) : self
  }

  /// The digest of everything that is signed, in a fixed order, each field with its length.
  var signedDigest: Digest {
    let texts: [String] = [
      "valence submission 1", id.description, person.description, operation, version,
      values, amount?.text ?? "", amount?.currency.rawValue ?? "",
      String(created.microseconds),
    ]
    return Digest(ofFields: texts.map { Array($0.utf8) })
  }
}
