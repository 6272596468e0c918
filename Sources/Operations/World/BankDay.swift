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
  package func day(at instant: Instant) -> String {
    let seconds = instant.microseconds / 1_000_000
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
    let local = seconds + Int64(offset)
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    return CivilDate(daysSinceEpoch: Int(days)).description
  }

  /// When the day at an instant began.
  package func start(at instant: Instant) -> Instant {
    let seconds = instant.microseconds / 1_000_000
    let local = seconds + offset(at: seconds)
    return start(ofLocal: local - (local % 86_400 + 86_400) % 86_400)
  }

  /// When a day began.
  package func start(of day: CivilDate) -> Instant { start(ofLocal: Int64(day.daysSinceEpoch) * 86_400) }

  /// When the clocks of the zone showed that midnight, which is counted as if they showed GMT.
  private func start(ofLocal midnight: Int64) -> Instant {
    // A clock that is turned on the same day is not turned yet at midnight: the offset of the guess is that of midnight.
    let guess = midnight - offset(at: midnight)
    return Instant(microseconds: (midnight - offset(at: guess)) * 1_000_000)
  }

  private func offset(at seconds: Int64) -> Int64 {
    Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
  }
}
