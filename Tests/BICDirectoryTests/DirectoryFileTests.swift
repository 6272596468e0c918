import BICDirectory
import Dates
import DirectorySamples
import Model
import RussianPayments
import Testing

@Suite struct DirectoryFileTests {
  private func bank(_ text: String) throws -> Bank {
    try #require(DirectoryFile.read(DirectoryText.file(text)).entries.first?.bank)
  }

  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  @Test("The sample directory file is read with all entries and attributes") func readsSampleFile() throws {
    let file = try DirectoryFile.read(contentsOf: DirectoryText.samplePath)
    #expect(file.entries.count == 19 && file.entries.allSatisfy { $0.bank?.bic == $0.bic })
    #expect(file.scope == .full && file.edition.description == "2023-05-18, version 1")
    let entry = try #require(file.entries.first)
    #expect(entry.at == DirectoryPlace(line: 9, column: 35, entry: 1) && entry.change == nil)
    let bank = try #require(entry.bank)
    #expect(bank.bic.rawValue == "044525225" && bank.name == "ПАО Сбербанк" && bank.place == "г Москва")
    #expect(bank.correspondentAccount?.rawValue == "30101810400000000225" && bank.type == "20")
    #expect(bank.swift == "SABRRUMM")
    #expect(file.entries[2].bank?.name == #"АО "АЛЬФА-БАНК""#)
    #expect(file.entries.last?.at.line == 27)
  }

  @Test("The correspondent and treasury accounts of the sample file are read and valid")
  func readsCorrespondentAccounts() throws {
    let file = try DirectoryFile.read(try DirectoryText.sample())
    let banks = file.entries.compactMap(\.bank)
    let without = banks.filter { $0.correspondentAccount == nil }.map(\.bic.rawValue)
    #expect(without == ["044525000", "017003983", "004525988", "016081973", "100070004", "200000139"])
    let treasuries = banks.compactMap { $0.treasuryAccount?.rawValue }
    #expect(treasuries == ["40102810445370000059", "40102810545370000003"])
    for bank in banks {
      guard let account = bank.correspondentAccount ?? bank.treasuryAccount else { continue }
      #expect(AccountRule.verify(correspondent: account.rawValue, bic: bank.bic.rawValue) == nil)
    }
  }

  @Test("The status of a bank follows the dates of its restrictions") func statusFollowsRestrictionDates() throws {
    let file = try DirectoryFile.read(try DirectoryText.sample())
    let banks = Dictionary(uniqueKeysWithValues: file.entries.map { ($0.bic.rawValue, $0.bank) })
    let industrial = try #require(banks["044525600"] as? Bank)
    #expect(industrial.restrictions.map(\.code) == ["LMRS", "CLRS", "FPRS"])
    #expect(industrial.status(on: try day("2023-04-27")) == .active)
    #expect(industrial.status(on: try day("2023-05-18")) == .restricted)
    #expect(industrial.status(on: try day("2023-07-28")) == .closed)
    #expect(industrial.statusSince(on: try day("2023-04-27")) == nil)
    #expect(industrial.statusSince(on: try day("2023-05-18")) == CivilDate("2023-04-28"))
    #expect(industrial.statusSince(on: try day("2026-01-01")) == CivilDate("2023-07-28"))
    let liquidated = try #require(banks["044525569"] as? Bank)
    #expect(try liquidated.type == "90" && liquidated.status(on: day("2015-01-01")) == .closed)
    #expect(try liquidated.statusSince(on: day("2026-01-01")) == nil)
  }

