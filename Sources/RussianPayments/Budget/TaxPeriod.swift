public import Dates

/// The tax period, or the code of a customs office (field 107).
///
///     if let day = CivilDate("2026-04-01") {
///       TaxPeriod.verify("МС.03.2026", kbk: "18210102010011000110", on: day)?.reason
///       // expired, found МС, since 2026-04-01
///     }
///
/// Rules by the day of the payment:
///
/// - until 31.03.2026, order 107n of 12.11.2013: `МС.MM.YYYY`, `КВ.0Q.YYYY`, `ПЛ.0H.YYYY`,
///   `ГД.00.YYYY`, `DD.MM.YYYY`, the 8 digits of a customs office, or `0`. The letters are
///   Cyrillic. Confidence in the forms: high.
/// - from 01.04.2026, order 58n as banks apply it: the customs office if the KBK starts with 153,
///   otherwise `0`. Confidence: medium.
public enum TaxPeriod {
  /// The forms of field 107.
  public enum Form: Equatable, Sendable {
    /// `0`: the payment has no period.
    case none
    /// The 8 digits of a customs office.
    case customsOffice
    /// The letters of a period, such as МС (month), its number within the year, and the year.
    case period(String, number: Int, year: Int)
    /// A due date.
    case day(CivilDate)
  }

  /// The forms that payments may contain.
  public enum Regime: Sendable {
    /// Each form of ``TaxPeriod/Form``.
    case anyForm
    /// The customs office in customs payments, `0` in other payments.
    case customsOfficeOrNone
  }

  /// The regime by the day of the payment.
  public static let regimes = Dated(Regime.anyForm, (CivilDate(2026, 4, 1), .customsOfficeOrNone))

  /// Returns the fault of field 107, or nil if it is valid.
  ///
  /// - Parameters:
  ///   - period: The text of the field.
  ///   - kbk: The KBK of the payment (field 104).
  ///   - day: The day of the payment.
  public static func verify(_ period: String, kbk: String, on day: CivilDate) -> Finding? {
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

  /// An error for a text that has none of the forms.
  public struct Malformed: Error, Equatable {
    /// Why the text has none of the forms.
    public let reason: Reason
  }

  /// Reads field 107, regardless of the day of the payment. Fails if the text has none of the
  /// forms.
  public static func read(_ period: String) -> Result<Form, Malformed> {
    if period == "0" { return .success(.none) }
    if let reason = period.fault(lengths: 1...10) { return .failure(Malformed(reason: reason)) }
    let bytes = Array(period.utf8)
    if bytes.areDigits(count: 8) { return .success(.customsOffice) }
    if bytes.count == 10, digitGroups(of: period, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) != nil {
      return CivilDate(dotted: period).map { .success(.day($0)) } ?? .failure(Malformed(reason: .noSuchDay(period)))
    }
    let letters = String(period.prefix { $0 != "." })
    if let reason = Confusable.fault(of: letters, among: Set(numbers.keys)) {
      return .failure(Malformed(reason: reason))
    }
    guard let allowed = numbers[letters],
      let parts = digitGroups(
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

/// Returns the numbers of a text that consists of digit groups of these lengths; nil for other
/// texts.
func digitGroups(of text: String, lengths: [Int], separator: UInt8) -> [Int]? {
  let parts = text.utf8.split(separator: separator, omittingEmptySubsequences: false)
  guard parts.count == lengths.count else { return nil }
  var numbers: [Int] = []
  for (part, length) in zip(parts, lengths) {
    guard Array(part).areDigits(count: length) else { return nil }
    numbers.append(part.reduce(0) { $0 * 10 + Int($1) - 0x30 })
  }
  return numbers
}
