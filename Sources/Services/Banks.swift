package import Model
import Persistence
package import SQLite
import Synchronization

/// The BIC directory: held in memory, stored in SQLite, replaced as a whole.
package final class Banks: Sendable {
  /// What an import did.
  package struct Report: Sendable, Equatable {
    /// Entries read.
    package internal(set) var read: Int
    /// Banks that were not there before.
    package let added: Int
    /// Banks that were there and are different now.
    package let changed: Int
    /// Banks that were there, just so.
    package let unchanged: Int
    /// Banks that were there and were not read; they stay.
    package let kept: Int
    /// Entries of the file that were not taken, with the reason and the place.
    package internal(set) var refused: [DirectoryRefusal] = []
  }

  /// The directory with the import that it is of.
  private struct Edition {
    let directory: BankDirectory
    let number: Int64
  }

  private let database: Database
  private let clock: Clock
  private let present: Mutex<Edition>

  /// The directory stored in `database`.
  package init(database: Database, clock: @escaping Clock) throws {
    self.database = database
    self.clock = clock
    present = Mutex(try Self.stored(in: database))
  }

  /// The directory as it is now.
  package var directory: BankDirectory { present.withLock { $0.directory } }

  /// Takes over what another process has imported meanwhile; answers whether there was something.
  package func refresh() throws -> Bool {
    let newest = try database.read { try BankDAO($0).newestImport() }
    guard newest > present.withLock({ $0.number }) else { return false }
    put(try Self.stored(in: database))
    return true
  }

  private static func stored(in database: Database) throws -> Edition {
    try database.read { connection in
      try connection.snapshot {
        let table = BankDAO(connection)
        return Edition(directory: BankDirectory(try table.all()), number: try table.newestImport())
      }
    }
  }

  /// Puts an edition in force, unless a newer one is.
  private func put(_ edition: Edition) {
    present.withLock { if edition.number >= $0.number { $0 = edition } }
  }

  /// The bank with `bic`.
  package func bank(_ bic: BIC) -> Bank? { directory[bic] }

  /// Stores the entries of a file as they stand on that day; `read` counts those that were refused too.
  package func importDirectory(_ file: DirectoryFile, on day: CivilDate) -> Deferred<Report> {
    importDirectory(file.entries.map { $0.bank(on: day) }).map { report in
      var report = report
      report.read = file.count
      report.refused = file.refusals
      return report
    }
  }

  /// Stores `banks` in one transaction, each in the place of the one with its BIC, and puts the new directory in
  /// force; others that are there stay.
  package func importDirectory(_ banks: [Bank]) -> Deferred<Report> {
    database.deferredWrite { [clock] transaction -> (Report, Edition) in
      let table = BankDAO(transaction)
      let before = try table.all()
      let old = BankDirectory(before)
      let new = BankDirectory(banks)
      var added = 0
      var changed = 0
      for bank in banks where new[bank.bic] == bank && old[bank.bic] != bank {
        if old[bank.bic] == nil { added += 1 } else { changed += 1 }
        try table.put(bank)
      }
      let report = Report(
        read: banks.count, added: added, changed: changed, unchanged: new.count - added - changed,
        kept: before.count { new[$0.bic] == nil })
      try table.noteImport(at: clock(), read: banks.count, added: added, changed: changed)
      return (report, Edition(directory: BankDirectory(before + banks), number: try table.newestImport()))
    }.map { report, edition in
      self.put(edition)
      return report
    }
  }
}
