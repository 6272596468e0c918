package import Dates
package import Model
package import Storage

/// The tables of accounts and of people's access to them.
package struct AccountDAO {
  /// The purpose of one of the bank's own accounts.
  package enum Duty: String, Storable {
    /// The account that receives payments to other banks.
    case settlement
    /// The account from which opening balances come.
    case equity
  }

  /// An account, independent of a person's access to it.
  package struct Record: Sendable, Equatable {
    package let number: AccountNumber
    package let balance: Money
    /// True if the account is closed to payments.
    package let disabled: Bool
  }

  private static let source: SQLFragment = "account_access JOIN account ON number = account"

  /// Joins both tables, because a person's view of an account has columns of both.
  static let table = Table(
    Account.entity, from: source, owner: "person",
    computing: [(\.balance, "balance"), (\.available, "balance - held")])

  /// Without ORDER BY: `all` sorts the rows.
  private static let seen = Query("SELECT \(table.columns), place FROM \(source) WHERE person = $1")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the accounts that the person can access, in the person's order.
  package func all(person: PersonID) throws(StoreError) -> [Account] {
    var rows = try connection.all(Self.seen, person) { (row) throws(StoreError) in
      (account: try Self.table.read(row), place: try row.get(Self.table.width, as: Int.self))
    }
    rows.sort { ($0.place, $0.account.number.rawValue) < ($1.place, $1.account.number.rawValue) }
    return rows.map(\.account)
  }

  /// Returns the account with `number`; nil if the person has no access to it.
  package func find(_ number: AccountNumber, person: PersonID) throws(StoreError) -> Account? {
    try Self.table.find(number, person, on: connection)
  }

  /// Returns the customer account with `number`; nil if it does not exist.
  package func findCustomer(_ number: AccountNumber) throws(StoreError) -> Record? {
    try connection.first(
      "SELECT number, balance, currency, disabled FROM account WHERE number = $1 AND kind = 'customer'", number
    ) { (row) throws(StoreError) in
      Record(
        number: try row.get(0), balance: Money(minor: try row.get(1), try row.get(2)), disabled: try row.get(3))
    }
  }

  /// Returns the bank's own account for a duty in a currency; nil if it does not exist.
  package func findInternal(_ duty: Duty, _ currency: Currency) throws(StoreError) -> AccountNumber? {
    try connection.first(
      "SELECT account FROM internal_account WHERE duty = $1 AND currency = $2", duty, currency
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Opens a customer account with a balance of zero.
  package func insertCustomer(
    _ number: AccountNumber, _ currency: Currency, disabled: Bool, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      "INSERT INTO account (number, kind, currency, disabled, opened) VALUES ($1, 'customer', $2, $3, $4)",
      number, currency, disabled, instant)
  }

  /// Opens one of the bank's own accounts.
  package func insertInternal(
    _ number: AccountNumber, _ duty: Duty, _ currency: Currency, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      "INSERT INTO account (number, kind, currency, opened) VALUES ($1, 'internal', $2, $3)",
      number, currency, instant)
    try connection.execute(
      "INSERT INTO internal_account (duty, currency, account) VALUES ($1, $2, $3)", duty, currency, number)
  }

  /// Gives the person access to an account.
  package func insertAccess(
    person: PersonID, _ number: AccountNumber, isOwner: Bool, caption: String, place: Int
  ) throws(StoreError) {
    try connection.execute(
      "INSERT INTO account_access (person, account, is_owner, caption, place) VALUES ($1, $2, $3, $4, $5)",
      person, number, isOwner, caption, place)
  }
}
