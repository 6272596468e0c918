import Dates
import RussianPayments
import Testing

@Suite struct BudgetTests {
  @Test("Budget fields are verified by the rules in force on the payment date", arguments: Case.all("dated.json"))
  func appliesRulesOfPaymentDate(_ row: Case) throws {
    let day = try #require(CivilDate(row.text("date")))
    let finding =
      switch row.text("rule") {
      case "taxPeriod": TaxPeriod.verify(row.arguments[0], kbk: row.arguments[1], on: day)
      case "payerStatus": PayerStatus.verify(row.arguments[0], on: day)
      case "taxReason": TaxReason.verify(row.arguments[0], on: day)
      default: SingleTaxPayment.verify(kpp: row.arguments[0], on: day)
      }
    #expect(reported(finding) == row.expect)
  }

  @Test("Budget and customs fields are verified against the values of other fields", arguments: Case.all("pairs.json"))
  func verifiesDependentFields(_ row: Case) throws {
    let (value, other) = (row.arguments[0], row.arguments.dropFirst().first ?? "")
    let third = row.arguments.count > 2 ? row.arguments[2] : ""
    let finding: Finding?
    switch row.text("rule") {
    case "payeeAccount": finding = BudgetPayment.verify(payeeAccount: value, status: other)
    case "oktmo": finding = BudgetPayment.verify(oktmo: value, payeeAccount: other)
    case "taxReason":
      let day = try #require(CivilDate(row.text("date")))
      finding = BudgetPayment.verify(reason: value, status: other, payeeAccount: third, on: day)
    case "uin": finding = BudgetPayment.verify(uin: value, status: other, payeeAccount: third)
    case "document": finding = BudgetPayment.verify(documentNumber: value, status: other)
    case "personDocument": finding = BudgetPayment.verify(personDocument: value)
    case "payeeINN": finding = BudgetPayment.verify(payeeINN: value)
    case "customsReason": finding = CustomsPayment.verify(reason: value)
    case "customsPayer": finding = CustomsPayment.verify(payerINN: value, status: other)
    case "customsDocument": finding = CustomsPayment.verify(documentNumber: value, reason: other)
    case "customsDate": finding = CustomsPayment.verify(documentDate: value, reason: other)
    case "documentDate": finding = TaxDocument.verify(date: value)
    case "kpp": finding = PartyFields.verify(kpp: value, inn: other)
    case "payerKPP": finding = PartyFields.verify(kpp: value, inn: other, status: third)
    case "payeeName": finding = PartyFields.verify(payeeName: value)
    case "soleTrader": finding = PartyFields.verify(soleTraderName: value)
    case "thirdPerson": finding = PartyFields.verify(thirdPersonPurpose: value)
    default:
      Issue.record("no rule \(row.text("rule"))")
      return
    }
    #expect(reported(finding) == row.expect)
  }

  @Test("The requisites of the single tax payment satisfy the rules of their date")
  func acceptsSingleTaxPayment() throws {
    for day in try ["2025-12-04", "2025-12-05", "2026-04-01"].map({ try #require(CivilDate($0)) }) {
      let payment = SingleTaxPayment.requisites.inForce(on: day)
      #expect(SingleTaxPayment.verify(kpp: payment.kpp, on: day) == nil)
      #expect(BudgetPayment.verify(payeeINN: payment.inn) == nil)
      #expect(AccountRule.verify(payment.account, bic: payment.bic) == nil)
      #expect(AccountRule.verify(correspondent: payment.correspondentAccount, bic: payment.bic) == nil)
      #expect(TreasuryAccount.verify(payment.account) == nil)
      #expect(KBK.verify(payment.kbk) == nil)
      #expect(BudgetPayment.verify(oktmo: payment.oktmo, payeeAccount: payment.account) == nil)
      #expect(PartyName.verify(payment.payee) == nil)
      for status in ["01", "13"] {
        #expect(PayerStatus.verify(status, on: day) == nil)
        #expect(BudgetPayment.verify(payeeAccount: payment.account, status: status) == nil)
        #expect(BudgetPayment.verify(reason: "0", status: status, payeeAccount: payment.account, on: day) == nil)
      }
      #expect(TaxPeriod.verify("0", kbk: payment.kbk, on: day) == nil)
    }
  }

  @Test("The requisites of customs payments are valid") func acceptsCustomsRequisites() {
    #expect(TreasuryAccount.verify(CustomsPayment.account) == nil)
    #expect(KPP.verify(CustomsPayment.kpp) == nil)
    #expect(OKTMO.verify(CustomsPayment.oktmo) == nil)
    for status in CustomsPayment.statuses where status != "30" && status != "34" {
      #expect(BudgetPayment.verify(payeeAccount: CustomsPayment.account, status: status) == nil)
    }
  }
}
