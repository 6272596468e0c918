package import Dates
package import Model
package import Storage

/// The table of customers.
package struct CustomerDAO {
  static let table = Table(Customer.entity, extraColumns: ["created"])
  private static let byExternalID = Query("SELECT \(table.columns) FROM customer WHERE external_id = $1")
  private static let byPerson = Query("SELECT \(table.columns) FROM customer WHERE person = $1")
  private static let byAccount = Query(
    "SELECT \(table.columns) FROM customer WHERE id = (SELECT customer FROM account WHERE number = $1)")
  private static let page = Query(
    "SELECT \(table.columns) FROM customer WHERE external_id > $1 ORDER BY external_id LIMIT $2")

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Adds a customer. Throws a unique violation if the external id or the person has a customer.
  package func insert(_ customer: Customer, at instant: Instant) throws(StoreError) {
    try Self.table.insert(customer, extraValues: instant, on: connection)
  }

  /// Returns the customer with `id`; nil if it does not exist.
  package func find(_ id: CustomerID) throws(StoreError) -> Customer? {
    try Self.table.find(id, on: connection)
  }

  /// Returns the customer with this id in the bank's other systems; nil if it does not exist.
  package func find(externalID: String) throws(StoreError) -> Customer? {
    try connection.first(Self.byExternalID, externalID, read: Self.table.read)
  }

  /// Returns the customer that is the person; nil if it does not exist.
  package func find(person: PersonID) throws(StoreError) -> Customer? {
    try connection.first(Self.byPerson, person, read: Self.table.read)
  }

  /// Returns the holder of an account; nil if none is stored.
  package func holder(of account: AccountNumber) throws(StoreError) -> Customer? {
    try connection.first(Self.byAccount, account, read: Self.table.read)
  }

  /// Returns the customers after the external id `after`, in the order of the external ids. Omits
  /// customers whose data were erased.
  package func all(after: String, limit: Int) throws(StoreError) -> [Customer] {
    try connection.all(Self.page, after, limit, read: Self.table.read)
  }

  /// Replaces the names of a customer; returns false if the customer does not exist or its data
  /// were erased.
  package func setName(_ id: CustomerID, _ name: String, short: String?) throws(StoreError) -> Bool {
    // The condition is evaluated after an erasure by another process has ended.
    try connection.execute(
      "UPDATE customer SET name = $2, short_name = $3 WHERE id = $1 AND external_id IS NOT NULL", id, name, short) == 1
  }

  /// Stores the person who is an individual without a person; returns false if the customer is
  /// another one. Throws a unique violation if the person is another customer.
  package func setPerson(_ id: CustomerID, _ person: PersonID) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE customer SET person = $2
      WHERE id = $1 AND person IS NULL AND kind = 'individual' AND external_id IS NOT NULL
      """, id, person) == 1
  }
}
