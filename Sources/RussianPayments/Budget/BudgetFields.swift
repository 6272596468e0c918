public import Dates

/// The payer's status in a payment to the budget (field 101): two digits.
///
///     if let day = CivilDate("2026-04-01") {
///       PayerStatus.verify("01", on: day)          // nil
///       PayerStatus.verify("20", on: day)?.reason  // expired, found 20, since 2026-04-01
///     }
///
/// Rules: two digits by the UFEBS schemas (confidence high). The codes come from the orders of the
/// Ministry of Finance as banks apply them (medium):
///
/// - order 107n of 12.11.2013;
/// - order 199n of 14.09.2020, without 09 to 12 from 01.10.2021;
/// - from 2024 without 02 and with 32 and 33, from 2026 with 34;
/// - order 58n of 16.05.2025, without 20 from 01.04.2026.
public enum PayerStatus {
  /// The codes by the day of the payment.
  public static let codes = Dated(
    lasting.union(["02", "09", "10", "11", "12", "20"]),
    (CivilDate(2021, 10, 1), lasting.union(["02", "20"])),
    (CivilDate(2024, 1, 1), lasting.union(["20", "32", "33"])),
    (CivilDate(2026, 1, 1), lasting.union(["20", "32", "33", "34"])),
    (CivilDate(2026, 4, 1), lasting.union(["32", "33", "34"])))

  private static let lasting: Set = [
    "01", "03", "04", "05", "06", "07", "08", "13", "15", "16", "17", "19", "23", "24", "27", "28", "29", "30", "31",
  ]

  /// Returns the fault of a status in a payment on this day, or nil if it is valid.
  public static func verify(_ status: String, on day: CivilDate) -> Finding? {
    if let reason = status.fault(where: { scalar, _ in scalar.isDigit }) ?? status.fault(length: 2) {
      return Finding(reason, .high)
    }
    return codes.fault(of: status, on: day).by(.medium)
  }
}

/// The budget classification code (field 104): 20 digits.
///
/// Positions: administrator of the income (1-3), its kind (4-13), its subtype (14-17), analytic
/// group (18-20). Rules: the length by the UFEBS schemas (confidence high); only digits and not all
/// zeros by banks' rules (medium). A KBK has no check digit.
///
///     KBK.verify("18201061201010000510")          // nil
///     KBK.verify("00000000000000000000")?.reason  // .zeros
public enum KBK {
  /// Returns the first fault of a KBK, or nil if it is valid.
  public static func verify(_ kbk: String) -> Finding? {
    if let reason = kbk.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = kbk.fault(length: 20) { return Finding(reason, .high) }
    return kbk.isZeros ? Finding(.zeros, .medium) : nil
  }

  /// Returns true if the customs service administers the income (administrator 153).
  static func isOfCustoms(_ kbk: String) -> Bool { kbk.hasPrefix("153") }
}

/// The code of a municipality (field 105): 8 digits, or 11 for a settlement in it.
///
/// The classifier's control number is not part of the code, so the code has no check digit. Rules:
/// at most 11 characters by the UFEBS schemas (confidence high); 8 or 11 digits, not all zeros, by
/// banks' rules (medium). The placeholder `0` is not a code; see
/// ``BudgetPayment/verify(oktmo:payeeAccount:)``.
///
///     OKTMO.verify("45328000")         // nil
///     OKTMO.verify("4532800")?.reason  // length, length 7, allowed 8, 11
public enum OKTMO {
  /// Returns the first fault of an OKTMO, or nil if it is valid.
  public static func verify(_ oktmo: String) -> Finding? {
    if let reason = oktmo.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = oktmo.fault(lengths: 8...8, 11...11) {
      return Finding(reason, oktmo.utf8.count > 11 ? .high : .medium)
    }
    return oktmo.isZeros ? Finding(.zeros, .medium) : nil
  }
}

/// The reason of a payment to the budget (field 106): two Cyrillic letters, `00` or `0`.
///
///     if let day = CivilDate("2026-04-01") {
///       TaxReason.verify("ПК", on: day)          // nil
///       TaxReason.verify("ТП", on: day)?.reason  // expired, found ТП, since 2026-04-01
///     }
///
/// Rules: at most two characters by the UFEBS schemas (confidence high). The codes come from the
/// orders of the Ministry of Finance as banks apply them (medium):
///
/// - order 107n of 12.11.2013;
/// - from 01.10.2021 ЗД instead of ТР, ПР, АП and АР;
/// - from 01.04.2026 order 58n: the codes of the customs service, `00` and `0`. Other fields then
///   determine whether `0` is allowed; see
///   ``BudgetPayment/verify(reason:status:payeeAccount:on:)``.
public enum TaxReason {
  /// The codes by the day of the payment.
  public static let codes = Dated(
    customs.union(["0", "00"]).union(taxes).union(["ТР", "ПР", "АП", "АР"]),
    (CivilDate(2021, 10, 1), customs.union(["0", "00"]).union(taxes)),
    (CivilDate(2026, 4, 1), customs.union(["0", "00"])))

