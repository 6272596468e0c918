import Platform

/// A fault that keeps a database from being read or written, in an operator's terms.
package enum StorageFault: String, Sendable, CaseIterable {
  /// There is no room: the disk, a quota or a limit on the size of files.
  case full
  /// The file, its directory or the whole disk may not be written.
  case readOnly = "read-only"
  /// Another process holds the database for longer than the engine waits.
  case busy
  /// The content differs from the written data.
  case damaged
  /// The disk cannot be read or written for another reason.
  case failing
  /// The database's server cannot be reached, or does not answer.
  case unreachable
  /// The login has lost a privilege that a statement needs.
  case denied
  /// A table, column, function or schema that a statement names is missing, or is not in the search path.
  case missing

  /// Creates the fault that a system's error number tells of.
  package init(systemError number: Int32) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EROFS, EPERM, EACCES: self = .readOnly
    default: self = .failing
    }
  }
}
