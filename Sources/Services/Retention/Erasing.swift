package import Model
import Persistence
import Storage

extension Retention {
  /// Removes a person's data, and lets nobody log in as that person again: the login may be given to somebody else.
  ///
  /// What was signed keeps its values as long as its operation says, and the ledger its entries, which belong to the other
  /// side too; accounts, cards and the audit name the person by an id that nothing leads to any more. What was not signed
  /// is cancelled and forgotten. Answers nil where there is nobody with that id.
  package func erase(_ id: PersonID) -> Deferred<Erasure?> {
    store.deferredWrite(locking: [.person(id)]) { [self] (transaction) -> Erasure? in
      guard try PersonDAO(transaction).find(id) != nil else { return nil }
      let table = ErasureDAO(transaction)
      let now = clock()
      var removed = try table.removeBelongings(of: id)
      try table.cancelUnsigned(of: id, at: now)
      removed.append(try table.removeCodes(of: id, at: now))
      removed.append(try table.forgetUnsigned(of: id))
      try table.anonymize(id, at: now)
      try audit.record(.personErased, by: .system, of: .person(id), transaction)
      let documents = try table.documents(of: id, years: rules.documentYears)
      return Erasure(
        person: id, removed: removed.filter { $0.count > 0 }, documents: documents.kept, brief: documents.brief,
        briefUntil: documents.briefUntil.map { day(at: max(now, $0)) }, waiting: documents.waiting,
        filledAccounts: try table.filledAccounts(of: id), keptUntil: keptUntil(now, years: documents.years))
    }.map { [store] erasure in
      // What was erased is overwritten where it lay; here it is taken out of the log of changes as well.
      try store.purgeLog()
      return erasure
    }
  }
}
