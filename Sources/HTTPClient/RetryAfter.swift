import Dates
import Platform

extension OutboundResponse {
  /// The longest wait in seconds. A longer `Retry-After` is reduced to it.
  private static let longestWait: Int64 = 86_400

  /// Returns the wait in seconds from `Retry-After` (RFC 9110, 10.2.3), 0 to 86,400.
  ///
  /// - Parameter now: The current time in seconds since 1970; by default the system clock.
  /// - Returns: Nil without the header, or if it contains neither digits nor a date in the
  ///   preferred format.
  package func retryAfter(at now: Int64 = SystemClock.microseconds / 1_000_000) -> UInt64? {
    guard let text = header("retry-after") else { return nil }
    let wait: Int64
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Digits beyond the range of 64 bits.
      wait = Int64(text) ?? .max
    } else if let date = Self.seconds(ofDate: text) {
      wait = date - now
    } else {
      return nil
    }
    return UInt64(min(max(0, wait), Self.longestWait))
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns the seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110,
  /// 5.6.7); nil for any other text.
  private static func seconds(ofDate text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let day = number(parts[1], digits: 2), let month = months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], digits: 4), let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], digits: 2), let minute = number(clock[1], digits: 2),
      let second = number(clock[2], digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
