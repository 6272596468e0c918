/// Customs payments: their payers, their payee, and the documents that their reasons require.
///
/// Source: the orders of the Ministry of Finance as banks apply them. Confidence: medium, unless
/// stated otherwise.
///
///     CustomsPayment.verify(reason: "ПК")                               // nil
///     CustomsPayment.verify(documentNumber: "0", reason: "ИЛ")?.reason  // .zeros
///     CustomsPayment.verify(documentDate: "0", reason: "00")            // nil
public enum CustomsPayment {
  /// The statuses of payers of customs payments (field 101).
  public static let statuses: Set = ["06", "16", "17", "28", "30", "34"]
  /// The payee's account (field 17).
  public static let account = "03100643000000019502"
  /// The payee's KPP (field 103).
  public static let kpp = "773001001"
  /// The OKTMO of the payee (field 105).
  public static let oktmo = "45328000"
  /// The reasons of customs payments (field 106).
  public static let reasons: Set = ["ПК", "КЭ", "УВ", "ИЛ", "ПБ", "ТГ", "ТБ", "ТД", "ПВ", "ИН", "00"]

  /// Returns the fault of the reason of a customs payment (field 106), or nil if it is valid.
  public static func verify(reason: String) -> Finding? {
    if let fault = Confusable.fault(of: reason, among: reasons) ?? reason.fault(lengths: 1...2) {
      return Finding(fault, .high)
    }
    return reasons.contains(reason) ? nil : Finding(.unlisted(reason), .medium)
  }

  /// Returns the fault of the payer's INN (field 60), or nil if it is valid.
  ///
  /// Organisations in foreign trade (status 06) have 10 digits, persons (16, 17) 12.
  ///
  /// - Parameters:
  ///   - inn: The INN of the payer.
  ///   - status: The payer's status (field 101).
  public static func verify(payerINN inn: String, status: String) -> Finding? {
    if let reason = INN.verify(inn) { return Finding(reason, .high) }
    let length =
      switch status {
      case "06": 10
      case "16", "17": 12
      default: inn.utf8.count
      }
    return inn.fault(length: length).by(.medium)
  }

  /// Returns the fault of the document number (field 108), or nil if it is valid for the reason.
  ///
  /// - `00` requires `0` or `00`, because no document exists.
  /// - ПК УВ ТГ ТБ ТД ПВ are customs documents, whose numbers have at most 7 characters.
  /// - ИЛ ИН ПБ КЭ require a document, so zeros are rejected.
  ///
  /// - Parameters:
  ///   - number: The document number, 1 to 15 characters.
  ///   - reason: The reason of the payment (field 106).
  public static func verify(documentNumber number: String, reason: String) -> Finding? {
    if let fault = TaxDocument.verify(number: number) { return Finding(fault, .high) }
    switch reason {
    case "00": return number == "0" || number == "00" ? nil : Finding(.mustBe(number, expected: ["0", "00"]), .medium)
    case "ПК", "УВ", "ТГ", "ТБ", "ТД", "ПВ": return number.fault(lengths: 1...7).by(.medium)
    case "ИЛ", "ИН", "ПБ", "КЭ": return number.isZeros ? Finding(.zeros, .medium) : nil
    default: return nil
    }
  }

  /// Returns the fault of the document date (field 109), or nil if it is valid for the reason.
  ///
  /// `00` requires `0`. Every other reason of a customs payment requires a date.
  ///
  /// - Parameters:
  ///   - date: The date as `DD.MM.YYYY`, or `0`.
  ///   - reason: The reason of the payment (field 106).
  public static func verify(documentDate date: String, reason: String) -> Finding? {
    if let finding = TaxDocument.verify(date: date) { return finding }
    if reason == "00" { return date == "0" ? nil : Finding(.mustBe(date, expected: ["0"]), .medium) }
    return reasons.contains(reason) && date == "0" ? Finding(.form(expected: ["DD.MM.YYYY"]), .medium) : nil
  }
}
