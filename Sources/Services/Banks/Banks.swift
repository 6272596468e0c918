package import BICDirectory
package import Model
package import Dates
import DataAccess
package import Storage
import Synchronization

/// The BIC directory. It is stored in the database, held in memory, and replaced as a whole.
package final class Banks: Sendable {
  /// A directory with the number of its import.
  private struct Held {
    let directory: BankDirectory
    let number: Int64
  }

  private let store: any Store
  private let audit: Audit
  private let clock: Clock
  private let present: Mutex<Held>

  /// Loads the directory from `store`.
  package init(store: any Store, audit: Audit, clock: @escaping Clock) throws {
    self.store = store
    self.audit = audit
    self.clock = clock
    present = Mutex(try Self.stored(in: store))
  }

  /// The current directory.
  package var directory: BankDirectory { present.withLock { $0.directory } }

  /// The day for the dates of the directory. It is the day in Moscow, where the Bank of Russia is,
  /// for banks in any time zone.
  package var today: CivilDate {
    // Moscow is three hours ahead of UTC all year (Federal Law 248-FZ of 21.07.2014).
    LocalTime(utc: clock(), offset: 3 * 3600).day
  }

  package func bank(_ bic: BIC) -> Bank? { directory[bic] }

  /// Returns the bank whose BIC has this numeric value.
  package func bank(numbered number: UInt32) -> Bank? { directory[number] }

  /// Returns the banks that match the text, best match first, after the bank `last`; nil if `last`
  /// does not match.
  package func search(_ text: String, after last: BIC? = nil, limit: Int) -> Page<Bank, BIC>? {
    var found = directory.search(text, on: today)[...]
    if let last {
      guard let place = found.firstIndex(where: { $0.bic == last }) else { return nil }
      found = found[(place + 1)...]
    }
    return Page(Array(found.prefix(limit + 1)), limit: limit) { $0.bic }
  }

  /// Returns the edition in force; nil if no file was imported.
  package func edition() throws -> DirectoryEdition? { try store.read { try BankDAO($0).edition() } }

  /// Loads a directory that another process has imported. Returns false if the current directory is
  /// the newest.
  package func refresh() throws -> Bool {
    let newest = try store.read { try BankDAO($0).newestImport() }
    guard newest > present.withLock({ $0.number }) else { return false }
    put(try Self.stored(in: store))
    return true
  }

  /// Returns the changes that an import of the file would make, without writing. Throws
  /// `DirectoryError` if the import would fail.
  package func difference(importing file: DirectoryFile, older: Bool = false) throws -> DirectoryDifference {
    try store.read { connection in
      try connection.snapshot {
        let table = BankDAO(connection)
        try Self.check(file, against: try table.edition(), older: older)
        return DirectoryDifference(importing: file, into: BankDirectory(try table.all()))
      }
    }
  }

  /// Imports the file in one transaction and puts the directory in force.
  ///
  /// Throws `DirectoryError`, and changes nothing, in these cases:
  /// - The file is older than the directory in force, and `older` is false.
  /// - The file contains changes, and no file was imported before.
  package func importDirectory(_ file: DirectoryFile, older: Bool = false) -> Deferred<DirectoryDifference> {
    importing(of: file.edition) { table, present in
      try Self.check(file, against: try table.edition(), older: older)
      return DirectoryDifference(importing: file, into: present)
    }
  }

  /// Stores `banks` in one transaction and puts the directory in force. A bank replaces the bank
  /// with its BIC; all others remain.
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

  /// Puts a directory in force unless a newer one is in force. The old one is released outside of
  /// the lock.
  private func put(_ new: Held) {
    let old = present.withLock { present in
      let old = present
      if new.number >= present.number { present = new }
      return old
    }
    withExtendedLifetime(old) {}
  }
}
