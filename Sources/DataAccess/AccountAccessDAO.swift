package import Dates
package import Model
package import Storage

/// The table of people's access to accounts, for the bank's administration.
package struct AccountAccessDAO {
  /// The role. An earlier program stored none, and its owners and viewers have these roles.
  static let role: SQLFragment = "coalesce(account_access.role, CASE is_owner WHEN 1 THEN 'owner' ELSE 'viewer' END)"
  private static let columns: SQLFragment = "account_access.person, login, \(role), caption, until, ended"
  private static let ofAccount = Query(
    """
    SELECT \(columns) FROM account_access JOIN person ON person.id = account_access.person
    WHERE account = $1 ORDER BY account_access.person
    """)
  private static let one = Query(
    """
    SELECT \(columns) FROM account_access JOIN person ON person.id = account_access.person
    WHERE account = $1 AND account_access.person = $2
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all accesses to an account, including ended ones.
  package func all(of account: AccountNumber) throws(StoreError) -> [AccountAccess] {
    try connection.all(Self.ofAccount, account, read: Self.read)
  }

  /// Returns the person's access to an account, valid or ended; nil if the person never had access.
  package func find(_ account: AccountNumber, person: PersonID) throws(StoreError) -> AccountAccess? {
    try connection.first(Self.one, account, person, read: Self.read)
  }

  /// Gives the person access to an account after the person's other accounts, or replaces the role,
  /// the caption and the end of an earlier access.
  package func put(
    _ account: AccountNumber, person: PersonID, _ role: AccountAccess.Role, caption: String, until: Instant?
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO account_access (person, account, is_owner, role, caption, place, until)
      VALUES ($1, $2, $3, $4, $5, (SELECT coalesce(max(place), -1) + 1 FROM account_access WHERE person = $1), $6)
      ON CONFLICT (person, account) DO UPDATE SET is_owner = excluded.is_owner, role = excluded.role,
        caption = excluded.caption, until = excluded.until, ended = NULL
      """, person, account, role.mayPay, role, caption, until)
  }

  /// Ends the person's access; returns false if the person has no valid access.
  package func end(_ account: AccountNumber, person: PersonID, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "UPDATE account_access SET ended = $3 WHERE account = $1 AND person = $2 AND ended IS NULL",
      account, person, instant) == 1
  }

  /// Returns at most `limit` valid accesses whose time is over at `instant`, in the order of their
  /// ends.
  package func due(
    at instant: Instant, limit: Int
  ) throws(StoreError) -> [(account: AccountNumber, person: PersonID)] {
    try connection.all(
      "SELECT account, person FROM account_access WHERE ended IS NULL AND until <= $1 ORDER BY until LIMIT $2",
      instant, limit
    ) { (row) throws(StoreError) in
      (account: try row.get(0, as: AccountNumber.self), person: try row.get(1, as: PersonID.self))
    }
  }

  /// Ends the person's access at its time; returns false unless that time is over at `instant`.
  package func endDue(_ account: AccountNumber, person: PersonID, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "UPDATE account_access SET ended = until WHERE account = $1 AND person = $2 AND ended IS NULL AND until <= $3",
      account, person, instant) == 1
  }

  /// Replaces the person's name for the account.
  package func setCaption(
    _ account: AccountNumber, person: PersonID, _ caption: String
  ) throws(StoreError) {
    try connection.execute(
      "UPDATE account_access SET caption = $3 WHERE account = $1 AND person = $2", account, person, caption)
  }

  private static func read(_ row: Row) throws(StoreError) -> AccountAccess {
    AccountAccess(
      person: try row.get(0), login: try row.get(1), role: try row.get(2), caption: try row.get(3),
      until: try row.get(4), ended: try row.get(5))
  }
}
