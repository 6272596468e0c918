package import BICDirectory
package import Model
package import Dates
import DataAccess
package import Storage
import Synchronization

/// The BIC directory: held in memory, stored in the database, replaced as a whole.
///
///     banks.bank(bic)?.status(on: banks.today)  // .active
///     let page = banks.search("сбербанк", limit: 20)
package final class Banks: Sendable {
  /// The directory with the import that it is of.
  private struct Held {
    let directory: BankDirectory
    let number: Int64
  }

  private let store: any Store
  private let audit: Audit
  private let clock: Clock
  private let present: Mutex<Held>

  /// Creates the directory stored in `database`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) throws {
    self.store = store
    self.audit = audit
    self.clock = clock
    present = Mutex(try Self.stored(in: store))
  }

  /// The directory as it is now.
  package var directory: BankDirectory { present.withLock { $0.directory } }

  /// The day that the directory's dates are compared with: the Bank of Russia's, in Moscow, wherever the bank is.
  package var today: CivilDate {
    // Moscow is three hours ahead of UTC all year (Federal Law 248-FZ of 21.07.2014).
    LocalTime(utc: clock(), offset: 3 * 3600).day
  }

  /// The bank with `bic`.
  package func bank(_ bic: BIC) -> Bank? { directory[bic] }

  /// The bank whose BIC has this number.
  package func bank(numbered number: UInt32) -> Bank? { directory[number] }

  /// The banks that the text finds, the likeliest first, after that of a BIC; nil if that is not among them.
  package func search(_ text: String, after last: BIC? = nil, limit: Int) -> Page<Bank, BIC>? {
    var found = directory.search(text, on: today)[...]
    if let last {
      guard let place = found.firstIndex(where: { $0.bic == last }) else { return nil }
      found = found[(place + 1)...]
    }
    return Page(Array(found.prefix(limit + 1)), limit: limit) { $0.bic }
  }

  /// Returns the edition in force; nil if none was imported from a file.
  package func edition() throws -> DirectoryEdition? { try store.read { try BankDAO($0).edition() } }

  /// Loads a directory that another process has imported; returns false if there is none.
  package func refresh() throws -> Bool {
    let newest = try store.read { try BankDAO($0).newestImport() }
    guard newest > present.withLock({ $0.number }) else { return false }
    put(try Self.stored(in: store))
    return true
  }

  /// Returns the changes that an import of the file would make, without writing. Throws `DirectoryError` if it would be
  /// refused.
  package func difference(importing file: DirectoryFile, older: Bool = false) throws -> DirectoryDifference {
    try store.read { connection in
      try connection.snapshot {
        let table = BankDAO(connection)
        try Self.check(file, against: try table.edition(), older: older)
        return DirectoryDifference(importing: file, into: BankDirectory(try table.all()))
      }
    }
  }

  /// Imports the file in one transaction and puts it in force.
  ///
  /// Throws `DirectoryError`, without a change, if the file is older than the directory in force and `older` is false,
  /// or has changes of a directory that was never imported.
  package func importDirectory(_ file: DirectoryFile, older: Bool = false) -> Deferred<DirectoryDifference> {
    importing(of: file.edition) { table, present in
      try Self.check(file, against: try table.edition(), older: older)
      return DirectoryDifference(importing: file, into: present)
    }
  }

  /// Stores `banks` in one transaction, each replacing the one with its BIC, and puts the new directory in force;
  /// others that are there stay.
  package func importDirectory(_ banks: [Bank]) -> Deferred<DirectoryDifference> {
    importing(of: nil) { _, present in DirectoryDifference(storing: banks, into: present) }
  }

  private func importing(
    of edition: DirectoryEdition?,
    _ difference: @escaping @Sendable (BankDAO, BankDirectory) throws -> DirectoryDifference
  ) -> Deferred<DirectoryDifference> {
    store.deferredWrite(locking: [.directory]) { [clock, audit] transaction -> (DirectoryDifference, Held) in
      let table = BankDAO(transaction)
      let difference = try difference(table, BankDirectory(try table.all()))
      for bank in difference.removed { try table.remove(bank.bic) }
      for bank in difference.added + difference.changed.map(\.after) { try table.put(bank) }
      try table.noteImport(
        of: edition, at: clock(), read: difference.read, added: difference.added.count,
        changed: difference.changed.count, removed: difference.removed.count)
      let number = try table.newestImport()
      try audit.record(.directoryImported, by: .system, of: .directory(number), transaction)
      return (difference, Held(directory: BankDirectory(try table.all()), number: number))
    }.map { difference, held in
      self.put(held)
      return difference
    }
  }

  private static func check(_ file: DirectoryFile, against present: DirectoryEdition?, older: Bool)
    throws(DirectoryError)
  {
    if let present, file.edition.isOlder(than: present), !older { throw .older(file.edition, inForce: present) }
    if present == nil, file.scope == .changes { throw .nothingToChange(file.edition) }
  }

  private static func stored(in store: any Store) throws -> Held {
    try store.read { connection in
      try connection.snapshot {
        let table = BankDAO(connection)
        return Held(directory: BankDirectory(try table.all()), number: try table.newestImport())
      }
    }
  }

  /// Puts a directory in force unless a newer one is. The old one is released outside of the lock.
  private func put(_ new: Held) {
    let old = present.withLock { present in
      let old = present
      if new.number >= present.number { present = new }
      return old
    }
    withExtendedLifetime(old) {}
  }
}
