/// A file, pipe or terminal that bytes are appended to.
///
///     let file = try AppendOnlyFile(path: "valence.log")
///     try file.write(Array("a line\n".utf8))
///
/// A write waits as long as the reader of a pipe is slow, so callers give it a thread of its own.
package final class AppendOnlyFile: Sendable {
  /// A failed system call.
  package struct Failure: Error, Equatable {
    /// The system's `errno`.
    package let errno: Int32
    /// The count of bytes written before the failure.
    package let written: Int
    /// True if the file is a FIFO that no process has open for reading.
    package var isUnread: Bool { errno == ENXIO }
  }

  /// The standard output of this process.
  package static let standardOutput = AppendOnlyFile(STDOUT_FILENO)
  /// The standard error of this process.
  package static let standardError = AppendOnlyFile(STDERR_FILENO)

  private let descriptor: Int32

  /// Wraps a descriptor that the caller leaves open for the life of the process.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file for appending, or creates it for its owner alone.
  ///
  /// Throws `Failure` with `ENXIO` for a FIFO without a reader: a blocking open would wait for one.
  package init(path: String) throws(Failure) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    if descriptor < 0 { throw Failure(errno: errno, written: 0) }
  }

  /// Writes all bytes; waits while there is no room for them.
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
        // The descriptor does not block, so this thread waits here.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      default: throw Failure(errno: errno, written: written)
      }
    }
  }
}

/// `write(2)` under a name that the method above does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
