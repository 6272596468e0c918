import DemoData
import Dates
import Model
import Services
import Testing

/// Money for an account that the bank closes after the signature.
@Suite struct ClosedPayeeTests {
  @Test("A payment that the core executes is not posted to an account closed since") func refusesPayment() throws {
    let bank = try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    let payee = try bank.opened(940, "C-940")
    let order = PaymentOrder(
      payer: try bank.account("Текущий").number, payeeName: "Иванов Иван", payeeINN: nil, payeeKPP: nil,
      payeeAccount: payee, payeeBIC: try bic(Demo.ownBIC), purpose: "Оплата", amount: try #require(Money("5.00", .rub)))
    let signed = try bank.signedPayment(order)
    #expect(signed.status == .signed)
    try bank.services.accountRegister.close(payee).wait()
    #expect(throws: CoreError.notExecutable(reason: "payee-disabled")) {
      try bank.acknowledge(signed.id, .executed(nil), by: bank.services.payments.effect(order))
    }
    #expect(try bank.account("Текущий").balance.text == "152300.00")
    #expect(try bank.services.accountRegister.find(payee)?.balance.minor == 0)
    _ = try bank.acknowledge(
      signed.id, .rejected(reason: "payee-closed", nil), by: bank.services.payments.effect(order))
    #expect(try bank.account("Текущий").available.text == "152300.00")
  }

  @Test("A transfer that the core executes is not posted to an account closed since") func refusesTransfer() throws {
    let bank = try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    let payee = try bank.ownAccount(941)
    let order = OwnTransfers.Order(
      from: try bank.account("Текущий").number, to: payee, amount: "5.00", purpose: "x")
    let effect = bank.services.transfers.effect(order)
    let sent = try bank.services.submissions.create(
      SubmissionDraft(operation: "transfer.own", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: effect
    ).wait().submission
    #expect(sent.status == .signed)
    try bank.services.accountRegister.close(payee).wait()
    #expect(throws: CoreError.notExecutable(reason: "payee-disabled")) {
      try bank.acknowledge(sent.id, .executed(nil), by: effect)
    }
    #expect(try bank.services.accountRegister.find(payee)?.balance.minor == 0)
  }

  @Test("A delivery that a system executes is not posted to an account closed since, and stays open")
  func refusesDelivery() throws {
    let bank = try TestBank()
    let payee = try bank.ownAccount(942)
    let amount = try #require(Money("5.00", .rub))
    let movement = DeliveryDraft.Movement(
      debit: "settlement", credit: payee.rawValue, amount: amount, purpose: "Закрытие вклада")
    var effect = bank.services.deliveries.effect(paying: nil, holdingOn: nil, moving: movement)
    effect.delivery = { _ in
      DeliveryDraft(service: "crm", effect: "x", request: "{}", answers: "[]", movement: movement)
    }
    let stored = effect
    let sent = try bank.services.submissions.create(
      SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: bank.caller,
      effect: stored
    ).wait().submission
    try bank.services.accountRegister.close(payee).wait()
    let noted = try bank.services.deliveries.note(.executed(kept: nil), of: sent.id, by: .system) { _ in stored }.wait()
    #expect(noted.delivery.ended == nil && noted.delivery.fault?.hasSuffix("payee-disabled") == true)
    #expect(try bank.services.accountRegister.find(payee)?.balance.minor == 0)
  }
}

extension TestBank {
  /// Opens an empty account of the demo person, who owns it.
  func ownAccount(_ serial: Int) throws -> AccountNumber {
    let customer = try #require(try services.customers.find(externalID: "demo"))
    var opening = AccountOpening(try number(serial), .rub, of: customer.id)
    opening.access = [AccountOpening.Access(person: caller.person, role: .owner, caption: "Новый")]
    try services.accountRegister.open([opening]).wait()
    return opening.number
  }

  /// Stores the core's acknowledgement of a submission.
  @discardableResult
  func acknowledge(_ id: SubmissionID, _ said: Acknowledgement, by effect: Effect) throws -> CoreFeed.Receipt {
    try services.coreFeed.acknowledge(id, said, by: .system) { _ in effect }.wait()
  }
}
