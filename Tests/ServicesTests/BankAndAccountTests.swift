import DemoData
import Dates
import Model
import SQLiteStorage
import Secrets
import Services
import Testing

@Suite struct BankAndAccountTests {
  @Test("The directory of banks is loaded from the database after a restart") func directorySurvivesRestart() throws {
    let bank = try TestBank()
    let restarted = try Banks(store: bank.database, audit: bank.services.audit, clock: { Instant.systemNow })
    let sber = try #require(restarted.bank(try bic("044525225")))
    #expect(sber.name == "ПАО Сбербанк")
    #expect(sber.correspondentAccount?.rawValue == "30101810400000000225")
    #expect(restarted.bank(try bic("000000000")) == nil)
  }

  @Test("The demo person's list contains every kind of account") func listsDemoAccounts() throws {
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

  @Test("Demo account numbers have valid check digits for the bank's BIC")
  func demoAccountsHaveValidCheckDigits() throws {
    let bank = try TestBank()
    for account in try bank.services.accounts.all(bank.caller.person) {
      let digits = (Demo.ownBIC.suffix(3) + account.number.rawValue).compactMap(\.wholeNumberValue)
      let total = zip(digits, [7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]).map(*).reduce(0, +)
      #expect(total % 10 == 0, "\(account.number)")
    }
  }

  @Test("An account and its entries are hidden from other people") func hidesAccountsOfOthers() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let number = try bank.account("Текущий").number
    #expect(try bank.services.accounts.find(number, person: bank.caller.person) != nil)
    #expect(try bank.services.accounts.find(number, person: stranger.person) == nil)
    #expect(try bank.services.accounts.all(stranger.person) == [])
    #expect(try bank.services.accounts.entries(number, person: stranger.person, limit: 10).elements == [])
  }

  @Test("A statement is paged by cursor from the newest entry") func pagesStatementNewestFirst() throws {
    let bank = try TestBank()
    for amount in ["1.00", "2.00", "3.00"] { try bank.signedPayment(amount) }
    let number = try bank.account("Текущий").number
    let first = try bank.services.accounts.entries(number, person: bank.caller.person, limit: 3)
    #expect(first.elements.map(\.amount.text) == ["-3.00", "-2.00", "-1.00"])
    let next = try #require(first.next)
    let second = try bank.services.accounts.entries(number, person: bank.caller.person, before: next, limit: 3)
    #expect(second.elements.map(\.amount.text) == ["152300.00"])
    #expect(second.elements.first?.purpose == "Входящий остаток")
    #expect(second.next == nil)
  }

  @Test("Filling in the demo data twice changes nothing") func fillingDemoIsIdempotent() throws {
    let bank = try TestBank()
    try bank.signedPayment("100.00")
    let movements = try bank.services.inspection.ledger().movements
    let again = try Demo.fill(bank.services)
    #expect(again.person == bank.demo.person)
    #expect(again.matrix == bank.demo.matrix)
    #expect(try bank.services.inspection.ledger().movements == movements)
    #expect(try bank.account("Текущий").balance.text == "152200.00")
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 999)
  }

  @Test("A new bank has a sound ledger and no integrity faults") func newBankIsSound() throws {
    let bank = try TestBank()
    #expect(try bank.services.inspection.ledger().isSound)
    #expect(try bank.services.inspection.ledger().movements == 5)
    #expect(try bank.services.inspection.faults() == [])
  }
}
