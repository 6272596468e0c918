@testable import API
import Dates
import Model
import Operations
import Services
import Testing

/// The time zone of a result, as receipts show it.
struct ZoneTextTests {
  @Test(
    "A time zone is shown as its offset from GMT",
    arguments: [
      ("UTC", "GMT"), ("Europe/Moscow", "GMT+3"), ("Asia/Kolkata", "GMT+5:30"), ("Pacific/Marquesas", "GMT-9:30"),
      ("Pacific/Kiritimati", "GMT+14"),
    ])
  func formatsZoneAsOffset(name: String, text: String) throws {
    let (instant, day) = (try #require(Instant("2026-11-28T23:59:59.5Z")), try #require(BankDay(timeZone: name)))
    #expect(RowTimes.zone(of: day.localTime(at: instant), at: instant) == text)
  }
}
