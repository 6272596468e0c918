import Services
import Dates
import Operations
import Testing

/// Local times on days with a clock change.
struct SkippedTimeTests {
  @Test(
    "The bank's clock skips exactly the local times within a time zone gap",
    arguments: [
      ("Europe/Berlin", "2026-03-29", 119, true), ("Europe/Berlin", "2026-03-29", 120, false),
      ("Europe/Berlin", "2026-03-29", 179, false), ("Europe/Berlin", "2026-03-29", 180, true),
      ("Europe/Berlin", "2026-10-25", 150, true), ("Europe/Berlin", "2026-03-28", 150, true),
      ("America/New_York", "2026-03-08", 150, false), ("Australia/Lord_Howe", "2026-10-04", 135, false),
      ("Australia/Lord_Howe", "2026-10-04", 150, true), ("America/Asuncion", "2023-10-01", 0, false),
      ("Pacific/Apia", "2011-12-30", 720, false), ("Europe/Moscow", "2026-03-29", 150, true),
      ("GMT", "2026-03-29", 150, true),
    ])
  func skipsTimeZoneGap(zone: String, day: String, minutes: Int, isShown: Bool) throws {
    let bank = try #require(BankDay(timeZone: zone))
    #expect(bank.shows(minutes, on: try #require(CivilDate(day))) == isShown)
  }
}
