public import Dates

/// The requisites of the single tax payment: one payment with one KBK for most taxes, since
/// 01.01.2023.
///
/// Source: the requisites of the tax service, as several sources of 2026 quote them. Confidence:
/// medium.
///
///     if let day = CivilDate("2026-04-01") {
///       SingleTaxPayment.requisites.inForce(on: day).kpp         // "770701001"
///       SingleTaxPayment.verify(kpp: "770801001", on: day)?.reason
///       // expired, found 770801001, since 2025-12-05
///     }
public struct SingleTaxPayment: Equatable, Sendable {
  /// The name of the payee (field 16).
  public let payee = "Казначейство России (ФНС России)"
  /// The payee's INN (field 61).
  public let inn = "7727406020"
  /// The payee's KPP (field 103), which changed on 05.12.2025.
  public let kpp: String
  /// The Treasury's BIC (field 14).
  public let bic = "017003983"
  /// The name of the payee's bank (field 13).
  public let bank: String
  /// The single treasury account (field 15).
  public let correspondentAccount = "40102810445370000059"
  /// The payee's account (field 17).
  public let account = Self.account
  /// The KBK (field 104).
  public let kbk = "18201061201010000510"
  /// The OKTMO (field 105). `0`: the payment has none.
  public let oktmo = "0"

  /// The value of `account`, by which ``BudgetPayment`` recognizes a single tax payment.
  static let account = "03100643000000018500"

  /// The requisites by the day of the payment.
  public static let requisites = Dated(
    SingleTaxPayment(
      kpp: "770801001", bank: "ОТДЕЛЕНИЕ ТУЛА БАНКА РОССИИ//УФК по Тульской области, г. Тула"),
    (
      CivilDate(2025, 12, 5),
      SingleTaxPayment(kpp: "770701001", bank: "ОКЦ № 7 ГУ Банка России по ЦФО//УФК по Тульской области, г Тула")
    ))

  private init(kpp: String, bank: String) { (self.kpp, self.bank) = (kpp, bank) }

  /// Returns the fault of the payee's KPP (field 103), or nil if it is valid.
  ///
  /// - Parameters:
  ///   - kpp: The KPP.
  ///   - day: The day of the payment.
  public static func verify(kpp: String, on day: CivilDate) -> Finding? {
    if let reason = KPP.verify(kpp) { return Finding(reason, .high) }
    let expected = requisites.inForce(on: day).kpp
    if kpp == expected { return nil }
    let since = requisites.sets.last?.since ?? day
    if day >= since, kpp == requisites.sets[0].rules.kpp { return Finding(.expired(kpp, since: since), .medium) }
    if day < since, kpp == requisites.inForce(on: since).kpp { return Finding(.early(kpp, since: since), .medium) }
    return Finding(.mustBe(kpp, expected: [expected]), .medium)
  }
}
