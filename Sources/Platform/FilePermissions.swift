/// The permissions of other users on a file.
package enum FilePermissions {
  /// The permissions that a file had in addition to the allowed ones.
  package struct Excess: Sendable, Equatable {
    package let path: String
    /// The mode of the file before the restriction.
    package let mode: UInt32
    /// True if the permissions were removed; false if the system refused, for example because the
    /// file has another owner.
    package let isRemoved: Bool
  }

  /// Removes each permission that is not in `allowed` from the file at `path`.
  ///
  /// Returns nil if the file has no such permission, does not exist or is not a regular file.
  package static func restrict(_ path: String, to allowed: UInt32) -> Excess? {
    var about = stat()
    guard stat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG else { return nil }
    let mode = UInt32(about.st_mode) & 0o777
    guard mode & ~allowed != 0 else { return nil }
    return Excess(path: path, mode: mode, isRemoved: chmod(path, mode_t(mode & allowed)) == 0)
  }
}
