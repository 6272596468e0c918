package import Model
package import SQLite

/// The ledger, which is only added to; the balances follow it by a trigger.
package struct LedgerDAO {
  private let connection: Connection

  /// The ledger on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Writes a movement of money; answers its place. SQLite refuses it when the debited customer has too little, when a
  /// currency differs, or when the submission has moved money before.
  @discardableResult
  package func insert(_ transfer: Transfer, at instant: Instant) throws(SQLiteError) -> Int64 {
    try connection.execute(
      """
      INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """,
      transfer.submission, transfer.debit, transfer.credit, transfer.amount.minor, transfer.amount.currency,
      transfer.purpose, instant)
    return connection.lastInsertedID
  }

  /// The accounts whose balance is not the sum of their entries.
  package func wrongBalances() throws(SQLiteError) -> [AccountNumber] {
    try connection.all(
      """
      SELECT number FROM account
      WHERE balance <> coalesce((SELECT sum(amount) FROM entry WHERE account = number), 0) ORDER BY number
      """
    ) { (row) throws(SQLiteError) in try row.get(0) }
  }

  /// The sum of all entries and of all balances, by currency: each is zero in a sound ledger.
  package func sums() throws(SQLiteError) -> [(currency: Currency, entries: Int64, balances: Int64)] {
    try connection.all(
      """
      SELECT currency, coalesce((SELECT sum(amount) FROM entry WHERE entry.currency = account.currency), 0),
        sum(balance)
      FROM account GROUP BY currency ORDER BY currency
      """
    ) { (row) throws(SQLiteError) in (try row.get(0), try row.get(1), try row.get(2)) }
  }

  /// How many movements there are.
  package func count() throws(SQLiteError) -> Int {
    try connection.first("SELECT count(*) FROM ledger") { (row) throws(SQLiteError) in try row.get(0) } ?? 0
  }
}
