package import Dates
package import Model
package import Storage

/// The tables of sets of definitions and of their files.
package struct DefinitionSetDAO {
  private let connection: Connection

  /// Creates the tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Every set, the newest first.
  package func all() throws(StoreError) -> [DefinitionSet] {
    try connection.all(
      """
      SELECT hash, stored, (SELECT count(*) FROM definition_entry WHERE definition_set = definition_set.hash)
      FROM definition_set ORDER BY stored DESC, hash
      """
    ) { (row) throws(StoreError) in
      DefinitionSet(hash: try row.get(0), stored: try row.get(1), files: try row.get(2))
    }
  }

  /// Returns the sets whose hash begins so; at most two.
  package func find(prefix: String) throws(StoreError) -> [SetHash] {
    try connection.all(
      "SELECT hash FROM definition_set WHERE hash >= $1 AND hash < $2 ORDER BY hash LIMIT 2", prefix, prefix + "g"
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Stores a set without its files; false if it is stored already.
  package func insert(_ hash: SetHash, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "INSERT INTO definition_set (hash, stored) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, instant) == 1
  }

  /// Stores a content, unless it is there.
  package func insertFile(_ hash: String, _ content: [UInt8]) throws(StoreError) {
    try connection.send(
      "INSERT INTO definition_file (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, content)
  }

  /// Adds a stored content to a set under a path.
  package func insertEntry(_ set: SetHash, _ path: String, _ file: String) throws(StoreError) {
    try connection.send(
      "INSERT INTO definition_entry (definition_set, path, file) VALUES ($1, $2, $3)", set, path, file)
  }

  /// Returns the paths and contents of a set, in the order of the paths; none if it is not stored.
  package func files(of set: SetHash) throws(StoreError) -> [(path: String, content: [UInt8])] {
    try connection.all(
      """
      SELECT path, content FROM definition_entry JOIN definition_file ON hash = file
      WHERE definition_set = $1 ORDER BY path
      """, set
    ) { (row) throws(StoreError) in (path: try row.get(0), content: try row.get(1)) }
  }
}
