package import Storage

extension PostgreSQLStore {
  package func figures() throws -> StoreFigures {
    // The size of the log is visible only to roles with access to the server's files.
    let (bytes, page) = try read { connection in
      try connection.first(
        "SELECT pg_database_size(current_database()), CAST(current_setting('block_size') AS BIGINT)"
      ) { (row) throws(StoreError) in (try row.get(0, as: Int.self), try row.get(1, as: Int.self)) } ?? (0, 8192)
    }
    return StoreFigures(
      fileBytes: bytes, logBytes: 0, pages: bytes / max(1, page), freePages: 0, readers: readers.count,
      busyReaders: readers.busy, readerWaits: readers.waits)
  }

  /// True if the extension `amcheck` is installed, which `damage` uses (`CREATE EXTENSION
  /// amcheck`).
  package var checksContent: Bool {
    get throws {
      try read { connection in
        try connection.first("SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck')") {
          (row) throws(StoreError) in try row.get(0, as: Bool.self)
        } ?? false
      }
    }
  }

  /// Returns the findings of the extension `amcheck` in all permanent tables and B-tree indexes of
  /// the current schema; empty if `checksContent` is false.
  package func damage() throws -> [String] {
    guard try checksContent else { return [] }
    return try administer { administrator in
      let connection = Connection(administrator)
      var findings: [String] = []
      let tables = try connection.all(
        """
        SELECT CAST(oid AS BIGINT), relname FROM pg_class
        WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind IN ('r', 'm') AND relpersistence = 'p'
        ORDER BY relname
        """
      ) { (row) throws(StoreError) in (try row.get(0, as: Int.self), try row.get(1, as: String.self)) }
      for (table, name) in tables {
        findings += try connection.all("SELECT blkno, msg FROM verify_heapam(CAST(CAST($1 AS BIGINT) AS oid))", table) {
          (row) throws(StoreError) in
          "\(name), block \(try row.get(0, as: Int?.self) ?? 0): \(try row.get(1, as: String.self))"
        }
      }
      let indices = try connection.all(
        """
        SELECT CAST(index.oid AS BIGINT) FROM pg_class AS index JOIN pg_am ON pg_am.oid = index.relam
        JOIN pg_index ON indexrelid = index.oid AND indisvalid
        WHERE index.relnamespace = CAST(current_schema() AS regnamespace) AND amname = 'btree' AND relpersistence = 'p'
        ORDER BY relname
        """
      ) { (row) throws(StoreError) in try row.get(0, as: Int.self) }
      for index in indices {
        if let finding = try Self.finding(inIndex: index, connection) { findings.append(finding) }
      }
      return findings
    }
  }

  /// Returns the damage of an index; nil if it is intact.
  private static func finding(inIndex index: Int, _ connection: Connection) throws -> String? {
    do {
      try connection.execute("SELECT bt_index_check(CAST(CAST($1 AS BIGINT) AS oid), true)", index)
      return nil
    } catch {
      guard error.fault == .damaged else { throw error }
      return error.message
    }
  }

  /// Returns a text for each row whose foreign key references a missing row.
  ///
  /// The server enforces foreign keys. Only a key that is not validated yet, or rows written while
  /// triggers were disabled, can violate one.
  package func brokenReferences() throws -> [String] {
    try administer { connection in
      let checks = try Connection(connection).all(
        """
        SELECT CAST(CAST(child.oid AS regclass) AS TEXT), CAST(CAST(parent.oid AS regclass) AS TEXT),
          string_agg(format('one.%I = other.%I', mine.attname, theirs.attname), ' AND ' ORDER BY place),
          string_agg(format('one.%I IS NOT NULL', mine.attname), ' AND ' ORDER BY place)
        FROM pg_constraint
        JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
        CROSS JOIN LATERAL unnest(conkey, confkey) WITH ORDINALITY AS keys (own, referred, place)
        JOIN pg_attribute AS mine ON mine.attrelid = conrelid AND mine.attnum = own
        JOIN pg_attribute AS theirs ON theirs.attrelid = confrelid AND theirs.attnum = referred
        WHERE contype = 'f' AND connamespace = CAST(current_schema() AS regnamespace)
        GROUP BY pg_constraint.oid, child.oid, parent.oid
        ORDER BY 1, 2
        """
      ) { (row) throws(StoreError) in
        (
          child: try row.get(0, as: String.self), parent: try row.get(1, as: String.self),
          match: try row.get(2, as: String.self), given: try row.get(3, as: String.self)
        )
      }
      var broken: [String] = []
      for (child, parent, match, given) in checks {
        let sql = """
          SELECT count(*) FROM \(child) AS one WHERE \(given) AND NOT EXISTS (SELECT 1 FROM \(parent) AS other WHERE \(match))
          """
        let count = try connection.number(.own(sql))
        broken += Array(repeating: "a row of \(child) references a missing row of \(parent)", count: count)
      }
      return broken
    }
  }
}
