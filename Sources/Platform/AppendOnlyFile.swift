/// A file, pipe or terminal to which bytes are appended.
///
/// A write blocks while the reader of a pipe is slow, so callers use a separate thread.
package final class AppendOnlyFile: Sendable {
  /// A failed system call.
  package struct Failure: Error, Equatable {
    /// The system's `errno`.
    package let errno: Int32
    /// The number of bytes written before the failure.
    package let written: Int
    /// True if the file is a FIFO that no process has open for reading.
    package var isUnread: Bool { errno == ENXIO }
  }

  package static let standardOutput = AppendOnlyFile(STDOUT_FILENO)
  package static let standardError = AppendOnlyFile(STDERR_FILENO)

  private let descriptor: Int32
  /// True if this object opened the file and closes it.
  private let isOwned: Bool

  /// Wraps a descriptor, which must stay open while the object exists. Never closes it.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  /// Opens a file for appending, or creates it with access for its owner only.
  ///
  /// Throws `Failure` with `ENXIO` for a FIFO without a reader, because a blocking open would wait
  /// for one.
  package init(path: String) throws(Failure) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    isOwned = descriptor >= 0
    if descriptor < 0 { throw Failure(errno: errno, written: 0) }
  }

  deinit { if isOwned { close(descriptor) } }

  /// Writes all bytes. Blocks while the file accepts none.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { room in
        systemWrite(descriptor, room.baseAddress.map { $0 + written }, room.count - written)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        // The descriptor may be non-blocking, so wait until it accepts bytes.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      default: throw Failure(errno: errno, written: written)
      }
    }
  }
}

/// Calls `write(2)`, which the method above shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
