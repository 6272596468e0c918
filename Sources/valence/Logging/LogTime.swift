import Model
import Services
import Synchronization

/// The time at the head of log lines: RFC 3339 in UTC with milliseconds. What is before the point is made once a second.
final class LogTime: Sendable {
  private let second = Mutex<(number: Int64, text: [UInt8])>((.min, []))

  /// Appends the time of now.
  func append(to line: inout [UInt8]) {
    let now = Instant.systemNow
    let number = now.microseconds / 1_000_000
    let milliseconds = Int(now.microseconds / 1000 % 1000)
    line += second.withLock { second in
      if second.number != number {
        // A whole second is printed as `2026-11-21T00:35:04Z`.
        second = (number, Array(Instant(seconds: number).description.utf8.dropLast()))
      }
      return second.text
    }
    line.append(UInt8(ascii: "."))
    for divisor in [100, 10, 1] { line.append(UInt8(ascii: "0") + UInt8(milliseconds / divisor % 10)) }
    line.append(UInt8(ascii: "Z"))
  }
}
