import Foundation  // for the rules of time zones, which FoundationEssentials has only for GMT
package import Model

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
  package func day(at instant: Instant) -> String { date(at: instant).description }

  /// The day at an instant.
  package func date(at instant: Instant) -> CivilDate {
    let seconds = instant.microseconds / 1_000_000
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    let local = seconds + Int64(offset)
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    return CivilDate(daysSinceEpoch: Int(days))
  }
}
