import Dispatch
import JSON
package import Platform
import Synchronization

/// Writes log lines to a file on its own thread, in blocks.
///
/// Lines are written within 50 ms, and urgent lines immediately. Callers never wait for the file:
/// lines are stored in a bounded buffer. If the buffer is full, new lines are dropped and counted,
/// and a later line reports their number. `replace(with:)` changes the file between two blocks.
package final class LogSink: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var lines = 0
    /// The number of dropped lines that are not reported yet, and the number of all dropped lines.
    var (lost, allLost) = (0, 0)
    var isHurried = false
    /// The file for the next block, if it replaces the present one. Only the writer keeps a file,
    /// so that a replaced file is closed.
    var next: AppendOnlyFile?
    var isWriting = false
    var stamp = LogStamp()
    /// The threads in `flush`, signalled when all lines are written.
    var waiting: [DispatchSemaphore] = []
  }

  private static let blockSize = 32 * 1024

  private let capacity: Int
  private let lost: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())
  /// Signalled when a line is appended to the empty buffer. Each time the writer empties the
  /// buffer, only the first line signals.
  private let arrived = DispatchSemaphore(value: 0)
  private let hurried = DispatchSemaphore(value: 0)

  /// Creates a sink whose buffer holds `capacity` bytes.
  ///
  /// `lost` returns the line that reports the number of dropped lines. The sink and its thread live
  /// as long as the process.
  ///
  /// - Throws: `BackgroundThread.Refused` if the system does not start the thread.
  package init(
    _ file: AppendOnlyFile, capacity: Int = 4 << 20, lost: @escaping @Sendable (Int) -> [UInt8]
  ) throws(BackgroundThread.Refused) {
    (self.capacity, self.lost) = (capacity, lost)
    replace(with: file)
    try BackgroundThread(named: "valence.log") { self.write() }.detach()
  }

  /// The number of lines dropped since the start.
  package var dropped: Int { state.withLock { $0.allLost } }

  /// Writes all lines that are not written yet, and all later ones, to another file. The present
  /// file is closed after the block that is being written. Each line is in one of the two files.
  package func replace(with file: AppendOnlyFile) { state.withLock { $0.next = file } }

  /// Appends a complete line, including its line feed, without waiting for the file.
  ///
  /// A quarter of the buffer is reserved for urgent lines.
  package func append(_ line: [UInt8], urgent: Bool) {
    take(line.count, urgent: urgent) { $0.bytes += line }
  }

  /// Appends a line that is not urgent, of at most `size` bytes including its line feed.
  ///
  /// Calls `pieces` under the lock to write the line into the buffer, with the shared time
  /// formatter.
  func append(upTo size: Int, _ pieces: (inout PackedText, inout LogStamp) -> Void) {
    take(size, urgent: false) { state in
      var stamp = state.stamp
      state.bytes.append(upTo: size) { pieces(&$0, &stamp) }
      state.stamp = stamp
    }
  }

  private func take(_ size: Int, urgent: Bool, _ write: (inout State) -> Void) {
    let room = urgent ? capacity : capacity / 4 * 3
    let (isFirst, isHurried) = state.withLock { state in
      let before = state.bytes.count
      guard before + size <= room else {
        state.lost += 1
        state.allLost += 1
        return (false, false)
      }
      write(&state)
      state.lines += 1
      let isHurried = !state.isHurried && (urgent || state.bytes.count > Self.blockSize)
      if isHurried { state.isHurried = true }
      return (before == 0, isHurried)
    }
    if isFirst { arrived.signal() }
    if isHurried { hurried.signal() }
  }

  /// Waits at most `limit` until all lines so far are written; returns true if they are.
  @discardableResult package func flush(within limit: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let isIdle = state.withLock { state in
      if state.bytes.isEmpty && !state.isWriting { return true }
      state.waiting.append(done)
      return false
    }
    if isIdle { return true }
    hurried.signal()
    let (seconds, attoseconds) = limit.components
    let milliseconds = Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    return done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
  }

  /// The body of the writer thread.
  private func write() {
    guard var file = state.withLock({ $0.next.take() }) else { return }
    /// True if a failed write left an incomplete line at the end of the file.
    var isBroken = false
    while true {
      arrived.wait()
      _ = hurried.wait(timeout: .now() + .milliseconds(50))
      // Allocate the next buffer here, so that threads that append lines do not wait for its
      // growth.
      var block: [UInt8] = []
      block.reserveCapacity(2 * Self.blockSize)
      let (lines, lost, next) = state.withLock { state in
        swap(&state.bytes, &block)
        defer { (state.lines, state.lost, state.isHurried, state.isWriting) = (0, 0, false, true) }
        return (state.lines, state.lost, state.next.take())
      }
      if let next {
        file = next
        isBroken = false
      }
      var failed = 0
      do throws(AppendOnlyFile.Failure) {
        try file.write(isBroken ? [UInt8(ascii: "\n")] + block : block)
        isBroken = false
      } catch {
        // A log that cannot be written must not stop the server. Count its lines as dropped.
        let written = block.prefix(max(0, isBroken ? error.written - 1 : error.written))
        failed = lines - written.count { $0 == UInt8(ascii: "\n") }
        if let last = written.last { isBroken = last != UInt8(ascii: "\n") }
      }
      var unreported = lost + failed
      if failed == 0, lost > 0, (try? file.write(self.lost(lost))) != nil { unreported = 0 }
      let waiting = state.withLock { state in
        state.isWriting = false
        state.allLost += failed
        state.lost += unreported
        guard state.bytes.isEmpty else { return [DispatchSemaphore]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for one in waiting { one.signal() }
    }
  }
}
