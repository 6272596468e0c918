import CSQLite

/// How large a database is, and how busy.
package struct DatabaseFigures: Sendable {
  /// Bytes of the file.
  package let fileBytes: Int
  /// Bytes of the log beside it.
  package let logBytes: Int
  /// Pages of the file.
  package let pages: Int
  /// Those of them that hold nothing.
  package let freePages: Int
  /// Connections that read.
  package let readers: Int
  /// Those of them that read now.
  package let busyReaders: Int
  /// How often a reader found none of them free.
  package let readerWaits: Int
}

extension Database {
  /// How large it is, and how busy.
  package func figures() throws -> DatabaseFigures {
    let pages = try read { connection in
      try ["PRAGMA page_count" as StaticString, "PRAGMA freelist_count"].map { sql in
        try connection.first(sql) { (row) throws(SQLiteError) in try row.get(0, as: Int.self) } ?? 0
      }
    }
    return DatabaseFigures(
      fileBytes: DatabaseFile.size(path) ?? 0, logBytes: DatabaseFile.size("\(path)-wal") ?? 0, pages: pages[0],
      freePages: pages[1], readers: readers.count, busyReaders: readers.busy, readerWaits: readers.waits)
  }
}
