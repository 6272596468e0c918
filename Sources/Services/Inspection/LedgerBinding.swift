package import Model
import Persistence
import Storage
import Secrets

/// Binds the ledger to the audit.
///
/// Each movement's digest stands in a record of the transaction that moved the money. One record digests all movements
/// from before the binding.
enum LedgerBinding {
  /// The digest of the submission's stored movement, or of there being none.
  ///
  /// It is read back from the ledger, so that it describes what is stored. Records of submissions that an older program
  /// executed have no digest.
  static func digest(of submission: SubmissionID, _ transaction: Transaction) throws -> [UInt8] {
    let id = submission.description
    return try LedgerDAO(transaction).movement(of: id)?.digest ?? noMovement(of: id)
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
  package func recordMovement(_ id: Int64, by actor: AuditActor, _ transaction: Transaction) throws {
    guard let movement = try LedgerDAO(transaction).movement(id) else { return }
    try record(.moneyMoved, by: actor, of: .movement(id), digest: movement.digest, transaction)
  }
}
