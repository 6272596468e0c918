public import Dates

/// Rules between the fields of a payment into the budget.
///
/// Source: the orders of the Ministry of Finance (107n, from 01.04.2026 58n) as banks apply them. Confidence: medium,
/// where not said otherwise. The single tax payment follows its own rules; the rules of one field alone are in its own
/// type.
///
///     BudgetPayment.verify(payeeAccount: "03100643000000018500", status: "01")          // nil
///     BudgetPayment.verify(payeeAccount: "03212643000000013300", status: "01")?.reason
///     // prefix, found 03212, allowed 03100
public enum BudgetPayment {
  /// Returns the fault of the payee's account (field 17) in a payment of that status, or nil.
  ///
  /// Taxes and customs duties go to an account of revenues (03100), enforcement (31) to an institution's (03212).
  /// Payments of other statuses go to any account.
  public static func verify(payeeAccount account: String, status: String) -> Finding? {
    let kind = String(account.prefix(5))
    let expected =
      switch status {
      case "01", "02", "04", "06", "07", "13", "16", "17", "28", "30": "03100"
      case "31": "03212"
      default: kind
      }
    return kind == expected ? nil : Finding(.prefix(kind, allowed: [expected]), .medium)
  }

  /// Returns the fault of the OKTMO (field 105) in a payment to that account, or nil.
  ///
  /// `0` is allowed in the single tax payment and in payments to institutions' accounts.
  public static func verify(oktmo: String, payeeAccount account: String) -> Finding? {
    guard oktmo == "0" else { return OKTMO.verify(oktmo) }
    if account == SingleTaxPayment.account || isOfInstitution(account) { return nil }
    return Finding(.form(expected: ["NNNNNNNN", "NNNNNNNNNNN"]), .medium)
  }

  /// Returns the fault of the reason (field 106) in a payment of that status and day to that account, or nil.
  ///
  /// From 01.04.2026 `0` is allowed only for banks that return a transfer (status 27), for institutions' accounts, and
  /// in the single tax payment.
  public static func verify(reason: String, status: String, payeeAccount account: String, on day: CivilDate) -> Finding?
  {
    if let finding = TaxReason.verify(reason, on: day) { return finding }
    guard reason == "0", day >= CivilDate(2026, 4, 1) else { return nil }
    if status == "27" || account == SingleTaxPayment.account || isOfInstitution(account) { return nil }
    return Finding(.expired(reason, since: CivilDate(2026, 4, 1)), .medium)
  }

  /// Returns the fault of the UIN (field 22) in a payment of that status to that account, or nil.
  ///
  /// Enforcement (31), status 33 and payments to 03212 require one: `0` is refused.
  public static func verify(uin: String, status: String, payeeAccount account: String) -> Finding? {
    if let finding = UIN.verify(uin) { return finding }
    let isNeeded = status == "31" || status == "33" || account.hasPrefix("03212")
    return isNeeded && uin == "0" ? Finding(.length(1, allowed: [20...20, 25...25]), .medium) : nil
  }

  /// Returns the fault of the document's number (field 108) in a payment of that status, or nil: 31 and 33 require `0`.
  public static func verify(documentNumber number: String, status: String) -> Finding? {
    if let reason = TaxDocument.verify(number: number) { return Finding(reason, .high) }
    return ["31", "33"].contains(status) && number != "0" ? Finding(.mustBe(number, expected: ["0"]), .medium) : nil
  }

  /// Returns the fault of the document (field 108) of a person who gives neither INN nor UIN (status 24), or nil.
  ///
  /// The form is two digits for the kind of document (01 to 14, 22, 24 to 26, 28 to 30), `;`, and its number.
  public static func verify(personDocument number: String) -> Finding? {
    if let reason = TaxDocument.verify(number: number) { return Finding(reason, .high) }
    let parts = number.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Array(parts[0].utf8).areDigits(count: 2), parts[1].utf8.contains(where: { $0 != 0x20 })
    else { return Finding(.form(expected: ["NN;..."]), .medium) }
    let kind = parts[0].utf8.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    let isKnown = (1...14).contains(kind) || kind == 22 || (24...26).contains(kind) || (28...30).contains(kind)
    return isKnown ? nil : Finding(.unlisted(String(parts[0])), .medium)
  }

  /// Returns the fault of a budget payee's INN (field 61), or nil: it is an organisation's, 10 digits.
  public static func verify(payeeINN inn: String) -> Finding? {
    if let reason = INN.verify(inn) { return Finding(reason, .high) }
    return inn.fault(length: 10).by(.medium)
  }

  /// True for an institution's account, which allows `0` in fields 105 and 106.
  ///
  /// The Treasury's accounts tell it by their kind, accounts in banks (40503, 40603, 40703) by the digit 4 in position
  /// 14.
  private static func isOfInstitution(_ account: String) -> Bool {
    let kind = String(account.prefix(5))
    if institutions.contains(kind) { return true }
    return ["40503", "40603", "40703"].contains(kind) && account.dropFirst(13).first == "4"
  }

  private static let institutions: Set = [
    "03212", "03222", "03232", "03242", "03252", "03262", "03272", "03214", "03224", "03234", "03244",
  ]
}
