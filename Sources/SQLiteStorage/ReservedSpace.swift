import CPlatform
import CSQLite
import Platform
import Storage
import Synchronization

/// Disk space after the end of the database file, allocated with fallocate(2) before a checkpoint
/// needs it.
///
/// A checkpoint copies the log into the database file, which may grow. If the disk is full, the
/// checkpoint fails, the log cannot restart, and no further write can succeed. Because the space is
/// allocated before the COMMIT, the checkpoint needs no additional space.
///
/// The allocation does not change the size of the file, so that SQLite and other processes are not
/// affected. A checkpoint of the whole log truncates the file to its size, which frees the space.
/// The next COMMIT allocates it again. If the system does not support the allocation, no space is
/// reserved.
struct ReservedSpace: Sendable {
  /// The size to which the reserve is filled, and the size below which it is filled, in bytes.
  static let (usual, low) = (256 * 1024, 128 * 1024)
  /// The reserve in bytes that is required to retry a write after the disk was full.
  static let minimum = 16 * 1024

  private let descriptor: DatabaseDescriptor

  /// Opens the database file at `path`; nil if that fails.
  init?(path: String) {
    guard let descriptor = DatabaseDescriptor.open(path) else { return nil }
    self.descriptor = descriptor
  }

  /// Allocates space for the pages of the open transaction, and a larger reserve if possible.
  ///
  /// - Parameter rest: The reserve in bytes that is required in addition to the pages.
  /// - Throws: SQLITE_FULL if the disk has no space for the pages and `rest`.
  func allocate(for connection: SQLiteConnection, leaving rest: Int = 0) throws(StoreError) {
    let used = try connection.pages() * 4096
    guard let allocated = descriptor.allocated else { return }
    if allocated >= used + Self.low || descriptor.allocate(to: used + Self.usual) != .full { return }
    guard allocated >= used + rest || descriptor.allocate(to: used + rest) != .full else {
      throw StoreError(code: SQLITE_FULL, message: "the database file cannot grow", sql: "fallocate")
    }
  }
}

/// A descriptor of a database file, in addition to those of SQLite.
///
/// Closing a descriptor releases all locks of the process on the file (POSIX), including those of
/// SQLite's connections (<https://www.sqlite.org/howtocorrupt.html>, "Posix advisory locks canceled
/// by a separate thread doing close()"). Therefore each file has only one descriptor, which is
/// closed only after the removal of the file.
final class DatabaseDescriptor: Sendable {
  enum Outcome { case allocated, full, unsupported }

  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ about: stat) { (device, inode) = (UInt64(about.st_dev), UInt64(about.st_ino)) }
  }

  private static let opened = Mutex<[Identity: DatabaseDescriptor]>([:])

  /// Nil after the descriptor is closed.
  private let descriptor: Mutex<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Returns the shared descriptor of the file at `path`; nil if the file cannot be opened.
  static func open(_ path: String) -> DatabaseDescriptor? {
    opened.withLock { opened in
      opened = opened.filter { !$0.value.closeIfRemoved() }
      var about = stat()
      guard stat(path, &about) == 0 else { return nil }
      if let known = opened[Identity(about)] { return known }
      let number = openForWriting(path)
      guard number >= 0 else { return nil }
      let made = DatabaseDescriptor(number)
      // The file may have been replaced since `stat`, so its identity is read from the descriptor.
      if fstat(number, &about) == 0 { opened[Identity(about)] = made }
      return made
    }
  }

  /// Closes the descriptor if its file has no path. Returns true if the descriptor is closed.
  private func closeIfRemoved() -> Bool {
    descriptor.withLock { descriptor in
      guard let number = descriptor else { return true }
      var about = stat()
      guard fstat(number, &about) == 0, about.st_nlink == 0 else { return false }
      close(number)
      descriptor = nil
      return true
    }
  }

  /// The bytes that the file occupies on disk; nil if unknown.
  var allocated: Int? {
    descriptor.withLock { descriptor in
      var about = stat()
      guard let descriptor, fstat(descriptor, &about) == 0 else { return nil }
      return Int(about.st_blocks) * 512
    }
  }

  /// Allocates space from the end of the file up to `size` bytes. Does not change the size of the
  /// file.
  func allocate(to size: Int) -> Outcome {
    descriptor.withLock { descriptor in
      var about = stat()
      guard let descriptor, fstat(descriptor, &about) == 0 else { return .unsupported }
      if about.st_size >= size { return .allocated }
      return switch valence_allocate(descriptor, Int64(about.st_size), Int64(size) - Int64(about.st_size)) {
      case 0: .allocated
      case ENOSPC, EDQUOT: .full
      default: .unsupported
      }
    }
  }
}

/// Calls the C library's `open`, which a method of `DatabaseDescriptor` shadows.
private func openForWriting(_ path: String) -> Int32 { open(path, O_RDWR | O_CLOEXEC) }
