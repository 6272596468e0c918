import CSQLite
import Platform
import Storage

extension StoreError {
  /// Creates the error for an extended result code of SQLite
  /// (<https://www.sqlite.org/rescode.html>).
  init(code: Int32, message: String, sql: String, systemError: Int32 = 0) {
    self.init(
      Reason(sqlite: code, systemError: systemError), engine: "SQLite", code: code, message: message, sql: sql,
      systemError: systemError)
  }

  /// Creates the last error of `handle`, which failed with `code` on `sql`.
  init(_ code: Int32, on handle: OpaquePointer?, sql: String) {
    let number = errno
    let extended = handle.map(sqlite3_extended_errcode) ?? code
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let reported = extended & 0xff == code & 0xff ? extended : code
    var systemError: Int32 = 0
    if let handle, [SQLITE_IOERR, SQLITE_CANTOPEN].contains(reported & 0xff) {
      // SQLite does not record the `errno` of a failed COMMIT. No system call has run since, so
      // `errno` still contains it.
      let kept = sqlite3_system_errno(handle)
      systemError = kept == 0 ? number : kept
    }
    self.init(
      code: reported, message: text.map { String(cString: $0) } ?? "unknown error", sql: sql, systemError: systemError)
  }

  /// The code without its extension, such as `SQLITE_CONSTRAINT` for every kind of constraint.
  var primaryCode: Int32 { code & 0xff }
}

extension StoreError.Reason {
  fileprivate init(sqlite code: Int32, systemError: Int32) {
    switch code & 0xff {
    case _ where code == StoreError.movedFileCode: self = .storage(.damaged)
    case SQLITE_CONSTRAINT:
      self =
        switch code >> 8 {
        case 6, 8: .unique
        case 1: .check
        default: .constraint
        }
    case SQLITE_MISMATCH: self = .mismatch
    case SQLITE_FULL: self = .storage(.full)
    case SQLITE_READONLY, SQLITE_PERM: self = .storage(.readOnly)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .storage(.busy)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .storage(.damaged)
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = .storage(StorageFault(systemError: systemError))
    default: self = .other
    }
  }
}
