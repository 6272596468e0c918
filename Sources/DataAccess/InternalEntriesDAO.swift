package import Storage

/// The entries of the bank's own accounts that are not yet included in the balances.
package struct InternalEntriesDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  // SQLite has a single writer, and each movement adds its entries to the balances itself.
  private static let takingIn = Query("SELECT 0", postgresql: "SELECT post_internal_entries()")

  /// Adds the entries to the balances.
  ///
  /// - Returns: The number of accounts with new entries; nil if another movement is in progress for
  ///   too long.
  package func takeIn() throws(StoreError) -> Int? {
    let count = try connection.first(Self.takingIn) { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
    return count < 0 ? nil : count
  }
}
