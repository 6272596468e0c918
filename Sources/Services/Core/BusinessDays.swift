import Model
package import Dates
import Synchronization

/// A local date and time of the bank.
package struct LocalTime: Sendable, Equatable {
  package let day: CivilDate
  /// Seconds since midnight.
  package let second: Int

  init(day: CivilDate, second: Int) {
    self.day = day
    self.second = second
  }
}

/// The business days of signed submissions. The calendar can be replaced at run time.
package final class BusinessDays: Sendable {
  private let held: Mutex<BusinessCalendar>
  private let cutOff: CutOff?
  private let localTime: @Sendable (Instant) -> LocalTime

  /// Creates the business days of a calendar.
  ///
  /// - Parameters:
  ///   - cutOff: The time from which a submission belongs to the next business day. By default a
  ///     day ends at midnight.
  ///   - localTime: Returns the local time of the bank; by default UTC.
  package init(
    _ calendar: BusinessCalendar = BusinessCalendar(), cutOff: CutOff? = nil,
    localTime: @escaping @Sendable (Instant) -> LocalTime = { LocalTime(utc: $0) }
  ) {
    held = Mutex(calendar)
    self.cutOff = cutOff
    self.localTime = localTime
  }

  /// Replaces the calendar. Signed submissions keep their business day.
  package func use(_ other: BusinessCalendar) { held.withLock { $0 = other } }

  package var calendar: BusinessCalendar { held.withLock { $0 } }

  /// Returns the business day of a submission that is signed at `instant`. `own` overrides the
  /// bank's cut-off time.
  package func day(at instant: Instant, cutOff own: CutOff? = nil) -> CivilDate {
    let now = localTime(instant)
    let isLate = (own ?? cutOff).map { now.second >= $0.minutes * 60 } ?? false
    return calendar.businessDay(from: isLate ? now.day.next : now.day)
  }

  /// Returns the calendar day of the bank at `instant`.
  func today(at instant: Instant) -> CivilDate { localTime(instant).day }

  /// Returns the local date and time of the bank at `instant`.
  func time(at instant: Instant) -> LocalTime { localTime(instant) }
}

extension LocalTime {
  /// Creates the local time of a zone whose offset from UTC is `offset` seconds.
  package init(utc instant: Instant, offset: Int64 = 0) {
    let microseconds = instant.microseconds
    let seconds = (microseconds >= 0 ? microseconds : microseconds - 999_999) / 1_000_000 + offset
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    self.init(day: CivilDate(daysSinceEpoch: Int(days)), second: Int(seconds - days * 86_400))
  }
}

/// The time of day from which signed submissions get the next business day.
package struct CutOff: Sendable, Equatable, CustomStringConvertible {
  /// Minutes since midnight, 1 to 1439.
  let minutes: Int

  /// Creates a cut-off time; nil unless `minutes` is 1 to 1439.
  package init?(minutes: Int) {
    guard (1..<24 * 60).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// The time in the form `17:00`.
  package var description: String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
