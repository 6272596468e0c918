import Platform

/// A pipe on which a thread sleeps until a timeout or until another thread wakes it.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Opens the pipe. Throws `ServerError.system` if that fails.
  init() throws(ServerError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// The end of the pipe that becomes readable after `wake`.
  var descriptor: Int32 { reading }

  /// Clears all pending wake-ups.
  func drain() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading, &bytes, MemoryLayout.size(ofValue: bytes)) == MemoryLayout.size(ofValue: bytes) {}
  }

  /// Wakes the sleeping thread. If no thread sleeps, the next `sleep` returns at once.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Sleeps until woken, for at most `milliseconds`.
  func sleep(milliseconds: Int64) {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, Int32(clamping: max(0, milliseconds))) > 0 { drain() }
  }

}

extension BackgroundThread {
  /// Starts a thread of the server. Throws `ServerError.system` if the system cannot create it.
  static func serving(
    named name: String? = nil, _ run: @escaping @Sendable () -> Void
  ) throws(ServerError) -> BackgroundThread {
    do { return try BackgroundThread(named: name, run) } catch {
      throw .system(call: "pthread_create", errno: error.errno)
    }
  }
}
