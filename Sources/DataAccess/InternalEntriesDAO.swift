package import Storage

/// The entries of the bank's own accounts that their balances do not have yet.
///
///     let count = try InternalEntriesDAO(transaction).takeIn()
package struct InternalEntriesDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  // SQLite has one writer: there each movement takes its entries in itself.
  private static let takingIn = Query("SELECT 0", postgresql: "SELECT post_internal_entries()")

  /// Takes them in; returns the number of accounts that had any, and nil if a movement is being written for too long.
  package func takeIn() throws(StoreError) -> Int? {
    let count = try connection.first(Self.takingIn) { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    return count < 0 ? nil : count
  }
}
