import Model
import SQLite
import Secrets
import Services
import Testing

@Suite struct BankAndAccountTests {
  private func entry(_ bic: String, _ name: String) throws -> Bank {
    Bank(bic: try #require(BIC(bic)), name: name, correspondentAccount: nil, place: nil, status: .active)
  }

  @Test func anImportCountsWhatItDoes() throws {
    let bank = try TestBank()
    let before = bank.services.banks.directory.count
    let first = try bank.services.banks.importDirectory([entry("040000001", "А"), entry("040000002", "Б")]).wait()
    #expect([first.read, first.added, first.changed, first.unchanged, first.kept] == [2, 2, 0, 0, before])
    let second = try bank.services.banks.importDirectory([
      entry("040000001", "А"), entry("040000002", "В"), entry("040000003", "Г"),
    ]).wait()
    #expect([second.read, second.added, second.changed, second.unchanged, second.kept] == [3, 1, 1, 1, before])
    #expect(bank.services.banks.bank(try bic("040000002"))?.name == "В")
    #expect(bank.services.banks.directory.count == before + 3)
  }

  @Test func aFileIsImportedAndWhatItRefusesIsTold() throws {
    let bank = try TestBank()
    func entry(_ bic: String) -> String {
      """
      <BICDirectoryEntry BIC="\(bic)"><ParticipantInfo NameP="Bank \(bic)" Rgn="45" DateIn="1996-10-04" PtType="20" \
      Srvcs="5" XchType="1" UID="4525225000" ParticipantStatus="PSAC"></ParticipantInfo></BICDirectoryEntry>
      """
    }
    let xml = """
      <?xml version="1.0" encoding="Windows-1251"?>
      <ED807 xmlns="urn:cbr-ru:ed:v2.0" EDNo="1" EDDate="2023-05-17" EDAuthor="4583001999" CreationReason="FCBD" \
      CreationDateTime="2023-05-17T18:00:00Z" InfoTypeCode="FIRR" BusinessDay="2023-05-18">
      \(entry("040000001"))
      \(entry("04000000X"))
      </ED807>
      """
    let file = try DirectoryFile.read(Array(xml.utf8))
    let report = try bank.services.banks.importDirectory(file, on: #require(CivilDate("2026-11-21"))).wait()
    #expect([report.read, report.added, report.refused.count] == [2, 1, 1])
    #expect(bank.services.banks.bank(try bic("040000001"))?.name == "Bank 040000001")
  }

  @Test func ofTwoEntriesWithOneBICTheLaterCounts() throws {
    let bank = try TestBank()
    let report = try bank.services.banks.importDirectory([entry("040000001", "А"), entry("040000001", "Б")]).wait()
    #expect(report.added == 1)
    #expect(report.unchanged == 0)
    #expect(bank.services.banks.bank(try bic("040000001"))?.name == "Б")
    #expect(try Banks(database: bank.database, clock: { Instant.systemNow }).bank(try bic("040000001"))?.name == "Б")
  }

  @Test func theDirectoryIsThereAfterARestart() throws {
    let bank = try TestBank()
    let restarted = try Banks(database: bank.database, clock: { Instant.systemNow })
    let sber = try #require(restarted.bank(try bic("044525225")))
    #expect(sber.name == "ПАО Сбербанк")
    #expect(sber.correspondentAccount?.rawValue == "30101810400000000225")
    #expect(restarted.bank(try bic("000000000")) == nil)
  }

  @Test func theDemoPersonSeesEveryKindOfAccount() throws {
    let bank = try TestBank()
    let accounts = try bank.services.accounts.all(bank.caller.person)
    #expect(accounts.map(\.caption) == ["Текущий", "Накопительный", "Долларовый", "Закрытый", "Счёт мамы"])
    #expect(
      accounts.map(\.balance.description) == [
        "152300.00 RUB", "48250.50 RUB", "1200.00 USD", "100.00 RUB", "7800.00 RUB",
      ])
    #expect(accounts.map(\.isOwner) == [true, true, true, true, false])
    #expect(accounts.map(\.disabled) == [false, false, false, true, false])
  }

  @Test func demoAccountsHaveTheKeyOfTheirBank() throws {
    let bank = try TestBank()
    for account in try bank.services.accounts.all(bank.caller.person) {
      let digits = (Demo.ownBIC.suffix(3) + account.number.rawValue).compactMap(\.wholeNumberValue)
      let total = zip(digits, [7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]).map(*).reduce(0, +)
      #expect(total % 10 == 0, "\(account.number)")
    }
  }

  @Test func anotherPersonsAccountIsNotThere() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let number = try bank.account("Текущий").number
    #expect(try bank.services.accounts.find(number, person: bank.caller.person) != nil)
    #expect(try bank.services.accounts.find(number, person: stranger.person) == nil)
    #expect(try bank.services.accounts.all(stranger.person) == [])
    #expect(try bank.services.accounts.entries(number, person: stranger.person, limit: 10).elements == [])
  }

  @Test func aStatementComesByPagesNewestFirst() throws {
    let bank = try TestBank()
    for amount in ["1.00", "2.00", "3.00"] { _ = try bank.pay(bank.order(amount)) }
    let number = try bank.account("Текущий").number
    let first = try bank.services.accounts.entries(number, person: bank.caller.person, limit: 3)
    #expect(first.elements.map(\.amount.text) == ["-3.00", "-2.00", "-1.00"])
    let next = try #require(first.next)
    let second = try bank.services.accounts.entries(number, person: bank.caller.person, before: next, limit: 3)
    #expect(second.elements.map(\.amount.text) == ["152300.00"])
    #expect(second.elements.first?.purpose == "Входящий остаток")
    #expect(second.next == nil)
  }

  @Test func fillingTheDemoTwiceChangesNothing() throws {
    let bank = try TestBank()
    _ = try bank.pay(bank.order("100.00"))
    let movements = try bank.services.inspection.ledger().movements
    let again = try Demo.fill(bank.services)
    #expect(again.person == bank.demo.person)
    #expect(again.matrix == bank.demo.matrix)
    #expect(try bank.services.inspection.ledger().movements == movements)
    #expect(try bank.account("Текущий").balance.text == "152200.00")
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 999)
  }

  @Test func aFreshBankIsSound() throws {
    let bank = try TestBank()
    #expect(try bank.services.inspection.ledger().isSound)
    #expect(try bank.services.inspection.ledger().movements == 5)
    #expect(try bank.services.inspection.faults() == [])
  }
}
