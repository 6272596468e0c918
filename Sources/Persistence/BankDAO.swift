package import Model
package import SQLite

/// The table of banks.
package struct BankDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Every bank, by BIC.
  package func all() throws(SQLiteError) -> [Bank] {
    try connection.all("SELECT bic, name, correspondent_account, place, status FROM bank ORDER BY bic") {
      (row) throws(SQLiteError) in
      Bank(
        bic: try row.get(0), name: try row.get(1), correspondentAccount: try row.get(2), place: try row.get(3),
        status: try row.get(4))
    }
  }

  /// Stores a bank in the place of the one with its BIC.
  package func put(_ bank: Bank) throws(SQLiteError) {
    try connection.execute(
      """
      INSERT INTO bank (bic, name, correspondent_account, place, status) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (bic) DO UPDATE SET name = excluded.name, correspondent_account = excluded.correspondent_account,
        place = excluded.place, status = excluded.status
      """,
      bank.bic, bank.name, bank.correspondentAccount, bank.place, bank.status)
  }

  /// Notes that the directory was imported.
  package func noteImport(at instant: Instant, read: Int, added: Int, changed: Int) throws(SQLiteError) {
    try connection.execute(
      "INSERT INTO directory_import (at, read, added, changed) VALUES ($1, $2, $3, $4)", instant, read, added, changed)
  }

  /// The number of the newest import; 0 before the first.
  package func newestImport() throws(SQLiteError) -> Int64 {
    try connection.first("SELECT coalesce(max(id), 0) FROM directory_import") { (row) throws(SQLiteError) in
      try row.get(0)
    } ?? 0
  }
}
