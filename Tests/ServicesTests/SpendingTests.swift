import Dates
import Model
import Services
import Testing

/// The sums that left a person's own accounts.
@Suite struct SpendingTests {
  private func spent(_ bank: TestBank, since start: Instant? = nil, maxMovements: Int = 1_000) throws -> [String]? {
    let start = try start ?? #require(Instant("2026-11-01T00:00:00Z"))
    let sums = try bank.services.accounts.spent(bank.caller.person, since: start, maxMovements: maxMovements)
    return sums?.map(\.description)
  }

  private func transfer(_ amount: String, in bank: TestBank) throws {
    let order = OwnTransfers.Order(
      from: try bank.account("Текущий").number, to: try bank.account("Накопительный").number, amount: amount,
      purpose: "На отпуск")
    _ = try bank.services.submissions.create(
      SubmissionDraft(operation: "transfer.own", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: bank.services.transfers.effect(order)
    ).wait()
  }

  @Test("Payments from all own accounts are added by currency") func addsPaymentsOfOwnAccounts() throws {
    let bank = try TestBank()
    #expect(try spent(bank) == ["0.00 RUB", "0.00 USD"])
    try bank.signedPayment("100.00")
    try bank.signedPayment("0.50", from: "Накопительный")
    #expect(try spent(bank) == ["100.50 RUB", "0.00 USD"])
  }

  @Test("A transfer between own accounts is not spending") func ignoresOwnTransfers() throws {
    let bank = try TestBank()
    try transfer("300.00", in: bank)
    #expect(try spent(bank) == ["0.00 RUB", "0.00 USD"])
  }

  @Test("A payment before the start of the period is not counted") func ignoresEarlierPayments() throws {
    let bank = try TestBank()
    try bank.signedPayment("100.00")
    bank.clock.advance(by: .seconds(3600))
    let start = bank.clock.now
    try bank.signedPayment("7.00")
    #expect(try spent(bank, since: start) == ["7.00 RUB", "0.00 USD"])
  }

  @Test("Another person's payments are not counted") func ignoresOtherPeople() throws {
    let bank = try TestBank()
    try bank.signedPayment("100.00")
    let stranger = try bank.stranger()
    let start = try #require(Instant("2026-11-01T00:00:00Z"))
    #expect(try bank.services.accounts.spent(stranger.person, since: start) == [])
  }

  @Test("The sum of more movements than the limit is nil") func refusesMoreThanLimit() throws {
    let bank = try TestBank()
    for amount in ["1.00", "2.00"] { try bank.signedPayment(amount) }
    try transfer("3.00", in: bank)
    #expect(try spent(bank, maxMovements: 3) == ["3.00 RUB", "0.00 USD"])
    #expect(try spent(bank, maxMovements: 2) == nil)
  }
}
