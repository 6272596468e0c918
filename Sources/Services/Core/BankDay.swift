import Model
package import Dates
import Synchronization

/// The bank's calendar days in its time zone, for `today()`, limits and dated rules.
package struct BankDay: Sendable {
  package static let standardZone = "Europe/Moscow"

  private let zone: ZoneRules
  private let last = LastDay()
  private let lastOffset = LastOffset()

  /// Creates the days of a time zone with this IANA name; nil if the name is unknown.
  package init?(timeZone name: String) {
    guard let zone = ZoneRules(named: name) else { return nil }
    self.zone = zone
  }

  package func day(at instant: Instant) -> String {
    last.day(inSecondOf: instant) { localTime(at: instant).day.description }
  }

  package func date(at instant: Instant) -> CivilDate { localTime(at: instant).day }

  /// Returns the local date and time of the bank at an instant.
  package func localTime(at instant: Instant) -> LocalTime {
    LocalTime(utc: instant, offset: offset(at: instant.microseconds / 1_000_000))
  }

  /// Returns false if daylight saving time skips that time of the day. `minutes` counts from
  /// midnight.
  ///
  /// Returns true for a time that occurs twice.
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

  /// Returns the start of the day that contains the instant.
  package func start(at instant: Instant) -> Instant {
    let seconds = instant.microseconds / 1_000_000
    let local = seconds + offset(at: seconds)
    return start(ofLocal: local - (local % 86_400 + 86_400) % 86_400)
  }

  package func start(of day: CivilDate) -> Instant { start(ofLocal: Int64(day.daysSinceEpoch) * 86_400) }

  /// Returns the start of the month that contains the instant.
  package func monthStart(at instant: Instant) -> Instant? {
    let day = date(at: instant)
    return CivilDate(year: day.year, month: day.month, day: 1).map(start(of:))
  }

  /// Returns the instant of a local midnight. `midnight` is the local time in seconds since 1970,
  /// as if it were UTC.
  private func start(ofLocal midnight: Int64) -> Instant {
    // The offset may change later on that day, and `midnight` read as UTC may fall after the
    // change. The guess is close to the real midnight and before the change, so its offset is
    // correct.
    let guess = midnight - offset(at: midnight)
    return Instant(microseconds: (midnight - offset(at: guess)) * 1_000_000)
  }

  private func offset(at seconds: Int64) -> Int64 {
    lastOffset.offset(at: seconds) { zone.offset(at: $0) }
  }
}

/// A cache of the offset for the last requested quarter of an hour, unless the offset changes in
/// it.
private final class LastOffset: Sendable {
  private static let length: Int64 = 900
  private let known = Mutex((start: Int64.min, offset: Int64(0)))

  /// Returns the offset at a second since 1970. Calls `rule` if the second is outside the cached
  /// quarter of an hour.
  func offset(at second: Int64, by rule: (Int64) -> Int64) -> Int64 {
    let start = second - (second % Self.length + Self.length) % Self.length
    if let offset = known.withLock({ $0.start == start ? $0.offset : nil }) { return offset }
    let offset = rule(start)
    guard offset == rule(start + Self.length - 1) else { return rule(second) }
    known.withLock { $0 = (start, offset) }
    return offset
  }
}

/// A cache of the day for the last requested second.
private final class LastDay: Sendable {
  private let known = Mutex((second: Int64.min, day: ""))

  /// Returns the day of the second that contains `instant`. Calls `make` if this second is not the
  /// cached one.
  func day(inSecondOf instant: Instant, _ make: () -> String) -> String {
    let microseconds = instant.microseconds
    let second = (microseconds - (microseconds < 0 ? 999_999 : 0)) / 1_000_000
    if let day = known.withLock({ $0.second == second ? $0.day : nil }) { return day }
    let day = make()
    known.withLock { $0 = (second, day) }
    return day
  }
}
