import CPlatform
import CSQLite
import Platform
import Storage
import Synchronization

/// Disk space behind the end of the database file that is allocated before a checkpoint needs it, by fallocate(2).
///
/// A checkpoint writes the log into the file, which may have to grow for that. If it cannot grow on a full disk, the log keeps its
/// space and cannot begin anew: the file would never be written again, however little is missing. With the space allocated before
/// the COMMIT, a checkpoint needs none.
///
/// The size of the file stays as it is, so SQLite and other processes see no difference. A checkpoint that moves the whole log
/// truncates the file to its size, which frees the space: the next COMMIT allocates it again. Where the system cannot allocate in
/// advance, nothing is reserved.
struct ReservedSpace: Sendable {
  /// The bytes to which the reserve is filled up, and the bytes below which that happens.
  static let (usual, low) = (256 * 1024, 128 * 1024)
  /// The bytes that must be in reserve for another attempt after the disk was full.
  static let minimum = 16 * 1024

  private let descriptor: DatabaseDescriptor

  /// Reserves space for the database file at `path`; nil if it cannot be opened.
  init?(path: String) {
    guard let descriptor = DatabaseDescriptor.open(path) else { return nil }
    self.descriptor = descriptor
  }

  /// Allocates the space for the pages of the open transaction, and more where there is room.
  ///
  /// - Parameter rest: The bytes that must be left in the reserve.
  /// - Throws: SQLITE_FULL if the space for the pages and `rest` cannot be had.
  func allocate(for connection: SQLiteConnection, leaving rest: Int = 0) throws(StoreError) {
    let used = try connection.pages() * 4096
    guard let allocated = descriptor.allocated else { return }
    if allocated >= used + Self.low || descriptor.allocate(to: used + Self.usual) != .full { return }
    guard allocated >= used + rest || descriptor.allocate(to: used + rest) != .full else {
      throw StoreError(code: SQLITE_FULL, message: "the database file cannot grow", sql: "fallocate")
    }
  }
}

/// A descriptor of a database file in addition to SQLite's own.
///
/// Closing a descriptor ends all locks that the process has on the file (POSIX), also those of SQLite's connections
/// (<https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_>). So there is one
/// descriptor for each file, and it is closed only after the file was removed.
final class DatabaseDescriptor: Sendable {
  /// The result of an allocation.
  enum Outcome { case allocated, full, unsupported }

  /// The identity of a file.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ about: stat) { (device, inode) = (UInt64(about.st_dev), UInt64(about.st_ino)) }
  }

  private static let opened = Mutex<[Identity: DatabaseDescriptor]>([:])

  /// Nil once it is closed.
  private let descriptor: Mutex<Int32?>

  private init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

  /// Returns the descriptor of the file at `path`; nil if the file cannot be opened.
  static func open(_ path: String) -> DatabaseDescriptor? {
    opened.withLock { opened in
      opened = opened.filter { !$0.value.closeIfRemoved() }
      var about = stat()
      guard stat(path, &about) == 0 else { return nil }
      if let known = opened[Identity(about)] { return known }
      let number = openForWriting(path)
      guard number >= 0 else { return nil }
      let made = DatabaseDescriptor(number)
      // Between the two calls another file may have come to the path: the identity is read from the opened file.
      if fstat(number, &about) == 0 { opened[Identity(about)] = made }
      return made
    }
  }

  /// Closes the descriptor if no path leads to its file any more; returns true if it is closed.
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

  /// The bytes that the file occupies on disk; nil if that is not known.
  var allocated: Int? {
    descriptor.withLock { descriptor in
      var about = stat()
      guard let descriptor, fstat(descriptor, &about) == 0 else { return nil }
      return Int(about.st_blocks) * 512
    }
  }

  /// Allocates the space from the end of the file to `size` bytes; the size of the file stays as it is.
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

/// Calls `open` of the C library, which a method of `DatabaseDescriptor` hides.
private func openForWriting(_ path: String) -> Int32 { open(path, O_RDWR | O_CLOEXEC) }
