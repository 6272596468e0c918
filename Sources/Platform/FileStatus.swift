/// The properties of a file, or of the target of a symbolic link.
///
/// `FileManager` of FoundationEssentials returns other types of numbers than that of Foundation, so
/// casts of them can silently fail.
package struct FileStatus: Sendable, Equatable {
  /// The permissions of the owner, the group and others.
  package let mode: UInt32
  package let size: Int
  /// The number of the file in its file system.
  package let number: UInt64

  /// Reads the properties of the file at `path`; nil if it does not exist or is not accessible.
  package init?(path: String) {
    var about = stat()
    guard stat(path, &about) == 0 else { return nil }
    mode = UInt32(about.st_mode) & 0o777
    size = Int(about.st_size)
    number = UInt64(about.st_ino)
  }
}
