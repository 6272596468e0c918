/// A day of the Gregorian calendar, without time and zone, from 0001-01-01 to 9999-12-31.
///
///     let day = CivilDate("2026-01-31")
///     day?.adding(months: 1)?.description  // "2026-02-28"
///     CivilDate("2026-02-30")  // nil
public struct CivilDate: Sendable, Hashable {
  /// The year, 1...9999.
  public let year: Int
  /// The month, 1...12.
  public let month: Int
  /// The day of the month, 1...31.
  public let day: Int

  /// Creates that day; nil if the calendar does not have it.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(month, of: year) else {
      return nil
    }
    self.init(unchecked: year, month, day)
  }

  /// Reads a day in the form `YYYY-MM-DD`; nil for any other text.
  public init?(_ text: String) {
    var digits: [Int] = []
    digits.reserveCapacity(8)
    var place = 0
    for byte in text.utf8 {
      if place == 4 || place == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        digits.append(Int(byte - UInt8(ascii: "0")))
      }
      place += 1
      guard place <= 10 else { return nil }
    }
    guard place == 10 else { return nil }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    self.init(year: year, month: digits[4] * 10 + digits[5], day: digits[6] * 10 + digits[7])
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Returns the number of days in the month.
  private static func length(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate {
  /// The number of days since 0000-03-01.
  ///
  /// Years that begin in March end with the leap day, which keeps the formula short.
  var number: Int {
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return y * 365 + y / 4 - y / 100 + y / 400 + (m * 153 + 2) / 5 + day - 1
  }

  /// Returns the day that many days later, or earlier for a negative number; nil beyond the calendar.
  public func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = number.addingReportingOverflow(days)
    guard !overflow, sum >= 306, sum < 3_652_365 else { return nil }
    let era = sum / 146_097
    let rest = sum % 146_097
    let yearOfEra = (rest - rest / 1460 + rest / 36524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let m = (5 * dayOfYear + 2) / 153
    let month = m < 10 ? m + 3 : m - 9
    return CivilDate(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * m + 2) / 5 + 1)
  }

  /// Returns the same day that many months later, or earlier for a negative number.
  ///
  /// - Returns the last day of the month if the month has no such day.
  /// - Returns nil beyond the calendar.
  public func adding(months: Int) -> CivilDate? {
    guard months.magnitude <= 120_000 else { return nil }
    let count = year * 12 + month - 1 + months
    guard count >= 12, count < 120_000 else { return nil }
    let (year, month) = (count / 12, count % 12 + 1)
    return CivilDate(year: year, month: month, day: min(day, Self.length(month, of: year)))
  }
}

extension CivilDate: Comparable, CustomStringConvertible {
  /// Orders earlier days first.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}
