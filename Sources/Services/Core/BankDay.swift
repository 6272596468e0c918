import Model
package import Dates
import Foundation  // for the rules of time zones, which FoundationEssentials has only for GMT
import Synchronization

/// The bank's calendar day in its time zone, by which `today()`, limits and dated rules go.
///
///     let day = BankDay(timeZone: "Europe/Moscow")
///     day?.day(at: instant)  // "2026-11-21" at 2026-11-20T21:00:00Z
package struct BankDay: Sendable {
  /// The default time zone.
  package static let standardZone = "Europe/Moscow"

  private let zone: TimeZone
  private let last = LastDay()
  private let lastOffset = LastOffset()

  /// Creates the days of a time zone by its IANA name; nil if there is no such zone.
  package init?(timeZone name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  /// Returns the day at an instant as `YYYY-MM-DD`.
  package func day(at instant: Instant) -> String {
    last.day(inSecondOf: instant) { localTime(at: instant).day.description }
  }

  /// Returns the day at an instant.
  package func date(at instant: Instant) -> CivilDate { localTime(at: instant).day }

  /// Returns the day and time on the bank's clocks at an instant.
  package func localTime(at instant: Instant) -> LocalTime {
    LocalTime(utc: instant, offset: offset(at: instant.microseconds / 1_000_000))
  }

  /// Returns false if the bank's clocks skip that time of the day, given in minutes from midnight.
  ///
  /// A time that occurs twice is shown.
  package func shows(_ minutes: Int, on day: CivilDate) -> Bool {
    let local = Int64(day.daysSinceEpoch) * 86_400 + Int64(minutes) * 60
    return [local - 86_400, local + 86_400].contains { near in
      let offset = offset(at: near)
      return self.offset(at: local - offset) == offset
    }
  }

  /// Returns the business days of a calendar in this time zone.
  package func businessDays(_ calendar: BusinessCalendar, cutOff: CutOff?) -> BusinessDays {
    BusinessDays(calendar, cutOff: cutOff) { localTime(at: $0) }
  }

  /// Returns the instant at which the day of another instant began.
  package func start(at instant: Instant) -> Instant {
    let seconds = instant.microseconds / 1_000_000
    let local = seconds + offset(at: seconds)
    return start(ofLocal: local - (local % 86_400 + 86_400) % 86_400)
  }

  /// Returns the instant at which a day began.
  package func start(of day: CivilDate) -> Instant { start(ofLocal: Int64(day.daysSinceEpoch) * 86_400) }

  /// Returns the instant at which the month of another instant began.
  package func monthStart(at instant: Instant) -> Instant? {
    let day = date(at: instant)
    return CivilDate(year: day.year, month: day.month, day: 1).map(start(of:))
  }

  /// Returns the instant at which the zone's clocks showed a midnight, given in seconds as if they showed GMT.
  private func start(ofLocal midnight: Int64) -> Instant {
    // The clocks may change later on that day, and `midnight` read as GMT may lie after the change. The guess is near
    // the real midnight, before the change, so its offset is the right one.
    let guess = midnight - offset(at: midnight)
    return Instant(microseconds: (midnight - offset(at: guess)) * 1_000_000)
  }

  private func offset(at seconds: Int64) -> Int64 {
    lastOffset.offset(at: seconds) { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval($0)))) }
  }
}

/// The offset of the quarter of an hour that was asked for last, unless the clocks change in it.
private final class LastOffset: Sendable {
  private static let length: Int64 = 900
  private let known = Mutex((start: Int64.min, offset: Int64(0)))

  /// Returns the offset at a second since 1970, and calls `rule` for another quarter of an hour than the last one.
  func offset(at second: Int64, by rule: (Int64) -> Int64) -> Int64 {
    let start = second - (second % Self.length + Self.length) % Self.length
    if let offset = known.withLock({ $0.start == start ? $0.offset : nil }) { return offset }
    let offset = rule(start)
    guard offset == rule(start + Self.length - 1) else { return rule(second) }
    known.withLock { $0 = (start, offset) }
    return offset
  }
}

/// The day of the second that was asked for last: a busy server asks thousands of times in one, and the rules of a time zone
/// are dear to ask.
private final class LastDay: Sendable {
  private let known = Mutex((second: Int64.min, day: ""))

  /// Returns the day of all instants in a second, which `make` works out for another second than the last one.
  func day(inSecondOf instant: Instant, _ make: () -> String) -> String {
    let microseconds = instant.microseconds
    let second = (microseconds - (microseconds < 0 ? 999_999 : 0)) / 1_000_000
    if let day = known.withLock({ $0.second == second ? $0.day : nil }) { return day }
    let day = make()
    known.withLock { $0 = (second, day) }
    return day
  }
}