  private static let customs: Set = ["ПК", "КЭ", "УВ", "ИЛ", "ПБ", "ТГ", "ТБ", "ТД", "ПВ", "ИН"]
  private static let taxes: Set = ["ТП", "ЗД", "БФ", "РС", "ОТ", "РТ", "ТЛ", "ЗТ"]

  /// Returns the fault of a reason in a payment on this day, or nil if it is valid.
  ///
  /// Latin letters that resemble a code are reported with high confidence on every day.
  public static func verify(_ reason: String, on day: CivilDate) -> Finding? {
    if let fault = Confusable.fault(of: reason, among: codes.ever) ?? reason.fault(lengths: 1...2) {
      return Finding(fault, .high)
    }
    return codes.fault(of: reason, on: day).by(.medium)
  }
}

/// The document of a payment to the budget: its number (field 108) and date (field 109).
///
/// Rules: lengths by the UFEBS schemas (confidence high), `0` for no document, the date as
/// `DD.MM.YYYY` (low, general knowledge). `BudgetPayment` and `CustomsPayment` have the rules that
/// depend on other fields.
///
///     TaxDocument.verify(number: "12")                // nil
///     TaxDocument.verify(date: "30.02.2026")?.reason  // no-such-day, found 30.02.2026
public enum TaxDocument {
  /// Returns the first fault of a document number, or nil if it is valid: 1 to 15 characters of
  /// payment text.
  public static func verify(number: String) -> Reason? { PaymentText.verify(number, upTo: 15) }

  /// Returns the first fault of a document date, or nil if it is valid: `DD.MM.YYYY` or `0`.
  public static func verify(date: String) -> Finding? {
    if date == "0" { return nil }
    if let reason = date.fault(lengths: 1...10) { return Finding(reason, .high) }
    guard digitGroups(of: date, lengths: [2, 2, 4], separator: UInt8(ascii: ".")) != nil else {
      return Finding(.form(expected: ["DD.MM.YYYY", "0"]), .low)
    }
    return CivilDate(dotted: date) == nil ? Finding(.noSuchDay(date), .low) : nil
  }
}

/// The unique identifier of a charge or payment (field 22): 20 or 25 digits, or `0` if the payment
/// has none.
///
/// Rules: at most 25 characters by the UFEBS schemas (confidence high). The last digit is the check
/// digit: the remainder by 11 of the sum of the other digits, multiplied by 1 to 10 in turn. If the
/// remainder is 10, it is computed again with weights that start at 3. If it is 10 again, the check
/// digit is 0. Four independent implementations and three real numbers agree (medium), but none of
/// the real numbers has the remainder 10.
///
///     UIN.verify("18209965144380684245")          // nil
///     UIN.verify("18209965144380684246")?.reason  // check-digit, position 20, found 6, expected 5
public enum UIN {
  /// Returns the first fault of a UIN, or nil if it is valid. `0` is valid.
  public static func verify(_ uin: String) -> Finding? {
    if uin == "0" { return nil }
    if let reason = uin.fault(where: { scalar, _ in scalar.isDigit }) { return Finding(reason, .medium) }
    if let reason = uin.fault(lengths: 20...20, 25...25) {
      return Finding(reason, uin.utf8.count > 25 ? .high : .medium)
    }
    if uin.isZeros { return Finding(.zeros, .medium) }
    let digits = digits(of: uin)
    let (found, expected) = (digits[digits.count - 1], check(of: digits.dropLast()))
    return found == expected
      ? nil : Finding(.checkDigit(position: digits.count, found: found, expected: expected), .medium)
  }

  private static func check(of digits: ArraySlice<Int>) -> Int {
    for shift in [0, 2] {
      let sum = digits.enumerated().reduce(0) { $0 + $1.element * (($1.offset + shift) % 10 + 1) }
      if sum % 11 < 10 { return sum % 11 }
    }
    return 0
  }
}
