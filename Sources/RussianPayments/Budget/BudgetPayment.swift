public import Dates

/// Rules between the fields of a payment to the budget.
///
/// Source: the orders of the Ministry of Finance (107n, from 01.04.2026 58n) as banks apply them.
/// Confidence: medium, unless stated otherwise. ``SingleTaxPayment`` has the rules of the single
/// tax payment. The rules for a single field are in the type of that field.
///
///     BudgetPayment.verify(payeeAccount: "03100643000000018500", status: "01")          // nil
///     BudgetPayment.verify(payeeAccount: "03212643000000013300", status: "01")?.reason
///     // prefix, found 03212, allowed 03100
public enum BudgetPayment {
  /// Returns the fault of the payee's account (field 17), or nil if it is valid for the status.
  ///
  /// Taxes and customs duties are paid to an account of revenues (03100), enforcement (status 31)
  /// to an account of an institution (03212). With other statuses any account is valid.
  ///
  /// - Parameters:
  ///   - account: The account number. Only its first five digits are compared.
  ///   - status: The payer's status (field 101).
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

  /// Returns the fault of the OKTMO (field 105), or nil if it is valid.
  ///
  /// `0` is allowed in the single tax payment and in payments to accounts of institutions.
  ///
  /// - Parameters:
  ///   - oktmo: The OKTMO, 8 or 11 digits, or `0`.
  ///   - account: The payee's account (field 17).
  public static func verify(oktmo: String, payeeAccount account: String) -> Finding? {
    guard oktmo == "0" else { return OKTMO.verify(oktmo) }
    if account == SingleTaxPayment.account || isOfInstitution(account) { return nil }
    return Finding(.form(expected: ["NNNNNNNN", "NNNNNNNNNNN"]), .medium)
  }

  /// Returns the fault of the reason (field 106), or nil if it is valid.
  ///
  /// From 01.04.2026, `0` is allowed only in three cases: banks that return a transfer (status 27),
  /// payments to accounts of institutions, and the single tax payment.
  ///
  /// - Parameters:
  ///   - reason: The reason: a code of ``TaxReason``.
  ///   - status: The payer's status (field 101).
  ///   - account: The payee's account (field 17).
  ///   - day: The day of the payment.
  public static func verify(reason: String, status: String, payeeAccount account: String, on day: CivilDate) -> Finding?
  {
    if let finding = TaxReason.verify(reason, on: day) { return finding }
    guard reason == "0", day >= CivilDate(2026, 4, 1) else { return nil }
    if status == "27" || account == SingleTaxPayment.account || isOfInstitution(account) { return nil }
    return Finding(.expired(reason, since: CivilDate(2026, 4, 1)), .medium)
  }

  /// Returns the fault of the UIN (field 22), or nil if it is valid.
  ///
  /// `0` is rejected with the statuses 31 (enforcement) and 33, and in payments to 03212.
  ///
  /// - Parameters:
  ///   - uin: The UIN, 20 or 25 digits, or `0`.
  ///   - status: The payer's status (field 101).
  ///   - account: The payee's account (field 17).
  public static func verify(uin: String, status: String, payeeAccount account: String) -> Finding? {
    if let finding = UIN.verify(uin) { return finding }
    let isNeeded = status == "31" || status == "33" || account.hasPrefix("03212")
    return isNeeded && uin == "0" ? Finding(.length(1, allowed: [20...20, 25...25]), .medium) : nil
  }

  /// Returns the fault of the document number (field 108), or nil if it is valid.
  ///
  /// The statuses 31 and 33 require `0`.
  ///
  /// - Parameters:
  ///   - number: The document number, 1 to 15 characters.
  ///   - status: The payer's status (field 101).
  public static func verify(documentNumber number: String, status: String) -> Finding? {
    if let reason = TaxDocument.verify(number: number) { return Finding(reason, .high) }
    return ["31", "33"].contains(status) && number != "0" ? Finding(.mustBe(number, expected: ["0"]), .medium) : nil
  }

  /// Returns the fault of the document (field 108) of a person without INN and UIN (status 24), or
  /// nil if it is valid.
  ///
  /// The form is two digits for the kind of document (01 to 14, 22, 24 to 26, 28 to 30), `;`, and
  /// the document number.
  public static func verify(personDocument number: String) -> Finding? {
    if let reason = TaxDocument.verify(number: number) { return Finding(reason, .high) }
    let parts = number.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Array(parts[0].utf8).areDigits(count: 2), parts[1].utf8.contains(where: { $0 != 0x20 })
    else { return Finding(.form(expected: ["NN;..."]), .medium) }
    let kind = parts[0].utf8.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    let isKnown = (1...14).contains(kind) || kind == 22 || (24...26).contains(kind) || (28...30).contains(kind)
    return isKnown ? nil : Finding(.unlisted(String(parts[0])), .medium)
  }

  /// Returns the fault of a budget payee's INN (field 61), or nil if it is valid. It must be an
  /// organisation's, with 10 digits.
  public static func verify(payeeINN inn: String) -> Finding? {
    if let reason = INN.verify(inn) { return Finding(reason, .high) }
    return inn.fault(length: 10).by(.medium)
  }

  /// Returns true for an account of an institution, with which fields 105 and 106 may be `0`.
  ///
  /// - In the Treasury, the kind (positions 1 to 5) identifies such an account.
  /// - In a bank, such an account starts with 40503, 40603 or 40703 and has a 4 in position 14.
  private static func isOfInstitution(_ account: String) -> Bool {
    let kind = String(account.prefix(5))
    if institutions.contains(kind) { return true }
    return ["40503", "40603", "40703"].contains(kind) && account.dropFirst(13).first == "4"
  }

  private static let institutions: Set = [
    "03212", "03222", "03232", "03242", "03252", "03262", "03272", "03214", "03224", "03234", "03244",
  ]
}
