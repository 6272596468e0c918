package import Dates
import Model
package import Storage

/// The table of operations that an operator has disabled.
package struct DisabledOperationDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all disabled operations with the times at which they were disabled, sorted by id.
  package func all() throws(StoreError) -> [(operation: String, since: Instant)] {
    try connection.all("SELECT operation, since FROM disabled_operation ORDER BY operation") {
      (row) throws(StoreError) in (operation: try row.get(0), since: try row.get(1))
    }
  }

  /// Returns true if an operator has disabled the operation.
  package func contains(_ operation: String) throws(StoreError) -> Bool {
    try connection.first("SELECT 1 FROM disabled_operation WHERE operation = $1", operation) {
      (row) throws(StoreError) in try row.get(0, as: Int.self)
    } != nil
  }

  /// Disables the operation; returns false if it is already disabled.
  package func insert(_ operation: String, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "INSERT INTO disabled_operation (operation, since) VALUES ($1, $2) ON CONFLICT DO NOTHING", operation, instant)
      == 1
  }

  /// Enables the operation; returns false if it is not disabled.
  package func delete(_ operation: String) throws(StoreError) -> Bool {
    try connection.execute("DELETE FROM disabled_operation WHERE operation = $1", operation) == 1
  }
}
