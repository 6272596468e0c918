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
    let time = UInt32(truncatingIfNeeded: rest)
    let year = UInt32(truncatingIfNeeded: date.year)
    append(year / 100, to: &line)
    append(year % 100, to: &line)
    line.append(UInt8(ascii: "-"))
    append(UInt32(truncatingIfNeeded: date.month), to: &line)
    line.append(UInt8(ascii: "-"))
    append(UInt32(truncatingIfNeeded: date.day), to: &line)
    line.append(UInt8(ascii: "T"))
    append(time / 3_600_000, to: &line)
    line.append(UInt8(ascii: ":"))
    append(time / 60_000 % 60, to: &line)
    line.append(UInt8(ascii: ":"))
    append(time / 1000 % 60, to: &line)
    line.append(UInt8(ascii: "."))
    line.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: time % 1000 / 100))
    append(time % 100, to: &line)
    line.append(UInt8(ascii: "Z"))
  }

  /// Appends the two digits of a number. Divisors are constants everywhere: a division by one is a multiplication.
  @inline(__always)
  private static func append(_ number: UInt32, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10))
    line.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10))
  }
}
