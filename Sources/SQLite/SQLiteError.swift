import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What SQLite refused: its extended result code, its message and the statement, never the arguments.
@usableFromInline
package struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// The extended result code, <https://www.sqlite.org/rescode.html>.
  package let code: Int32
  /// SQLite's own words, or ours where a column could not be read.
  package let message: String
  /// The statement at fault, with its parameters unbound.
  package let sql: String
  /// What the system said, `errno`, where a file could not be opened, read or written; else 0.
  package private(set) var systemError: Int32 = 0

  /// An error with this evidence.
  package init(code: Int32, message: String, sql: String) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The last error of `handle`, which failed with `code` on `sql`.
  init(_ code: Int32, on handle: OpaquePointer?, sql: String) {
    let number = errno
    let extended = handle.map(sqlite3_extended_errcode) ?? code
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(
      code: extended & 0xff == code & 0xff ? extended : code,
      message: text.map { String(cString: $0) } ?? "unknown error", sql: sql)
    if let handle, primaryCode == SQLITE_IOERR || primaryCode == SQLITE_CANTOPEN {
      // The library does not keep it for a COMMIT that failed; nothing has been asked of the system since.
      let kept = sqlite3_system_errno(handle)
      systemError = kept == 0 ? number : kept
    }
  }

  /// The code without its extension: `SQLITE_CONSTRAINT` for every kind of constraint.
  package var primaryCode: Int32 { code & 0xff }
  /// Whether a UNIQUE or PRIMARY KEY constraint refused the row.
  package var isUniqueViolation: Bool {
    code == SQLITE_CONSTRAINT | (8 << 8) || code == SQLITE_CONSTRAINT | (6 << 8)
  }
  /// Whether any constraint, a trigger's RAISE among them, refused the row.
  package var isConstraintViolation: Bool { primaryCode == SQLITE_CONSTRAINT }
  /// Whether a CHECK constraint refused the row.
  package var isCheckViolation: Bool { code == SQLITE_CONSTRAINT | (1 << 8) }

  /// Whether a column held a value of another type than was asked for.
  package var isMismatch: Bool { primaryCode == SQLITE_MISMATCH }

  @usableFromInline
  package var description: String {
    "SQLite error \(code): \(message)\(systemError == 0 ? "" : " (errno \(systemError))") [\(sql)]"
  }
}
