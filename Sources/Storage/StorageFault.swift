import Platform

/// A fault that prevents reads or writes of the database.
package enum StorageFault: String, Sendable, CaseIterable {
  /// No space is left: on the disk, in a quota, or within a limit on the size of files.
  case full
  /// Writes are not permitted: by the server, or to the file, its directory or the disk.
  case readOnly = "read-only"
  /// A lock or a transaction of another process, or a limit of the server, prevented the operation.
  case busy
  case damaged
  /// The disk or the server failed for another reason.
  case failing
  /// The database server cannot be reached, does not respond or rejects the connection.
  case unreachable
  /// The login lacks a privilege that a statement needs.
  case denied
  /// A table, column, function or schema of a statement does not exist, or is not in the search
  /// path.
  case missing

  /// Creates the fault for an `errno` of the system.
  package init(systemError number: Int32) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EROFS, EPERM, EACCES: self = .readOnly
    default: self = .failing
    }
  }
}
