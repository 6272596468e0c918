package import Dates
package import Model
package import Storage

/// The ledger, which is only added to; the balances follow it by a trigger.
///
///     let sums = try store.read { connection in try LedgerDAO(connection).sums() }
///     let isSound = sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }  // each currency adds up to nothing
package struct LedgerDAO {
  private let connection: Connection

  /// Creates the ledger on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  private static let columns: SQLFragment =
    "submission, debit, credit, amount, currency, purpose, at, debit_balance, debit_received, credit_balance, credit_received"
  private static let stored: SQLFragment = "id, submission, debit, credit, amount, currency, purpose, at"
  private static let values: SQLFragment = """
    $1, $2, $3, $4, $5, $6, $7,
    (SELECT balance - $4 FROM account WHERE number = $2 AND kind = 'customer'),
    (SELECT received FROM account WHERE number = $2 AND kind = 'customer'),
    (SELECT balance + $4 FROM account WHERE number = $3 AND kind = 'customer'),
    (SELECT received + $4 FROM account WHERE number = $3 AND kind = 'customer')
    """
  /// SQLite counts the movements, unless the newest came from PostgreSQL, with its time in its id: those behind it have ids of that
  /// kind, so that the bank can go back. A trigger of PostgreSQL gives the ids there, and the times that were reached.
  private static let insertion = Query(
    """
    INSERT INTO ledger (id, reached, \(columns))
    VALUES (
      (SELECT CASE WHEN id < $7 * 2048 THEN $7 * 2048 ELSE id + 1 END FROM ledger
        WHERE id = (SELECT max(id) FROM ledger) AND id >= 1125899906842624),
      (SELECT coalesce(reached, at) FROM ledger WHERE id = (SELECT max(id) FROM ledger) AND coalesce(reached, at) > $7),
      \(values))
    """, postgresql: "INSERT INTO ledger (\(columns)) VALUES (\(values)) RETURNING \(stored)")
  /// SQLite makes a table for what an insertion returns, which takes longer than to look for the newest movement.
  private static let written = Query("SELECT \(stored) FROM ledger WHERE id = (SELECT max(id) FROM ledger)")

  /// Writes a movement of money, which is then the newest of its accounts, with what customers have after it; returns it as it is
  /// stored.
  ///
  /// The database refuses it when the debited customer has too little, when a currency differs, or when the submission has moved
  /// money before. The submission that causes it names it in the same transaction.
  @discardableResult
  package func insert(_ transfer: Transfer, at instant: Instant) throws(StoreError) -> Movement {
    // Where nothing is returned, nobody else has written meanwhile.
    var movement = try connection.first(
      Self.insertion, transfer.submission, transfer.debit, transfer.credit, transfer.amount.minor,
      transfer.amount.currency, transfer.purpose, instant, read: Self.movement)
    if movement == nil { movement = try connection.first(Self.written, read: Self.movement) }
    guard let movement else {
      throw StoreError(.other, engine: "", code: 0, message: "no movement was written", sql: "")
    }
    return movement
  }

  /// The accounts whose balance is not the sum of the entries that it has taken in, or which did not receive what they say.
  package func wrongBalances() throws(StoreError) -> [AccountNumber] {
    try connection.all(
      """
      SELECT number FROM account
      LEFT JOIN (
        SELECT entry.account AS account, sum(entry.amount) AS total,
          sum(CASE WHEN entry.amount > 0 THEN entry.amount ELSE 0 END) AS received
        FROM entry JOIN account AS owner ON owner.number = entry.account
        WHERE owner.kind = 'customer' OR entry.id <= owner.posted GROUP BY entry.account
      ) AS told ON told.account = number
      WHERE balance <> coalesce(told.total, 0) OR account.received <> coalesce(told.received, 0) ORDER BY number
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// The movements that keep something else than their accounts had after them, in the order of their ids. An error is told once:
  /// each is compared with what the one before of the same account keeps.
  package func wrongKept() throws(StoreError) -> [Int64] {
    try connection.all(
      """
      SELECT DISTINCT id FROM (
        SELECT id, entry.balance AS balance, entry.received AS received,
          CASE kind WHEN 'customer' THEN amount + lag(entry.balance, 1, 0) OVER so_far END AS balance_due,
          CASE kind WHEN 'customer'
            THEN CASE WHEN amount > 0 THEN amount ELSE 0 END + lag(entry.received, 1, 0) OVER so_far END AS received_due
        FROM entry JOIN account ON account.number = entry.account WINDOW so_far AS (PARTITION BY entry.account ORDER BY id)
      ) AS told
      WHERE (balance IS NULL) <> (balance_due IS NULL) OR balance <> balance_due
        OR (received IS NULL) <> (received_due IS NULL) OR received <> received_due
      ORDER BY id
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// The movements that do not keep the latest time of those before them, in the order of their ids.
  ///
  /// Ids from 2^50 on, which PostgreSQL gives, hold that time themselves. Of those that SQLite has given behind them it is not later than
  /// in the id, where a clock stood still for thousands of movements.
  package func outOfOrder() throws(StoreError) -> [Int64] {
    try connection.all(
      """
      SELECT id FROM (
        SELECT id, at, reached, max(at) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING) AS latest FROM ledger
        WHERE id < 1125899906842624
      ) AS numbered
      WHERE coalesce(reached, at) <> latest OR reached <= at
      UNION ALL
      SELECT id FROM (
        SELECT id, at, reached, lag(coalesce(reached, at), 1, at) OVER (ORDER BY id) AS latest FROM ledger
        WHERE id >= 1125899906842624
      ) AS timed
      WHERE coalesce(reached, at) > id / 2048 OR coalesce(reached, at) < latest OR reached <= at
      ORDER BY id
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// The newest movement of each submission that moved money more than once, in the order of their ids.
  package func repeated() throws(StoreError) -> [Int64] {
    try connection.all(
      """
      SELECT max(id) FROM ledger WHERE submission IS NOT NULL GROUP BY submission HAVING count(*) > 1 ORDER BY max(id)
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// The sum of all entries and of what all accounts have, by currency: each is zero in a sound ledger.
  ///
  /// An account of the bank has its balance and the entries behind the last that it has taken in.
  package func sums() throws(StoreError) -> [(currency: Currency, entries: Int64, balances: Int64)] {
    try connection.all(
      """
      SELECT account.currency, coalesce(max(told.total), 0), sum(balance) + coalesce(max(told.behind), 0) FROM account
      LEFT JOIN (
        SELECT entry.currency AS currency, sum(entry.amount) AS total,
          sum(CASE WHEN owner.kind = 'internal' AND entry.id > owner.posted THEN entry.amount ELSE 0 END) AS behind
        FROM entry LEFT JOIN account AS owner ON owner.number = entry.account GROUP BY entry.currency
      ) AS told ON told.currency = account.currency
      GROUP BY account.currency ORDER BY account.currency
      """
    ) { (row) throws(StoreError) in (try row.get(0), try row.get(1), try row.get(2)) }
  }

  /// Counts the movements.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM ledger") { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// The movement that the submission caused; nil if it caused none.
  package func movement(of submission: String) throws(StoreError) -> Movement? {
    try connection.first(
      """
      SELECT ledger.id, ledger.submission, debit, credit, ledger.amount, ledger.currency, purpose, at
      FROM submission JOIN ledger ON ledger.id = submission.movement AND ledger.submission = submission.id
      WHERE submission.id = $1
      """, submission, read: Self.movement)
  }

  /// The movement with that id.
  package func movement(_ id: Int64) throws(StoreError) -> Movement? {
    try connection.first(
      "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger WHERE id = $1", id,
      read: Self.movement)
  }

  /// The movements with ids from `first` to `last`, in their order.
  package func movements(from first: Int64, to last: Int64, limit: Int) throws(StoreError) -> [Movement] {
    try connection.all(
      """
      SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger
      WHERE id >= $1 AND id <= $2 ORDER BY id LIMIT $3
      """, first, last, limit, read: Self.movement)
  }

  /// Goes through all movements in the order of their ids, one in memory at a time.
  package func forEachMovement(_ body: (Movement) -> Void) throws(StoreError) {
    try connection.forEachRow(
      "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger ORDER BY id", []
    ) { (row) throws(StoreError) in
      body(try Self.movement(row))
      return true
    }
  }

  /// Returns the id of the newest movement; 0 for an empty ledger.
  package func newest() throws(StoreError) -> Int64 {
    try connection.first("SELECT coalesce(max(id), 0) FROM ledger") { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Returns the amount that the submission pays, in minor units; nil if it pays nothing.
  package func amount(ofSubmission id: String) throws(StoreError) -> (minor: Int64, currency: String)? {
    try connection.first("SELECT amount, currency FROM submission WHERE id = $1 AND amount IS NOT NULL", id) {
      (row) throws(StoreError) in (try row.get(0), try row.get(1))
    }
  }

  private static func movement(_ row: Row) throws(StoreError) -> Movement {
    Movement(
      id: try row.get(0), submission: try row.get(1), debit: try row.get(2), credit: try row.get(3),
      amount: try row.get(4), currency: try row.get(5), purpose: try row.get(6), at: try row.get(7))
  }
}
