package import Model
package import Storage

/// The view of entries, which shows the ledger as each account sees it. Every entry is reached through a person who sees
/// the account.
package struct StatementDAO {
  /// The balance after an entry follows from the last one, which is the argument.
  private static let table = Table(LedgerEntry.entity, computing: [(\.balance, "$5")])
  private static let newest = Query(
    """
    SELECT \(table.columns) FROM entry WHERE account = $1 AND id >= $2 AND id < $3
      AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $6)
    ORDER BY id DESC LIMIT $4
    """)

  /// The places and purposes of entries, newest first. Both indices of the ledger are read in step, so that no statement
  /// sorts all that an account has.
  private static let all: StaticString = """
    SELECT id, purpose FROM ledger WHERE debit = $1 AND id >= $2 AND id < $3
      AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
    UNION ALL
    SELECT id, purpose FROM ledger WHERE credit = $1 AND id >= $2 AND id < $3
      AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
    ORDER BY id DESC
    """
  private static let incoming: StaticString = """
    SELECT id, purpose FROM ledger WHERE credit = $1 AND id >= $2 AND id < $3
      AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
    ORDER BY id DESC
    """
  private static let outgoing: StaticString = """
    SELECT id, purpose FROM ledger WHERE debit = $1 AND id >= $2 AND id < $3
      AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
    ORDER BY id DESC
    """

  private let connection: Connection

  /// Creates the view on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the places in the ledger of the account's entries from `start` on and before `end`; none if the person
  /// does not see the account.
  ///
  /// The places lie between the first and the last of those entries, so that balances stay in sequence even after a
  /// clock was set back.
  package func places(
    of number: AccountNumber, person: PersonID, from start: Instant?, to end: Instant?
  ) throws(StoreError) -> Range<Int64> {
    let found = try connection.first(
      """
      SELECT CASE WHEN $2 IS NULL THEN 0 ELSE (SELECT min(id) FROM entry WHERE entry.account = $1 AND at >= $2) END,
        CASE WHEN $3 IS NULL THEN $4 ELSE (SELECT max(id) + 1 FROM entry WHERE entry.account = $1 AND at < $3) END
      FROM account_access WHERE account_access.account = $1 AND person = $5
      """, number, start, end, Int64.max, person
    ) { (row) throws(StoreError) -> (Int64?, Int64?) in (try row.get(0), try row.get(1)) }
    let (first, last) = (found?.0 ?? .max, found?.1 ?? 0)
    return first..<max(first, last)
  }

  /// The newest entries of an account that the person sees, of those in `places`, each with the balance after it.
  package func entries(
    _ number: AccountNumber, person: PersonID, in places: Range<Int64>, limit: Int
  ) throws(StoreError) -> [LedgerEntry] {
    guard let last = try self.balance(number, person: person, before: places.upperBound) else { return [] }
    let currency = last.currency
    var balance = last.minor
    var (count, first) = (0, places.upperBound)
    try forEachPlace(of: number, person: person, going: nil, in: places) { place, _ in
      (count, first) = (count + 1, place)
      return count < limit
    }
    return try connection.all(
      Self.newest, number, first, places.upperBound, limit, balance, person
    ) { (row) throws(StoreError) in
      let entry = try Self.table.read(row).with(\.balance, Money(minor: balance, currency))
      balance -= entry.amount.minor
      return entry
    }
  }

  /// Calls `body` with the place and the purpose of each entry of an account that the person sees, of those in `places`
  /// that go in `direction`, the newest first, until it returns false.
  package func forEachPlace(
    of number: AccountNumber, person: PersonID, going direction: LedgerEntry.Direction?, in places: Range<Int64>,
    _ body: (Int64, String) -> Bool
  ) throws(StoreError) {
    let statement =
      switch direction {
      case nil: Self.all
      case .incoming: Self.incoming
      case .outgoing: Self.outgoing
      }
    try connection.forEachRow(statement, [number, places.lowerBound, places.upperBound, person]) {
      (row) throws(StoreError) in body(try row.get(0), try row.get(1))
    }
  }

  /// The entries of an account that the person sees, at these `places`, each with the balance after it; the places
  /// descend, and lie before `end`.
  package func entries(
    _ number: AccountNumber, person: PersonID, at places: [Int64], before end: Int64
  ) throws(StoreError) -> [LedgerEntry] {
    guard let last = try self.balance(number, person: person, before: end) else { return [] }
    var (balance, end) = (last.minor, end)
    var entries: [LedgerEntry] = []
    for place in places {
      balance -= try moved(number, person: person, in: place + 1..<end)
      guard
        let entry = try connection.first(
          Self.newest, number, place, place + 1, 1, balance, person, read: Self.table.read)
      else { continue }
      entries.append(entry.with(\.balance, Money(minor: balance, last.currency)))
      (balance, end) = (balance - entry.amount.minor, place)
    }
    return entries
  }

  /// Returns the sum of the account's entries in `places`, in minor units; 0 if the person does not see the account.
  private func moved(
    _ number: AccountNumber, person: PersonID, in places: Range<Int64>
  ) throws(StoreError) -> Int64 {
    try connection.first(
      """
      SELECT coalesce(sum(amount), 0) FROM entry WHERE account = $1 AND id >= $2 AND id < $3
        AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
      """, number, places.lowerBound, places.upperBound, person
    ) { (row) throws(StoreError) in try row.get(0) } ?? 0
  }

  /// Sums up the money that the account received and paid in `places`; nil if the person does not see it.
  package func turnover(
    _ number: AccountNumber, person: PersonID, in places: Range<Int64>
  ) throws(StoreError) -> Turnover? {
    guard let opening = try balance(number, person: person, before: places.lowerBound) else { return nil }
    return try connection.first(
      """
      SELECT coalesce(sum(max(amount, 0)), 0), coalesce(sum(max(-amount, 0)), 0) FROM entry
      WHERE account = $1 AND id >= $2 AND id < $3
        AND EXISTS (SELECT 1 FROM account_access AS access WHERE access.account = $1 AND access.person = $4)
      """, number, places.lowerBound, places.upperBound, person
    ) { (row) throws(StoreError) in
      Turnover(
        opening: opening, received: Money(minor: try row.get(0), opening.currency),
        paid: Money(minor: try row.get(1), opening.currency))
    }
  }

  /// Returns the balance of the account before the entry at a place; nil if the person does not see the account.
  private func balance(
    _ number: AccountNumber, person: PersonID, before place: Int64
  ) throws(StoreError) -> Money? {
    try connection.first(
      """
      SELECT balance - coalesce((SELECT sum(amount) FROM entry WHERE entry.account = $1 AND id >= $3), 0), currency
      FROM account_access AS access JOIN account ON number = access.account
      WHERE access.account = $1 AND access.person = $2
      """, number, person, place
    ) { (row) throws(StoreError) in Money(minor: try row.get(0), try row.get(1)) }
  }
}
