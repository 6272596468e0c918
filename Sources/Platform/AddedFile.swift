#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, pipe or terminal that bytes are added to. A write waits for as long as the reader lets it, so callers give it a
/// thread of its own.
///
///     let file = try AddedFile(path: "valence.log")
///     try file.write(Array("a line\n".utf8))
package final class AddedFile: Sendable {
  /// A call of the system that failed.
  package struct Failure: Error, Equatable {
    /// The error's number.
    package let errno: Int32
    /// Bytes that were written before it.
    package let written: Int
    /// Whether it is a FIFO that no process has open for reading.
    package var isUnread: Bool { errno == ENXIO }
  }

  /// The standard output of this process.
  package static let standardOutput = AddedFile(STDOUT_FILENO)
  /// The standard error of this process.
  package static let standardError = AddedFile(STDERR_FILENO)

  private let descriptor: Int32

  /// A file that the caller leaves open for the life of the process.
  package init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file at its end, and makes one that only its owner may read where there is none. Throws `ENXIO` for a FIFO that
  /// nobody reads: opening it would wait for a reader.
  package init(path: String) throws(Failure) {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    descriptor = open(path, flags, 0o600)
    if descriptor < 0 { throw Failure(errno: errno, written: 0) }
  }

  /// Writes all bytes, and waits until there is room for them.
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
        // Whoever opened it does not want to wait; this thread does.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      default: throw Failure(errno: errno, written: written)
      }
    }
  }
}

/// `write(2)` by a name that the method above does not hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
