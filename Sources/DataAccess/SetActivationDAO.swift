package import Dates
package import Model
package import Storage

/// The table of activations of sets of definitions: which set serves, which one served before, and which is proposed.
package struct SetActivationDAO {
  private let connection: Connection

  /// Creates the table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  // On a file, which one machine has, the program's clock is the database's.
  private static let time = Query(
    "SELECT NULL", postgresql: "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)")

  /// Returns the time by the clock of the database's machine, for servers whose own clocks differ; nil if it is this one's.
  package func time() throws(StoreError) -> Instant? {
    try connection.first(Self.time) { (row) throws(StoreError) in try row.get(0, as: Instant?.self) } ?? nil
  }

  /// Returns the activation that holds, and the proposal that is open behind it, expired or not.
  package func standing() throws(StoreError) -> [SetActivation] {
    try connection.all(
      """
      SELECT number, definition_set, expires, activated FROM definition_activation
      WHERE ended IS NULL
        AND number >= coalesce((SELECT max(number) FROM definition_activation WHERE activated IS NOT NULL), 0)
      ORDER BY number
      """, read: Self.read)
  }

  /// Returns the newest activation of another set than the one that holds; nil if there was none.
  package func previous(to active: SetActivation) throws(StoreError) -> SetActivation? {
    try connection.first(
      """
      SELECT number, definition_set, expires, activated FROM definition_activation
      WHERE number < $1 AND activated IS NOT NULL AND definition_set <> $2 ORDER BY number DESC LIMIT 1
      """, active.number, active.set, read: Self.read)
  }

  /// Returns the greatest number; 0 if there is none.
  package func newest() throws(StoreError) -> Int64 {
    try connection.first("SELECT coalesce(max(number), 0) FROM definition_activation") { (row) throws(StoreError) in
      try row.get(0)
    } ?? 0
  }

  /// Stores a proposal.
  package func insert(_ number: Int64, _ set: SetHash, at instant: Instant, expires: Instant) throws(StoreError) {
    try connection.execute(
      "INSERT INTO definition_activation (number, definition_set, proposed, expires) VALUES ($1, $2, $3, $4)",
      number, set, instant, expires)
  }

  /// Moves the end of an open proposal ahead; false if it has ended.
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

  /// Activates an open proposal; false if it has ended.
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
