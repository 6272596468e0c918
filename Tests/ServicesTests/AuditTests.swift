import Dispatch
import Model
import SQLiteStorage
import Secrets
import Testing

@testable import Services

@Suite struct AuditTests {
  /// Returns the audit records of a bank after `sequence`.
  private func events(_ bank: TestBank, after sequence: Int64 = 0) throws -> [String] {
    try bank.services.audit.list(after: sequence, limit: 1000).map { "\($0.event) \($0.actor) \($0.subject)" }
  }

  /// Returns the records that `body` adds.
  private func reported(_ bank: TestBank, of body: () throws -> Void) throws -> [String] {
    let before = try bank.services.audit.head().sequence
    try body()
    return try events(bank, after: before)
  }

  @Test("Creating the demo data and logging in write audit records") func recordsDemoSetupAndLogin() throws {
    let bank = try TestBank()
    let all = try events(bank)
    #expect(
      Array(all.prefix(3)) == [
        "person-added system person", "directory-imported system directory", "account-opened system account",
      ])
    #expect(all.last == "login person session")
    #expect(all.contains("matrix-issued system matrix"))
    let last = try #require(try bank.services.audit.list(after: Int64(all.count - 1), limit: 1).first)
    #expect(last.actorID == bank.caller.person.description)
    #expect(last.session == bank.caller.session.description && last.subjectID == last.session)
    #expect(last.at == bank.clock.now)
  }

  @Test("A signed payment writes three audit records, two of them with the signed digest")
  func recordsSignedPaymentWithDigest() throws {
    let bank = try TestBank()
    let before = try bank.services.audit.head().sequence
    let submission = try bank.signedPayment("1.00")
    let records = try bank.services.audit.list(after: before, limit: 10)
    #expect(records.map(\.event) == ["submission-made", "submission-signed", "submission-executed"])
    #expect(records.allSatisfy { $0.subjectID == submission.id.description })
    #expect(records.allSatisfy { $0.session == bank.caller.session.description })
    #expect(records[0].digest == submission.signedDigest.bytes && records[1].digest == records[0].digest)
  }

  @Test("Wrong codes, the rejection of their submission and the signing lock are audited")
  func recordsWrongCodesAndLock() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let refused = "signature-refused person submission"
    var reported = try reported(bank) {
      let receipt = try bank.submit(order).wait()
      var challenge = receipt.challenge
      for _ in 0..<3 {
        challenge = try bank.answer(bank.wrong(challenge), to: receipt.submission.id, order).wait().next
      }
    }
    #expect(
      reported == [
        "submission-made person submission", refused, refused, refused, "submission-rejected person submission",
      ])
    reported = try self.reported(bank) {
      let receipt = try bank.submit(order).wait()
      let next = try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait().next
      #expect(try bank.answer(bank.wrong(next), to: receipt.submission.id, order).wait() == .locked)
      try bank.services.signing.unlock(bank.caller.person).wait()
    }
    #expect(
      reported == [
        "submission-made person submission", refused, refused, "signing-locked person person",
        "signing-unlocked system person",
      ])
  }

  @Test("Each acknowledgement is audited once, with the core as the actor") func recordsCoreAsActor() throws {
    let bank = try TestBank({ $0.execution = Execution(core: .feed, days: BusinessDays()) })
    let core = try bank.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
    let actor = AuditActor(core.id, role: .core)
    let (first, second) = (try bank.order("1.00"), try bank.order("2.00"))
    let reported = try reported(bank) {
      for (order, said) in [(first, Acknowledgement.executed(nil)), (second, .rejected(reason: "no", nil))] {
        let id = try #require(try bank.pay(order).done?.id)
        let effect = bank.services.payments.effect(order)
        for _ in 0..<2 { _ = try bank.services.coreFeed.acknowledge(id, said, by: actor) { _ in effect }.wait() }
      }
    }
    #expect(
      reported == [
        "submission-made person submission", "submission-signed person submission",
        "submission-executed core submission",
        "submission-made person submission", "submission-signed person submission",
        "submission-rejected core submission",
      ])
  }

  @Test("Repeated and rejected requests write no audit record, except refused logins")
  func skipsRepeatedAndRejectedRequests() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let reported = try reported(bank) {
      _ = try bank.submit(order, key: "1").wait()
      _ = try bank.submit(order, key: "1").wait()
      #expect(throws: SubmissionError.self) { try bank.submit(order, key: "1", body: "[]").wait() }
      #expect(throws: PaymentRefusal.self) { try bank.submit(bank.order("1000000.00")).wait() }
      let id = try bank.submit(order, key: "2").wait().submission.id
      _ = try bank.services.submissions.cancel(id, by: bank.caller).wait()
      _ = try bank.services.submissions.cancel(id, by: bank.caller).wait()
      #expect(throws: AuthError.self) { try bank.services.auth.login("nobody", password: "x").wait() }
      #expect(throws: TemplateError.notFound) {
        try bank.services.templates.delete(TemplateID(high: 0, low: 0), by: bank.caller).wait()
      }
    }
    #expect(
      reported == [
        "submission-made person submission", "submission-made person submission",
        "submission-cancelled person submission", "logins-refused nobody logins",
      ])
  }

  @Test("Refused logins are audited once until their failure counts expire") func recordsRefusedLoginsOnce() throws {
    let bank = try TestBank()
    func fail(_ login: String) {
      #expect(throws: AuthError.self) { try bank.services.auth.login(login, password: "x").wait() }
    }
    let reported = try reported(bank) {
      for login in ["demo", "nobody", "demo", "somebody", "demo"] { fail(login) }
    }
    // The first record covers the address, so refused logins of unknown people from it add no
    // record.
    #expect(reported == ["logins-refused nobody person"])
    bank.clock.advance(by: .seconds(30 * 24 * 3600))
    #expect(
      try self.reported(bank) { for login in ["nobody", "somebody"] { fail(login) } } == [
        "logins-refused nobody logins"
      ])
    #expect(try self.reported(bank) { fail("demo") } == ["logins-refused nobody person"])
  }

  @Test("A failed write in a batch leaves no gap in the audit sequence") func failedWriteLeavesNoGap() throws {
    struct Refused: Error {}
    let bank = try TestBank()
    let before = try bank.services.audit.head().sequence
    let audit = bank.services.audit
    // The first write blocks the writer, so that the other writes form one batch.
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    bank.database.write(
      { _ in
        begun.signal()
        release.wait()
      }, then: { _ in })
    begun.wait()
    let group = DispatchGroup()
    for number in 0..<20 {
      group.enter()
      bank.database.write(
        { transaction in
          try audit.record(.login, by: .system, of: .operation("\(number)"), transaction)
          try? transaction.savepoint {
            try audit.record(.logout, by: .system, of: .operation("undone"), transaction)
            throw Refused()
          }
          if number % 3 == 0 { throw Refused() }
        }, then: { _ in group.leave() })
    }
    release.signal()
    group.wait()
    let kept = try audit.list(after: before, limit: 100)
    #expect(kept.map(\.subjectID) == (0..<20).filter { $0 % 3 != 0 }.map(String.init))
    #expect(kept.map(\.sequence) == (1...13).map { before + $0 })
    #expect(try audit.verify().sequence == before + 13)
  }

  @Test("Audit records contain ids and no personal data") func omitsPersonalData() throws {
    let bank = try TestBank()
    _ = try bank.stranger()
    _ = try bank.services.users.change(bank.caller.person, ProfileChange(name: "Мария Иванова")).wait()
    try bank.signedPayment("123.45")
    let texts = try bank.services.audit.list(after: 0, limit: 1000).flatMap { record in
      [record.event, record.actor, record.actorID ?? "", record.session ?? "", record.subject, record.subjectID]
    }
    let account = try bank.account("Текущий").number.rawValue
    for personal in ["demo", "stranger", "Анна", "Пётр", "Мария", "79000000000", account, "123.45", "Ромашка"] {
      #expect(!texts.contains { $0.contains(personal) }, "\(personal)")
    }
  }
}

extension ProfileChange {
  fileprivate init(name: String) {
    self.init()
    self.name = name
  }
}
