import Dates
import RussianPayments
import Testing

@Suite struct RequisitesTests {
  @Test("An INN is accepted or rejected with the expected reason", arguments: Case.all("inn.json"))
  func verifiesINN(_ row: Case) {
    #expect(INN.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A KPP is accepted or rejected with the expected reason", arguments: Case.all("kpp.json"))
  func verifiesKPP(_ row: Case) {
    #expect(KPP.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A BIC is accepted or rejected with the expected reason", arguments: Case.all("bic.json"))
  func verifiesBIC(_ row: Case) {
    #expect(BICRule.verify(row.text("value"))?.description == row.expect)
  }

  @Test("An account is accepted or rejected with the expected reason for its BIC", arguments: Case.all("account.json"))
  func verifiesAccount(_ row: Case) {
    let (account, bic) = (row.text("account"), row.text("bic"))
    let reason =
      switch row.text("field") {
      case "correspondent": AccountRule.verify(correspondent: account, bic: bic)
      case "kept": AccountRule.verify(account, inBankOfRussia: bic)
      case "client": AccountRule.verify(account, bic: bic)
      default: AccountRule.verify(account)
      }
    #expect(reason?.description == row.expect)
  }

  @Test("An OGRN is accepted or rejected with the expected reason", arguments: Case.all("ogrn.json"))
  func verifiesOGRN(_ row: Case) {
    #expect(OGRN.verify(row.text("value"))?.description == row.expect)
  }

  @Test("An OGRNIP is accepted or rejected with the expected reason", arguments: Case.all("ogrnip.json"))
  func verifiesOGRNIP(_ row: Case) {
    #expect(OGRNIP.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A SNILS is accepted or rejected with the expected reason", arguments: Case.all("snils.json"))
  func verifiesSNILS(_ row: Case) {
    #expect(SNILS.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A document number is accepted or rejected with the expected reason", arguments: Case.all("number.json"))
  func verifiesDocumentNumber(_ row: Case) {
    #expect(DocumentNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A phone number is accepted or rejected with the expected reason", arguments: Case.all("phone.json"))
  func verifiesPhoneNumber(_ row: Case) {
    #expect(PhoneNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A card number is accepted or rejected with the expected reason", arguments: Case.all("card.json"))
  func verifiesCardNumber(_ row: Case) {
    #expect(CardNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test("An IBAN is accepted or rejected with the expected reason", arguments: Case.all("iban.json"))
  func verifiesIBAN(_ row: Case) {
    #expect(IBAN.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A SWIFT code is accepted or rejected with the expected reason", arguments: Case.all("swift.json"))
  func verifiesSWIFTCode(_ row: Case) {
    #expect(SwiftCode.verify(row.text("value"))?.description == row.expect)
  }

  @Test("An LEI is accepted or rejected with the expected reason", arguments: Case.all("lei.json"))
  func verifiesLEI(_ row: Case) {
    #expect(LEI.verify(row.text("value"))?.description == row.expect)
  }

  @Test("An email address is accepted or rejected with the expected reason", arguments: Case.all("email.json"))
  func verifiesEmailAddress(_ row: Case) {
    #expect(EmailAddress.verify(row.text("value"))?.description == row.expect)
  }

  @Test("A KBK is accepted or rejected with the expected reason and confidence", arguments: Case.all("kbk.json"))
  func verifiesKBK(_ row: Case) {
    #expect(reported(KBK.verify(row.text("value"))) == row.expect)
  }

  @Test(
    "An OKTMO code is accepted or rejected with the expected reason and confidence", arguments: Case.all("oktmo.json"))
  func verifiesOKTMO(_ row: Case) {
    #expect(reported(OKTMO.verify(row.text("value"))) == row.expect)
  }

  @Test("A UIN is accepted or rejected with the expected reason and confidence", arguments: Case.all("uin.json"))
  func verifiesUIN(_ row: Case) {
    #expect(reported(UIN.verify(row.text("value"))) == row.expect)
  }

  @Test(
    "A treasury account is accepted or rejected with the expected reason and confidence",
    arguments: Case.all("treasury.json"))
  func verifiesTreasuryAccount(_ row: Case) {
    #expect(reported(TreasuryAccount.verify(row.text("value"))) == row.expect)
  }

  @Test(
    "A payment purpose or party name is accepted or rejected with the expected reason", arguments: Case.all("text.json")
  )
  func verifiesPaymentText(_ row: Case) {
    let text = row.text("value")
    let reason = row.text("field") == "name" ? PartyName.verify(text) : Purpose.verify(text)
    #expect(reason?.description == row.expect)
  }

  @Test("Each reason has a unique code") func reasonCodesAreUnique() throws {
    let day = try #require(CivilDate("2026-04-01"))
    let reasons: [Reason] = [
      .character("a", position: 1), .length(1, allowed: [2...2]), .blank, .leadingZeros,
      .checkDigit(position: 1, found: 2, expected: 3), .treasuryAccount(bic: ""), .notCorrespondent(balanceAccount: ""),
      .bic(.blank), .zeros, .prefix("1", allowed: ["2"]), .latinLetters("MC", meant: "МС"), .unlisted("99"),
      .form(expected: ["0"]), .range(13, allowed: 1...12), .noSuchDay("30.02.2026"), .mustBe("1", expected: ["0"]),
      .accountInName("4"), .undated(""), .stray(""), .repeated(""),
      .encoding(declared: .koi8r, found: .utf8), .expired("", since: day), .early("", since: day),
    ]
    #expect(Set(reasons.map(\.code)).count == reasons.count)
  }
}
