/// A program that answers lines: each line on its standard input gets one line on its standard
/// output.
///
/// - It runs in its own process group, which is killed when this object is released.
/// - The end of its standard error is kept.
/// - This process must ignore `SIGPIPE`, because the program may end at any time.
package final class PipedProgram {
  /// The reason why a line got no answer.
  package enum Failure: Error, Equatable {
    /// The program ended, or closed its standard output, before the end of its line.
    case ended
    /// The program wrote no complete line in time.
    case late
    /// The line of the program is longer than the limit.
    case tooLong
  }

  private let group: ProcessGroup
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  /// The bytes after the last answer.
  private var unread: [UInt8] = []
  private var errorBytes: [UInt8] = []
  /// True while standard error can have further bytes.
  private var hasErrors = true

  /// Starts a command line of the shell.
  package init(shell command: String) throws(ChildProgram.Failure) {
    var opened: [Int32] = []
    do {
      for _ in 0..<3 {
        var ends: [Int32] = [-1, -1]
        try ChildProgram.check("pipe", pipe(&ends) == 0 ? 0 : errno)
        opened += ends
        for end in ends { try ChildProgram.check("fcntl", fcntl(end, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno) }
      }
      for own in [opened[1], opened[2], opened[4]] {
        try ChildProgram.check("fcntl", fcntl(own, F_SETFL, O_NONBLOCK) == 0 ? 0 : errno)
      }
      group = try ProcessGroup(
        ["/bin/sh", "-c", command], input: opened[0], output: opened[3], errors: opened[5])
    } catch {
      for descriptor in opened { close(descriptor) }
      throw error
    }
    (input, output) = (opened[1], opened[2])
    errors = opened[4]
    for other in [opened[0], opened[3], opened[5]] { close(other) }
  }

  deinit {
    group.kill()
    for descriptor in [input, output, errors] { close(descriptor) }
  }

  /// The last 4 KiB that the program wrote to its standard error.
  package var errorText: String {
    readErrors()
    return String(decoding: errorBytes, as: UTF8.self)
  }

  /// Sends a line and returns the next line of the program, both without a line feed.
  package func answer(to line: [UInt8], within limit: Duration, atMost maximum: Int) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    var unsent = (line + [UInt8(ascii: "\n")])[...]
    // The bytes before this index have no line feed.
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end <= maximum else { throw .tooLong }
        let answer = Array(unread[..<end])
        unread.removeSubrange(...end)
        return answer
      }
      searched = unread.count
      if searched > maximum { throw .tooLong }
      try wait(until: deadline, sending: !unsent.isEmpty)
      if !unsent.isEmpty { try send(&unsent) }
      try readOutput()
      readErrors()
    }
  }

  /// Waits until the program reads or writes.
  private func wait(until deadline: ContinuousClock.Instant, sending: Bool) throws(Failure) {
    var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if hasErrors { waiting.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0)) }
    if sending { waiting.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    while true {
      let rest = (deadline - .now).components
      guard rest.seconds >= 0, rest.attoseconds >= 0 else { throw .late }
      // Rounded up, so that the loop does not poll without waiting at the end.
      let milliseconds = min(rest.seconds, 600) * 1000 + rest.attoseconds / 1_000_000_000_000_000 + 1
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(milliseconds))
      if ready > 0 { return }
    }
  }

  private func send(_ unsent: inout ArraySlice<UInt8>) throws(Failure) {
    let count = unsent.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count >= 0 {
      unsent = unsent.dropFirst(count)
    } else if errno != EAGAIN, errno != EINTR {
      throw .ended
    }
  }

  private func readOutput() throws(Failure) {
    switch Self.bytes(of: output) {
    case .some(let bytes) where bytes.isEmpty: throw .ended
    case .some(let bytes): unread += bytes
    case nil: break
    }
  }

  /// Reads the waiting bytes of standard error and keeps the last 4 KiB.
  private func readErrors() {
    while hasErrors, let bytes = Self.bytes(of: errors) {
      hasErrors = !bytes.isEmpty
      errorBytes = Array((errorBytes + bytes).suffix(4096))
    }
  }

  /// Returns the waiting bytes of a descriptor, none at its end; nil if none have arrived yet.
  private static func bytes(of descriptor: Int32) -> [UInt8]? {
    var isWaiting = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { room, count in
      let received = read(descriptor, room.baseAddress, room.count)
      isWaiting = received < 0 && (errno == EAGAIN || errno == EINTR)
      count = max(received, 0)
    }
    return isWaiting ? nil : bytes
  }
}
