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
    func offset(at seconds: Int64) -> Int64 {
      Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds))))
    }
    let local = seconds + offset(at: seconds)
    let midnight = local - (local % 86_400 + 86_400) % 86_400
    // The clock may have been turned since midnight: the offset that held then tells when it was.
    let guess = midnight - offset(at: seconds)
    return Instant(microseconds: (midnight - offset(at: guess)) * 1_000_000)
  }
}
