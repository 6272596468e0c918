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

  /// What can be read from once somebody is woken.
  var descriptor: Int32 { reading }

  /// Takes note of having been woken.
  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }

  /// Wakes the sleeper, or the next one if nobody sleeps.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Sleeps until woken, but no longer than `milliseconds`.
  func sleep(milliseconds: Int64) {
    var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, Int32(clamping: max(0, milliseconds))) > 0 { drain() }
  }

}
