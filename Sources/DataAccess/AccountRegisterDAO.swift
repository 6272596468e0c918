package import Dates
package import Model
package import Storage

/// The table of accounts for the bank's administration, independent of people's access.
package struct AccountRegisterDAO {
  private static let columns: SQLFragment =
    "number, kind, balance, currency, held, opened, disabled, closed, reason, product, customer"
  private static let byNumber = Query("SELECT \(columns) FROM account WHERE number = $1")
  private static let page = Query("SELECT \(columns) FROM account WHERE number > $1 ORDER BY number LIMIT $2")
  private static let ofCustomer = Query(
    "SELECT \(columns) FROM account WHERE customer = $1 AND number > $2 ORDER BY number LIMIT $3")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the account; nil if it does not exist.
  package func find(_ number: AccountNumber) throws(StoreError) -> BankAccount? {
    try connection.first(Self.byNumber, number, read: Self.read)
  }

  /// Returns the accounts after the number `after`, in the order of the numbers.
  package func all(after: String, limit: Int) throws(StoreError) -> [BankAccount] {
    try connection.all(Self.page, after, limit, read: Self.read)
  }

  /// Returns the accounts of a customer after the number `after`, in the order of the numbers.
  package func all(of customer: CustomerID, after: String, limit: Int) throws(StoreError) -> [BankAccount] {
    try connection.all(Self.ofCustomer, customer, after, limit, read: Self.read)
  }

  /// Opens an account of a customer with a balance of zero; nil as the customer for an account
  /// without a holder.
  package func insert(
    _ number: AccountNumber, _ currency: Currency, of customer: CustomerID?, product: String?, disabled: Bool,
    at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO account (number, kind, currency, disabled, opened, customer, product)
      VALUES ($1, 'customer', $2, $3, $4, $5, $6)
      """, number, currency, disabled, instant, customer, product)
  }

  /// Stores the holder of an account without one. Returns false if the account has a holder.
  package func setCustomer(_ number: AccountNumber, _ customer: CustomerID) throws(StoreError) -> Bool {
    try connection.execute(
      "UPDATE account SET customer = $2 WHERE number = $1 AND customer IS NULL", number, customer) == 1
  }

  /// Closes an account to payments, or opens it again.
  package func setDisabled(_ number: AccountNumber, _ disabled: Bool, reason: String?) throws(StoreError) {
    try connection.execute("UPDATE account SET disabled = $2, reason = $3 WHERE number = $1", number, disabled, reason)
  }

  /// Closes an account permanently. The database rejects it if the account has money or holds.
  package func close(_ number: AccountNumber, reason: String?, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE account SET closed = $2, disabled = 1, reason = coalesce($3, reason) WHERE number = $1",
      number, instant, reason)
  }

  private static func read(_ row: Row) throws(StoreError) -> BankAccount {
    let currency = try row.get(3, as: Currency.self)
    return BankAccount(
      number: try row.get(0), kind: try row.get(1), balance: Money(minor: try row.get(2), currency),
      held: Money(minor: try row.get(4), currency), opened: try row.get(5), disabled: try row.get(6),
      closed: try row.get(7), reason: try row.get(8), product: try row.get(9), customer: try row.get(10))
  }
}
