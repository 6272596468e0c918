#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that a thread sleeps on until time has passed or another thread wakes it.
final class Watch: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// A pipe on which nobody sleeps.
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

  /// Wakes the sleeper, or the next one if nobody sleeps.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Sleeps until woken, but no longer than `milliseconds`.
  func sleep(milliseconds: Int64) { _ = sleep(-1, Int32(clamping: max(0, milliseconds))) }

  /// Sleeps until woken.
  func sleep() { _ = sleep(-1, -1) }

  /// Sleeps until woken or until there is something to read from `descriptor`: whether there is.
  func sleep(untilReadable descriptor: Int32) -> Bool { sleep(descriptor, -1) }

  /// A negative descriptor is nobody's, a negative time has no end.
  private func sleep(_ descriptor: Int32, _ milliseconds: Int32) -> Bool {
    var entries = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
    var bytes = [UInt8](repeating: 0, count: 64)
    while entries[0].revents != 0, read(reading, &bytes, bytes.count) > 0 {}
    return entries[1].revents != 0
  }
}
