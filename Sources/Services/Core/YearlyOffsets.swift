import Dates

/// The yearly rule of a time zone: the string of POSIX's variable TZ, with the extensions of RFC
/// 9636, section 3.3.2.
struct YearlyOffsets: Sendable {
  private let standard: Int64
  /// Daylight saving time; nil if the zone has none.
  private let summer: (offset: Int64, start: YearlyTime, end: YearlyTime)?

  /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil if it is malformed.
  init?(_ text: some Sequence<UInt8>) {
    var text = ZoneText(text)
    guard text.skipName(), let west = text.duration(hours: 24) else { return nil }
    standard = -west
    guard !text.isAtEnd else {
      summer = nil
      return
    }
    guard text.skipName() else { return nil }
    var offset = standard + 3600
    if text.next != UInt8(ascii: ",") {
      guard let west = text.duration(hours: 24) else { return nil }
      offset = -west
    }
    guard text.skip(","), let start = YearlyTime(&text), text.skip(","), let end = YearlyTime(&text), text.isAtEnd
    else { return nil }
    summer = (offset, start, end)
  }

  /// Returns the offset at a second since 1970.
  func offset(at second: Int64) -> Int64 {
    guard let summer else { return standard }
    let local = second + standard
    let year = Self.year(of: local)
    let start = summer.start.second(in: year) - standard
    let end = summer.end.second(in: year) - summer.offset
    let isSummer = start < end ? second >= start && second < end : second >= start || second < end
    return isSummer ? summer.offset : standard
  }

  private static func year(of second: Int64) -> Int {
    let days = (second - (second % 86_400 + 86_400) % 86_400) / 86_400
    return CivilDate(daysSinceEpoch: Int(days)).year
  }
}

/// A local time that occurs once a year.
private struct YearlyTime: Sendable {
  private enum Day: Sendable {
    /// `J60`: a day from 1 to 365 that does not count 29 February.
    case ofCommonYear(Int)
    /// `59`: a day from 0 to 365.
    case ofYear(Int)
    /// `M3.5.0`: a day of the week, from 0 for Sunday, in a week of a month. Week 5 is the last
    /// one.
    case ofWeek(Int, month: Int, weekday: Int)
  }

  private let day: Day
  /// Seconds after local midnight; negative on the day before.
  private let time: Int64

  init?(_ text: inout ZoneText) {
    if text.skip("M") {
      guard let month = text.number(1...12), text.skip("."), let week = text.number(1...5), text.skip("."),
        let weekday = text.number(0...6)
      else { return nil }
      day = .ofWeek(week, month: month, weekday: weekday)
    } else if text.skip("J") {
      guard let number = text.number(1...365) else { return nil }
      day = .ofCommonYear(number)
    } else {
      guard let number = text.number(0...365) else { return nil }
      day = .ofYear(number)
    }
    guard text.skip("/") else {
      time = 7200
      return
    }
    guard let time = text.duration(hours: 167) else { return nil }
    self.time = time
  }

  /// Returns the local time in that year in seconds since 1970, as if it were UTC.
  func second(in year: Int) -> Int64 {
    let first = CivilDate(year, 1, 1).daysSinceEpoch
    let number =
      switch day {
      case .ofYear(let number): first + number
      case .ofCommonYear(let number):
        first + number - (number >= 60 && CivilDate(year, 3, 1).daysSinceEpoch - first == 60 ? 0 : 1)
      case .ofWeek(let week, let month, let weekday): Self.day(week, year, month, weekday)
      }
    return Int64(number) * 86_400 + time
  }

  private static func day(_ week: Int, _ year: Int, _ month: Int, _ weekday: Int) -> Int {
    let start = CivilDate(year, month, 1).daysSinceEpoch
    let next = (month == 12 ? CivilDate(year + 1, 1, 1) : CivilDate(year, month + 1, 1)).daysSinceEpoch
    // 1970-01-01 was a Thursday.
    let startWeekday = ((start + 4) % 7 + 7) % 7
    let number = start + (weekday - startWeekday + 7) % 7 + (week - 1) * 7
    return number < next ? number : number - 7
  }
}
