package import Model

/// Which days the bank works on: Monday to Friday but for its holidays, and the days off that it works all the same.
package struct BusinessCalendar: Sendable, Equatable {
  /// Days off besides Saturdays and Sundays.
  package let holidays: Set<CivilDate>
  /// Saturdays and Sundays on which the bank works.
  package let workdays: Set<CivilDate>

  /// A calendar with these holidays and working days off.
  package init(holidays: Set<CivilDate> = [], workdays: Set<CivilDate> = []) {
    self.holidays = holidays
    self.workdays = workdays
  }

  /// Whether the bank works on that day.
  package func isBusinessDay(_ day: CivilDate) -> Bool {
    if workdays.contains(day) { return true }
    return !day.isWeekend && !holidays.contains(day)
  }

  /// The first day from `day` on, itself included, on which the bank works; `day` where it works on none for ten years.
  package func businessDay(from day: CivilDate) -> CivilDate {
    let first = day.daysSinceEpoch
    return (first..<first + 3653).lazy.map { CivilDate(daysSinceEpoch: $0) }.first(where: isBusinessDay) ?? day
  }
}

extension CivilDate {
  /// Whether it is a Saturday or a Sunday.
  package var isWeekend: Bool {
    // 1970-01-01 was a Thursday.
    let weekday = ((daysSinceEpoch + 3) % 7 + 7) % 7
    return weekday >= 5
  }

  /// The day after.
  package var next: CivilDate { CivilDate(daysSinceEpoch: daysSinceEpoch + 1) }
}
