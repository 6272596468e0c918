import Model
package import Dates
import Synchronization

/// A moment as the bank's clocks show it.
package struct LocalTime: Sendable, Equatable {
  /// The day.
  package let day: CivilDate
  /// Seconds since its midnight.
  package let second: Int

  /// Creates a moment of a day.
  init(day: CivilDate, second: Int) {
    self.day = day
    self.second = second
  }
}

/// The business days of signed submissions. The calendar may be replaced at run time.
///
///     let day = days.day(at: clock())
package final class BusinessDays: Sendable {
  private let held: Mutex<BusinessCalendar>
  private let cutOff: CutOff?
  private let localTime: @Sendable (Instant) -> LocalTime

  /// Creates the days of a calendar; without a cut-off a day is one until midnight, without a time zone it is that of UTC.
  package init(
    _ calendar: BusinessCalendar = BusinessCalendar(), cutOff: CutOff? = nil,
    localTime: @escaping @Sendable (Instant) -> LocalTime = { LocalTime(utc: $0) }
  ) {
    held = Mutex(calendar)
    self.cutOff = cutOff
    self.localTime = localTime
  }

  /// Replaces the calendar. Signed submissions keep their day.
  package func use(_ other: BusinessCalendar) { held.withLock { $0 = other } }

  /// The calendar that holds now.
  package var calendar: BusinessCalendar { held.withLock { $0 } }

  /// Returns the business day of a submission that is signed at `instant`. `own` replaces the bank's cut-off time.
  package func day(at instant: Instant, cutOff own: CutOff? = nil) -> CivilDate {
    let now = localTime(instant)
    let isLate = (own ?? cutOff).map { now.second >= $0.minutes * 60 } ?? false
    return calendar.businessDay(from: isLate ? now.day.next : now.day)
  }

  /// The day that the bank's calendars show at `instant`.
  func today(at instant: Instant) -> CivilDate { localTime(instant).day }

  /// Returns the day and time that the bank's clocks show at `instant`.
  func time(at instant: Instant) -> LocalTime { localTime(instant) }
}

extension LocalTime {
  /// Creates the local time of a zone that is `offset` seconds ahead of UTC.
  package init(utc instant: Instant, offset: Int64 = 0) {
    let microseconds = instant.microseconds
    let seconds = (microseconds >= 0 ? microseconds : microseconds - 999_999) / 1_000_000 + offset
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    self.init(day: CivilDate(daysSinceEpoch: Int(days)), second: Int(seconds - days * 86_400))
  }
}

/// The time of day from which signed submissions get the next business day.
///
///     let cutOff = CutOff(minutes: 17 * 60)
///     let days = BusinessDays(cutOff: cutOff) { LocalTime(utc: $0, offset: Int64(hours)) }
///     let day = days.day(at: evening)  // a Friday after 17:00: the Monday behind it
package struct CutOff: Sendable, Equatable, CustomStringConvertible {
  /// Minutes from midnight, 1 to 1439.
  let minutes: Int

  /// Creates the time that many minutes after midnight; nil for midnight itself and beyond the day.
  package init?(minutes: Int) {
    guard (1..<24 * 60).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// `17:00`.
  package var description: String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
