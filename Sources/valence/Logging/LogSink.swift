import Dispatch
import Foundation
import Synchronization

/// Where log lines go: an open file, written in blocks at least every 50 ms and at once for what is urgent.
final class LogSink: Sendable {
  private static let blockSize = 32 * 1024

  private let file: FileHandle
  private let buffer = Mutex<[UInt8]>([])
  private let writing = DispatchQueue(label: "valence.log")
  private let timer: any DispatchSourceTimer

  /// Lines to that file, which stays open for the life of the process.
  init(file: FileHandle) {
    self.file = file
    timer = DispatchSource.makeTimerSource(queue: writing)
    timer.setEventHandler { [weak self] in self?.write() }
    timer.schedule(deadline: .now() + .milliseconds(50), repeating: .milliseconds(50), leeway: .milliseconds(10))
    timer.resume()
  }

  /// Takes a whole line, its end included.
  func append(_ line: [UInt8], urgent: Bool) {
    let isFull = buffer.withLock { buffer in
      let wasFull = buffer.count > Self.blockSize
      buffer += line
      return buffer.count > Self.blockSize && !wasFull
    }
    if urgent {
      flush()
    } else if isFull {
      writing.async { self.write() }
    }
  }

  /// Returns when everything taken so far is written.
  func flush() { writing.sync { write() } }

  private func write() {
    let taken = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    guard !taken.isEmpty else { return }
    // A log that cannot be written must not stop the bank: what does not fit is dropped.
    try? file.write(contentsOf: Data(taken))
  }
}
