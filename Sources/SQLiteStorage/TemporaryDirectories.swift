import FoundationEssentials
import Platform
import Synchronization

/// The directories of temporary databases. Those that still exist when the process exits are
/// removed then.
enum TemporaryDirectories {
  private static let paths = Mutex<Set<String>>([])
  private static let removal: Int32 = atexit {
    for path in TemporaryDirectories.paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Creates a directory that only its owner can access.
  static func make() throws -> URL {
    _ = removal
    let directory = FileManager.default.temporaryDirectory.appending(path: "valence-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    paths.withLock { _ = $0.insert(directory.path) }
    return directory
  }

  static func remove(_ directory: URL) {
    try? FileManager.default.removeItem(at: directory)
    paths.withLock { _ = $0.remove(directory.path) }
  }
}
