import Dispatch
import Foundation
import Synchronization

/// Where log lines go: an open file, written in blocks at least every 50 ms and at once for what is urgent.
final class LogSink: Sendable {
  private static let blockSize = 32 * 1024

  private let file: FileHandle
  private let buffer = Mutex<[UInt8]>([])
  private let writing = DispatchQueue(label: "valence.log")

  /// Lines to that file, which stays open for the life of the process.
  init(file: FileHandle) { self.file = file }

  /// Takes a whole line, its end included.
  func append(_ line: [UInt8], urgent: Bool) {
    let (before, after) = buffer.withLock { buffer in
      let before = buffer.count
      buffer += line
      return (before, buffer.count)
    }
    if urgent {
      flush()
    } else if before <= Self.blockSize && after > Self.blockSize {
      writing.async { self.write() }
    } else if before == 0 {
      writing.asyncAfter(deadline: .now() + .milliseconds(50)) { self.write() }
    }
  }

  /// Returns when everything taken so far is written.
  func flush() { writing.sync { write() } }

  private func write() {
    // The room for the next lines is made here: threads that answer requests do not wait for each other's growth.
    var taken: [UInt8] = []
    taken.reserveCapacity(2 * Self.blockSize)
    buffer.withLock { swap(&$0, &taken) }
    guard !taken.isEmpty else { return }
    // A log that cannot be written must not stop the bank: what does not fit is dropped.
    try? file.write(contentsOf: Data(taken))
  }
}
