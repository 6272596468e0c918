package import Dates
package import Model
package import Storage

/// The table of the versions of operations.
package struct OperationVersionDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns all versions, or the versions of one operation, sorted by operation and then newest
  /// first.
  package func all(operation: String?) throws(StoreError) -> [OperationVersion] {
    try connection.all(
      """
      SELECT operation, version, served, replaced, expires, revoked FROM operation_version
      WHERE operation = coalesce($1, operation) ORDER BY operation, served DESC, replaced IS NOT NULL, replaced DESC
      """, operation, read: Self.read)
  }

  /// Returns the versions in service.
  ///
  /// Reads only columns before `source`, so that SQLite does not read the sources.
  package func serving() throws(StoreError) -> [(operation: String, version: String)] {
    try connection.all("SELECT operation, version FROM operation_version WHERE replaced IS NULL") {
      (row) throws(StoreError) in (try row.get(0), try row.get(1))
    }
  }

  /// Returns the replaced versions, not revoked, that validate forms at `instant` or that a
  /// submission needs for its signature or its execution.
  package func needed(at instant: Instant) throws(StoreError) -> [(operation: String, version: String)] {
    try connection.all(
      """
      SELECT operation, version FROM operation_version WHERE replaced IS NOT NULL AND revoked IS NULL
        AND (expires > $1 OR (operation, version) IN (
          SELECT operation, version FROM submission WHERE status = 'awaitingSignature' AND expires > $1
          UNION SELECT operation, version FROM submission WHERE status = 'signed'))
      ORDER BY operation, version
      """, instant
    ) { (row) throws(StoreError) in (try row.get(0), try row.get(1)) }
  }

  /// Returns a version; nil if it does not exist.
  package func find(_ operation: String, _ version: String) throws(StoreError) -> OperationVersion? {
    try connection.first(
      """
      SELECT operation, version, served, replaced, expires, revoked FROM operation_version
      WHERE operation = $1 AND version = $2
      """, operation, version, read: Self.read)
  }

  /// Returns the source of a version; nil if the version does not exist.
  package func source(_ operation: String, _ version: String) throws(StoreError) -> String? {
    try connection.first(
      "SELECT source FROM operation_version WHERE operation = $1 AND version = $2", operation, version
    ) { (row) throws(StoreError) in try row.get(0) }
  }

  /// Stores a version that comes into service, or returns an earlier version to service.
  package func serve(
    _ operation: String, _ version: String, source: String, at instant: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO operation_version (operation, version, source, served) VALUES ($1, $2, $3, $4)
      ON CONFLICT (operation, version) DO UPDATE SET source = excluded.source, served = excluded.served,
        replaced = NULL, expires = NULL, revoked = NULL
      """, operation, version, source, instant)
  }

  /// Stores that a version was replaced.
  package func replace(
    _ operation: String, _ version: String, at instant: Instant, expires: Instant
  ) throws(StoreError) {
    try connection.execute(
      """
      UPDATE operation_version SET replaced = CASE WHEN served > $3 THEN served ELSE $3 END,
        expires = CASE WHEN served > $4 THEN served ELSE $4 END
      WHERE operation = $1 AND version = $2 AND replaced IS NULL
      """, operation, version, instant, expires)
  }

  /// Stores that a replaced version no longer validates forms.
  package func revoke(_ operation: String, _ version: String, at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      UPDATE operation_version SET revoked = $3
      WHERE operation = $1 AND version = $2 AND replaced IS NOT NULL AND revoked IS NULL
      """, operation, version, instant)
  }

  /// Deletes versions whose retention has ended, unless one of their submissions awaits its
  /// signature or its execution.
  ///
  /// Versions in service are excluded by their indices, so that their sources are not read.
  package func removeExpired(at instant: Instant) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM operation_version WHERE (operation, version) IN (
        SELECT past.operation, past.version FROM (
          SELECT operation, version FROM operation_version
          EXCEPT SELECT operation, version FROM operation_version WHERE replaced IS NULL) AS past
        CROSS JOIN operation_version AS found
        WHERE found.operation = past.operation AND found.version = past.version AND found.expires <= $1)
      AND NOT EXISTS (
        SELECT 1 FROM submission
        WHERE submission.operation = operation_version.operation AND submission.version = operation_version.version
          AND submission.status = 'awaitingSignature' AND submission.expires > $1)
      AND NOT EXISTS (
        SELECT 1 FROM submission
        WHERE submission.operation = operation_version.operation AND submission.version = operation_version.version
          AND submission.status = 'signed')
      """, instant)
  }

  private static func read(_ row: Row) throws(StoreError) -> OperationVersion {
    OperationVersion(
      operation: try row.get(0), version: try row.get(1), served: try row.get(2), replaced: try row.get(3),
      expires: try row.get(4), revoked: try row.get(5))
  }
}
