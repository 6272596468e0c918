import Essentials
import RussianPayments
import Testing

@Suite struct RequisitesTests {
  @Test(arguments: Case.all("inn.json"))
  func anINNIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(INN.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("kpp.json"))
  func aKPPIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(KPP.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("bic.json"))
  func aBICIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(BICRule.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("account.json"))
  func anAccountIsRightUnderItsBICOrTheReasonSaysWhy(_ row: Case) {
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

  @Test(arguments: Case.all("ogrn.json"))
  func anOGRNIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(OGRN.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("ogrnip.json"))
  func anOGRNIPIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(OGRNIP.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("snils.json"))
  func aSNILSIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(SNILS.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("number.json"))
  func aDocumentNumberIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(DocumentNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("phone.json"))
  func aPhoneNumberIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(PhoneNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("card.json"))
  func aCardNumberIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(CardNumber.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("iban.json"))
  func anIBANIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(IBAN.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("swift.json"))
  func aSWIFTCodeIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(SwiftCode.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("lei.json"))
  func anLEIIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(LEI.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("email.json"))
  func anAddressIsRightOrTheReasonSaysWhy(_ row: Case) {
    #expect(EmailAddress.verify(row.text("value"))?.description == row.expect)
  }

  @Test(arguments: Case.all("kbk.json"))
  func aKBKIsRightOrTheFindingSaysWhyAndHowSure(_ row: Case) {
    #expect(told(KBK.verify(row.text("value"))) == row.expect)
  }

  @Test(arguments: Case.all("oktmo.json"))
  func anOKTMOIsRightOrTheFindingSaysWhyAndHowSure(_ row: Case) {
    #expect(told(OKTMO.verify(row.text("value"))) == row.expect)
  }

  @Test(arguments: Case.all("uin.json"))
  func aUINIsRightOrTheFindingSaysWhyAndHowSure(_ row: Case) {
    #expect(told(UIN.verify(row.text("value"))) == row.expect)
  }

  @Test(arguments: Case.all("treasury.json"))
  func aTreasuryAccountIsRightOrTheFindingSaysWhyAndHowSure(_ row: Case) {
    #expect(told(TreasuryAccount.verify(row.text("value"))) == row.expect)
  }

  @Test(arguments: Case.all("text.json"))
  func aTextIsCarriedOrTheReasonSaysWhy(_ row: Case) {
    let text = row.text("value")
    let reason = row.text("field") == "name" ? PartyName.verify(text) : Purpose.verify(text)
    #expect(reason?.description == row.expect)
  }

  @Test func everyReasonHasACodeOfItsOwn() throws {
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
