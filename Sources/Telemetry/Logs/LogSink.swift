import Dispatch
import Foundation
import JSON
package import Platform
import Synchronization

/// Writes log lines to a file on a thread of its own, in blocks: at least every 50 ms, and at once for urgent ones.
///
/// Nobody waits for the file. Lines wait in a bounded buffer. If the file takes no lines and the buffer is full, new
/// lines are dropped and counted; a later line gives their number.
package final class LogSink: Sendable {
  /// The data that wait for the writer.
  private struct State {
    var bytes: [UInt8] = []
    var lines = 0
    /// The number of dropped lines without a report, and of all dropped lines.
    var (lost, allLost) = (0, 0)
    var isHurried = false
    var isWriting = false
    var stamp = LogStamp()
    /// The threads that wait until all lines are written.
    var waiting: [DispatchSemaphore] = []
  }

  private static let blockSize = 32 * 1024

  private let file: AppendOnlyFile
  private let capacity: Int
  private let lost: @Sendable (Int) -> [UInt8]
  private let state = Mutex(State())
  /// Signalled when the buffer was empty and is no more: once for each time that the writer takes it.
  private let arrived = DispatchSemaphore(value: 0)
  private let hurried = DispatchSemaphore(value: 0)

  /// Creates a sink with a buffer of `capacity` bytes. `lost` makes the line with the number of dropped lines. The sink
  /// and its thread live as long as the process.
  package init(
    _ file: AppendOnlyFile, capacity: Int = 4 << 20, lost: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (self.file, self.capacity, self.lost) = (file, capacity, lost)
    let thread = Thread { self.write() }
    thread.name = "valence.log"
    thread.start()
  }

  /// Lines that were dropped since the start.
  package var dropped: Int { state.withLock { $0.allLost } }

  /// Takes a whole line, its end included, and never waits for the file. A quarter of the buffer is kept for urgent lines.
  package func append(_ line: [UInt8], urgent: Bool) {
    take(line.count, urgent: urgent) { $0.bytes += line }
  }

  /// Takes a line that is not urgent, and that `pieces` puts together at its place among the others: at most `size`
  /// bytes, its end included. It is called under the lock, with the time that lines share.
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

  /// Waits until all lines so far are written, at most for that time; returns true if they are.
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

  /// The writer's thread.
  private func write() {
    /// True if the file ends within a line, after a failed write.
    var isBroken = false
    while true {
      arrived.wait()
      _ = hurried.wait(timeout: .now() + .milliseconds(50))
      // The room for the next lines is made here: threads that answer requests do not wait for each other's growth.
      var block: [UInt8] = []
      block.reserveCapacity(2 * Self.blockSize)
      let (lines, lost) = state.withLock { state in
        swap(&state.bytes, &block)
        defer { (state.lines, state.lost, state.isHurried, state.isWriting) = (0, 0, false, true) }
        return (state.lines, state.lost)
      }
      var failed = 0
      do throws(AppendOnlyFile.Failure) {
        try file.write(isBroken ? [UInt8(ascii: "\n")] + block : block)
        isBroken = false
      } catch {
        // A log that cannot be written must not stop the bank.
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
