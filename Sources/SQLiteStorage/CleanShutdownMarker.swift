import Platform

/// The mark of a server that stopped cleanly: a file beside the database that describes the files which the server left.
///
/// A start that finds the mark true need not check the database before it serves. Whoever writes to one of the files, replaces
/// it or copies it makes the mark untrue; a crash leaves none.
///
///     let isClean = CleanShutdownMarker.take(of: "valence.sqlite", files: ["valence.sqlite.key"])
///     CleanShutdownMarker.leave(for: "valence.sqlite", files: ["valence.sqlite.key"])  // when the database is closed
package enum CleanShutdownMarker {
  /// The suffix of the mark's file.
  static let suffix = ".stopped"

  /// Removes the mark; returns true if there was one and it describes the files as they are.
  ///
  /// Call before the database is opened for writing: the mark is gone from the disk when this returns.
  package static func take(of database: String, files: [String]) -> Bool {
    let path = database + suffix
    guard let marked = contents(of: path) else { return false }
    let isTrue = description(of: database, files: files) == marked
    guard unlink(path) == 0 else { return false }
    do { try DatabaseFile.synchronize(DatabaseFile.directory(of: path)) } catch { return false }
    return isTrue
  }

  /// Leaves the mark, unless the database has a log that is not in it. A mark that cannot be written is none.
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

  /// Returns a line for each file; nil if one is missing, or if the database has a log with content.
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
