/// The period of a tax, or the code of a customs office (field 107).
///
/// Rules: order 107n of 12.11.2013 until 31.03.2026: `МС.MM.YYYY`, `КВ.0Q.YYYY`, `ПЛ.0H.YYYY`, `ГД.00.YYYY`, `DD.MM.YYYY`, the
/// 8 digits of a customs office, or `0`. The forms are of high confidence, their letters Cyrillic. From 01.04.2026, order 58n as
/// banks apply it (medium): the customs office where the KBK begins with 153, else `0`.
public enum TaxPeriod {
  /// What field 107 says.
  public enum Form: Equatable, Sendable {
    /// `0`: nothing.
    case none
    /// The 8 digits of a customs office.
    case customsOffice
    /// A period by its letters, such as МС, and the number in the year.
    case period(String, number: Int, year: Int)
    /// The day on which something is due.
    case day(Day)
  }

  /// What a payment may say.
  public enum Regime: Sendable {
    /// Any of the forms.
    case anyForm
    /// `0`, or the customs office for payments to the customs.
    case customsOfficeOrNone
  }

  /// What may be said by the payment's day.
  public static let regimes = Dated(Regime.anyForm, (Day(2026, 4, 1), .customsOfficeOrNone))

  /// Why a payment of that day to that KBK may not say this, or nil.
  public static func verify(_ period: String, kbk: String, on day: Day) -> Finding? {
    let form: Form
    switch read(period) {
    case .failure(let fault): return Finding(fault.reason, .high)
    case .success(let read): form = read
    }
    guard regimes.inForce(on: day) == .customsOfficeOrNone else { return nil }
    let since = regimes.sets.last?.since ?? day
    switch form {
    case .period(let letters, _, _): return Finding(.expired(letters, since: since), .medium)
    case .day: return Finding(.expired(period, since: since), .medium)
    case .none where KBK.isOfCustoms(kbk): return Finding(.form(expected: ["NNNNNNNN"]), .medium)
    case .customsOffice where !KBK.isOfCustoms(kbk): return Finding(.form(expected: ["0"]), .medium)
    default: return nil
    }
  }

  /// A fault of form.
  public struct Malformed: Error, Equatable {
    /// Why this is none of the forms.
    public let reason: Reason
  }

  /// What field 107 says, whatever the day of the payment, or why it is none of the forms.
  public static func read(_ period: String) -> Result<Form, Malformed> {
    if period == "0" { return .success(.none) }
    if let reason = period.fault(lengths: 1...10) { return .failure(Malformed(reason: reason)) }
    let bytes = Array(period.utf8)
    if bytes.areDigits(count: 8) { return .success(.customsOffice) }
    if bytes.count == 10, Day.numbers(of: period, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) != nil {
      return Day(dotted: period).map { .success(.day($0)) } ?? .failure(Malformed(reason: .noSuchDay(period)))
    }
    let letters = String(period.prefix { $0 != "." })
    if let reason = LookAlike.fault(of: letters, among: Set(numbers.keys)) {
      return .failure(Malformed(reason: reason))
    }
    guard let allowed = numbers[letters],
      let parts = Day.numbers(
        of: String(period.dropFirst(letters.count + 1)), lengths: [2, 4], separator: UInt8(ascii: "."))
    else { return .failure(Malformed(reason: .form(expected: forms))) }
    guard allowed.contains(parts[0]) else {
      return .failure(Malformed(reason: .range(parts[0], allowed: allowed)))
    }
    return .success(.period(letters, number: parts[0], year: parts[1]))
  }

  private static let numbers: [String: ClosedRange<Int>] = ["МС": 1...12, "КВ": 1...4, "ПЛ": 1...2, "ГД": 0...0]
  private static let forms = [
    "МС.MM.YYYY", "КВ.0Q.YYYY", "ПЛ.0H.YYYY", "ГД.00.YYYY", "DD.MM.YYYY", "NNNNNNNN", "0",
  ]
}
