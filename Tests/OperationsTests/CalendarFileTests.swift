import Dates
import SourceText
import Definitions
import Atoms
import Model
import Operations
import Services
import Testing

struct CalendarFileTests {
  private static func calendar(_ text: String) throws(Diagnostics) -> BusinessCalendar {
    try CalendarFile.calendar(Array(text.utf8), name: "calendar.yaml")
  }

  @Test("The calendar file sets holidays and extra workdays") func readsHolidaysAndWorkdays() throws {
    let calendar = try Self.calendar("holidays: [2026-11-04, 2026-12-31]\nworkdays: [2026-11-28]\n")
    #expect(calendar.holidays == Set(["2026-11-04", "2026-12-31"].compactMap { CivilDate($0) }))
    #expect(calendar.workdays == Set(["2026-11-28"].compactMap { CivilDate($0) }))
    let days = ["2026-11-04", "2026-11-05", "2026-11-07", "2026-11-28", "2026-11-29"]
    #expect(days.compactMap { CivilDate($0) }.map(calendar.isBusinessDay) == [false, true, false, true, false])
  }

  @Test("The bank's calendar file loads without faults and has holidays") func loadsBankCalendar() throws {
    let calendar = try CalendarFile.calendar(in: Files.repository.appending(path: "config").path)
    #expect(!calendar.holidays.isEmpty)
  }

  @Test("Without a calendar file only weekends are days off") func defaultsToWeekends() throws {
    #expect(try CalendarFile.calendar(in: "/nowhere") == BusinessCalendar())
  }

  @Test(
    "Faults of a calendar file are reported with line and column",
    arguments: [
      ("[]", ["1:1: error: a calendar is a mapping with `holidays` and `workdays`, not a list"]),
      ("holiday: []", ["1:1: error: unknown property `holiday` of a calendar, did you mean `holidays`?"]),
      ("holidays: 2026-11-04", ["1:11: error: `holidays` takes a list of days, not a single value"]),
      (
        "holidays: [2026-02-30, 4 Nov]",
        [
          "1:12: error: the date `2026-02-30` does not exist",
          "1:24: error: a day is a calendar date written as YYYY-MM-DD",
        ]
      ),
      ("holidays: [2026-11-04, 2026-11-04]", ["1:24: error: 2026-11-04 is listed twice"]),
      ("holidays: [2026-11-07]", ["1:12: error: 2026-11-07 is a Saturday or Sunday, which is already a day off"]),
      (
        "workdays: [2026-11-04]",
        ["1:12: error: 2026-11-04 is not a Saturday or Sunday: it is a business day unless it is a holiday"]
      ),
    ])
  func locatesCalendarFaults(_ text: String, _ faults: [String]) {
    let found = #expect(throws: Diagnostics.self) { try Self.calendar(text) }
    #expect(found?.sorted.map(\.headline) == faults.map { "calendar.yaml:\($0)" })
  }
}
