package import Storage

/// All columns that contain the id of a secret key. A new column of this kind must be added here.
package struct KeyUseDAO {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Returns the key id of one row of each table.
  package func samples() throws(StoreError) -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT * FROM (SELECT key_id FROM audit_record ORDER BY sequence DESC LIMIT 1) AS a
        UNION SELECT * FROM (SELECT key_id FROM security_matrix WHERE key_id IS NOT NULL LIMIT 1) AS b
        UNION SELECT * FROM (SELECT key_id FROM challenge_code LIMIT 1) AS c
        UNION SELECT * FROM (SELECT key_id FROM message WHERE kind = 'code' LIMIT 1) AS d
        UNION SELECT * FROM (SELECT key_id FROM invitation LIMIT 1) AS e
        """
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) })
  }

  /// Returns all key ids. Reads the tables completely.
  package func all() throws(StoreError) -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT key_id FROM audit_record UNION SELECT key_id FROM security_matrix WHERE key_id IS NOT NULL
        UNION SELECT key_id FROM challenge_code UNION SELECT key_id FROM message WHERE key_id IS NOT NULL
        UNION SELECT key_id FROM invitation UNION SELECT key_id FROM enrolment WHERE key_id IS NOT NULL
        """
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) })
  }
}
