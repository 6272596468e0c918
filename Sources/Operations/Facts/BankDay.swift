package import Model
package import Essentials
import Foundation  // for the rules of time zones, which FoundationEssentials has only for GMT
package import Services

/// The day on the bank's calendar: the configured time zone decides `today()`, limits and dated rules.
package struct BankDay: Sendable {
  /// The time zone unless told otherwise.
  package static let standardZone = "Europe/Moscow"

  private let zone: TimeZone

  /// Creates the calendar of the time zone with that IANA name; nil for an unknown zone.
  package init?(timeZone name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  /// The day at an instant, `YYYY-MM-DD`.
  package func day(at instant: Instant) -> String { localTime(at: instant).day.description }

  /// The day at an instant.
  package func date(at instant: Instant) -> CivilDate { localTime(at: instant).day }

  /// The day and the time that the bank's clocks show at an instant.
  package func localTime(at instant: Instant) -> LocalTime {
    LocalTime(utc: instant, offset: offset(at: instant.microseconds / 1_000_000))
  }

  /// The business days in this time zone.
  package func businessDays(_ calendar: BusinessCalendar, cutOff: CutOff?) -> BusinessDays {
    BusinessDays(calendar, cutOff: cutOff) { localTime(at: $0) }
  }

  /// Returns the beginning of the day at an instant.
  package func start(at instant: Instant) -> Instant {
    let seconds = instant.microseconds / 1_000_000
    let local = seconds + offset(at: seconds)
    return start(ofLocal: local - (local % 86_400 + 86_400) % 86_400)
  }

  /// Returns the beginning of a day.
  package func start(of day: CivilDate) -> Instant { start(ofLocal: Int64(day.daysSinceEpoch) * 86_400) }

  /// Returns the instant of a local midnight, given as if the zone were GMT.
  private func start(ofLocal midnight: Int64) -> Instant {
    // A clock that is turned on the same day is not turned yet at midnight: the offset of the guess is that of midnight.
    let guess = midnight - offset(at: midnight)
    return Instant(microseconds: (midnight - offset(at: guess)) * 1_000_000)
  }

  private func offset(at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
  }
}
