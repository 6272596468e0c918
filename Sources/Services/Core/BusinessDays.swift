package import Model
import Synchronization

/// A moment as the bank's clocks show it.
package struct LocalTime: Sendable, Equatable {
  /// The day.
  package let day: CivilDate
  /// Seconds since its midnight.
  package let second: Int

  /// A moment of a day.
  package init(day: CivilDate, second: Int) {
    self.day = day
    self.second = second
  }
}

/// The business day that what is signed at a moment carries. The calendar may be replaced while the bank works.
package final class BusinessDays: Sendable {
  private let calendar: Mutex<BusinessCalendar>
  private let cutOff: CutOff?
  private let localTime: @Sendable (Instant) -> LocalTime

  /// The days of a calendar; without a cut-off a day is one until midnight, without a time zone it is that of UTC.
  package init(
    _ calendar: BusinessCalendar = BusinessCalendar(), cutOff: CutOff? = nil,
    localTime: @escaping @Sendable (Instant) -> LocalTime = { LocalTime(utc: $0) }
  ) {
    self.calendar = Mutex(calendar)
    self.cutOff = cutOff
    self.localTime = localTime
  }

  /// Goes on with another calendar: what is signed already keeps the day it has.
  package func use(_ other: BusinessCalendar) { calendar.withLock { $0 = other } }

  /// The business day that what is signed at `instant` carries; `own` goes before the bank's cut-off time.
  package func day(at instant: Instant, cutOff own: CutOff? = nil) -> CivilDate {
    let now = localTime(instant)
    let calendar = calendar.withLock { $0 }
    let isLate = (own ?? cutOff).map { now.second >= $0.minutes * 60 } ?? false
    return calendar.businessDay(from: isLate ? now.day.next : now.day)
  }

  /// The day that the bank's calendars show at `instant`.
  package func today(at instant: Instant) -> CivilDate { localTime(instant).day }
}

extension LocalTime {
  /// The time that clocks show which are `offset` seconds ahead of UTC.
  package init(utc instant: Instant, offset: Int64 = 0) {
    let microseconds = instant.microseconds
    let seconds = (microseconds >= 0 ? microseconds : microseconds - 999_999) / 1_000_000 + offset
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    self.init(day: CivilDate(daysSinceEpoch: Int(days)), second: Int(seconds - days * 86_400))
  }
}
