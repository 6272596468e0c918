import Model
import DataAccess
import Services
import Storage
import TestDatabases
import Testing

/// Money from other banks.
@Suite struct IncomingMoneyTests {
  private func money(
    _ id: String = "E-1", _ amount: String = "5000.00", to number: AccountNumber, currency: Currency = .rub,
    purpose: String = "Зарплата", from name: String = "ООО Ромашка"
  ) throws -> IncomingMoney {
    IncomingMoney(
      id: id, account: number, amount: try #require(Money(amount, currency)),
      payer: OtherParty(name: name, account: "40702810138250123017", bic: try bic("044525225")), purpose: purpose)
  }

  @Test("Incoming money is on the account with its payer and purpose") func postsMoney() throws {
    let bank = try TestBank()
    let number = try bank.account("Текущий").number
    let money = try money(to: number)
    #expect(try bank.services.accountRegister.post(money).wait().isNew)
    #expect(try bank.account("Текущий").balance.text == "157300.00")
    let entries = try bank.services.accounts.entries(number, person: bank.caller.person, limit: 2).elements
    #expect(entries.first?.other == money.payer && entries.first?.purpose == "Зарплата")
    #expect(entries.first?.amount == money.amount && entries.first?.submission == nil)
    #expect(entries.last?.other == nil)
    #expect(try bank.services.inspection.ledger().isSound)
    #expect(try bank.services.inspection.faults() == [])
    #expect(try bank.services.audit.verify() == bank.services.audit.head())
  }

  @Test("The same money is posted once, and other money with the same id is rejected") func postsOnce() throws {
    let bank = try TestBank()
    let register = bank.services.accountRegister
    let (number, another) = (try bank.account("Текущий").number, try bank.account("Накопительный").number)
    let first = try money(to: number)
    let posting = try register.post(first).wait()
    let before = try bank.accountRows()
    let repeated = try register.post(first).wait()
    #expect(repeated.movement == posting.movement && !repeated.isNew)
    for other in try [
      money("E-1", "5000.01", to: number), money("E-1", to: another), money(to: number, purpose: "Премия"),
      money(to: number, from: "ООО Лютик"),
    ] {
      #expect(throws: IncomingError.otherContent(first)) { try register.post(other).wait() }
    }
    #expect(try bank.accountRows() == before)
    try register.setDisabled(true, number).wait()
    // A repetition is recognized whatever the state of the account is.
    #expect(try register.post(first).wait().isNew == false)
  }

  @Test(
    "Invalid incoming money is rejected, and changes nothing",
    arguments: ["debit", "zero", "currency", "id", "payer", "account", "purpose", "unknown", "own", "disabled"])
  func rejectsInvalidMoney(_ wrong: String) throws {
    let bank = try TestBank()
    let number = try bank.account("Текущий").number
    let settlement = try #require(try bank.services.accountRegister.find(.settlement, .rub))
    let (money, expected): (IncomingMoney, any Error & Equatable) =
      switch wrong {
      case "debit": (try self.money("E", "-1.00", to: number), AccountError.amountNotPositive)
      case "zero": (try self.money("E", "0.00", to: number), AccountError.amountNotPositive)
      case "currency":
        (
          try self.money("E", "1.00", to: number, currency: .usd),
          AccountError.otherCurrency(account: .rub, amount: .usd)
        )
      case "id": (try self.money("E 1", to: number), IncomingError.badID)
      case "payer": (try self.money(to: number, from: ""), IncomingError.badPayer)
      case "account":
        (
          IncomingMoney(
            id: "E", account: number, amount: Money(minor: 1, .rub),
            payer: OtherParty(name: "A", account: "40702810138250123018", bic: try bic("044525225")), purpose: "x"),
          IncomingError.badAccount
        )
      case "purpose": (try self.money(to: number, purpose: ""), IncomingError.badPurpose)
      case "unknown": (try self.money(to: try bank.number(999)), AccountError.unknown(try bank.number(999)))
      case "own": (try self.money(to: settlement), AccountError.notOfCustomer(settlement))
      default:
        (
          try self.money(to: bank.account("Закрытый").number),
          AccountError.disabled(try bank.account("Закрытый").number)
        )
      }
    let before = try bank.accountRows()
    func rejects<Failure: Error & Equatable>(_ failure: Failure) {
      #expect(throws: failure) { try bank.services.accountRegister.post(money).wait() }
    }
    rejects(expected)
    #expect(try bank.accountRows() == before)
  }

  @Test("Each person with access gets one event for the account") func notifiesPeople() throws {
    let bank = try TestBank()
    let (news, register) = (bank.services.news, bank.services.accountRegister)
    let stranger = try bank.stranger()
    let number = try bank.account("Текущий").number
    try register.grant(.viewer, on: number, to: stranger.person).wait()
    let place = try news.newest()
    for id in ["E-1", "E-2"] { _ = try register.post(money(id, to: number)).wait() }
    let day = bank.services.banks.today
    let page = try news.page(after: place.sequence, limit: 100, on: day)
    let told = page.items.filter { $0.matter == .account(number) }.compactMap(\.person)
    #expect(told.count == 2 && Set(told) == [bank.caller.person, stranger.person])
    let newest = try news.newest().sequence
    for (person, count) in [(stranger.person, 1), (PersonID(high: 1, low: 2), 0)] {
      let own = try news.page(of: person, after: place.sequence, through: newest, limit: 100, on: day)
      #expect(own.items.count == count)
      let resumed = try news.resumption(of: person, after: place, through: newest, maximum: 10)
      #expect((resumed?.sequence == newest - 1) == (count == 0))
    }
  }

  /// The core keeps these accounts, and the ledger has no rows of them.
  @Test("The ledger rejects a movement on an account of the bank's core") func rejectsCoreAccount() throws {
    let bank = try TestBank()
    let number = try bank.number(990)
    try bank.database.change { connection in
      try connection.execute(
        "INSERT INTO account (number, kind, currency, opened) VALUES ($1, 'core', 'RUB', 0)", number)
    }
    let settlement = try #require(try bank.services.accountRegister.find(.settlement, .rub))
    for (debit, credit) in [(settlement, number), (number, settlement)] {
      #expect(throws: StoreError.self) {
        try bank.database.change { connection in
          try LedgerDAO(connection).insert(
            Transfer(debit: debit, credit: credit, amount: Money(minor: 1, .rub), purpose: "", submission: nil),
            at: bank.clock.now)
        }
      }
    }
    #expect(try bank.count("SELECT count(*) FROM ledger") == 5)
    #expect(try bank.services.inspection.ledger().isSound)
  }
}
