/// A day of the Gregorian calendar, without time or time zone, from 0001-01-01 to 9999-12-31.
public struct CivilDate: Sendable, Hashable {
  /// The year, 1...9999.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int

  /// Creates a day; nil if it does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(month, of: year) else {
      return nil
    }
    self.init(year, month, day)
  }

  /// Creates a day without checking that it exists.
  package init(_ year: Int, _ month: Int, _ day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// Returns the number of days in the month.
  private static func length(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  /// Parses a day in the form `YYYY-MM-DD`; nil for any other text and for a day that does not
  /// exist.
  public init?(_ text: some StringProtocol) {
    guard let parts = Self.numbers(of: text.utf8, lengths: (4, 2, 2), separator: UInt8(ascii: "-")) else { return nil }
    self.init(year: parts.0, month: parts.1, day: parts.2)
  }

  /// Parses a day in the form `DD.MM.YYYY`; nil for any other text and for a day that does not
  /// exist.
  public init?(dotted text: some StringProtocol) {
    guard let parts = Self.numbers(of: text.utf8, lengths: (2, 2, 4), separator: UInt8(ascii: ".")) else { return nil }
    self.init(year: parts.2, month: parts.1, day: parts.0)
  }

  /// Parses three numbers in ASCII digits, with the given lengths.
  private static func numbers(
    of bytes: some Sequence<UInt8>, lengths: (Int, Int, Int), separator: UInt8
  ) -> (Int, Int, Int)? {
    var bytes = bytes.makeIterator()
    func number(_ length: Int) -> Int? {
      var number = 0
      for _ in 0..<length {
        guard let byte = bytes.next(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return number
    }
    guard let first = number(lengths.0), bytes.next() == separator, let second = number(lengths.1),
      bytes.next() == separator, let third = number(lengths.2), bytes.next() == nil
    else { return nil }
    return (first, second, third)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    let dash = UInt8(ascii: "-")
    let units = [
      Self.digit(year / 1000), Self.digit(year / 100), Self.digit(year / 10), Self.digit(year), dash,
      Self.digit(month / 10), Self.digit(month), dash, Self.digit(day / 10), Self.digit(day),
    ]
    return String(decoding: units, as: UTF8.self)
  }

  private static func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(number % 10) }
}

extension CivilDate: Comparable {
  /// Returns true if `left` is before `right`.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// Creates the day that is `days` days after 1970-01-01. Values outside the calendar return its
  /// first or last day.
  public init(daysSinceEpoch days: Int) {
    // Years are counted from March to February, so that the leap day is the last day of a year. A
    // cycle of 400 years has 146,097 days.
    let shifted = min(max(days, -719_162), 2_932_896) + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01; negative for earlier days.
  public var daysSinceEpoch: Int {
    let (year, monthFromMarch) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let days = year * 365 + year / 4 - year / 100 + year / 400
    return days + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }

  /// Returns the day that is `days` days later, or earlier if negative; nil outside the calendar.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = daysSinceEpoch.addingReportingOverflow(days)
    guard !overflow, (-719_162...2_932_896).contains(sum) else { return nil }
    return CivilDate(daysSinceEpoch: sum)
  }

  /// The last day of the month.
  public var endOfMonth: CivilDate { CivilDate(year, month, Self.length(month, of: year)) }

  /// Returns the number of whole months until `other`: the largest number for which
  /// `adding(months:)` does not pass it.
  ///
  /// If `other` is earlier, returns the negative number of months from `other` to this day.
  public func months(to other: CivilDate) -> Int {
    if other < self { return -other.months(to: self) }
    let months = (other.year - year) * 12 + other.month - month
    return adding(months: months).map { $0 > other } ?? true ? months - 1 : months
  }

  /// Returns the same day of the month, `months` months later, or earlier if negative.
  ///
  /// - Returns the last day of the month if the month is too short.
  /// - Returns nil outside the calendar.
  public func adding(months: Int) -> CivilDate? {
    guard months.magnitude <= 120_000 else { return nil }
    let count = year * 12 + month - 1 + months
    guard count >= 12, count < 120_000 else { return nil }
    let (year, month) = (count / 12, count % 12 + 1)
    return CivilDate(year: year, month: month, day: min(day, Self.length(month, of: year)))
  }
}
