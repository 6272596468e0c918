package import Dates
import Model
package import Storage

/// The secret keys that the database knows by their fingerprints, and the servers that have them.
///
/// Times of servers are by the clock of the database (`present` nil), or by the given one: `LeaseDAO` tells more.
package struct SecretKeyDAO {
  /// A key.
  package struct Known: Sendable, Equatable {
    /// The id.
    package let id: String
    /// The fingerprint, which tells nothing of the key.
    package let fingerprint: String
    /// The time at which it became the one that new things are made with; nil if it never did.
    package let activated: Instant?
  }

  /// A server that is up, and a key that it has.
  package struct Holder: Sendable, Equatable {
    /// The process.
    package let server: String
    /// Its machine and number.
    package let name: String
    /// The id of the key.
    package let key: String
    /// The fingerprint of the key.
    package let fingerprint: String

    /// Creates a server with one of its keys.
    package init(server: String, name: String, key: String, fingerprint: String) {
      (self.server, self.name, self.key, self.fingerprint) = (server, name, key, fingerprint)
    }
  }

  private let connection: Connection

  /// Creates the tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all keys, in the order of their ids.
  package func all() throws(StoreError) -> [Known] {
    try connection.all("SELECT id, fingerprint, activated FROM secret_key ORDER BY id") { (row) throws(StoreError) in
      Known(id: try row.get(0), fingerprint: try row.get(1), activated: try row.get(2))
    }
  }

  /// Adds a key, unless it is known.
  package func add(_ id: String, _ fingerprint: String, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO secret_key (id, fingerprint, added) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING", id,
      fingerprint, instant)
  }

  /// Makes new things be made with a key from now on.
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

  /// Notes that a server is up and has a key.
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

  /// Returns the servers that were seen within so many microseconds, with their keys.
  package func holders(at present: Instant?, within microseconds: Int64) throws(StoreError) -> [Holder] {
    try connection.all(Self.seeing, present, microseconds) { (row) throws(StoreError) in
      Holder(server: try row.get(0), name: try row.get(1), key: try row.get(2), fingerprint: try row.get(3))
    }
  }

  /// Removes a server that ends.
  package func remove(_ server: String) throws(StoreError) {
    try connection.execute("DELETE FROM key_holder WHERE server = $1", server)
  }

  private static let forgetting = Query(
    "DELETE FROM key_holder WHERE seen <= \(present) - $2",
    postgresql: "DELETE FROM key_holder WHERE seen <= \(presentOnServer) - $2")

  /// Removes servers that were not seen for so many microseconds: they have died.
  package func removeUnseen(at present: Instant?, for microseconds: Int64) throws(StoreError) {
    try connection.execute(Self.forgetting, [present, microseconds])
  }
}
