import Dates
import Model
import Services
import Testing

@Suite struct BusinessDayTests {
  private static let calendar = BusinessCalendar(
    holidays: Set(["2026-12-31", "2027-01-01", "2027-01-04"].compactMap { CivilDate($0) }),
    workdays: Set(["2026-11-28"].compactMap { CivilDate($0) }))

  /// Returns business days in Moscow time, UTC+3.
  private static func days(_ cutOff: Int?) -> BusinessDays {
    BusinessDays(calendar, cutOff: cutOff.flatMap { CutOff(minutes: $0) }) { LocalTime(utc: $0, offset: 3 * 3600) }
  }

  @Test(
    "The business day follows the cut-off, weekends and holidays in local time",
    arguments: [
      // A Friday: before, at and after 17:00 in Moscow.
      ("2026-11-20T13:59:59Z", "2026-11-20"), ("2026-11-20T14:00:00Z", "2026-11-23"),
      ("2026-11-20T20:59:59Z", "2026-11-23"),
      // Saturday and Sunday in Moscow.
      ("2026-11-20T21:00:00Z", "2026-11-23"), ("2026-11-22T12:00:00Z", "2026-11-23"),
      // Monday in Moscow, and still Sunday in UTC.
      ("2026-11-22T21:00:00Z", "2026-11-23"),
      // A working Saturday.
      ("2026-11-27T15:00:00Z", "2026-11-28"), ("2026-11-28T09:00:00Z", "2026-11-28"),
      ("2026-11-28T14:00:00Z", "2026-11-30"),
      // New year: holidays on Thursday and Friday, the weekend, a holiday on Monday.
      ("2026-12-30T13:00:00Z", "2026-12-30"), ("2026-12-30T14:00:00Z", "2027-01-05"),
      ("2026-12-31T09:00:00Z", "2027-01-05"),
    ])
  func computesDayFromCutOffAndCalendar(_ instant: String, _ day: String) throws {
    let found = Self.days(17 * 60).day(at: try #require(Instant(instant)))
    #expect(found == CivilDate(day))
  }

  @Test("Without a cut-off the business day ends at midnight") func dayEndsAtMidnightWithoutCutOff() throws {
    let late = try #require(Instant("2026-11-20T20:59:59Z"))
    #expect(Self.days(nil).day(at: late) == CivilDate("2026-11-20"))
  }

  @Test("An operation's cut-off overrides the general cut-off") func operationCutOffOverridesGlobal() throws {
    let moment = try #require(Instant("2026-11-20T13:45:00Z"))  // 16:45
    #expect(Self.days(17 * 60).day(at: moment, cutOff: CutOff(minutes: 16 * 60 + 30)) == CivilDate("2026-11-23"))
    #expect(Self.days(16 * 60).day(at: moment, cutOff: CutOff(minutes: 18 * 60)) == CivilDate("2026-11-20"))
  }

  @Test("A replaced business calendar takes effect immediately") func usesReplacedCalendar() throws {
    let days = Self.days(nil)
    let friday = try #require(Instant("2026-11-20T09:00:00Z"))
    #expect(days.day(at: friday) == CivilDate("2026-11-20"))
    days.use(BusinessCalendar(holidays: Set([CivilDate("2026-11-20")].compactMap { $0 })))
    #expect(days.day(at: friday) == CivilDate("2026-11-23"))
  }

  @Test("A submission stores the business day of its signature") func submissionStoresBusinessDay() throws {
    let friday = BusinessDays(cutOff: CutOff(minutes: 12 * 60))
    let (bank, payment) = try TestBank { $0.execution = Execution(core: .feed, days: friday) }.withWaitingPayment(
      "1.00")
    #expect(payment.submission.businessDay == nil)
    // The test clock starts on a Saturday at noon UTC.
    let signed = try #require(
      try bank.answer(bank.right(payment.challenge), to: payment).wait().done)
    #expect(signed.businessDay == CivilDate("2026-11-23"))
    bank.clock.advance(by: .seconds(3 * 24 * 3600))
    let caller = try bank.loginAgain()
    #expect(try bank.services.submissions.find(signed.id, person: caller.person).businessDay == signed.businessDay)
  }

  @Test("A cut-off outside 1 to 1439 minutes of the day is rejected", arguments: [0, 1440, -1, 99_999])
  func rejectsCutOffOutsideDay(_ minutes: Int) {
    #expect(CutOff(minutes: minutes) == nil)
  }
}
