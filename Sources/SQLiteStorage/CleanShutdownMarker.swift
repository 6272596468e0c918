import Platform

/// A marker of a clean shutdown: a file next to the database that describes the files which the
/// server left.
///
/// If the marker matches the files, the next start does not check the database before it serves.
/// The marker no longer matches if one of the files is modified, replaced or copied. A crash leaves
/// no marker.
package enum CleanShutdownMarker {
  static let suffix = ".stopped"

  /// Removes the marker. Returns true if it existed, matches the files and was removed.
  ///
  /// Must be called before the database is opened for writing. The removal is durable when this
  /// returns.
  package static func take(of database: String, files: [String]) -> Bool {
    let path = database + suffix
    guard let marked = contents(of: path) else { return false }
    let isTrue = description(of: database, files: files) == marked
    guard unlink(path) == 0 else { return false }
    do { try DatabaseFile.synchronize(DatabaseFile.directory(of: path)) } catch { return false }
    return isTrue
  }

  /// Writes the marker, unless the database has a log with content. If the marker cannot be
  /// written, no marker is left.
  package static func leave(for database: String, files: [String]) {
    guard let description = description(of: database, files: files) else { return }
    let path = database + suffix
    DatabaseFile.remove(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let bytes = Array(description.utf8)
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if written != bytes.count || fsync(descriptor) != 0 { DatabaseFile.remove(path) }
  }

  /// Returns a line for each file; nil if a file is missing or the database has a log with content.
  private static func description(of database: String, files: [String]) -> String? {
    for ending in DatabaseFile.companions where ending != "-shm" {
      guard (DatabaseFile.size(database + ending) ?? 0) == 0 else { return nil }
    }
    var lines = ""
    for path in [database] + files {
      var about = stat()
      guard stat(path, &about) == 0 else { return nil }
      #if canImport(Darwin)
        let changed = about.st_ctimespec
      #else
        let changed = about.st_ctim
      #endif
      lines += "\(about.st_dev) \(about.st_ino) \(about.st_size) \(changed.tv_sec).\(changed.tv_nsec)\n"
    }
    return lines
  }

  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
