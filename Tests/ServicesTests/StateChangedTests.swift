import Texts
import Model
import SQLiteStorage
import Storage
import Services
import TestDatabases
import Testing

/// A signature applies to the state that the person saw.
@Suite struct StateChangedTests {
  private let bank: TestBank

  init() throws { bank = try TestBank() }

  private func submit(_ effect: Effect, _ values: String = "{}", sign: Challenge.Method? = .matrix) throws
    -> Submissions.Receipt
  {
    try bank.services.submissions.create(
      SubmissionDraft(operation: "trial", version: "1", values: values, idempotencyKey: nil, sign: sign),
      by: bank.caller, effect: effect, text: SentCodes.text
    ).wait()
  }

  private func sign(_ receipt: Submissions.Receipt, _ effect: Effect) throws -> Submission? {
    let codes = try bank.right(bank.asked(receipt))
    return try bank.services.signing.answer(codes, to: receipt.submission.id, by: bank.caller) { _ in effect }
      .wait().done
  }

  @Test("Unblocking a card is rejected at signing if the card was blocked again after submission")
  func rejectsUnblockBeforeLaterBlock() throws {
    let card = try #require(try bank.services.cards.all(bank.caller.person).first).id
    let values = "{\"card\":\"\(card)\"}"
    let (block, unblock) = (bank.services.cards.effect(card, .blocked), bank.services.cards.effect(card, .active))
    _ = try submit(block, values, sign: nil)
    let early = try submit(unblock, values)
    #expect(try sign(submit(unblock, values), unblock)?.status == .executed)
    _ = try submit(block, values, sign: nil)
    let late = try sign(early, unblock)
    #expect(late?.status == .rejected && late?.reason == "state-changed")
    #expect(try bank.services.cards.find(card, person: bank.caller.person)?.status == .blocked)
    #expect(try sign(submit(unblock, values), unblock)?.status == .executed)
  }

  @Test("A block of a card that is pending in the core counts as a changed state")
  func pendingBlockCountsAsChange() throws {
    let bank = try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
    let card = try #require(try bank.services.cards.all(bank.caller.person).first).id
    let block = bank.services.cards.effect(card, .blocked)
    func draft(_ sign: Challenge.Method?) -> SubmissionDraft {
      SubmissionDraft(
        operation: "trial", version: "1", values: "{\"card\":\"\(card)\"}", idempotencyKey: nil, sign: sign)
    }
    let early = try bank.services.submissions.create(draft(.matrix), by: bank.caller, effect: block).wait()
    let handed = try bank.services.submissions.create(draft(nil), by: bank.caller, effect: block).wait()
    #expect(handed.submission.status == .signed)
    let late = try bank.services.signing.answer(
      bank.right(early.challenge), to: early.submission.id, by: bank.caller
    ) { _ in block }.wait().done
    #expect(late?.reason == "state-changed")
  }

  @Test("A profile change is rejected at signing if the profile changed after submission")
  func rejectsStaleProfileChange() throws {
    let effect = bank.services.users.effect(try Profile(name: "Анна Петрова", phone: "+79000000001"))
    let early = try submit(effect)
    var change = ProfileChange()
    change.name = "Анна Ильина"
    _ = try bank.services.users.change(bank.caller.person, change).wait()
    #expect(try sign(early, effect)?.reason == "state-changed")
    #expect(try bank.services.users.codePhone(bank.caller.person) == "+79000000000")
    #expect(try sign(submit(effect), effect)?.status == .executed)
  }

  /// The profile is the same as before, but codes are sent to another number.
  @Test("A profile change is rejected at signing if the phone number for codes changed after submission")
  func rejectsStaleTelephoneChange() throws {
    let users = bank.services.users
    let effect = users.effect(try Profile(name: "Анна Петрова", phone: "+79000000001"))
    let early = try submit(effect)
    let before = try #require(try users.find(bank.caller.person))
    let other = users.effect(try Profile(name: before.name, phone: "+79000000002"))
    #expect(try sign(submit(other), other)?.status == .executed)
    var change = ProfileChange()
    change.phone = .some(before.phone)
    _ = try users.change(bank.caller.person, change).wait()
    #expect(try users.find(bank.caller.person)?.phone == before.phone)
    #expect(try sign(early, effect)?.reason == "state-changed")
    #expect(try users.codePhone(bank.caller.person) == "+79000000002")
  }

  @Test(
    "A settings change is rejected at signing if the settings changed after submission",
    arguments: [(true, .ru), (false, .en)] as [(Bool, PersonSettings.Language)])
  func rejectsStaleSettingsChange(pushDeals: Bool, language: PersonSettings.Language) throws {
    let effect = bank.services.settings.effect(PersonSettings(pushDeals: false, language: .ru))
    let early = try submit(effect)
    let changed = PersonSettings(pushDeals: pushDeals, language: language)
    _ = try bank.services.settings.change(bank.caller.person) { $0 = changed }.wait()
    #expect(try sign(early, effect)?.reason == "state-changed")
  }

  @Test(
    "A provider payment is rejected at signing if the payee changed after submission",
    arguments: [
      "UPDATE provider SET payee_account = '40702810900000000009'", "UPDATE provider SET payee_bic = '044525593'",
      "UPDATE provider SET payee_inn = '7707083893'", "UPDATE provider SET payee_name = 'Иной'",
    ] as [StaticString])
  func rejectsPaymentToChangedPayee(_ change: StaticString) throws {
    let payment = ProviderPayment(
      payer: try bank.account("Текущий").number, provider: "svyaz-mobile", payeeAccount: nil, account: "9161234567",
      details: [], readings: [], readOn: nil, amount: try #require(Money("100.00", .rub)))
    let effect = bank.services.providerPayments.effect(payment)
    let early = try submit(effect)
    try bank.database.change { try $0.execute(change) }
    #expect(try sign(early, effect)?.reason == "state-changed")
  }

  @Test("A matrix renewal is rejected at signing if the matrix was renewed after submission")
  func rejectsStaleMatrixRenewal() throws {
    let (first, second) = (bank.services.signing.renewal(), bank.services.signing.renewal())
    let early = try submit(first, sign: .code)
    #expect(try sign(submit(second, sign: .code), second)?.status == .executed)
    let late = try sign(early, first)
    #expect(late?.status == .rejected && late?.reason == "state-changed")
  }

  @Test("A submission without a stored basis is rejected at signing") func rejectsSubmissionWithoutBasis() throws {
    let effect = bank.services.users.effect(try Profile(name: "Анна Петрова", phone: nil))
    let receipt = try submit(effect)
    let refused = #expect(throws: StoreError.self) {
      try bank.database.change { try $0.execute("UPDATE submission SET basis = NULL") }
    }
    #expect(refused?.words == "a submission keeps its basis")
    try bank.database.drop(triggers: "submission_keeps_its_basis")
    try bank.database.change { connection in
      try connection.execute("UPDATE submission SET basis = NULL")
    }
    #expect(try sign(receipt, effect)?.reason == "state-changed")
  }
}
