package import Model
import DataAccess
import Storage
import Secrets

/// Binds the ledger to the audit.
///
/// Each movement's digest stands in a record of the transaction that moved the money. One record digests all movements
/// from before the binding.
enum LedgerBinding {
  /// The digest of the movement by which a submission was executed, or of there being none.
  ///
  /// The movement is what the database answered to its insertion, so that the digest describes what is stored. Records of
  /// submissions that an older program executed have no digest.
  static func digest(of outcome: ExecutionOutcome, _ submission: SubmissionID) -> [UInt8] {
    if case .moved(let movement) = outcome { return movement.digest }
    return noMovement(of: submission.description)
  }

  /// The digest that says that the submission moved nothing.
  static func noMovement(of submission: String) -> [UInt8] {
    Digest(ofFields: [Array("valence no movement 1".utf8), Array(submission.utf8)]).bytes
  }

  /// The digest of a sequence of movements.
  struct Chain {
    /// The digest so far.
    private(set) var digest = Digest(of: "valence movements 1").bytes
    /// Count of movements so far.
    private(set) var count = 0

    /// Adds the next movement.
    mutating func add(_ movement: Movement) {
      digest = Digest(of: digest + movement.canonical).bytes
      count += 1
    }
  }
}

extension Movement {
  /// The digest in the movement's record.
  var digest: [UInt8] { Digest(of: canonical).bytes }
}

extension Audit {
  /// Binds the ledger to the audit unless it is bound: one record digests the movements so far.
  ///
  /// It reads the ledger once, in the transaction of the record.
  package func bindLedger() throws {
    if try store.read({ try AuditDAO($0).binding() }) != nil { return }
    try store.deferredWrite(locking: [.ledger]) { transaction in
      // Another process may have bound it meanwhile.
      guard try AuditDAO(transaction).binding() == nil else { return }
      var chain = LedgerBinding.Chain()
      try LedgerDAO(transaction).forEachMovement { chain.add($0) }
      let newest = try LedgerDAO(transaction).newest()
      try record(.ledgerBound, by: .system, of: .ledger(through: newest), digest: chain.digest, transaction)
    }.wait()
  }

  /// Records a movement that no submission causes, in the transaction that made it.
  ///
  ///     let movement = try LedgerDAO(transaction).insert(transfer, at: now)
  ///     try audit.recordMovement(movement, by: .system, transaction)
  package func recordMovement(_ movement: Movement, by actor: AuditActor, _ transaction: Transaction) throws {
    try record(.moneyMoved, by: actor, of: .movement(movement.id), digest: movement.digest, transaction)
  }
}
