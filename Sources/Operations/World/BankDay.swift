import Foundation  // for the rules of time zones, which FoundationEssentials has only for GMT
package import Model
package import Services

/// The day on the bank's calendar: the configured time zone decides `today()`, limits and dated rules.
package struct BankDay: Sendable {
  /// The time zone unless told otherwise.
  package static let standardZone = "Europe/Moscow"

  private let zone: TimeZone

  /// The days of the time zone of that IANA name; nil where there is no such zone.
  package init?(timeZone name: String) {
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.zone = zone
  }

  /// The day at an instant, `YYYY-MM-DD`.
  package func day(at instant: Instant) -> String { localTime(at: instant).day.description }

  /// The day and the time that the bank's clocks show at an instant.
  package func localTime(at instant: Instant) -> LocalTime {
    let seconds = instant.microseconds / 1_000_000
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    return LocalTime(utc: instant, offset: Int64(offset))
  }

  /// The business days in this time zone.
  package func businessDays(_ calendar: BusinessCalendar, cutOff: CutOff?) -> BusinessDays {
    BusinessDays(calendar, cutOff: cutOff) { localTime(at: $0) }
  }
}
