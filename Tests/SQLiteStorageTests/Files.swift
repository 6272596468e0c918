import Foundation
import SQLiteStorage
import Storage

/// A folder for the files of one test. It is removed with this object.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  /// Creates a database with `rows` consecutive numbers from 1.
  func database(_ name: String = "database.sqlite", rows: Int = 2000) throws -> Database {
    let database = try Database(path: path(name))
    try database.exclusively { connection in
      try connection.execute("CREATE TABLE number (value INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
      try connection.execute("CREATE INDEX number_text ON number (text)")
      try connection.execute(
        """
        WITH RECURSIVE counter (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM counter WHERE value < $1)
        INSERT INTO number SELECT value, 'text number ' || value FROM counter
        """, rows)
    }
    return database
  }
}

extension Database {
  func numbers() throws -> (count: Int, last: Int) {
    try read { connection in
      try connection.first("SELECT count(*), coalesce(max(value), 0) FROM number") {
        row throws(StoreError) in (try row.get(0), try row.get(1))
      } ?? (0, 0)
    }
  }
}
