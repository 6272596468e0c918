package import Dates
import Model
package import Storage

/// The tables of the fingerprints of secret keys, and of the servers that hold the keys.
///
/// The current time for servers is `present`, or the clock of the database server if `present` is
/// nil.
package struct SecretKeyDAO {
  /// A key whose fingerprint is stored.
  package struct Known: Sendable, Equatable {
    package let id: String
    /// The fingerprint, which does not reveal the key.
    package let fingerprint: String
    /// The time at which the key became the current one; nil if it never did.
    package let activated: Instant?
  }

  /// A running server and one of its keys.
  package struct Holder: Sendable, Equatable {
    /// The id of the server's process.
    package let server: String
    /// The machine and the process number of the server.
    package let name: String
    /// The id of the key.
    package let key: String
    /// The fingerprint of the key.
    package let fingerprint: String

    package init(server: String, name: String, key: String, fingerprint: String) {
      (self.server, self.name, self.key, self.fingerprint) = (server, name, key, fingerprint)
    }
  }

  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all keys, sorted by id.
  package func all() throws(StoreError) -> [Known] {
    try connection.all("SELECT id, fingerprint, activated FROM secret_key ORDER BY id") { (row) throws(StoreError) in
      Known(id: try row.get(0), fingerprint: try row.get(1), activated: try row.get(2))
    }
  }

  /// Adds the fingerprint of a key, unless it is already stored.
  package func add(_ id: String, _ fingerprint: String, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO secret_key (id, fingerprint, added) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", id,
      fingerprint, instant)
  }

  /// Makes a key the current one.
  package func activate(_ id: String, at instant: Instant) throws(StoreError) {
    try connection.execute("UPDATE secret_key SET activated = $2 WHERE id = $1", id, instant)
  }

  private static let present: SQLFragment = "$1"
  private static let presentOnServer: SQLFragment = """
    coalesce($1, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint))
    """
  private static let putting = Query(
    """
    INSERT INTO key_holder (server, secret_key, name, fingerprint, seen) VALUES ($2, $3, $4, $5, \(present))
    ON CONFLICT (server, secret_key) DO UPDATE SET seen = excluded.seen
    """,
    postgresql: """
      INSERT INTO key_holder (server, secret_key, name, fingerprint, seen) VALUES ($2, $3, $4, $5, \(presentOnServer))
      ON CONFLICT (server, secret_key) DO UPDATE SET seen = excluded.seen
      """)

  /// Stores that a server is running and holds a key.
  package func put(_ holder: Holder, at present: Instant?) throws(StoreError) {
    try connection.execute(Self.putting, [present, holder.server, holder.key, holder.name, holder.fingerprint])
  }

  private static let seeing = Query(
    "SELECT server, name, secret_key, fingerprint FROM key_holder WHERE seen > \(present) - $2 ORDER BY name, server, secret_key",
    postgresql: """
      SELECT server, name, secret_key, fingerprint FROM key_holder
      WHERE seen > \(presentOnServer) - $2
      ORDER BY name, server, secret_key
      """)

  /// Returns the servers that were seen within the last `microseconds`, with their keys.
  package func holders(at present: Instant?, within microseconds: Int64) throws(StoreError) -> [Holder] {
    try connection.all(Self.seeing, present, microseconds) { (row) throws(StoreError) in
      Holder(server: try row.get(0), name: try row.get(1), key: try row.get(2), fingerprint: try row.get(3))
    }
  }

  /// Deletes a server that stops.
  package func remove(_ server: String) throws(StoreError) {
    try connection.execute("DELETE FROM key_holder WHERE server = $1", server)
  }

  private static let forgetting = Query(
    "DELETE FROM key_holder WHERE seen <= \(present) - $2",
    postgresql: "DELETE FROM key_holder WHERE seen <= \(presentOnServer) - $2")

  /// Deletes servers that were not seen for `microseconds`.
  package func removeUnseen(at present: Instant?, for microseconds: Int64) throws(StoreError) {
    try connection.execute(Self.forgetting, [present, microseconds])
  }
}
