package import Dates
package import Model
package import Storage

/// The tables of accounts and of people's access to them.
package struct AccountDAO {
  /// An account as a person sees it, and the end of the access.
  package struct Seen: Sendable {
    package let account: Account
    /// The time from which the access is not valid; nil without a limit.
    package let until: Instant?
  }

  /// An account, independent of a person's access to it.
  package struct Record: Sendable, Equatable {
    package let number: AccountNumber
    package let balance: Money
    /// True if the account is closed to payments.
    package let disabled: Bool
    /// True if the account is closed permanently.
    package let isClosed: Bool
  }

  private static let source: SQLFragment = "account_access JOIN account ON number = account"

  /// Joins both tables, because a person's view of an account has columns of both.
  static let table = Table(
    Account.entity, from: source, owner: "person",
    computing: [
      (\.balance, "balance"), (\.available, "balance - held"), (\.role, AccountAccessDAO.role),
    ])

  /// Without ORDER BY: `all` sorts the rows.
  private static let seen = Query(
    "SELECT \(table.columns), place, until FROM \(source) WHERE person = $1 AND ended IS NULL")
  private static let valid = Query(
    """
    SELECT \(table.columns) FROM \(source)
    WHERE number = $1 AND person = $2 AND ended IS NULL AND (until IS NULL OR until > $3)
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the accounts that the person can access, in the person's order. The caller compares
  /// the end of each access with the time.
  package func all(person: PersonID) throws(StoreError) -> [Seen] {
    var rows = try connection.all(Self.seen, person) { (row) throws(StoreError) in
      (
        seen: Seen(account: try Self.table.read(row), until: try row.get(Self.table.width + 1)),
        place: try row.get(Self.table.width, as: Int.self)
      )
    }
    rows.sort { ($0.place, $0.seen.account.number.rawValue) < ($1.place, $1.seen.account.number.rawValue) }
    return rows.map(\.seen)
  }

  /// Returns the account with `number`; nil if the person has no access to it at `instant`.
  package func find(
    _ number: AccountNumber, person: PersonID, at instant: Instant
  ) throws(StoreError) -> Account? {
    try connection.first(Self.valid, number, person, instant, read: Self.table.read)
  }

  /// Returns the customer account with `number`; nil if it does not exist.
  package func findCustomer(_ number: AccountNumber) throws(StoreError) -> Record? {
    try connection.first(
      """
      SELECT number, balance, currency, disabled, closed IS NOT NULL FROM account
      WHERE number = $1 AND kind = 'customer'
      """, number
    ) { (row) throws(StoreError) in
      Record(
        number: try row.get(0), balance: Money(minor: try row.get(1), try row.get(2)), disabled: try row.get(3),
        isClosed: try row.get(4))
    }
  }

  /// True if both accounts have the same holder, or neither has a stored one.
  package func haveSameHolder(_ first: AccountNumber, _ second: AccountNumber) throws(StoreError) -> Bool {
    try connection.first(
      """
      SELECT payer.number FROM account AS payer JOIN account AS payee ON payee.number = $2
      WHERE payer.number = $1
        AND (payer.customer = payee.customer OR payer.customer IS NULL AND payee.customer IS NULL)
      """, first, second
    ) { (row) throws(StoreError) in try row.get(0, as: AccountNumber.self) } != nil
  }

  /// Returns the bank's own account for a duty in a currency; nil if it does not exist.
  package func findInternal(_ duty: AccountDuty, _ currency: Currency) throws(StoreError) -> AccountNumber? {
    try connection.first(
      "SELECT account FROM internal_account WHERE duty = $1 AND currency = $2", duty, currency
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Opens one of the bank's own accounts.
  package func insertInternal(
    _ number: AccountNumber, _ duty: AccountDuty, _ currency: Currency, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      "INSERT INTO account (number, kind, currency, opened) VALUES ($1, 'internal', $2, $3)",
      number, currency, instant)
    try connection.execute(
      "INSERT INTO internal_account (duty, currency, account) VALUES ($1, $2, $3)", duty, currency, number)
  }
}
