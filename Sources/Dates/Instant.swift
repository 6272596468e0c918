/// A point in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
package struct Instant: Hashable, Sendable, Comparable {
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }
  package init(seconds: Int64) { microseconds = seconds * 1_000_000 }

  package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }
  /// Returns the instant `duration` later, truncated to microseconds.
  package static func + (left: Self, duration: Duration) -> Self {
    let (seconds, attoseconds) = duration.components
    return Self(microseconds: left.microseconds + seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
  }
  /// Returns the time from `right` to `left`.
  package static func - (left: Self, right: Self) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }
}

extension Instant: CustomStringConvertible {
  /// The instant in RFC 3339 format and UTC: `2026-11-21T00:35:04Z`, with three or six decimal
  /// places if the fraction is not zero.
  package var description: String {
    let seconds = microseconds.flooredQuotient(by: 1_000_000)
    let fraction = microseconds - seconds * 1_000_000
    let day = CivilDate(daysSinceEpoch: Int(seconds.flooredQuotient(by: 86_400)))
    let second = Int(seconds - seconds.flooredQuotient(by: 86_400) * 86_400)
    func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10) }
    let (hours, minutes) = (second / 3600, second / 60 % 60)
    let parts = Int(fraction)
    var units = [
      digit(day.year / 1000), digit(day.year / 100), digit(day.year / 10), digit(day.year), UInt8(ascii: "-"),
      digit(day.month / 10), digit(day.month), UInt8(ascii: "-"), digit(day.day / 10), digit(day.day),
      UInt8(ascii: "T"),
      digit(hours / 10), digit(hours), UInt8(ascii: ":"), digit(minutes / 10), digit(minutes), UInt8(ascii: ":"),
      digit(second % 60 / 10), digit(second % 60), UInt8(ascii: "."),
      digit(parts / 100_000), digit(parts / 10_000), digit(parts / 1000),
      digit(parts / 100), digit(parts / 10), digit(parts), UInt8(ascii: "Z"),
    ]
    let length = fraction == 0 ? 19 : fraction % 1000 == 0 ? 23 : 26
    units[length] = UInt8(ascii: "Z")
    return String(decoding: units[...length], as: UTF8.self)
  }

  /// Parses an RFC 3339 text, truncated to microseconds; nil for any other text. A leap second is
  /// read as the following second.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CivilDate(String(decoding: bytes[0..<10], as: UTF8.self)),
      bytes[10] | 0x20 == UInt8(ascii: "t"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction: Int64 = 0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard let value = number(digits.prefix(6)) else { return nil }
      fraction = (0..<max(0, 6 - digits.count)).reduce(Int64(value)) { value, _ in value * 10 }
      rest = rest[digits.endIndex...]
    }
    guard let offset = Self.offset(rest) else { return nil }
    let clock = Int64(hour * 3600 + minute * 60 + second - offset)
    self.init(microseconds: (Int64(date.daysSinceEpoch) * 86_400 + clock) * 1_000_000 + fraction)
  }

  /// Returns the offset east of UTC in seconds, from `Z` or `+03:00`.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(bytes)
    if bytes.count == 1, bytes[0] | 0x20 == UInt8(ascii: "z") { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3]),
      let minutes = number(bytes[4..<6]), hours < 24, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }
}

/// Parses a number in ASCII digits; nil for an empty text or any other character.
func number(_ digits: some Collection<UInt8>) -> Int? {
  if digits.isEmpty { return nil }
  var value = 0
  for digit in digits {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
    value = value * 10 + Int(digit - UInt8(ascii: "0"))
  }
  return value
}

extension Int64 {
  /// Returns the quotient, rounded towards negative infinity.
  func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
