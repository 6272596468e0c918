package import Storage

/// Every column that names a secret key. A table that gets another one is named here too.
package struct KeyUseDAO {
  private let connection: Connection

  /// Creates the tables on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// Returns one key that each table with rows names, of its newest row or of any: the time does not grow with the
  /// file.
  package func samples() throws(StoreError) -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT * FROM (SELECT key_id FROM audit_record ORDER BY sequence DESC LIMIT 1) AS a
        UNION SELECT * FROM (SELECT key_id FROM security_matrix WHERE key_id IS NOT NULL LIMIT 1) AS b
        UNION SELECT * FROM (SELECT key_id FROM challenge_code LIMIT 1) AS c
        UNION SELECT * FROM (SELECT key_id FROM message WHERE kind = 'code' LIMIT 1) AS d
        """
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) })
  }

  /// Every key that is named; it reads the tables whole.
  package func all() throws(StoreError) -> Set<String> {
    Set(
      try connection.all(
        """
        SELECT key_id FROM audit_record UNION SELECT key_id FROM security_matrix WHERE key_id IS NOT NULL
        UNION SELECT key_id FROM challenge_code UNION SELECT key_id FROM message WHERE key_id IS NOT NULL
        """
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) })
  }
}
