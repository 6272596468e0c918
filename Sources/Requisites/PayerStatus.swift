/// The status of whoever pays into the budget (field 101): two digits.
///
/// Rules: two digits by the UFEBS schemas (confidence high); which codes there are by the orders of the Ministry of
/// Finance as banks apply them (medium): order 107n of 12.11.2013, 199n of 14.09.2020 which took 09 to 12 away on
/// 01.10.2021, no 02 from 2024, 34 from 2026, order 58n of 16.05.2025 from 01.04.2026, with which 20 went.
public enum PayerStatus {
  /// The codes by the payment's day.
  public static let codes = Dated(
    lasting.union(["02", "09", "10", "11", "12", "20"]),
    (Day(2021, 10, 1), lasting.union(["02", "20"])),
    (Day(2024, 1, 1), lasting.union(["20", "32", "33"])),
    (Day(2026, 1, 1), lasting.union(["20", "32", "33", "34"])),
    (Day(2026, 4, 1), lasting.union(["32", "33", "34"])))

  private static let lasting: Set = [
    "01", "03", "04", "05", "06", "07", "08", "13", "15", "16", "17", "19", "23", "24", "27", "28", "29", "30", "31",
  ]

  /// Why no payment of that day may carry this status, or nil.
  public static func verify(_ status: String, on day: Day) -> Finding? {
    if let reason = status.fault(where: { scalar, _ in scalar.isDigit }) ?? status.fault(length: 2) {
      return Finding(reason, .high)
    }
    return codes.fault(of: status, on: day).by(.medium)
  }
}
