import Dates
import Model
import Services
import Storage
import TestDatabases
import Testing

/// A person who pays for a company, and owns accounts too.
@Suite struct SignatoryTests {
  private let bank: TestBank
  private let company: AccountNumber

  init() throws {
    bank = try TestBank()
    company = try bank.opened(930, "C-930", balance: "10.00")
    try grant(.signatory)
  }

  private func grant(_ role: AccountAccess.Role) throws {
    try bank.services.accountRegister.grant(role, on: company, to: bank.caller.person, caption: "Ромашка").wait()
  }

  private func submit(_ effect: Effect) throws -> Submission {
    try bank.services.submissions.create(
      SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: bank.caller,
      effect: effect
    ).wait().submission
  }

  private func transfer(from: String, to: String) throws -> Submission {
    let order = OwnTransfers.Order(
      from: try bank.account(from).number, to: try bank.account(to).number, amount: "1.00", purpose: "x")
    return try submit(bank.services.transfers.effect(order))
  }

  /// Returns the effect of a system that moves money between two accounts.
  private func delivered(from: String, to: String) throws -> Effect {
    let (payer, payee) = (try bank.account(from).number, try bank.account(to).number)
    let amount = try #require(Money("1.00", .rub))
    let movement = DeliveryDraft.Movement(
      debit: payer.rawValue, credit: payee.rawValue, amount: amount, purpose: "Вклад")
    var effect = bank.services.deliveries.effect(paying: amount, holdingOn: payer, moving: movement)
    effect.delivery = { _ in
      DeliveryDraft(service: "crm", effect: "x", request: "{}", answers: "[]", movement: movement)
    }
    return effect
  }

  @Test("A signatory moves no money between the account of a company and an own account by a transfer")
  func signatoryTransfersNothing() throws {
    #expect(try bank.account("Ромашка").role == .signatory)
    #expect(throws: PaymentRefusal.payerNotOwned) { try transfer(from: "Ромашка", to: "Текущий") }
    #expect(throws: PaymentRefusal.payeeNotOwned) { try transfer(from: "Текущий", to: "Ромашка") }
    #expect(try bank.account("Ромашка").balance.text == "10.00")
    #expect(try bank.pay(bank.order("1.00", from: "Ромашка")).done?.status == .executed)
  }

  @Test("An effect of a system moves no money of a company to an own account of its signatory")
  func signatoryDeliversNothing() throws {
    #expect(throws: PaymentRefusal.payerNotOwned) { try submit(delivered(from: "Ромашка", to: "Текущий")) }
    #expect(throws: PaymentRefusal.payeeNotOwned) { try submit(delivered(from: "Текущий", to: "Ромашка")) }
    #expect(try submit(delivered(from: "Текущий", to: "Накопительный")).status == .signed)
  }

  @Test("A person who owns accounts of two holders transfers no money between them") func transfersWithinHolder() throws
  {
    try grant(.owner)
    #expect(throws: PaymentRefusal.payeeNotOwned) { try transfer(from: "Ромашка", to: "Текущий") }
    #expect(throws: PaymentRefusal.payeeNotOwned) { try transfer(from: "Текущий", to: "Ромашка") }
    #expect(throws: PaymentRefusal.payeeNotOwned) { try submit(delivered(from: "Ромашка", to: "Текущий")) }
  }

  @Test("Accounts of an earlier program, without holders and roles, are own accounts") func keepsAccountsWithoutHolder()
    throws
  {
    try bank.database.change { connection in
      try connection.execute("UPDATE account_access SET role = NULL")
      try connection.execute("UPDATE account SET customer = NULL WHERE kind = 'customer' AND number <> $1", company)
    }
    #expect(try transfer(from: "Текущий", to: "Накопительный").status == .executed)
    #expect(throws: PaymentRefusal.payeeNotOwned) { try transfer(from: "Ромашка", to: "Текущий") }
  }

  @Test("Payments of a signatory are not the person's spending") func signatorySpendsNothing() throws {
    _ = try bank.pay(bank.order("1.00", from: "Ромашка"))
    try bank.signedPayment("2.00")
    let start = try #require(Instant("2026-11-01T00:00:00Z"))
    let sums = try bank.services.accounts.spent(bank.caller.person, since: start)
    #expect(sums?.map(\.description) == ["2.00 RUB", "0.00 USD"])
  }

  @Test("The recipient of an account is its holder, and a viewer does not see it") func recipientIsHolder() throws {
    let recipient = { (caption: String) in
      try bank.services.accounts.recipient(of: bank.account(caption), seenBy: bank.caller.person)
    }
    #expect(try recipient("Ромашка") == "Иванов Иван")
    #expect(try recipient("Текущий") == bank.caller.name)
    #expect(try recipient("Счёт мамы") == nil)
  }

  @Test("An erasure counts the accounts of the person as a customer, not the accounts of a company")
  func erasureCountsOwnAccounts() throws {
    try bank.services.accountRegister.revoke(bank.account("Накопительный").number, from: bank.caller.person).wait()
    // The accounts with the captions Текущий, Накопительный, Долларовый and Закрытый.
    let erasure = try #require(try bank.services.retention.erase(bank.caller.person).wait())
    #expect(erasure.filledAccounts == 4)
  }
}
