/// The working days of the bank: Monday to Friday without holidays, and the days off that are worked.
///
///     let calendar = BusinessCalendar(holidays: [friday])
///     calendar.isBusinessDay(friday)       // false
///     calendar.adding(1, to: thursday)     // the Monday behind it
///
/// It never changes, so that an input of conditions holds it by one reference.
public final class BusinessCalendar: Sendable, Equatable {
  /// Days off besides Saturdays and Sundays.
  public let holidays: Set<CivilDate>
  /// Saturdays and Sundays on which the bank works.
  public let workdays: Set<CivilDate>

  /// Creates a calendar with these holidays and working days off.
  public init(holidays: Set<CivilDate> = [], workdays: Set<CivilDate> = []) {
    self.holidays = holidays
    self.workdays = workdays
  }

  /// Compares the days.
  public static func == (left: BusinessCalendar, right: BusinessCalendar) -> Bool {
    left === right || left.holidays == right.holidays && left.workdays == right.workdays
  }

  /// Returns true if the bank works on that day.
  public func isBusinessDay(_ day: CivilDate) -> Bool {
    if day.isWeekend { return workdays.contains(day) }
    return !holidays.contains(day) || workdays.contains(day)
  }

  /// The first day from `day` on, itself included, on which the bank works; `day` where it works on none for ten years.
  package func businessDay(from day: CivilDate) -> CivilDate {
    let first = day.daysSinceEpoch
    return (first..<first + 3653).lazy.map { CivilDate(daysSinceEpoch: $0) }.first(where: isBusinessDay) ?? day
  }

  /// Maximum number of business days that `adding` walks.
  public static let maxDays = 1000

  /// Returns the business day that many business days later, or earlier for a negative number.
  ///
  /// - 0 gives the day itself if the bank works on it, else the next day on which it works.
  /// - From a day off, 1 is the next business day and -1 the one before.
  /// - Returns nil beyond the calendar of days, beyond ±1000 days, and where the bank works on too few days.
  public func adding(_ count: Int, to day: CivilDate) -> CivilDate? {
    guard count.magnitude <= Self.maxDays else { return nil }
    if count == 0, isBusinessDay(day) { return day }
    var (left, found) = (max(1, Int(count.magnitude)), day)
    // Of seven days, five are worked on; a year is more than all holidays in a row.
    for _ in 0..<2 * left + 366 {
      guard let next = found.adding(days: count < 0 ? -1 : 1) else { return nil }
      found = next
      if isBusinessDay(found) { left -= 1 }
      if left == 0 { return found }
    }
    return nil
  }
}

extension CivilDate {
  /// The day of the week by ISO 8601, 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    ((daysSinceEpoch + 3) % 7 + 7) % 7 + 1
  }

  /// True for a Saturday or Sunday.
  package var isWeekend: Bool { weekday >= 6 }

  /// The day after.
  package var next: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + 1) }
}
