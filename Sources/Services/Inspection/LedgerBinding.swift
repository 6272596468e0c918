package import Model
import Persistence
import Storage
import Secrets

/// Binds the ledger to the audit: the digest of each movement is in a record of the same transaction.
///
/// One record has the digest of all movements before the first bound one.
enum LedgerBinding {
  /// Returns the digest of the movement that the submission caused, or of its absence, as stored.
  ///
  /// A submission executed by an older program has no digest in its record.
  static func digest(of submission: SubmissionID, _ transaction: Transaction) throws -> [UInt8] {
    let id = submission.description
    return try LedgerDAO(transaction).movement(of: id)?.digest ?? noMovement(of: id)
  }

  /// The digest that says that the submission moved nothing.
  static func noMovement(of submission: String) -> [UInt8] {
    Digest(ofFields: [Array("valence no movement 1".utf8), Array(submission.utf8)]).bytes
  }

  /// The digest of movements in their order, one after the other.
  struct Chain {
    /// The digest so far.
    private(set) var digest = Digest(of: "valence movements 1").bytes
    /// The number of movements.
    private(set) var count = 0

    /// Adds the next one.
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
  /// Binds an unbound ledger to the audit: one record has the digest of all its movements. Reads the ledger once, in
  /// the transaction of the record.
  package func bindLedger() throws {
    if try store.read({ try AuditDAO($0).binding() }) != nil { return }
    try store.deferredWrite(locking: [.ledger]) { transaction in
      // Another process may have done so meanwhile.
      guard try AuditDAO(transaction).binding() == nil else { return }
      var chain = LedgerBinding.Chain()
      try LedgerDAO(transaction).forEachMovement { chain.add($0) }
      let newest = try LedgerDAO(transaction).newest()
      try record(.ledgerBound, by: .system, of: .ledger(through: newest), digest: chain.digest, transaction)
    }.wait()
  }

  /// Records a movement of money that no submission causes, in the transaction that made it.
  package func recordMovement(_ id: Int64, by actor: AuditActor, _ transaction: Transaction) throws {
    guard let movement = try LedgerDAO(transaction).movement(id) else { return }
    try record(.moneyMoved, by: actor, of: .movement(id), digest: movement.digest, transaction)
  }
}
