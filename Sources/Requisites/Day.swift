/// A day of the Gregorian calendar, in no time zone: the day of a payment, and the day from which a rule holds.
public struct Day: Sendable, Hashable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// That day; nil where the calendar has none.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(month, of: year) else {
      return nil
    }
    self.init(year, month, day)
  }

  /// The day written `YYYY-MM-DD`; nil for any other text.
  public init?(_ text: String) {
    guard let parts = Self.numbers(of: text, lengths: [4, 2, 2], separator: UInt8(ascii: "-")) else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// The day as forms write it, `DD.MM.YYYY`; nil for any other text.
  public init?(dotted text: String) {
    guard let parts = Self.numbers(of: text, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) else { return nil }
    self.init(year: parts[2], month: parts[1], day: parts[0])
  }

  /// A day that the calendar is known to have: the dates of rules.
  init(_ year: Int, _ month: Int, _ day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// The whole numbers of a text of ASCII digits in groups of those lengths.
  static func numbers(of text: String, lengths: [Int], separator: UInt8) -> [Int]? {
    let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == lengths.count else { return nil }
    var numbers: [Int] = []
    for (part, length) in zip(parts, lengths) {
      guard Array(part).areDigits(count: length) else { return nil }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1) - 0x30 })
    }
    return numbers
  }

  private static func length(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Day: Comparable, CustomStringConvertible {
  /// Whether the first day is the earlier one.
  public static func < (left: Day, right: Day) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}
