package import Storage

extension Database {
  /// How large it is, and how busy.
  package func figures() throws -> StoreFigures {
    let pages = try read { connection in
      try ["PRAGMA page_count" as StaticString, "PRAGMA freelist_count"].map { sql in
        try connection.first(sql) { (row) throws(StoreError) in try row.get(0, as: Int.self) } ?? 0
      }
    }
    return StoreFigures(
      fileBytes: DatabaseFile.size(path) ?? 0, logBytes: DatabaseFile.size("\(path)-wal") ?? 0, pages: pages[0],
      freePages: pages[1], readers: readers.count, busyReaders: readers.busy, readerWaits: readers.waits)
  }

  package func damage() throws -> [String] { try read { try Self.damage(of: $0) } }

  package func brokenReferences() throws -> [String] { try read { try Self.brokenReferences(of: $0) } }

  /// What SQLite's own check finds wrong with the file; empty if nothing is.
  static func damage(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA integrity_check") { (row) throws(StoreError) in try row.get(0, as: String.self) }
      .filter { $0 != "ok" }
  }

  /// The rows whose foreign keys refer to nothing; empty if none does.
  static func brokenReferences(of connection: Connection) throws(StoreError) -> [String] {
    try connection.all("PRAGMA foreign_key_check") { (row) throws(StoreError) in
      "a row of \(try row.get(0, as: String.self)) refers to a row of \(try row.get(2, as: String.self)) that is gone"
    }
  }
}
