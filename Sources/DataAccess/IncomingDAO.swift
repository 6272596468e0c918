package import Model
package import Storage

/// The table of the ids of incoming money.
package struct IncomingDAO {
  /// Incoming money as the ledger stores it.
  package struct Record: Sendable, Equatable {
    package let money: IncomingMoney
    package let movement: Int64
  }

  private static let byID = Query(
    """
    SELECT incoming.id, credit, amount, currency, other_name, other_account, other_bic, purpose, movement
    FROM incoming JOIN ledger ON ledger.id = incoming.movement WHERE incoming.id = $1
    """)

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the money with this id; nil if none was posted.
  package func find(_ id: String) throws(StoreError) -> Record? {
    try connection.first(Self.byID, id) { (row) throws(StoreError) in
      Record(
        money: IncomingMoney(
          id: try row.get(0), account: try row.get(1), amount: Money(minor: try row.get(2), try row.get(3)),
          payer: OtherParty(name: try row.get(4), account: try row.get(5), bic: try row.get(6)),
          purpose: try row.get(7)),
        movement: try row.get(8))
    }
  }

  /// Stores the id of a movement. Throws a unique violation if the id has moved money.
  package func insert(_ id: String, movement: Int64) throws(StoreError) {
    try connection.execute("INSERT INTO incoming (id, movement) VALUES ($1, $2)", id, movement)
  }
}
