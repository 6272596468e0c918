import DataAccess
import Dates
import Model
import Services
import Storage
import Testing

/// The end of people's access to accounts at its time.
@Suite struct AccessExpiryTests {
  private let bank: TestBank
  private let number: AccountNumber
  private let until: Instant

  init() throws {
    bank = try TestBank()
    number = try bank.opened(950, "C-950", balance: "10.00")
    until = bank.clock.now + .seconds(60)
    try bank.services.accountRegister.grant(
      .owner, on: number, to: bank.caller.person, caption: "На час", until: until
    ).wait()
  }

  private func endDue() throws -> Int? { try bank.services.accessExpiry.endDue(alone: .seconds(20)).wait() }

  private func access() throws -> AccountAccess {
    try #require(try bank.services.accountRegister.accesses(to: number).first)
  }

  @Test("An access ends at its time with two audit records, and nothing is written before") func endsAccess() throws {
    bank.clock.advance(by: .seconds(59))
    let records = { try bank.count("SELECT count(*) FROM audit_record") }
    let before = try records()
    #expect(try endDue() == 0)
    #expect(try records() == before && access().ended == nil)
    bank.clock.advance(by: .seconds(1))
    #expect(try endDue() == 1)
    #expect(try access().ended == until)
    #expect(try bank.events(of: bank.caller.person).last == "access-revoked")
    #expect(try endDue() == 0)
    #expect(try records() == before + 2)
  }

  @Test("An access that the bank extends does not end") func extendedAccessStays() throws {
    try bank.services.accountRegister.grant(
      .owner, on: number, to: bank.caller.person, until: until + .seconds(60)
    ).wait()
    bank.clock.advance(by: .seconds(60))
    #expect(try endDue() == 0)
    #expect(try access().ended == nil)
  }

  @Test("Money that arrives after the end of an access is not an event of the person")
  func eventsOmitMoneyAfterEnd() throws {
    let (news, person) = (bank.services.news, bank.caller.person)
    let day = try #require(CivilDate("2026-11-21"))
    func matters() throws -> [EventItem.Matter] {
      let start = try news.newest().sequence
      _ = try bank.services.accountRegister.post(
        IncomingMoney(
          id: "E-\(start)", account: number, amount: try #require(Money("1.00", .rub)),
          payer: OtherParty(name: "ООО Лютик", account: nil, bic: nil), purpose: "Зарплата")
      ).wait()
      let last = try news.newest().sequence
      let own = try news.page(of: person, after: start, through: last, limit: 10, on: day).items
      let all = try news.page(after: start, limit: 10, on: day).items.filter { $0.person == person }
      #expect(own.map(\.matter) == all.map(\.matter))
      let place = NewsPlace(sequence: start, reported: bank.clock.now)
      let resumption = try news.resumption(of: person, after: place, through: last, maximum: 10)
      #expect((resumption?.sequence == last - 1) == own.isEmpty)
      return own.map(\.matter)
    }
    #expect(try matters() == [.account(number)])
    bank.clock.advance(by: .seconds(60))
    #expect(try matters() == [])
  }

  @Test("A statement and the spending of the person end with the access") func statementEnds() throws {
    let (accounts, person) = (bank.services.accounts, bank.caller.person)
    _ = try bank.pay(bank.order("1.00", from: "На час"))
    let start = try #require(Instant("2026-11-01T00:00:00Z"))
    let statement = { try accounts.statement(number, person: person, from: start, limit: 10) }
    #expect(try statement().page.elements.count == 2 && statement().turnover?.paid.text == "1.00")
    #expect(try accounts.spent(person, since: start)?.map(\.text) == ["1.00", "0.00"])
    // The statements have the condition themselves, in addition to the check of the service.
    for (instant, count) in [(until + .microseconds(-1), 2), (until, 0)] {
      let (entries, spent) = try bank.database.read { [number] connection in
        let table = StatementDAO(connection)
        let all = Int64(0)..<Int64.max
        return (
          try table.entries(number, person: person, at: instant, in: all, limit: 10).count,
          try table.spent(from: number, person: person, at: instant, in: all, limit: 10).movements
        )
      }
      #expect(entries == count && spent == count / 2)
    }
    bank.clock.advance(by: .seconds(60))
    #expect(try statement().page.elements.isEmpty && statement().turnover == nil)
    #expect(try accounts.spent(person, since: start)?.map(\.text) == ["0.00", "0.00"])
  }
}
