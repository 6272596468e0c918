package import Dates
package import Model
package import Storage

/// The table of servers that load their definitions from the database.
package struct ServerDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Stores the state of a server at `instant`.
  package func put(_ server: SharingServer, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO server (id, name, began, seen, serving, judged, fault) VALUES ($1, $2, $3, $3, $4, $5, $6)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen, serving = excluded.serving,
        judged = excluded.judged, fault = excluded.fault
      """, server.id, server.name, instant, server.serving, server.judged, server.fault)
  }

  /// Returns the servers that were last seen between two instants, sorted by name.
  package func seen(from first: Instant, through last: Instant) throws(StoreError) -> [SharingServer] {
    try connection.all(
      """
      SELECT id, name, serving, judged, fault FROM server WHERE seen >= $1 AND seen <= $2 ORDER BY name, id
      """, first, last
    ) { (row) throws(StoreError) in
      SharingServer(
        id: try row.get(0), name: try row.get(1), serving: try row.get(2), judged: try row.get(3),
        fault: try row.get(4))
    }
  }

  /// Deletes a server that stops.
  package func delete(_ id: String) throws(StoreError) {
    try connection.execute("DELETE FROM server WHERE id = $1", id)
  }

  /// Deletes servers that were last seen before `instant`.
  package func deleteLost(before instant: Instant) throws(StoreError) {
    try connection.execute("DELETE FROM server WHERE seen < $1", instant)
  }
}
