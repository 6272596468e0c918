/// The reason of a payment into the budget (field 106): two Cyrillic letters, `00` or `0`.
///
/// Rules: two characters at most by the UFEBS schemas (confidence high); which codes there are by the orders of the
/// Ministry of Finance as banks apply them (medium): order 107n of 12.11.2013; from 01.10.2021 ЗД for the former ТР, ПР, АП
/// and АР; from 01.04.2026 order 58n with the codes of the customs, `00` and `0`. For whom `0` is right then depends on other
/// fields: see `BudgetPayment`.
public enum TaxReason {
  /// The codes by the payment's day.
  public static let codes = Dated(
    customs.union(["0", "00"]).union(taxes).union(["ТР", "ПР", "АП", "АР"]),
    (Day(2021, 10, 1), customs.union(["0", "00"]).union(taxes)),
    (Day(2026, 4, 1), customs.union(["0", "00"])))

  private static let customs: Set = ["ПК", "КЭ", "УВ", "ИЛ", "ПБ", "ТГ", "ТБ", "ТД", "ПВ", "ИН"]
  private static let taxes: Set = ["ТП", "ЗД", "БФ", "РС", "ОТ", "РТ", "ТЛ", "ЗТ"]

  /// Why no payment of that day may carry this reason, or nil.
  ///
  /// Latin letters that look like the code's are told as such: no day makes them right.
  public static func verify(_ reason: String, on day: Day) -> Finding? {
    if let fault = LookAlike.fault(of: reason, among: codes.ever) ?? reason.fault(lengths: 1...2) {
      return Finding(fault, .high)
    }
    return codes.fault(of: reason, on: day).by(.medium)
  }
}
