import Dates
import Model
import Services
import Testing

/// People's access to accounts.
@Suite struct AccountAccessTests {
  @Test("A granted account is listed and pays, and a revoked one is neither") func grantsAndRevokes() throws {
    let bank = try TestBank()
    let (register, person) = (bank.services.accountRegister, bank.caller.person)
    let number = try bank.opened(910, "C-910", balance: "10.00")
    let account = { try bank.services.accounts.find(number, person: person) }
    #expect(try account() == nil)
    try register.grant(.signatory, on: number, to: person, caption: "Ромашка").wait()
    #expect(try bank.account("Ромашка").isOwner)
    #expect(try bank.pay(bank.order("1.00", from: "Ромашка")).done?.status == .executed)
    let order = try bank.order("1.00", from: "Ромашка")
    let entries = { try bank.services.accounts.entries(number, person: person, limit: 10).elements.count }
    #expect(try entries() == 2)
    try register.revoke(number, from: person).wait()
    #expect(try account() == nil && entries() == 0)
    #expect(try !bank.services.accounts.all(person).contains { $0.number == number })
    #expect(throws: PaymentRefusal.payerUnknown) { try bank.submit(order).wait() }
    #expect(throws: AccountError.noAccess) { try register.revoke(number, from: person).wait() }
    let ended = try #require(try register.accesses(to: number).first)
    #expect(ended.ended != nil && ended.role == .signatory)
    try register.grant(.viewer, on: number, to: person).wait()
    #expect(try bank.account("Ромашка").isOwner == false)
    #expect(throws: PaymentRefusal.payerNotOwned) { try bank.submit(order).wait() }
  }

  @Test("An access ends at its time without another change of the database") func endsAtItsTime() throws {
    let bank = try TestBank()
    let (services, person) = (bank.services, bank.caller.person)
    let number = try bank.opened(911, "C-911", balance: "10.00")
    let until = bank.clock.now + .seconds(60)
    try services.accountRegister.grant(.owner, on: number, to: person, caption: "На час", until: until).wait()
    let order = try bank.order("1.00", from: "На час")
    #expect(try services.accounts.all(person).contains { $0.number == number })
    bank.clock.advance(by: .seconds(59))
    #expect(try services.accounts.all(person).contains { $0.number == number })
    bank.clock.advance(by: .seconds(1))
    #expect(try !services.accounts.all(person).contains { $0.number == number })
    #expect(try services.accounts.find(number, person: person) == nil)
    #expect(throws: PaymentRefusal.payerUnknown) { try bank.submit(order).wait() }
  }

  /// The challenge was sent before the access ended.
  @Test("A payment is not executed if the access has ended before its signature") func rejectsSignatureAfterEnd() throws
  {
    let bank = try TestBank()
    let number = try bank.opened(912, "C-912", balance: "10.00")
    try bank.services.accountRegister.grant(.owner, on: number, to: bank.caller.person, caption: "Временный").wait()
    let order = try bank.order("1.00", from: "Временный")
    let receipt = try bank.submit(order).wait()
    try bank.services.accountRegister.revoke(number, from: bank.caller.person).wait()
    let outcome = try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order).wait()
    #expect(outcome.done?.status == .rejected)
    #expect(try bank.services.accountRegister.find(number)?.balance.text == "10.00")
  }

  @Test("A new name for an account is shown to one person or to all") func renamesAccount() throws {
    let bank = try TestBank()
    let (register, stranger) = (bank.services.accountRegister, try bank.stranger())
    let number = try bank.account("Текущий").number
    try register.grant(.viewer, on: number, to: stranger.person).wait()
    let caption = { (person: PersonID) in
      try bank.services.accounts.find(number, person: person)?.caption
    }
    try register.rename(number, to: "Общий").wait()
    #expect(try caption(stranger.person) == "Общий" && caption(bank.caller.person) == "Общий")
    try register.rename(number, to: "Мой", for: stranger.person).wait()
    #expect(try caption(stranger.person) == "Мой" && caption(bank.caller.person) == "Общий")
    #expect(throws: AccountError.badText) { try register.rename(number, to: "").wait() }
    #expect(throws: AccountError.noAccess) {
      try register.rename(number, to: "X", for: PersonID(high: 1, low: 2)).wait()
    }
  }

  @Test("A card needs access to its account, and the bank can block it") func issuesCard() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let number = try bank.account("Текущий").number
    let masked = try #require(MaskedNumber(first: "220000", last: "9999"))
    var card = NewCard(masked, account: number, caption: "Новая", expires: try #require(CivilDate("2030-01-31")))
    card.coreID = "K-1"
    let issued = card
    #expect(throws: CardError.noAccess(number)) { try bank.services.cards.issue([issued], to: stranger.person).wait() }
    let id = try #require(try bank.services.cards.issue([issued], to: bank.caller.person).wait().first)
    #expect(try bank.services.cards.all(bank.caller.person).last?.id == id)
    #expect(throws: CardError.coreIDTaken) { try bank.services.cards.issue([issued], to: bank.caller.person).wait() }
    try bank.services.cards.setStatus(id, .blocked).wait()
    #expect(try bank.services.cards.find(id, person: bank.caller.person)?.status == .blocked)
    #expect(throws: CardError.unchanged(.blocked)) { try bank.services.cards.setStatus(id, .blocked).wait() }
    #expect(throws: CardError.unknown) { try bank.services.cards.setStatus(CardID(high: 1, low: 2), .blocked).wait() }
    #expect(try bank.services.cards.all(limit: 100).elements.first { $0.card.id == id }?.coreID == "K-1")
  }

  @Test("A person whose access has ended blocks a card, and unblocks it only with access again")
  func formerHolderUnblocksNothing() throws {
    let bank = try TestBank()
    let (register, person) = (bank.services.accountRegister, bank.caller.person)
    let card = try #require(try bank.services.cards.all(person).first { $0.status == .active })
    try register.revoke(card.account, from: person).wait()
    try bank.set(card.id, .blocked)
    #expect(throws: CardRefusal.noAccess) { try bank.set(card.id, .active) }
    #expect(try bank.services.cards.find(card.id, person: person)?.status == .blocked)
    try register.grant(.signatory, on: card.account, to: person).wait()
    try bank.set(card.id, .active)
    #expect(try bank.services.cards.find(card.id, person: person)?.status == .active)
  }

  @Test("No card is issued for an account that is closed to payments") func issuesNoCardForDisabledAccount() throws {
    let bank = try TestBank()
    let number = try bank.account("Закрытый").number
    let card = NewCard(
      try #require(MaskedNumber(first: "220000", last: "9999")), account: number, caption: "Новая",
      expires: try #require(CivilDate("2030-01-31")))
    #expect(throws: CardError.disabled(number)) {
      try bank.services.cards.issue([card], to: bank.caller.person).wait()
    }
    #expect(try bank.services.cards.all(bank.caller.person).count == 3)
  }
}
