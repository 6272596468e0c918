/// Rules that change with time: the first set, and each later set with the day from which it is in force.
///
/// The day of the payment selects the set, never the day of the verification.
///
///     if let day = Day("2025-12-05") {
///       SingleTaxPayment.requisites.inForce(on: day).kpp  // "770701001"
///     }
public struct Dated<Rules: Sendable>: Sendable {
  /// The sets in the order of their days; `since` is nil for the first one.
  public let sets: [(since: Day?, rules: Rules)]

  /// The first set, and later ones in the order of their days.
  public init(_ first: Rules, _ later: (since: Day, rules: Rules)...) {
    sets = [(nil, first)] + later.map { ($0.since, $0.rules) }
  }

  /// The rules for a payment of that day.
  public func inForce(on day: Day) -> Rules {
    sets.last { $0.since.map { $0 <= day } ?? true }?.rules ?? sets[0].rules
  }
}

extension Dated where Rules == Set<String> {
  /// Why a code is not in force on that day: expired, early, or in no set. Returns nil if it is in force.
  func fault(of code: String, on day: Day) -> Reason? {
    if inForce(on: day).contains(code) { return nil }
    let holding = sets.indices.filter { sets[$0].rules.contains(code) }
    if let last = holding.last(where: { (sets[$0].since ?? day) <= day }), let end = sets[last + 1].since {
      return .expired(code, since: end)
    }
    if let next = holding.first, let since = sets[next].since { return .early(code, since: since) }
    return .unlisted(code)
  }

  /// The codes of all sets.
  var ever: Set<String> { sets.reduce(into: []) { $0.formUnion($1.rules) } }
}

/// A day of the Gregorian calendar, in no time zone: the day of a payment, or the first day of a rule.
///
///     Day("2026-04-01") == Day(dotted: "01.04.2026")  // true
///     Day(year: 2026, month: 2, day: 30)              // nil
public struct Day: Sendable, Hashable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Returns nil if the calendar does not have that day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(month, of: year) else {
      return nil
    }
    self.init(year, month, day)
  }

  /// Reads `YYYY-MM-DD`. Returns nil for any other text and for a day that the calendar does not have.
  public init?(_ text: String) {
    guard let parts = Self.numbers(of: text, lengths: [4, 2, 2], separator: UInt8(ascii: "-")) else { return nil }
    self.init(year: parts[0], month: parts[1], day: parts[2])
  }

  /// Reads `DD.MM.YYYY`, as forms write it. Returns nil for any other text and for a day that the calendar does not
  /// have.
  public init?(dotted text: String) {
    guard let parts = Self.numbers(of: text, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) else { return nil }
    self.init(year: parts[2], month: parts[1], day: parts[0])
  }

  /// A day that the calendar is known to have: the dates of rules.
  init(_ year: Int, _ month: Int, _ day: Int) { (self.year, self.month, self.day) = (year, month, day) }

  /// The numbers of a text that consists of digit groups of those lengths; nil for any other text.
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
  /// True if the left day is the earlier one.
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
