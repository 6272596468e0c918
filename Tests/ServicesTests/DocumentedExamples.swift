import Dates
import FoundationEssentials
import Model
import DataAccess
import Services
import Storage
import Testing

/// The examples in the doc comments of `Model` and `DataAccess`. `DocumentedExampleTests` holds the
/// comments to the lines between the marks.
struct DocumentedExamples {
  // MARK: - Model

  @Test("The documented example of Instant is correct") func runsInstantExample() {
    // Example of Dates.Instant
    let start = Instant(seconds: 1_795_221_304)
    let due = start + .seconds(90)
    let text = due.description  // "2026-11-21T00:36:34Z"
    let same = Instant("2026-11-21T03:36:34+03:00")  // equal to due
    // End
    #expect(text == "2026-11-21T00:36:34Z" && same == due)
  }

  @Test("The documented example of Identifier is correct") func runsIdentifierExample() throws {
    let now = try #require(Instant("2026-11-21T12:00:00Z"))
    // Example of Model.Identifier
    let first = Identifier<Submission>(at: now, random: (.max, .max))
    let second = Identifier<Submission>(at: now + .milliseconds(1), random: (0, 0))  // sorts after first
    let read = Identifier<Submission>("01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19")
    let none = Identifier<Submission>("01A1FBC2")  // nil
    // End
    #expect(first < second && read?.description == "01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19" && none == nil)
  }

  @Test("The documented examples of AccountNumber, BIC, Telephone and Quantity are correct") func runsNumberExamples() {
    // Example of Model.AccountNumber
    let account = AccountNumber("40702810138250123017")
    let cleared = AccountNumber("40702A10138250123017")  // a clearing currency's letter in the sixth place
    let short = AccountNumber("40702810")  // nil
    // End
    #expect(account != nil && cleared != nil && short == nil)
    // Example of Model.BIC
    let bic = BIC("044525225")
    let key = bic?.numericValue  // 44525225
    let short2 = BIC("04452522")  // nil
    // End
    #expect(key == 44_525_225 && short2 == nil)
    // Example of Model.Telephone
    let national = Telephone("8 (900) 123-45-67")
    let text = national?.description  // "+79001234567"
    let foreign = Telephone("+44 20 7946 0958")
    let none = Telephone("123")  // nil
    // End
    #expect(text == "+79001234567" && foreign?.rawValue == "+442079460958" && none == nil)
    // Example of Model.Quantity
    let reading = Quantity("1234.567")
    let price = Quantity("51.62")
    let cost = reading.flatMap { used in price.flatMap { used.cost(at: $0, .rub) } }
    let text2 = cost?.text  // "63728.35"
    // End
    #expect(text2 == "63728.35")
  }

  @Test("The documented example of Submission is correct") func runsSubmissionExample() throws {
    let bank = try TestBank()
    let stored = try bank.submit(bank.order("10.00")).wait().submission
    // Example of Model.Submission
    let signed = stored.with(.signed, at: stored.created + .seconds(60))
    let refused = signed.with(.rejected, reason: "insufficient-funds", at: signed.changed + .seconds(1))
    let back = refused.with(.executed, at: stored.created)  // changed stays: the clock was set back
    // End
    #expect(stored.status == .awaitingSignature && refused.reason == "insufficient-funds")
    #expect(back.changed == refused.changed)
  }

  @Test("The documented example of Bank is correct") func runsBankExample() throws {
    let day = try #require(CivilDate("2026-11-21"))
    let bic = try #require(BIC("044525225"))
    // Example of Model.Bank
    let closing = BankRestriction(code: "LWRS", since: day)
    let bank = Bank(bic: bic, name: "ПАО Сбербанк", restrictions: [closing])
    let today = bank.status(on: day)  // .closed
    let before = bank.status(on: CivilDate(daysSinceEpoch: day.daysSinceEpoch - 1))  // .active
    // End
    #expect(today == .closed && before == .active)
  }

  @Test("The documented examples of PaymentOrder and Provider are correct") func runsPaymentExamples() throws {
    let (payer, payee) = (try #require(AccountNumber("40817810500000000001")), AccountNumber("40702810138250123017"))
    let (account, bic) = (try #require(payee), try #require(BIC("044525225")))
    let (minimum, maximum) = (try #require(Money("1.00", .rub)), try #require(Money("15000.00", .rub)))
    // Example of Model.PaymentOrder
    let order = PaymentOrder(
      payer: payer, payeeName: "ООО Ромашка", payeeINN: nil, payeeKPP: nil, payeeAccount: account, payeeBIC: bic,
      purpose: "Оплата по счету 12", amount: Money(minor: 100_50, .rub))
    // End
    #expect(order.amount.text == "100.50")
    // Example of Model.Provider
    let number = ProviderField(caption: .init(ru: "Номер телефона", en: "Telephone"), mask: "+7 ### ###-##-##")
    let payTo = Provider.Payee(name: "АО Связь", inn: "7701346257", bic: bic, account: account)
    let provider = Provider(
      id: "svyaz", title: "Связь", kind: .amount, category: .mobile, payee: payTo, minimum: minimum, maximum: maximum,
      account: number, fields: [])
    // End
    #expect(provider.minimum.minor < provider.maximum.minor)
  }

  @Test("The documented example of Challenge is correct") func runsChallengeExample() throws {
    let (submission, now) = (SubmissionID(high: 0, low: 1), Instant(seconds: 0))
    let (id, session) = (ChallengeID(high: 0, low: 1), SessionID(high: 0, low: 1))
    // Example of Model.Challenge
    let terms = Challenge.Terms(
      id: id, submission: submission, method: .matrix, session: session, digest: [], created: now,
      expires: now + .seconds(300))
    let challenge = Challenge(terms, Challenge.Question([.init("B3", length: 4), .init("E1", length: 4)]))
    let names = challenge.inputs.map(\.id)  // ["B3", "E1"]
    // End
    #expect(names == ["B3", "E1"])
  }

  // MARK: - Persistence

  @Test("The documented examples of PersonDAO, LedgerDAO and AuditDAO are correct") func runsDAOExamples() throws {
    let bank = try TestBank()
    let (store, person) = (bank.services.store, bank.caller.person)
    // Example of DataAccess.PersonDAO
    let found = try store.read { connection in try PersonDAO(connection).find(person) }
    let name = found?.name  // "Анна Смирнова"
    // End
    #expect(name == "Анна Смирнова")
    // Example of DataAccess.LedgerDAO
    let sums = try store.read { connection in try LedgerDAO(connection).sums() }
    let isSound = sums.allSatisfy { $0.entries == 0 && $0.balances == 0 }  // each currency adds up to nothing
    // End
    #expect(isSound && !sums.isEmpty)
    // Example of DataAccess.AuditDAO
    let head = try store.read { connection in try AuditDAO(connection).head() }
    let kept = head.description  // "57:9f2c...", to be kept elsewhere
    // End
    #expect(kept.contains(":"))
  }
}
