package import Dates
package import Model
package import Storage

/// The entries of a customer account. Every entry is accessed through a person with access to the
/// account.
///
/// Each movement contains the resulting balances of its accounts, so no statement adds up other
/// movements. Both indices of the ledger are merged in the order of ids, so no statement sorts all
/// entries of an account.
package struct StatementDAO {
  static let table = Table(LedgerEntry.entity, computing: [(\.balance, "balance")])
  /// The two sides of the view of entries. The planner reads each side in the order of ids by its
  /// index, which contains only entries of customers. For the view, the planner does not use these
  /// indices.
  private static let paid: SQLFragment = """
    (SELECT id, debit AS account, credit AS counterpart, -amount AS amount, currency, purpose, at, submission,
      debit_balance AS balance, debit_received AS received, other_name, other_account, other_bic
    FROM ledger WHERE debit_balance IS NOT NULL) AS paid
    """
  private static let received: SQLFragment = """
    (SELECT id, credit AS account, debit AS counterpart, amount, currency, purpose, at, submission,
      credit_balance AS balance, credit_received AS received, other_name, other_account, other_bic
    FROM ledger WHERE credit_balance IS NOT NULL) AS received_by
    """
  /// True for an access that is valid at the time $5.
  private static let isValid: SQLFragment = "access.ended IS NULL AND (access.until IS NULL OR access.until > $5)"
  private static let wanted: SQLFragment = """
    account = $1 AND id >= $2 AND id < $3 AND EXISTS (
      SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isValid))
    """
  private static let newest = Query(
    """
    SELECT \(table.columns) FROM \(paid) WHERE \(wanted)
    UNION ALL
    SELECT \(table.columns) FROM \(received) WHERE \(wanted)
    ORDER BY id DESC LIMIT $6
    """)
  private static let standing = Query(
    """
    SELECT id, balance, received FROM \(paid) WHERE account = $1 AND id < $2
    UNION ALL
    SELECT id, balance, received FROM \(received) WHERE account = $1 AND id < $2
    ORDER BY id DESC LIMIT 1
    """)

  /// The positions and purposes of entries, newest first.
  private static let all = Query(
    """
    SELECT id, purpose FROM ledger WHERE debit = $1 AND debit_balance IS NOT NULL AND id >= $2 AND id < $3
      AND EXISTS (
        SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isValid))
    UNION ALL
    SELECT id, purpose FROM ledger WHERE credit = $1 AND credit_balance IS NOT NULL AND id >= $2 AND id < $3
      AND EXISTS (
        SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isValid))
    ORDER BY id DESC
    """)
  private static let incoming = Query(
    """
    SELECT id, purpose FROM ledger WHERE credit = $1 AND credit_balance IS NOT NULL AND id >= $2 AND id < $3
      AND EXISTS (
        SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isValid))
    ORDER BY id DESC
    """)
  private static let outgoing = Query(
    """
    SELECT id, purpose FROM ledger WHERE debit = $1 AND debit_balance IS NOT NULL AND id >= $2 AND id < $3
      AND EXISTS (
        SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isValid))
    ORDER BY id DESC
    """)

  /// True for an access of an owner that is valid at the time $5.
  private static let isOwner: SQLFragment = """
    access.is_owner = 1 AND (access.role IS NULL OR access.role = 'owner') AND \(isValid)
    """
  private static let spending = Query(
    """
    SELECT count(*), coalesce(sum(CASE
      WHEN EXISTS (
        SELECT 1 FROM account_access AS access
        WHERE access.account = paid.credit AND access.person = $4 AND \(isOwner)) THEN 0
      ELSE paid.amount END), 0)
    FROM (
      SELECT credit, amount FROM ledger WHERE debit = $1 AND debit_balance IS NOT NULL AND id >= $2 AND id < $3
        AND EXISTS (
          SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4 AND \(isOwner))
      LIMIT $6
    ) AS paid
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the positions in the ledger of the movements from `start`, up to but not including
  /// `end`, on any account.
  ///
  /// A movement never belongs to two adjacent periods. If a clock was set back before a movement
  /// was written, the movement belongs to the period that the ledger had already reached.
  package func places(from start: Instant?, to end: Instant?) throws(StoreError) -> Range<Int64> {
    let first = if let start { try place(of: start) } else { Int64(0) }
    let last = if let end { try place(of: end) } else { Int64.max }
    return first..<max(first, last)
  }

  /// Returns the position of the first movement at which the ledger had reached `instant`, or the
  /// position after the newest one.
  ///
  /// The times of the ledger never decrease, so a binary search finds it.
  private func place(of instant: Instant) throws(StoreError) -> Int64 {
    let newest = try LedgerDAO(connection).newest()
    var (low, high) = (Int64(0), newest == .max ? newest : newest + 1)
    while low < high {
      let middle = low + (high - low) / 2
      let found = try connection.first(
        "SELECT id, coalesce(reached, at) FROM ledger WHERE id >= $1 ORDER BY id LIMIT 1", middle
      ) { (row) throws(StoreError) in (place: try row.get(0, as: Int64.self), reached: try row.get(1, as: Instant.self))
      }
      if let found, found.reached < instant {
        low = found.place == .max ? .max : found.place + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Returns the newest entries in `places` of an account that the person can access at `instant`,
  /// each with the balance after it.
  package func entries(
    _ number: AccountNumber, person: PersonID, at instant: Instant, in places: Range<Int64>, limit: Int
  ) throws(StoreError) -> [LedgerEntry] {
    try connection.all(
      Self.newest, number, places.lowerBound, places.upperBound, person, instant, limit, read: Self.table.read)
  }

  /// Calls `body` with the position and purpose of entries in `places`, newest first, until it
  /// returns false.
  ///
  /// The person must have access to the account at `instant`. If `direction` is nil, both
  /// directions are included.
  package func forEachPlace(
    of number: AccountNumber, person: PersonID, at instant: Instant, going direction: LedgerEntry.Direction?,
    in places: Range<Int64>, _ body: (Int64, String) -> Bool
  ) throws(StoreError) {
    let statement =
      switch direction {
      case nil: Self.all
      case .incoming: Self.incoming
      case .outgoing: Self.outgoing
      }
    try connection.forEachRow(statement, [number, places.lowerBound, places.upperBound, person, instant]) {
      (row) throws(StoreError) in body(try row.get(0), try row.get(1))
    }
  }

  /// Returns the entries at `places` of an account that the person can access at `instant`, each
  /// with the balance after it.
  package func entries(
    _ number: AccountNumber, person: PersonID, at instant: Instant, places: [Int64]
  ) throws(StoreError) -> [LedgerEntry] {
    var entries: [LedgerEntry] = []
    for place in places {
      entries += try self.entries(number, person: person, at: instant, in: place..<place + 1, limit: 1)
    }
    return entries
  }

  /// Returns the money that the account received and paid in `places`. The caller has checked the
  /// person's access to the account.
  package func turnover(
    of number: AccountNumber, _ currency: Currency, in places: Range<Int64>
  ) throws(StoreError) -> Turnover {
    let (opening, closing) = (
      try standing(of: number, before: places.lowerBound), try standing(of: number, before: places.upperBound)
    )
    let received = closing.received - opening.received
    return Turnover(
      opening: Money(minor: opening.balance, currency), received: Money(minor: received, currency),
      paid: Money(minor: opening.balance + received - closing.balance, currency))
  }

  /// Returns the number of outgoing movements in `places` of an account that the person owns at
  /// `instant`, and their sum in minor units.
  ///
  /// The sum excludes transfers to the person's own accounts. Reads at most `limit` movements.
  package func spent(
    from number: AccountNumber, person: PersonID, at instant: Instant, in places: Range<Int64>, limit: Int
  ) throws(StoreError) -> (movements: Int, amount: Int64) {
    try connection.first(
      Self.spending, number, places.lowerBound, places.upperBound, person, instant, limit
    ) { (row) throws(StoreError) in (movements: try row.get(0), amount: try row.get(1)) } ?? (0, 0)
  }

  /// Returns the balance of the account and the total received before a position, in minor units.
  private func standing(
    of number: AccountNumber, before place: Int64
  ) throws(StoreError) -> (balance: Int64, received: Int64) {
    try connection.first(Self.standing, number, place) { (row) throws(StoreError) in
      (try row.get(1), try row.get(2))
    } ?? (0, 0)
  }
}
