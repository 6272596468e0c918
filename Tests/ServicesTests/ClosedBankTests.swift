import DemoData
import Model
import Services
import Testing

@Suite struct ClosedBankTests {
  private static func close(_ bank: TestBank) throws {
    let closed = Bank(bic: try #require(BIC("044525225")), name: "Банк", type: "90")
    _ = try bank.services.banks.importDirectory([closed]).wait()
  }

  @Test("A payment to a closed bank is rejected on submission") func rejectsPaymentToClosedBank() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    try Self.close(bank)
    #expect(throws: PaymentRefusal.payeeBankClosed) { try bank.submit(order).wait() }
    #expect(throws: Never.self) {
      try bank.submit(order.to(bank.account("Накопительный").number, Demo.ownBIC)).wait()
    }
  }

  @Test("Signing rejects a payment if the payee's bank has closed since its submission")
  func rejectsBankClosedBeforeSigning() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    try Self.close(bank)
    let ended = try bank.answer(try bank.right(payment.challenge), to: payment).wait()
    #expect(ended.done?.status == .rejected)
    #expect(ended.done?.reason == "payee-bank-closed")
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }
}
