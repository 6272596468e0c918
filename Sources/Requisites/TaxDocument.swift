/// The document that a payment into the budget rests on: its number (field 108) and day (field 109).
///
/// Rules: lengths by the UFEBS schemas (confidence high), `0` where there is none, the day as `DD.MM.YYYY` (low, general
/// knowledge). What the reason of the payment (field 106) asks of them stands in `BudgetPayment`.
public enum TaxDocument {
  /// Why this is no number of a document, or nil: 1 to 15 characters of payment text.
  public static func verify(number: String) -> Reason? { PaymentText.verify(number, atMost: 15) }

  /// Why this is no day of a document, or nil: `DD.MM.YYYY` or `0`.
  public static func verify(date: String) -> Finding? {
    if date == "0" { return nil }
    if let reason = date.fault(lengths: 1...10) { return Finding(reason, .high) }
    guard Day.numbers(of: date, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) != nil else {
      return Finding(.form(expected: ["DD.MM.YYYY", "0"]), .low)
    }
    return Day(dotted: date) == nil ? Finding(.noSuchDay(date), .low) : nil
  }
}
