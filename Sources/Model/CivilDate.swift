/// A day of the Gregorian calendar, in no time zone.
package struct CivilDate: Hashable, Sendable, Comparable {
  /// Years 1 to 9999.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// The date with these parts; nil when the calendar has none.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date this many days after 1970-01-01 (proleptic; outside years 1...9999 the nearest of them).
  package init(daysSinceEpoch days: Int) {
    // Counted in eras of 400 years from 0000-03-01, so that the leap day is the last of its year.
    let shifted = min(max(days, -719_162), 2_932_896) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days after 1970-01-01.
  package var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  package static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// How many days a month has.
  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

  /// The date written as `YYYY-MM-DD`; nil for anything else.
  package init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
