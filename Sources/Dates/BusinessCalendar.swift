/// The business days of the bank: Monday to Friday except holidays, and weekend days on which the
/// bank works.
///
/// Immutable, so conditions share one instance by reference.
public final class BusinessCalendar: Sendable, Equatable {
  /// Holidays, in addition to Saturdays and Sundays.
  public let holidays: Set<CivilDate>
  /// Saturdays and Sundays on which the bank works.
  public let workdays: Set<CivilDate>

  /// Creates a calendar with these holidays and working weekend days.
  public init(holidays: Set<CivilDate> = [], workdays: Set<CivilDate> = []) {
    self.holidays = holidays
    self.workdays = workdays
  }

  /// Returns true if both calendars have the same holidays and workdays.
  public static func == (left: BusinessCalendar, right: BusinessCalendar) -> Bool {
    left === right || left.holidays == right.holidays && left.workdays == right.workdays
  }

  /// Returns true if the bank works on that day.
  public func isBusinessDay(_ day: CivilDate) -> Bool {
    if day.isWeekend { return workdays.contains(day) }
    return !holidays.contains(day) || workdays.contains(day)
  }

  /// Returns the first business day on or after `day`; `day` if ten years have no business day.
  package func businessDay(from day: CivilDate) -> CivilDate {
    let first = day.daysSinceEpoch
    return (first..<first + 3653).lazy.map { CivilDate(daysSinceEpoch: $0) }.first(where: isBusinessDay) ?? day
  }

  /// Maximum magnitude of the count in `adding`.
  public static let maxDays = 1000

  /// Returns the business day that is `count` business days later, or earlier if `count` is
  /// negative.
  ///
  /// - If `count` is 0, returns `day` if it is a business day, or else the next business day.
  /// - If `day` is not a business day, 1 is the next business day and -1 the previous one.
  /// - Returns nil if `count` exceeds ±1000, if the result is outside the range of `CivilDate`, or
  ///   if too few days are business days.
  public func adding(_ count: Int, to day: CivilDate) -> CivilDate? {
    guard count.magnitude <= Self.maxDays else { return nil }
    if count == 0, isBusinessDay(day) { return day }
    var (left, found) = (max(1, Int(count.magnitude)), day)
    // A week has five business days, so `2 * left` days suffice without holidays. 366 days allow
    // for consecutive holidays.
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

  package var isWeekend: Bool { weekday >= 6 }

  /// The following day. The last day of the calendar returns itself.
  package var next: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + 1) }
}
