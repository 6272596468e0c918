package import Dates
package import Model
package import Storage

/// The tables of definition sets and of their files.
package struct DefinitionSetDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all sets, newest first.
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

  /// Returns the sets whose hash begins with `prefix`, at most two.
  package func find(prefix: String) throws(StoreError) -> [SetHash] {
    try connection.all(
      "SELECT hash FROM definition_set WHERE hash >= $1 AND hash < $2 ORDER BY hash LIMIT 2", prefix, prefix + "g"
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Stores a set without its files; returns false if it is already stored.
  package func insert(_ hash: SetHash, at instant: Instant) throws(StoreError) -> Bool {
    try connection.execute(
      "INSERT INTO definition_set (hash, stored) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, instant) == 1
  }

  /// Stores the content of a file, unless it is already stored.
  package func insertFile(_ hash: String, _ content: [UInt8]) throws(StoreError) {
    try connection.send(
      "INSERT INTO definition_file (hash, content) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, content)
  }

  /// Adds a stored file to a set under a path.
  package func insertEntry(_ set: SetHash, _ path: String, _ file: String) throws(StoreError) {
    try connection.send(
      "INSERT INTO definition_entry (definition_set, path, file) VALUES ($1, $2, $3)", set, path, file)
  }

  /// Returns the paths and contents of a set, sorted by path; empty if the set is not stored.
  package func files(of set: SetHash) throws(StoreError) -> [(path: String, content: [UInt8])] {
    try connection.all(
      """
      SELECT path, content FROM definition_entry JOIN definition_file ON hash = file
      WHERE definition_set = $1 ORDER BY path
      """, set
    ) { (row) throws(StoreError) in (path: try row.get(0), content: try row.get(1)) }
  }
}
