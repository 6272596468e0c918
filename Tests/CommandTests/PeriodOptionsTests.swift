import ArgumentParser
import Dates
import Testing

@testable import valence

/// The bounds of `--since` and `--until`.
struct PeriodOptionsTests {
  @Test(
    "Days begin in the configured time zone",
    arguments: [
      ("Europe/Moscow", "2026-10-31T21:00:00Z", "2026-11-02T21:00:00Z"),
      ("Asia/Vladivostok", "2026-10-31T14:00:00Z", "2026-11-02T14:00:00Z"),
    ])
  func daysBeginInZone(_ zone: String, _ since: String, _ until: String) throws {
    let options = try PeriodOptions.parse(["--since", "2026-11-01", "--until", "2026-11-02", "--time-zone", zone])
    let bounds = try options.bounds
    #expect(bounds.since == Instant(since) && bounds.until == Instant(until))
  }
}
