import DemoData
import Dispatch
import Model
import SQLiteStorage
import Services
import Synchronization
import Testing

@Suite struct PaymentTests {
  @Test("A payment to another bank debits the payer's account and creates a statement entry")
  func debitsExternalPayment() throws {
    let bank = try TestBank()
    let submission = try bank.signedPayment("1000.50")
    #expect(submission.status == .executed)
    #expect(try bank.account("Текущий").balance.text == "151299.50")
    let entry = try #require(
      try bank.services.accounts.entries(bank.account("Текущий").number, person: bank.caller.person, limit: 1)
        .elements.first)
    #expect(entry.submission == submission.id)
    #expect(entry.counterpart.rawValue.hasPrefix("30102810"))
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A payment within the bank credits the payee's account") func creditsInternalPayee() throws {
    let bank = try TestBank()
    let order = try bank.order("300.00").to(bank.account("Накопительный").number, Demo.ownBIC)
    #expect(try bank.pay(order).done?.status == .executed)
    #expect(try bank.account("Текущий").balance.text == "152000.00")
    #expect(try bank.account("Накопительный").balance.text == "48550.50")
  }

  @Test("The whole balance of an account can be paid") func allowsWholeBalance() throws {
    let bank = try TestBank()
    #expect(try bank.pay(bank.order("152300.00")).done?.status == .executed)
    #expect(try bank.account("Текущий").balance.minor == 0)
  }

  @Test(
    "A payment with an invalid payer account or amount is rejected with the reason",
    arguments: [
      ("Текущий", "152300.01", "insufficient-funds"), ("Закрытый", "1.00", "payer-disabled"),
      ("Счёт мамы", "1.00", "payer-not-owned"), ("Долларовый", "1.00", "payer-currency"),
      ("Текущий", "0.00", "amount-not-positive"), ("Текущий", "-1.00", "amount-not-positive"),
    ])
  func rejectsInvalidPayerOrAmount(_ caption: String, _ amount: String, _ code: String) throws {
    let bank = try TestBank()
    let refusal = #expect(throws: PaymentRefusal.self) { try bank.submit(bank.order(amount, from: caption)).wait() }
    #expect(refusal?.code == code)
    #expect(try bank.services.submissions.all(bank.caller.person, limit: 10).elements == [])
  }

  @Test(
    "A payment to an account of this bank that cannot receive it is rejected",
    arguments: [("Текущий", "same-account"), ("Закрытый", "payee-disabled"), ("Долларовый", "payee-currency")])
  func rejectsInvalidInternalPayee(_ caption: String, _ code: String) throws {
    let bank = try TestBank()
    let order = try bank.order("1.00").to(bank.account(caption).number, Demo.ownBIC)
    let refusal = #expect(throws: PaymentRefusal.self) { try bank.submit(order).wait() }
    #expect(refusal?.code == code)
  }

  @Test("A payment to an unknown account of this bank is rejected") func rejectsUnknownInternalPayee() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00").to(#require(AccountNumber("40817810000000099999")), Demo.ownBIC)
    #expect(throws: PaymentRefusal.payeeUnknown) { try bank.submit(order).wait() }
  }

  @Test("A payment from another person's account is rejected") func rejectsPayerOfOtherPerson() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    #expect(throws: PaymentRefusal.payerUnknown) { try bank.submit(bank.order("1.00"), by: stranger).wait() }
  }

  @Test("Signing rejects the submission if the funds are no longer sufficient")
  func rejectsInsufficientFundsAtSigning() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("100000.00")
    try bank.signedPayment("100000.00")
    let answer = try bank.answer(bank.right(bank.asked(payment)), to: payment).wait()
    #expect(answer.done?.status == .rejected)
    #expect(answer.done?.reason == "insufficient-funds")
    #expect(try bank.account("Текущий").balance.text == "52300.00")
    let history = try bank.services.submissions.history(payment.id, person: bank.caller.person)
    #expect(history.map(\.status) == [.awaitingSignature, .signed, .rejected])
    let again = try bank.answer(bank.right(payment.challenge), to: payment).wait()
    #expect(again == answer)
  }

  @Test("200 concurrent payments spend no more than the balance and keep the ledger sound")
  func concurrentPaymentsKeepLedgerSound() throws {
    let bank = try TestBank()
    // The balance of 152300.00 covers 152 of them.
    let order = try bank.order("1000.00")
    let outcomes = Mutex([Submission.Status: Int]())
    let refused = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      do {
        guard let status = try bank.pay(order).done?.status else { return }
        outcomes.withLock { $0[status, default: 0] += 1 }
      } catch {
        if error is PaymentRefusal { refused.add(1, ordering: .relaxed) }
      }
    }
    let counts = outcomes.withLock { $0 }
    #expect(counts[.executed] == 152)
    #expect((counts[.rejected] ?? 0) + refused.load(ordering: .relaxed) == 48)
    #expect(try bank.account("Текущий").balance.text == "300.00")
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.isSound)
    #expect(ledger.movements == 5 + 152)
    #expect(try bank.services.inspection.faults() == [])
  }
}

extension PaymentOrder {
  /// Returns the same order to another account.
  func to(_ account: AccountNumber, _ bic: String) throws -> PaymentOrder {
    PaymentOrder(
      payer: payer, payeeName: payeeName, payeeINN: payeeINN, payeeKPP: payeeKPP, payeeAccount: account,
      payeeBIC: try #require(BIC(bic)), purpose: purpose, amount: amount)
  }
}
