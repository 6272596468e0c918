/// The rights of users other than the owner on a file.
///
///     if let excess = FilePermissions.restrict("valence.log", to: 0o640) {
///       print(excess.isRemoved)  // true: others cannot read it any more
///     }
package enum FilePermissions {
  /// The rights that a file had beyond the allowed ones.
  package struct Excess: Sendable, Equatable {
    /// The file's path.
    package let path: String
    /// The file's mode before it was restricted.
    package let mode: UInt32
    /// True if the rights are removed now; false if the file belongs to somebody else.
    package let isRemoved: Bool
  }

  /// Removes every right that is not in `allowed` from the file at the path.
  ///
  /// Returns nil when the file has no such right, is missing, or is not a regular file.
  package static func restrict(_ path: String, to allowed: UInt32) -> Excess? {
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    let mode = UInt32(about.st_mode) & 0o777
    guard mode & ~allowed != 0 else { return nil }
    return Excess(path: path, mode: mode, isRemoved: chmod(path, mode_t(mode & allowed)) == 0)
  }
}
