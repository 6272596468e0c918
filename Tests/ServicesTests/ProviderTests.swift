import Dates
import Model
import SQLiteStorage
import Storage
import Services
import TestDatabases
import Testing

/// Payments to providers, by meter readings and by amount.
@Suite struct ProviderTests {
  private let bank: TestBank
  private let water = (provider: "gorvodokanal", account: "1234567890")

  init() throws { bank = try TestBank() }

  private func quantity(_ text: String) throws -> Quantity { try #require(Quantity(text)) }

  private func meter(_ number: String) throws -> Meter {
    try #require(try bank.services.providers.meters(bank.caller.person).first { $0.number == number })
  }

  /// Returns a payment of new readings of cold and hot water. The default values form a valid
  /// payment.
  private func payment(
    cold: String = "148.777", hot: String = "97.25", previous: String = "142.5", tariff: String = "65.77",
    sum: String = "412.84", from caption: String = "Текущий", on day: String = "2030-01-01",
    payee: AccountNumber? = nil, account: String? = nil
  ) throws -> ProviderPayment {
    ProviderPayment(
      payer: try bank.account(caption).number, provider: water.provider, payeeAccount: payee,
      account: account ?? water.account, details: [],
      readings: [
        .init(
          meter: "0041573", previous: try quantity(previous), tariff: try quantity(tariff), reading: try quantity(cold)),
        .init(
          meter: "0041574", previous: try quantity("97.25"), tariff: try quantity("312.504"),
          reading: try quantity(hot)),
      ], readOn: CivilDate(day), amount: try #require(Money(sum, .rub)))
  }

  private func submit(
    _ payment: ProviderPayment, by caller: Caller? = nil
  ) throws -> Submissions.Receipt {
    try bank.services.submissions.create(
      SubmissionDraft(
        operation: "provider.pay", version: "1", values: "{}",
        idempotencyKey: ("\(UInt64.random(in: 0...UInt64.max))", "{}"), sign: .matrix),
      by: caller ?? bank.caller, effect: bank.services.providerPayments.effect(payment)
    ).wait()
  }

  private func sign(_ receipt: Submissions.Receipt, _ payment: ProviderPayment) throws -> SignatureOutcome {
    try bank.services.signing.answer(
      try bank.right(bank.asked(receipt)), to: receipt.submission.id, by: bank.caller
    ) { [bank] _ in bank.services.providerPayments.effect(payment) }.wait()
  }

  @Test("A paid reading becomes the previous reading of the next payment") func paymentAdvancesReading() throws {
    let before = try bank.account("Текущий").balance.minor
    let payment = try payment()
    #expect(try sign(submit(payment), payment).done?.status == .executed)
    #expect(try bank.account("Текущий").balance.minor == before - 412_84)
    let cold = try meter("0041573")
    #expect(cold.reading.description == "148.777")
    #expect(cold.readOn.description == "2030-01-01")
    #expect(cold.used?.description == "6.277")
    #expect(try meter("0041574").used == Quantity("0"))
    let next = try self.payment(cold: "150", hot: "98", previous: "148.777", sum: "314.82")
    #expect(try sign(submit(next), next).done?.status == .executed)
    #expect(try meter("0041573").reading.description == "150")
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("The statement entry of a provider payment names the provider and the account number")
  func statementNamesProviderAndAccount() throws {
    let payment = try payment()
    _ = try sign(submit(payment), payment)
    let entry = try #require(
      try bank.services.accounts.entries(payment.payer, person: bank.caller.person, limit: 1).elements.first)
    #expect(entry.purpose == "Городской водоканал, Лицевой счёт: 1234567890")
  }

  @Test("A reading submitted twice is paid once, and the second payment is rejected") func paysReadingOnce() throws {
    let payment = try payment()
    let (first, second) = (try submit(payment), try submit(payment))
    #expect(try sign(first, payment).done?.status == .executed)
    let outcome = try sign(second, payment).done
    #expect(outcome?.status == .rejected)
    #expect(outcome?.reason == "reading-changed")
    #expect(try meter("0041573").reading.description == "148.777")
    #expect(throws: ProviderRefusal.readingChanged("0041573")) { try submit(payment) }
  }

  /// A defect of a payment, with the expected refusal.
  enum Wrong: CaseIterable {
    case previous, tariff, backwards, earlier, sum, number, payee, meterTwice, byAmount, nothing, tooMuch

    var refusal: ProviderRefusal {
      switch self {
      case .previous: .readingChanged("0041573")
      case .tariff: .tariffChanged("0041573")
      case .backwards, .earlier: .readingBackwards("0041573")
      case .sum: .otherSum(Money(minor: 412_84, .rub))
      case .number, .meterTwice: .meterUnknown("0041573")
      case .payee: .payeeChanged
      case .byAmount: .otherKind
      case .nothing: .outsideLimits(minimum: Money(minor: 1, .rub), maximum: Money(minor: 300_000_00, .rub))
      case .tooMuch: .outsideLimits(minimum: Money(minor: 1, .rub), maximum: Money(minor: 300_000_00, .rub))
      }
    }
  }

  private func payment(_ wrong: Wrong) throws -> ProviderPayment {
    switch wrong {
    case .previous: return try payment(previous: "142.499")
    case .tariff: return try payment(tariff: "65.76")
    case .backwards: return try payment(cold: "142.499")
    case .earlier: return try payment(on: "2020-01-01")
    case .sum: return try payment(sum: "412.83")
    case .number: return try payment(account: "9999999999")
    case .payee: return try payment(payee: AccountNumber("40702810138250123017"))
    case .nothing: return try payment(cold: "142.5", sum: "0.00")
    case .tooMuch: return try payment(cold: "9999", sum: "648280.61")
    case .meterTwice, .byAmount:
      let right = try payment()
      return ProviderPayment(
        payer: right.payer, provider: right.provider, payeeAccount: nil, account: right.account, details: [],
        readings: wrong == .byAmount ? [] : [right.readings[0], right.readings[0]], readOn: right.readOn,
        amount: right.amount)
    }
  }

  @Test("A provider payment with wrong data is rejected with the reason and moves no money", arguments: Wrong.allCases)
  func rejectsWrongPayment(wrong: Wrong) throws {
    let before = try bank.account("Текущий").balance
    #expect(throws: wrong.refusal) { try submit(payment(wrong)) }
    #expect(try bank.account("Текущий").balance == before)
    #expect(try meter("0041573").reading.description == "142.5")
  }

  @Test("A rejected provider payment leaves the readings unchanged") func rejectedPaymentKeepsReadings() throws {
    #expect(throws: PaymentRefusal.self) { try submit(payment(from: "Закрытый")) }
    #expect(throws: PaymentRefusal.self) { try submit(payment(cold: "2900", sum: "181360.78")) }
    #expect(try meter("0041573").reading.description == "142.5")
  }

  @Test("Meters and subscriptions are hidden from other people") func hidesMetersOfOthers() throws {
    let stranger = try bank.stranger()
    #expect(try bank.services.providers.meters(stranger.person).isEmpty)
    #expect(try bank.services.providers.subscriptions(stranger.person, at: water.provider).isEmpty)
    #expect(throws: ProviderRefusal.meterUnknown("0041573")) { try submit(payment(), by: stranger) }
  }

  @Test("People subscribed to the same account number read the same meters") func sharedAccountSharesMeters() throws {
    let wife = try bank.stranger("wife")
    try bank.services.providers.subscribe(
      wife.person, to: ProviderSubscription(provider: water.provider, account: water.account, caption: "Наша")
    ).wait()
    let payment = try payment()
    _ = try sign(submit(payment), payment)
    #expect(try bank.services.providers.meters(wife.person).map(\.reading.description) == ["148.777", "97.25"])
  }

  @Test("A provider with an account of this bank is paid internally") func paysProviderWithinBank() throws {
    let provider = try #require(try bank.services.providers.find("domashnyaya-set"))
    #expect(provider.payee.bic == bank.services.configuration.ownBIC)
    let payment = ProviderPayment(
      payer: try bank.account("Текущий").number, provider: provider.id, payeeAccount: provider.payee.account,
      account: "ДС204518", details: [("Номер квартиры", "15")], readings: [], readOn: nil,
      amount: Money(minor: 650_00, .rub))
    #expect(try sign(submit(payment), payment).done?.status == .executed)
    let entry = try #require(
      try bank.services.accounts.entries(payment.payer, person: bank.caller.person, limit: 1).elements.first)
    #expect(entry.counterpart == provider.payee.account)
    #expect(entry.purpose == "Домашняя сеть, Номер договора: ДС204518, Номер квартиры: 15")
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A payment to a disabled provider is rejected until it is enabled") func rejectsDisabledProvider() throws {
    let payment = try payment()
    let receipt = try submit(payment)
    try bank.services.providers.change(water.provider, disabled: true).wait()
    #expect(try sign(receipt, payment).done?.reason == "provider-unknown")
    #expect(throws: ProviderRefusal.providerUnknown) { try submit(payment) }
    #expect(try bank.services.providers.find(water.provider) == nil)
    try bank.services.providers.change(water.provider, disabled: false).wait()
    _ = try submit(payment)
  }

  @Test(
    "Providers are found by a part of the name or by the INN",
    arguments: [
      ("", ["gorvodokanal", "gorenergosbyt", "domashnyaya-set", "svyaz-mobile"]), ("ВОДО", ["gorvodokanal"]),
      ("7710001033", ["svyaz-mobile"]), ("горо", ["gorvodokanal"]), ("сеть", ["domashnyaya-set"]), ("нигде", []),
    ])
  func searchesProvidersByNameAndINN(text: String, ids: [String]) throws {
    #expect(try bank.services.providers.all(with: text, limit: 10)?.elements.map(\.id) == ids)
  }

  @Test("The list of providers is paged by cursor") func pagesProvidersByCursor() throws {
    var (found, after) = ([String](), String?.none)
    repeat {
      let page = try #require(try bank.services.providers.all(after: after, limit: 3))
      found += page.elements.map(\.id)
      after = page.next
    } while after != nil
    #expect(found == (try bank.services.providers.all(limit: 10)?.elements.map(\.id)))
    #expect(found.count == 4)
  }

  @Test(
    "A search has no page after a provider that it does not find",
    arguments: [("", "nobody"), ("", ""), ("", "a\0"), ("водо", "svyaz-mobile")])
  func rejectsUnknownCursor(text: String, after: String) throws {
    #expect(try bank.services.providers.all(with: text, after: after, limit: 10) == nil)
  }

  @Test("A search continues after a provider that was disabled") func continuesAfterDisabledProvider() throws {
    try bank.services.providers.change("gorenergosbyt", disabled: true).wait()
    let page = try bank.services.providers.all(after: "gorenergosbyt", limit: 10)
    #expect(page?.elements.map(\.id) == ["domashnyaya-set", "svyaz-mobile"])
  }

  @Test("The database rejects a lower reading or an earlier date of a meter")
  func databaseRejectsMeterDecrease() throws {
    for sql: StaticString in ["UPDATE meter SET reading = reading - 1", "UPDATE meter SET read_on = '2001-01-01'"] {
      let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
      #expect(error?.words == "a meter counts up")
    }
  }
}

/// Exact quantities of meters and tariffs.
@Suite struct QuantityTests {
  @Test(
    "A quantity is parsed and formatted in canonical form",
    arguments: [
      ("0", "0"), ("142.5", "142.5"), ("142.500000", "142.5"), ("0.000001", "0.000001"), ("007.10", "7.1"),
      ("1.50000000", "1.5"), ("999999999999", "999999999999"),
    ])
  func quantityRoundTrips(text: String, written: String) { #expect(Quantity(text)?.description == written) }

  @Test(
    "A malformed quantity is rejected",
    arguments: ["", "-1", "1.", ".5", "1e3", "1.0000001", "1000000000000", "99999999999999999999", "1,5", " 1"])
  func rejectsMalformedQuantity(text: String) { #expect(Quantity(text) == nil) }

  @Test(
    "A cost is rounded to kopecks, halves up",
    arguments: [
      ("6.277", "65.77", "412.84"), ("3.751", "312.504", "1172.20"), ("0.5", "0.01", "0.01"),
      ("0.499999", "0.01", "0.00"),
      ("1.5", "0.01", "0.02"), ("2.5", "0.01", "0.03"), ("0", "8.71", "0.00"), ("149", "8.71", "1297.79"),
    ])
  func roundsCostHalfUp(used: String, price: String, cost: String) throws {
    let (used, price) = (try #require(Quantity(used)), try #require(Quantity(price)))
    #expect(used.cost(at: price, .rub)?.text == cost)
  }

  @Test("A cost that overflows and a negative difference of quantities return nil") func overflowReturnsNil() throws {
    let maximum = try #require(Quantity("999999999999"))
    #expect(maximum.cost(at: maximum, .rub) == nil)
    #expect(maximum.minus(try #require(Quantity("999999999998.5")))?.description == "0.5")
    #expect(Quantity("1")?.minus(maximum) == nil)
  }
}