  @Test(
    "A restriction of a directory entry applies from its date",
    arguments: [
      (#"<RstrList Rstr="LWRS"/>"#, Bank.Status.closed), (#"<RstrList Rstr="LWRS" RstrDate="2023-05-18"/>"#, .closed),
      (#"<RstrList Rstr="LWRS" RstrDate="2023-05-19"/>"#, .active), (#"<RstrList Rstr="URRS"/>"#, .restricted),
      (#"<RstrList Rstr="NORS"/>"#, .active), (#"<RstrList Rstr="SDRS" RstrDate="2020-01-01"/>"#, .active),
      (#"<RstrList Rstr="SDRS"/><RstrList Rstr="MRTR"/>"#, .restricted), ("", .active),
    ])
  func restrictionAppliesFromItsDay(inside: String, status: Bank.Status) throws {
    #expect(try bank(DirectoryText.entry(inside: inside)).status(on: try day("2023-05-18")) == status)
  }

  @Test(
    "A participant that has left or been deleted is closed",
    arguments: [
      (#"NameP="А" PtType="20" DateOut="2023-05-18""#, Bank.Status.closed),
      (#"NameP="А" PtType="20" DateOut="2023-05-19""#, .active),
      (#"NameP="А" PtType="20" ParticipantStatus="PSDL""#, .closed),
      (#"NameP="А" PtType="20" ParticipantStatus="PSAC""#, .active), (#"NameP="А" PtType="90""#, .closed),
    ])
  func departedParticipantIsClosed(info: String, status: Bank.Status) throws {
    #expect(try bank(DirectoryText.entry(info: info)).status(on: try day("2023-05-18")) == status)
  }

  @Test(
    "The place of a participant combines the available type and name",
    arguments: [
      (#"NameP="А" PtType="20" Tnp="г" Nnp="Тула""#, "г Тула"), (#"NameP="А" PtType="20" Nnp="Тула""#, "Тула"),
      (#"NameP="А" PtType="20" Tnp="" Nnp="Тула""#, "Тула"), (#"NameP="А" PtType="20""#, nil),
    ])
  func readsPlaceOfParticipant(info: String, place: String?) throws {
    #expect(try bank(DirectoryText.entry(info: info)).place == place)
  }

  @Test(
    "The correspondent account is the active account of type CRSA",
    arguments: [
      ("", nil), (account("30101810400000000225", "CRSA", "ACDL"), nil),
      (account("40206810945378606001", "BANA", "ACAC"), nil),
      (account("30101810400000000224", "CRSA", "ACDL") + account("30101810400000000225", "CRSA", "ACAC"), "0225"),
      (account("40206810945378606001", "BANA", "ACAC") + account("30101810400000000225", "CRSA", "ACAC"), "0225"),
    ])
  func selectsActiveCorrespondentAccount(accounts: String, end: String?) throws {
    let bank = try bank(DirectoryText.entry(account: accounts))
    #expect(bank.correspondentAccount.map { String($0.rawValue.suffix(4)) } == end)
  }

  @Test("Restrictions of other account types are ignored") func ignoresOtherAccountRestrictions() throws {
    let closed = #"<Accounts Account="40206810945378606001" RegulationAccountType="BANA" AccountStatus="ACAC">"#
    let accounts =
      Self.account("30101810400000000225", "CRSA", "ACAC")
      + closed + #"<AccRstrList AccRstr="CLRS" AccRstrDate="2020-01-01"/></Accounts>"#
    #expect(try bank(DirectoryText.entry(account: accounts)).restrictions.isEmpty)
  }

  @Test(
    "A change file is read with the change type of each entry",
    arguments: [
      (#"BIC="044525225" ChangeType="ADDD""#, DirectoryEntry.Change.added),
      (#"BIC="044525225" ChangeType="CHGD""#, .changed),
      (#"BIC="044525225" ChangeType="NCNG""#, .unchanged), (#"BIC="044525225" ChangeType="DLTD""#, .deleted),
    ])
  func readsChangeTypes(bic: String, change: DirectoryEntry.Change) throws {
    let file = try DirectoryFile.read(DirectoryText.file(DirectoryText.entry(bic: bic), scope: "SIRR"))
    let entry = try #require(file.entries.first)
    #expect(file.scope == .changes && entry.change == change)
    #expect((entry.bank == nil) == (change == .deleted))
  }

  @Test(
    "The SWIFT code of a participant is the default one, or else the first",
    arguments: [
      (#"<SWBICS SWBIC="AAAARUMM" DefaultSWBIC="0"/><SWBICS SWBIC="BBBBRUMMXXX" DefaultSWBIC="1"/>"#, "BBBBRUMMXXX"),
      (#"<SWBICS SWBIC="AAAARUMM" DefaultSWBIC="0"/><SWBICS SWBIC="BBBBRUMM" DefaultSWBIC="true"/>"#, "BBBBRUMM"),
      (#"<SWBICS SWBIC="AAAARUMM" DefaultSWBIC="0"/>"#, "AAAARUMM"), ("", nil),
    ])
  func readsDefaultSWIFTCode(codes: String, code: String?) throws {
    #expect(try bank(DirectoryText.entry(account: codes)).swift == code)
  }

  @Test(
    "A correspondent account with an end date closes the bank from that date",
    arguments: [
      (#"DateOut="2023-05-18""#, Bank.Status.closed), (#"DateOut="2023-05-19""#, .active), ("", .active),
    ])
  func closedAccountClosesBank(out: String, status: Bank.Status) throws {
    let account =
      #"<Accounts Account="30101810400000000225" RegulationAccountType="CRSA" AccountStatus="ACAC" \#(out)/>"#
    #expect(try bank(DirectoryText.entry(account: account)).status(on: try day("2023-05-18")) == status)
  }

  @Test("Restrictions of the treasury account apply to its participant") func appliesTreasuryRestrictions() throws {
    let account =
      #"<Accounts Account="40102810445370000059" RegulationAccountType="UTRA" AccountCBRBIC="047003001" "#
      + #"AccountStatus="ACAC"><AccRstrList AccRstr="CLRS" AccRstrDate="2023-05-18"/></Accounts>"#
    let treasury = try bank(DirectoryText.entry(bic: #"BIC="017003983""#, account: account))
    #expect(treasury.correspondentAccount == nil && treasury.treasuryAccount?.rawValue == "40102810445370000059")
    #expect(treasury.status(on: try day("2023-05-17")) == .active)
    #expect(treasury.status(on: try day("2023-05-18")) == .closed)
  }

  @Test("Whitespace at both ends of a participant's name is trimmed") func trimsName() throws {
    #expect(try bank(DirectoryText.entry(info: #"NameP="  Банк А " PtType="20""#)).name == "Банк А")
  }

  @Test("References to characters in a participant's name are replaced") func replacesReferences() throws {
    let info = #"NameP="&quot;А &amp; Б&quot; &#1042;&#x38;&#38;&lt;" PtType="20""#
    #expect(try bank(DirectoryText.entry(info: info)).name == #""А & Б" В8&<"#)
  }

  @Test(
    "Elements before the entries of a directory file are skipped",
    arguments: [
      "<PartInfo PartNo=\"1\" PartQuantity=\"1\"/>", "<InitialED EDNo=\"1\"><A>2</A></InitialED>", "<PartInfo/>",
    ])
  func skipsPreamble(text: String) throws {
    #expect(try DirectoryFile.read(DirectoryText.file(text, DirectoryText.entry())).entries.count == 1)
  }

  private static func account(_ number: String, _ type: String, _ status: String) -> String {
    #"<Accounts Account="\#(number)" RegulationAccountType="\#(type)" AccountStatus="\#(status)"/>"#
  }
}
