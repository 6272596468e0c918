import Model
import Requisites
import Services
import Testing

@Suite struct DirectoryFileTests {
  private func entry(_ text: String) throws -> DirectoryEntry {
    let file = try DirectoryFile.read(DirectoryText.file(text))
    return try #require(file.entries.first, "\(file.refusals)")
  }

  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

  @Test func theSampleIsReadWhole() throws {
    let file = try DirectoryFile.read(contentsOf: DirectoryText.samplePath)
    #expect(file.entries.count == 19 && file.refusals.isEmpty && file.count == 19)
    #expect(file.scope == .full && file.businessDay == CivilDate("2023-05-18"))
    let bank = try #require(file.entries.first)
    #expect(bank.bic.rawValue == "044525225" && bank.name == "ПАО Сбербанк" && bank.place == "г Москва")
    #expect(bank.correspondentAccount?.rawValue == "30101810400000000225" && bank.type == "20" && bank.change == nil)
    #expect(bank.at == DirectoryPlace(line: 9, column: 35, entry: 1))
    #expect(file.entries[2].name == #"АО "АЛЬФА-БАНК""#)
    #expect(file.entries.last?.at.line == 27)
  }

  @Test func onlyBanksHaveACorrespondentAccount() throws {
    let file = try DirectoryFile.read(try DirectoryText.sample())
    let without = file.entries.filter { $0.correspondentAccount == nil }.map(\.bic.rawValue)
    #expect(without == ["044525000", "017003983", "004525988", "016081973", "100070004", "200000139"])
    let treasuries = file.entries.compactMap(\.treasuryAccount?.rawValue)
    #expect(treasuries == ["40102810445370000059", "40102810545370000003"])
    for entry in file.entries {
      guard let account = entry.correspondentAccount ?? entry.treasuryAccount else { continue }
      #expect(Requisites.Account.verify(correspondent: account.rawValue, bic: entry.bic.rawValue) == nil)
    }
  }

  @Test func whetherPaymentsCanGoThereDependsOnTheDay() throws {
    let file = try DirectoryFile.read(try DirectoryText.sample())
    let entries = Dictionary(uniqueKeysWithValues: file.entries.map { ($0.bic.rawValue, $0) })
    let industrial = try #require(entries["044525600"])
    #expect(industrial.restrictions.map(\.code) == ["LMRS", "CLRS", "FPRS"])
    #expect(industrial.status(on: try day("2023-04-27")) == .active)
    #expect(industrial.status(on: try day("2023-05-18")) == .restricted)
    #expect(industrial.status(on: try day("2023-07-28")) == .closed)
    let liquidated = try #require(entries["044525569"])
    #expect(try liquidated.isLiquidated && liquidated.status(on: day("2015-01-01")) == .closed)
    let bank = try #require(entries["044525225"]).bank(on: try day("2023-05-18"))
    #expect(bank.status == .active && bank.name == "ПАО Сбербанк" && bank.place == "г Москва")
    #expect(bank.correspondentAccount?.rawValue == "30101810400000000225")
  }

  @Test(arguments: [
    (#"<RstrList Rstr="LWRS"/>"#, Bank.Status.closed), (#"<RstrList Rstr="LWRS" RstrDate="2023-05-18"/>"#, .closed),
    (#"<RstrList Rstr="LWRS" RstrDate="2023-05-19"/>"#, .active), (#"<RstrList Rstr="URRS"/>"#, .restricted),
    (#"<RstrList Rstr="NORS"/>"#, .active), (#"<RstrList Rstr="SDRS" RstrDate="2020-01-01"/>"#, .active),
    (#"<RstrList Rstr="SDRS"/><RstrList Rstr="MRTR"/>"#, .restricted), ("", .active),
  ])
  func aRestrictionCountsFromItsDay(inside: String, status: Bank.Status) throws {
    #expect(try entry(DirectoryText.entry(inside: inside)).status(on: try day("2023-05-18")) == status)
  }

  @Test(arguments: [
    (#"NameP="А" PtType="20" DateOut="2023-05-18""#, Bank.Status.closed),
    (#"NameP="А" PtType="20" DateOut="2023-05-19""#, .active),
    (#"NameP="А" PtType="20" ParticipantStatus="PSDL""#, .closed),
    (#"NameP="А" PtType="20" ParticipantStatus="PSAC""#, .active), (#"NameP="А" PtType="90""#, .closed),
  ])
  func aParticipantThatLeftIsClosed(info: String, status: Bank.Status) throws {
    #expect(try entry(DirectoryText.entry(info: info)).status(on: try day("2023-05-18")) == status)
  }

  @Test(arguments: [
    (#"NameP="А" PtType="20" Tnp="г" Nnp="Тула""#, "г Тула"), (#"NameP="А" PtType="20" Nnp="Тула""#, "Тула"),
    (#"NameP="А" PtType="20" Tnp="" Nnp="Тула""#, "Тула"), (#"NameP="А" PtType="20""#, nil),
  ])
  func thePlaceIsWhatTheEntryHasOfIt(info: String, place: String?) throws {
    #expect(try entry(DirectoryText.entry(info: info)).place == place)
  }

  @Test(arguments: [
    ("", nil), (account("30101810400000000225", "CRSA", "ACDL"), nil),
    (account("40206810945378606001", "BANA", "ACAC"), nil),
    (account("30101810400000000224", "CRSA", "ACDL") + account("30101810400000000225", "CRSA", "ACAC"), "0225"),
    (account("40206810945378606001", "BANA", "ACAC") + account("30101810400000000225", "CRSA", "ACAC"), "0225"),
  ])
  func onlyAnActiveAccountOfItsTypeIsTheCorrespondentAccount(accounts: String, end: String?) throws {
    let entry = try entry(DirectoryText.entry(account: accounts))
    #expect(entry.correspondentAccount.map { String($0.rawValue.suffix(4)) } == end)
  }

  @Test func restrictionsOfOtherAccountsDoNotCount() throws {
    let closed = #"<Accounts Account="40206810945378606001" RegulationAccountType="BANA" AccountStatus="ACAC">"#
    let accounts =
      Self.account("30101810400000000225", "CRSA", "ACAC")
      + closed + #"<AccRstrList AccRstr="CLRS" AccRstrDate="2020-01-01"/></Accounts>"#
    #expect(try entry(DirectoryText.entry(account: accounts)).restrictions.isEmpty)
  }

  @Test(arguments: [
    (#"BIC="044525225" ChangeType="ADDD""#, DirectoryEntry.Change.added),
    (#"BIC="044525225" ChangeType="CHGD""#, .changed),
    (#"BIC="044525225" ChangeType="NCNG""#, .unchanged), (#"BIC="044525225" ChangeType="DLTD""#, .deleted),
  ])
  func aFileOfChangesSaysWhatChanged(bic: String, change: DirectoryEntry.Change) throws {
    let file = try DirectoryFile.read(DirectoryText.file(DirectoryText.entry(bic: bic), scope: "SIRR"))
    let entry = try #require(file.entries.first)
    #expect(file.scope == .changes && entry.change == change)
    #expect((entry.status(on: try day("2023-05-18")) == .closed) == (change == .deleted))
  }

  private static func account(_ number: String, _ type: String, _ status: String) -> String {
    #"<Accounts Account="\#(number)" RegulationAccountType="\#(type)" AccountStatus="\#(status)"/>"#
  }
}
