package import Dates
package import Model
package import Storage

/// The table of activations of definition sets: the active set, earlier ones, and a proposed one.
package struct SetActivationDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  // Only one machine uses a database file, so the clock of the process applies.
  private static let time = Query(
    "SELECT NULL", postgresql: "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)")

  /// Returns the time of the database server, for servers with different clocks; nil for a database
  /// file.
  package func time() throws(StoreError) -> Instant? {
    try connection.first(Self.time) { (row) throws(StoreError) in try row.get(0, as: Instant?.self) } ?? nil
  }

  /// Returns the current activation and the open proposal after it, expired or not.
  package func standing() throws(StoreError) -> [SetActivation] {
    try connection.all(
      """
      SELECT number, definition_set, expires, activated FROM definition_activation
      WHERE ended IS NULL
        AND number >= coalesce((SELECT max(number) FROM definition_activation WHERE activated IS NOT NULL), 0)
      ORDER BY number
      """, read: Self.read)
  }

  /// Returns the newest activation of a set other than the active one; nil if no other set was
  /// active.
  package func previous(to active: SetActivation) throws(StoreError) -> SetActivation? {
    try connection.first(
      """
      SELECT number, definition_set, expires, activated FROM definition_activation
      WHERE number < $1 AND activated IS NOT NULL AND definition_set <> $2 ORDER BY number DESC LIMIT 1
      """, active.number, active.set, read: Self.read)
  }

  /// Returns the greatest number; 0 without activations.
  package func newest() throws(StoreError) -> Int64 {
    try connection.first("SELECT coalesce(max(number), 0) FROM definition_activation") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  package func insert(_ number: Int64, _ set: SetHash, at instant: Instant, expires: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO definition_activation (number, definition_set, proposed, expires) VALUES ($1, $2, $3, $4)",
      number, set, instant, expires)
  }

  /// Extends an open proposal; returns false if it has ended.
  package func renew(_ number: Int64, at instant: Instant, expires: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE definition_activation SET expires = $3
      WHERE number = $1 AND expires > $2 AND activated IS NULL AND ended IS NULL
      """, number, instant, expires) == 1
  }

  /// Ends a proposal that was not activated.
  package func end(_ number: Int64, at instant: Instant) throws(StoreError) {
    try connection.execute(
      "UPDATE definition_activation SET ended = $2 WHERE number = $1 AND activated IS NULL AND ended IS NULL", number,
      instant)
  }

  /// Activates an open proposal; returns false if it has ended.
  package func activate(_ number: Int64, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      """
      UPDATE definition_activation SET activated = $2
      WHERE number = $1 AND expires > $2 AND activated IS NULL AND ended IS NULL
      """, number, instant) == 1
  }

  private static func read(_ row: Row) throws(StoreError) -> SetActivation {
    SetActivation(
      number: try row.get(0), set: try row.get(1), expires: try row.get(2), activated: try row.get(3))
  }
}
