import Model
import Services

/// The time at the head of log lines: RFC 3339 in UTC with milliseconds. It is worked out for each line: what was
/// remembered of the last one would be shared by all threads, which costs more.
enum LogTime {
  /// Appends the time of now.
  static func append(to line: inout [UInt8]) {
    let milliseconds = Instant.systemNow.microseconds / 1000
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let date = CivilDate(daysSinceEpoch: Int(days))
    let time = Int(rest)
    append(date.year, 1000, to: &line)
    line.append(UInt8(ascii: "-"))
    append(date.month, 10, to: &line)
    line.append(UInt8(ascii: "-"))
    append(date.day, 10, to: &line)
    line.append(UInt8(ascii: "T"))
    append(time / 3_600_000, 10, to: &line)
    line.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, 10, to: &line)
    line.append(UInt8(ascii: ":"))
    append(time / 1000 % 60, 10, to: &line)
    line.append(UInt8(ascii: "."))
    append(time % 1000, 100, to: &line)
    line.append(UInt8(ascii: "Z"))
  }

  /// Appends the digits of a number from the one that counts `unit`s on.
  @inline(__always)
  private static func append(_ number: Int, _ unit: Int, to line: inout [UInt8]) {
    var unit = unit
    while unit > 0 {
      line.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }
}
