package import Model
import DataAccess
import Storage
import Secrets

/// The binding of the ledger to the audit.
///
/// The transaction that moves money also writes an audit record with the movement's digest. One
/// further record contains the digest of all movements before the binding.
package enum LedgerBinding {
  /// Returns the digest of the movement that executed a submission. If the submission moved no
  /// money, returns the digest of this fact.
  ///
  /// The movement is read back after its insertion, so that the digest describes the stored data.
  /// The records of submissions that an earlier release executed have no digest.
  static func digest(of outcome: ExecutionOutcome, _ submission: SubmissionID) -> [UInt8] {
    if case .moved(let movement) = outcome { return movement.digest }
    return noMovement(of: submission.description)
  }

  /// Returns the digest for a submission that moved no money.
  package static func noMovement(of submission: String) -> [UInt8] {
    Digest(ofFields: [Array("valence no movement 1".utf8), Array(submission.utf8)]).bytes
  }

  /// The digest of a sequence of movements.
  struct Chain {
    private(set) var digest = Digest(of: "valence movements 1").bytes
    /// The number of movements.
    private(set) var count = 0

    mutating func add(_ movement: Movement) {
      digest = Digest(of: digest + movement.canonical).bytes
      count += 1
    }
  }
}

extension Movement {
  /// The digest for the audit record of the movement.
  package var digest: [UInt8] { Digest(of: canonical).bytes }
}

extension Audit {
  /// Binds the ledger to the audit unless it is bound. Writes one record with the digest of all
  /// current movements.
  ///
  /// Reads the whole ledger in the transaction of the record.
  package func bindLedger() throws {
    if try store.read({ try AuditDAO($0).binding() }) != nil { return }
    try store.deferredWrite(locking: [.ledger]) { transaction in
      // Another process may have bound the ledger since the check.
      guard try AuditDAO(transaction).binding() == nil else { return }
      var chain = LedgerBinding.Chain()
      try LedgerDAO(transaction).forEachMovement { chain.add($0) }
      let newest = try LedgerDAO(transaction).newest()
      try record(.ledgerBound, by: .system, of: .ledger(through: newest), digest: chain.digest, transaction)
    }.wait()
  }

  /// Records a movement without a submission, in the transaction that made it.
  package func recordMovement(_ movement: Movement, by actor: AuditActor, _ transaction: Transaction) throws {
    try record(.moneyMoved, by: actor, of: .movement(movement.id), digest: movement.digest, transaction)
  }
}
