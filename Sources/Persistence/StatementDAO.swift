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
    return try connection.all(
      Self.newest, number, places.lowerBound, places.upperBound, limit, balance, person
    ) { (row) throws(StoreError) in
      let entry = try Self.table.read(row).with(\.balance, Money(minor: balance, currency))
      balance -= entry.amount.minor
      return entry
    }
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
