import Model
import Services
import Testing

@Suite struct TransferTests {
  private func order(
    _ amount: String, from: String = "Текущий", to: String = "Накопительный", in bank: TestBank
  ) throws -> OwnTransfers.Order {
    OwnTransfers.Order(
      from: try bank.account(from).number, to: try bank.account(to).number, amount: amount, purpose: "На отпуск")
  }

  private func submit(_ order: OwnTransfers.Order, in bank: TestBank) throws -> Submission {
    try bank.services.submissions.create(
      SubmissionDraft(
        operation: "transfer.own", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: bank.services.transfers.effect(order)
    ).wait().submission
  }

  @Test("A transfer moves money between a person's own accounts") func transfersBetweenOwnAccounts() throws {
    let bank = try TestBank()
    let submission = try submit(order("300.00", in: bank), in: bank)
    #expect(submission.status == .executed)
    #expect(submission.amount == Money("300.00", .rub))
    #expect(try bank.account("Текущий").balance.text == "152000.00")
    #expect(try bank.account("Накопительный").balance.text == "48550.50")
    #expect(try bank.services.inspection.ledger().isSound)
    let page = try bank.services.accounts.entries(
      bank.account("Накопительный").number, person: bank.caller.person, limit: 1)
    #expect(page.elements.first?.amount.text == "300.00")
    #expect(page.elements.first?.purpose == "На отпуск")
  }

  @Test(
    "An invalid transfer is rejected with the reason and moves no money",
    arguments: [
      ("152300.01", "Текущий", "Накопительный", "insufficient-funds"), ("1.00", "Текущий", "Текущий", "same-account"),
      ("1.00", "Текущий", "Долларовый", "payee-currency"), ("1.00", "Текущий", "Закрытый", "payee-disabled"),
      ("1.00", "Текущий", "Счёт мамы", "payee-not-owned"), ("1.00", "Счёт мамы", "Текущий", "payer-not-owned"),
      ("1.00", "Закрытый", "Текущий", "payer-disabled"), ("0.00", "Текущий", "Накопительный", "amount-not-positive"),
      ("-1.00", "Текущий", "Накопительный", "amount-not-positive"),
      ("0.001", "Текущий", "Накопительный", "amount-not-positive"),
    ])
  func rejectsInvalidTransfer(
    _ amount: String, _ from: String, _ to: String, _ code: String
  ) throws {
    let bank = try TestBank()
    let refusal = #expect(throws: PaymentRefusal.self) {
      try submit(order(amount, from: from, to: to, in: bank), in: bank)
    }
    #expect(refusal?.code == code)
    #expect(try bank.services.inspection.ledger().movements == 5)
  }

  @Test("A transfer between another person's accounts is rejected") func rejectsTransferOfOtherPerson() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let effect = bank.services.transfers.effect(try order("1.00", in: bank))
    let draft = SubmissionDraft(
      operation: "transfer.own", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
    #expect(throws: PaymentRefusal.payerUnknown) {
      try bank.services.submissions.create(draft, by: stranger, effect: effect).wait()
    }
  }
}
