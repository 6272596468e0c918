import Dates
import RussianPayments
import Testing

/// The examples on the pages of `RussianPayments`. `DocumentedExampleTests` compares the pages with
/// the lines between the marks.
struct DocumentedExamples {
  @Test("The documentation example of number verification returns the stated reasons") func runsNumberExample() {
    // Example of RussianPayments.docc/RussianPayments
    let isValid = INN.isValid("7707083893")  // true
    let right = INN.verify("7707083893")  // nil
    let wrong = INN.verify("7707083894")?.description  // "check-digit, position 10, found 4, expected 3"
    let account = AccountRule.verify("40702810138250123018", bic: "044525225")?.code  // "check-digit"
    // End
    #expect(isValid && !INN.isValid("7707083894"))
    #expect(right == nil && wrong == "check-digit, position 10, found 4, expected 3" && account == "check-digit")
  }

  @Test("The documentation example of the confidence of a finding runs", arguments: ["", "1"])
  func runsConfidenceExample(_ entered: String) {
    func refuse(_ reason: Reason) {}
    func warn(_ reason: Reason) {}
    // Example of RussianPayments.docc/RussianPayments
    if let finding = UIN.verify(entered) {
      finding.confidence == .high ? refuse(finding.reason) : warn(finding.reason)
    }
    // End
  }

  @Test("The documentation example of dated rules returns the stated values") func runsDateExample() throws {
    let day = try #require(CivilDate("2026-04-01"))
    // Example of RussianPayments.docc/RussianPayments
    let reason = TaxPeriod.verify("МС.03.2026", kbk: "18210102010011000110", on: day)?.reason
    let text = reason?.description  // "expired, found МС, since 2026-04-01"
    let kpp = SingleTaxPayment.requisites.inForce(on: day).kpp  // "770701001"
    // End
    #expect(text == "expired, found МС, since 2026-04-01" && kpp == "770701001")
  }

  @Test("The documentation example of text normalization returns the stated changes") func runsTextExample() {
    // Example of RussianPayments.docc/RussianPayments
    let (text, changes) = PaymentText.normalized("ООО «Ромашка»")  // ООО "Ромашка"
    let positions = changes.map(\.position)  // [5, 13]
    // End
    #expect(text == "ООО \"Ромашка\"" && positions == [5, 13])
  }

  @Test("The documentation example of a payment QR code returns the stated fields") func runsQRCodeExample() throws {
    let scanned =
      "ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225"
      + "|CorrespAcc=30101810400000000225|Sum=100000|PayeeINN=7707083895"
    // Example of RussianPayments.docc/RussianPayments
    let code = try PaymentQR(reading: scanned)
    let account = code[.personalAccount]  // "40702810138250123017"
    let kopecks = code.kopecks  // 100000
    let doubts = code.doubts.map { "\($0.key ?? ""): \($0.reason)" }
    // ["PayeeINN: check-digit, position 10, found 5, expected 3"]
    // End
    #expect(account == "40702810138250123017" && kopecks == 100_000)
    #expect(doubts == ["PayeeINN: check-digit, position 10, found 5, expected 3"])
  }
}
