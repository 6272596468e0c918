import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What keeps a database file from being read or written, as an operator understands it.
package enum StorageFault: String, Sendable, CaseIterable {
  /// There is no room: the disk, a quota or a limit on the size of files.
  case full
  /// The file, its directory or the whole disk may not be written.
  case readOnly = "read-only"
  /// Another process holds it for longer than is waited.
  case busy
  /// What it holds is not what was written there.
  case damaged
  /// The disk cannot be read or written for another reason.
  case failing

  /// The fault that an error tells of; nil for an error of a statement.
  package init?(_ error: SQLiteError) {
    switch error.primaryCode {
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_IOERR, SQLITE_CANTOPEN: self.init(systemError: error.systemError)
    default: return nil
    }
  }

  /// The fault that a system's error number tells of.
  package init(systemError number: Int32) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EROFS, EPERM, EACCES: self = .readOnly
    default: self = .failing
    }
  }
}
