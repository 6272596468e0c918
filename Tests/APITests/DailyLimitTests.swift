import JSON
import Dates
import Model
import Operations
import DataAccess
import TestBank
import Testing

@testable import Services

struct DailyLimitTests {
  private static let definition = """
    operation: pay.limited
    title: {ru: Платёж, en: Payment}
    effect: payment
    sign: matrix
    dailyLimit: {RUB: 1000}
    atoms:
      - {accountPicker: from, caption: {ru: Со счёта, en: From}}
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: account, caption: {ru: Счёт, en: Account}, type: digits}
      - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits}
      - {textInput: purpose, caption: {ru: За что, en: Purpose}}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
      - {button: send, caption: {ru: Да, en: Send}, action: submit}
    """

  private func submit(_ person: Visitor, _ amount: String, key: String) throws -> Visitor.Answer {
    try person.post(
      "/operations/pay.limited/submissions",
      ["values": .object(try person.payment(["amount": .string(amount)]))], headers: [("Idempotency-Key", key)])
  }

  private func pay(_ person: Visitor, _ amount: String, key: String, _ server: TestServer) throws -> Visitor.Answer {
    let sent = try submit(person, amount, key: key)
    guard sent.status == 201 else { return sent }
    return try person.sign(sent)
  }

  @Test("A payment over the daily limit is refused until the next day") func enforcesDailyLimit() throws {
    let (server, person) = try TestServer({ $0.sessions.lifetime = .seconds(72 * 3600) }, serving: [Self.definition])
      .withPerson()
    #expect(try pay(person, "700", key: "1", server)["submission"]?["status"] == "executed")
    let refused = try submit(person, "300.01", key: "2")
    #expect(refused.status == 422)
    #expect(refused["type"] == "/problems/refused")
    #expect(refused["errors"]?[0]?["atom"] == "amount")
    #expect(refused["errors"]?[0]?["code"] == "daily-limit")
    #expect(refused["errors"]?[0]?["params"]?["limit"] == "1000.00")
    #expect(refused["errors"]?[0]?["params"]?["left"] == "300.00")
    #expect(refused["errors"]?[0]?["message"]?.string?.contains("is left today") == true)
    let reported = try person.get("/limits")["data"]?.array?.first { $0["operation"] == "pay.limited" }
    #expect(reported?["limit"] == "1000.00" && reported?["sent"] == "700.00" && reported?["left"] == "300.00")
    #expect(try pay(person, "300", key: "3", server)["submission"]?["status"] == "executed")
    #expect(try submit(person, "0.01", key: "4").status == 422)
    // The limit of this operation does not apply to others.
    #expect(try person.submit(try person.payment(["amount": "5000"]), key: "5").status == 201)
    server.pass(.seconds(24 * 3600))
    #expect(try pay(person, "1000", key: "6", server)["submission"]?["status"] == "executed")
    try server.expectUnharmed()
  }

  @Test("A pending payment counts toward the daily limit when it is signed") func countsLimitAtSigning() throws {
    let person = try TestServer(serving: [Self.definition]).person()
    let sent = try ["1", "2"].map { try submit(person, "600", key: $0) }
    #expect(sent.map(\.status) == [201, 201])
    let signed = try sent.map { sent in
      try person.sign(
        #require(sent["submission"]?["id"]?.string), person.codes(for: person.asked(sent)))
    }
    #expect(signed.map { $0["submission"]?["status"] } == ["executed", "rejected"])
    #expect(signed[1]["submission"]?["reason"] == "daily-limit")
    #expect(signed[1]["next"]?["atoms"]?[0]?["caption"]?.string?.contains("the daily limit is exceeded") == true)
    #expect(try person.balance() == "151700.00")
  }

  @Test("Full payment orders have a daily limit of one million roubles") func limitsFullPaymentOrder() throws {
    let (server, person) = try TestServer().withPerson()
    try Self.enrich(try person.account("Текущий"), by: 5_000_000_00, server.services)
    func submit(_ amount: Value, _ key: String) throws -> Visitor.Answer {
      let values = try person.payment(["number": "1", "amount": amount])
      return try person.submit(.object(values), to: "pp.full", key: key)
    }
    let refused = try submit("1000000.01", "1")
    refused.expectProblem(422, "refused")
    #expect(refused["errors"]?[0]?["atom"] == "amount")
    #expect(refused["errors"]?[0]?["code"] == "daily-limit")
    let sent = try submit("1000000", "2")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try submit("0.01", "3")["errors"]?[0]?["params"]?["left"] == "0.00")
    try server.expectUnharmed()
  }

  /// Transfers money from the bank's own account to a demo account.
  private static func enrich(_ number: String, by minor: Int64, _ services: BankServices) throws {
    let account = try #require(AccountNumber(number))
    let now = services.clock()
    try services.store.deferredWrite(locking: []) { transaction in
      guard let equity = try AccountDAO(transaction).findInternal(.equity, .rub) else { return }
      try LedgerDAO(transaction).insert(
        Transfer(
          debit: equity, credit: account, amount: Money(minor: minor, .rub), purpose: "Вклад", submission: nil),
        at: now)
    }.wait()
  }

  @Test("A personal limit replaces the daily limit of an operation") func appliesPersonalLimit() throws {
    let (server, person) = try TestServer(serving: [Self.definition]).withPerson()
    let (id, rub) = (server.access.person.id, try #require(Currency("RUB")))
    try server.services.limits.set(50_00, "pay.limited", rub, person: id).wait()
    #expect(try submit(person, "50.01", key: "1")["errors"]?[0]?["params"]?["limit"] == "50.00")
    try server.services.limits.set(2000_00, "pay.limited", rub, person: id).wait()
    #expect(try submit(person, "2000", key: "2").status == 201)
    try server.services.limits.set(nil, "pay.limited", rub, person: id).wait()
    #expect(try submit(person, "1000.01", key: "3").status == 422)
    try server.services.limits.set(0, "pp.quick", rub, person: id).wait()
    #expect(try person.submit(try person.payment(), key: "4")["errors"]?[0]?["code"] == "daily-limit")
    // The personal limit is listed, although the operation has none.
    let reported = try person.get("/limits")["data"]?.array?.first { $0["operation"] == "pp.quick" }
    #expect(reported?["limit"] == "0.00" && reported?["left"] == "0.00")
  }

  @Test(
    "The bank's day starts at midnight in the bank's time zone",
    arguments: [
      ("Europe/Moscow", "2026-11-21T20:59:59Z", "2026-11-20T21:00:00Z"),
      ("Europe/Moscow", "2026-11-21T21:00:00Z", "2026-11-21T21:00:00Z"),
      ("Asia/Vladivostok", "2026-11-21T20:59:59Z", "2026-11-21T14:00:00Z"),
      ("America/New_York", "2026-03-08T20:00:00Z", "2026-03-08T05:00:00Z"),
      ("America/New_York", "2026-11-01T20:00:00Z", "2026-11-01T04:00:00Z"),
      ("UTC", "1969-12-31T23:00:00Z", "1969-12-31T00:00:00Z"),
    ])
  func startsDayAtBankMidnight(_ zone: String, _ instant: String, _ start: String) throws {
    let day = try #require(BankDay(timeZone: zone))
    #expect(day.start(at: try #require(Instant(instant))) == Instant(start))
  }
}
