package import Dates
package import Model
package import Storage

/// The append-only ledger. A trigger updates the balances.
package struct LedgerDAO {
  private let connection: Connection

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
  /// On SQLite the ids are consecutive. However, if the newest movement came from PostgreSQL, whose
  /// ids contain the time, new ids have the same form, so that the bank can return to PostgreSQL.
  /// On PostgreSQL a trigger sets `id` and `reached`.
  private static let insertion = Query(
    """
    INSERT INTO ledger (id, reached, \(columns))
    VALUES (
      (SELECT CASE WHEN id < $7 * 2048 THEN $7 * 2048 ELSE id + 1 END FROM ledger
        WHERE id = (SELECT max(id) FROM ledger) AND id >= 1125899906842624),
      (SELECT coalesce(reached, at) FROM ledger WHERE id = (SELECT max(id) FROM ledger) AND coalesce(reached, at) > $7),
      \(values))
    """, postgresql: "INSERT INTO ledger (\(columns)) VALUES (\(values)) RETURNING \(stored)")
  private static let otherColumns: SQLFragment = "other_name, other_account, other_bic"
  private static let otherValues: SQLFragment = "$8, $9, $10"
  /// `insertion` with the other party. Payments do not use it, because they have none.
  private static let insertionWithOther = Query(
    """
    INSERT INTO ledger (id, reached, \(columns), \(otherColumns))
    VALUES (
      (SELECT CASE WHEN id < $7 * 2048 THEN $7 * 2048 ELSE id + 1 END FROM ledger
        WHERE id = (SELECT max(id) FROM ledger) AND id >= 1125899906842624),
      (SELECT coalesce(reached, at) FROM ledger WHERE id = (SELECT max(id) FROM ledger) AND coalesce(reached, at) > $7),
      \(values), \(otherValues))
    """,
    postgresql:
      "INSERT INTO ledger (\(columns), \(otherColumns)) VALUES (\(values), \(otherValues)) RETURNING \(stored)")
  /// The newest movement, which SQLite reads after an insertion.
  private static let written = Query("SELECT \(stored) FROM ledger WHERE id = (SELECT max(id) FROM ledger)")

  /// Writes a movement of money and returns it as stored.
  ///
  /// The movement is the newest one of its accounts, and contains the resulting balances of
  /// customers. The database rejects it if the balance of the debited customer is too low, if a
  /// currency differs, or if the submission has already moved money. If a submission causes the
  /// movement, the caller stores the movement's id in the submission in the same transaction.
  @discardableResult
  package func insert(_ transfer: Transfer, at instant: Instant) throws(StoreError) -> Movement {
    // SQLite returns no row. It has a single writer, so the newest movement is this one.
    var movement =
      if let other = transfer.other {
        try connection.first(
          Self.insertionWithOther, transfer.submission, transfer.debit, transfer.credit, transfer.amount.minor,
          transfer.amount.currency, transfer.purpose, instant, other.name, other.account, other.bic,
          read: Self.movement)
      } else {
        try connection.first(
          Self.insertion, transfer.submission, transfer.debit, transfer.credit, transfer.amount.minor,
          transfer.amount.currency, transfer.purpose, instant, read: Self.movement)
      }
    if movement == nil { movement = try connection.first(Self.written, read: Self.movement) }
    guard let movement else {
      throw StoreError(.other, engine: "", code: 0, message: "no movement was written", sql: "")
    }
    return movement
  }

  /// Returns the accounts whose balance or received total differs from the sum of the included
  /// entries.
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
      WHERE kind <> 'core' AND (balance <> coalesce(told.total, 0) OR account.received <> coalesce(told.received, 0))
      ORDER BY number
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns the movements whose stored balances contradict the previous ones of their accounts, in
  /// the order of ids.
  ///
  /// Each movement is compared with the previous one of the same account, so an error is reported
  /// once.
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

  /// Returns the movements that do not contain the latest time of all movements before them, in the
  /// order of ids.
  ///
  /// Ids from 2^50 on, which PostgreSQL assigns, contain that time. If SQLite continues these ids
  /// and its clock does not advance for thousands of movements, the time in the id is later than
  /// the stored time.
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

  /// Returns the newest movement of each submission that moved money more than once, in the order
  /// of ids.
  package func repeated() throws(StoreError) -> [Int64] {
    try connection.all(
      """
      SELECT max(id) FROM ledger WHERE submission IS NOT NULL GROUP BY submission HAVING count(*) > 1 ORDER BY max(id)
      """
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Returns the sum of all entries and the sum of all balances by currency. Both are zero in a
  /// consistent ledger.
  ///
  /// For an account of the bank, the entries that its balance does not include yet are added.
  package func sums() throws(StoreError) -> [(currency: Currency, entries: Int64, balances: Int64)] {
    try connection.all(
      """
      SELECT account.currency, coalesce(max(told.total), 0), sum(balance) + coalesce(max(told.behind), 0) FROM account
      LEFT JOIN (
        SELECT entry.currency AS currency, sum(entry.amount) AS total,
          sum(CASE WHEN owner.kind = 'internal' AND entry.id > owner.posted THEN entry.amount ELSE 0 END) AS behind
        FROM entry LEFT JOIN account AS owner ON owner.number = entry.account GROUP BY entry.currency
      ) AS told ON told.currency = account.currency
      WHERE account.kind <> 'core' GROUP BY account.currency ORDER BY account.currency
      """
    ) { (row) throws(StoreError) in (try row.get(0), try row.get(1), try row.get(2)) }
  }

  /// Returns the number of movements.
  package func count() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM ledger") { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Returns the movement that the submission caused; nil if it caused none.
  package func movement(of submission: String) throws(StoreError) -> Movement? {
    try connection.first(
      """
      SELECT ledger.id, ledger.submission, debit, credit, ledger.amount, ledger.currency, purpose, at
      FROM submission JOIN ledger ON ledger.id = submission.movement AND ledger.submission = submission.id
      WHERE submission.id = $1
      """, submission, read: Self.movement)
  }

  /// Returns the movement with this id; nil if it does not exist.
  package func movement(_ id: Int64) throws(StoreError) -> Movement? {
    try connection.first(
      "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger WHERE id = $1", id,
      read: Self.movement)
  }

  /// Returns the movements with ids from `first` to `last`, in order.
  package func movements(from first: Int64, to last: Int64, limit: Int) throws(StoreError) -> [Movement] {
    try connection.all(
      """
      SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger
      WHERE id >= $1 AND id <= $2 ORDER BY id LIMIT $3
      """, first, last, limit, read: Self.movement)
  }

  /// Calls `body` with each movement in the order of ids. One movement is in memory at a time.
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
