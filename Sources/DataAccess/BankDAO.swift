package import Dates
package import Model
package import Storage

/// The tables of banks, of restrictions on payments to them, and of imports of the directory.
package struct BankDAO {
  static let table = Table(Bank.entity, computing: [(\.restrictions, "NULL")])

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all banks, sorted by BIC.
  package func all() throws(StoreError) -> [Bank] {
    var restrictions: [BIC: [BankRestriction]] = [:]
    let stored = try connection.all("SELECT bic, code, since FROM bank_restriction ORDER BY bic, place") {
      (row) throws(StoreError) in
      (bic: try row.get(0, as: BIC.self), is: BankRestriction(code: try row.get(1), since: try row.get(2)))
    }
    for restriction in stored { restrictions[restriction.bic, default: []].append(restriction.is) }
    return try Self.table.all(on: connection).map { bank in
      restrictions[bank.bic].map { bank.with($0) } ?? bank
    }
  }

  /// Stores a bank. Replaces the bank with the same BIC.
  package func put(_ bank: Bank) throws(StoreError) {
    try Self.table.put(bank, on: connection)
    try connection.execute("DELETE FROM bank_restriction WHERE bic = $1", bank.bic)
    for (place, restriction) in bank.restrictions.enumerated() {
      try connection.execute(
        "INSERT INTO bank_restriction (bic, place, code, since) VALUES ($1, $2, $3, $4)",
        bank.bic, place, restriction.code, restriction.since)
    }
  }

  /// Deletes a bank and its restrictions.
  package func remove(_ bic: BIC) throws(StoreError) {
    _ = try Self.table.delete(bic, on: connection)
  }

  /// Stores an import of the directory. `edition` is nil if the source was not a file.
  package func noteImport(
    of edition: DirectoryEdition?, at instant: Instant, read: Int, added: Int, changed: Int, removed: Int
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO directory_import (id, at, read, added, changed, removed, business_day, version)
      SELECT coalesce(max(id), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM directory_import
      """, instant, read, added, changed, removed, edition?.businessDay, edition?.version)
  }

  /// Returns the number of the newest import; 0 before the first.
  package func newestImport() throws(StoreError) -> Int64 {
    try connection.first("SELECT coalesce(max(id), 0) FROM directory_import") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Returns the edition of the newest import from a file; nil before the first.
  package func edition() throws(StoreError) -> DirectoryEdition? {
    try connection.first(
      "SELECT business_day, version FROM directory_import WHERE business_day IS NOT NULL ORDER BY id DESC"
    ) { (row) throws(StoreError) in
      DirectoryEdition(businessDay: try row.get(0), version: try row.get(1))
    }
  }
}
