import Dates
import Dispatch
import Model
import SQLiteStorage
import Secrets
import Synchronization
import TestDatabases
import Testing

@testable import Services

@Suite struct SubmissionTests {
  @Test("A new submission awaits its signature and moves no money") func awaitsSignature() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("10.00")
    #expect(payment.receipt.isNew)
    #expect(payment.submission.status == .awaitingSignature)
    #expect(payment.submission.amount == Money(minor: 10_00, .rub))
    #expect(payment.submission.attemptsLeft == 3)
    #expect(payment.challenge?.cells.count == 2)
    #expect(try bank.account("Текущий").balance.text == "152300.00")
    #expect(try bank.services.submissions.find(payment.id, person: bank.caller.person) == payment.submission)
  }

  @Test("A request repeated with its key and body returns the stored submission")
  func repeatedKeyReturnsStoredSubmission() throws {
    let bank = try TestBank()
    let order = try bank.order("10.00")
    let first = try bank.submit(order, key: "k", body: "{}").wait()
    let second = try bank.submit(order, key: "k", body: "{}").wait()
    #expect(!second.isNew)
    #expect(second.submission == first.submission)
    #expect(second.challenge == first.challenge)
    _ = try bank.answer(bank.right(first.challenge), to: first.submission.id, order).wait()
    let third = try bank.submit(order, key: "k", body: "{}").wait()
    #expect(third.submission.status == .executed)
    #expect(third.challenge == nil)
  }

  @Test("Two servers of one database share the daily limit of submissions")
  func serversShareDailyLimit() throws {
    let bank = try TestBank {
      $0.submissionsPerDay = 40
      $0.unsignedSubmissions = 1000
    }
    let other = try BankServices(
      store: try TestDatabase.again(bank.database), keys: SecretKeys(bank.key),
      configuration: bank.services.configuration,
      clock: bank.services.clock)
    var taken = 0
    for turn in 0..<60 {
      let services = turn % 3 == 0 ? other : bank.services
      let draft = SubmissionDraft(
        operation: "pp.quick", version: "1", values: "{}", idempotencyKey: ("\(turn)", "{}"), sign: .matrix)
      do {
        _ = try services.submissions.create(draft, by: bank.caller, effect: .none).wait()
        taken += 1
      } catch SubmissionError.tooMany(limit: 40, let wait) {
        #expect(wait > .zero && wait <= .seconds(86_400))
      }
    }
    #expect(taken == 40)
  }

  @Test("Captions of chosen options are signed, immutable and erased with the values")
  func signsAndErasesCaptions() throws {
    let bank = try TestBank()
    func create(_ captions: String?) throws -> Submission {
      try bank.services.submissions.create(
        SubmissionDraft(
          operation: "trial", version: "1", values: #"{"a":"a-1"}"#, captions: captions, idempotencyKey: nil, sign: nil,
          kept: .days(1)),
        by: bank.caller, effect: .none
      ).wait().submission
    }
    let plain = try create(nil)
    let chosen = try create(#"{"a":"Анна"}"#)
    func alike(_ captions: String?) -> Submission {
      Submission(
        id: chosen.id, operation: chosen.operation, version: chosen.version, status: chosen.status, reason: nil,
        message: nil, businessDay: nil, created: chosen.created, changed: chosen.changed, expires: chosen.expires,
        attemptsLeft: 3, values: chosen.values, captions: captions, amount: nil, person: chosen.person)
    }
    #expect(alike(chosen.captions).signedDigest == chosen.signedDigest)
    #expect(alike(#"{"a":"Боря"}"#).signedDigest != chosen.signedDigest)
    #expect(alike(nil).signedDigest != chosen.signedDigest)
    func stored(_ submission: Submission) throws -> String? {
      try bank.services.submissions.find(submission.id, person: bank.caller.person).captions
    }
    #expect(try stored(plain) == nil && stored(chosen) == #"{"a":"Анна"}"#)
    #expect(throws: (any Error).self) {
      try bank.database.change { try $0.execute("UPDATE submission SET captions = '{}'") }
    }
    bank.clock.advance(by: .seconds(2 * 86_400))
    _ = try bank.services.retention.sweep().wait()
    #expect(try stored(chosen) == nil)
    #expect(try bank.services.submissions.find(chosen.id, person: bank.caller.person).values == "{}")
  }

  @Test("A repeated idempotency key with a different body is rejected") func rejectsKeyWithOtherBody() throws {
    let bank = try TestBank()
    let first = try bank.submit(bank.order("10.00"), key: "k", body: "{}").wait()
    #expect(throws: SubmissionError.keyReused(first.submission.id)) {
      try bank.submit(bank.order("10.00"), key: "k", body: "[]").wait()
    }
  }

  @Test("An idempotency key is scoped to its person and operation") func scopesKeyToPersonAndOperation() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let effect = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
    func create(_ operation: String, by caller: Caller) throws -> Submissions.Receipt {
      try bank.services.submissions.create(
        SubmissionDraft(
          operation: operation, version: "1", values: "{}", idempotencyKey: ("k", "{}"), sign: nil),
        by: caller, effect: effect
      ).wait()
    }
    let receipts = [
      try create("a", by: bank.caller), try create("b", by: bank.caller), try create("a", by: stranger),
    ]
    #expect(receipts.allSatisfy { $0.isNew && $0.submission.status == .executed })
    #expect(Set(receipts.map(\.submission.id)).count == 3)
  }

  @Test("Concurrent requests with one idempotency key create a single submission")
  func concurrentKeyCreatesOneSubmission() throws {
    let bank = try TestBank()
    let order = try bank.order("10.00")
    let receipts = Mutex([Submissions.Receipt]())
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      if let receipt = try? bank.submit(order, key: "k").wait() { receipts.withLock { $0.append(receipt) } }
    }
    let all = receipts.withLock { $0 }
    #expect(all.count == 16)
    #expect(all.count { $0.isNew } == 1)
    #expect(Set(all.map(\.submission.id)).count == 1)
    #expect(Set(all.compactMap { $0.challenge?.id }).count == 1)
  }

  @Test("A rejected request leaves its idempotency key unused") func rejectedRequestReleasesKey() throws {
    let bank = try TestBank()
    #expect(throws: PaymentRefusal.self) { try bank.submit(bank.order("999999.00"), key: "k", body: "1").wait() }
    #expect(try bank.submit(bank.order("1.00"), key: "k", body: "2").wait().isNew)
  }

  @Test("A submission that needs no signature is executed immediately") func executesWithoutSignature() throws {
    let bank = try TestBank()
    let order = try bank.order("10.00")
    let receipt = try bank.services.submissions.create(
      SubmissionDraft(operation: "pay", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: bank.services.payments.effect(order)
    ).wait()
    #expect(receipt.submission.status == .executed)
    #expect(receipt.challenge == nil)
    #expect(try bank.account("Текущий").balance.text == "152290.00")
  }

  @Test("A submission is hidden from other people") func hidesSubmissionsOfOthers() throws {
    let bank = try TestBank()
    let stranger = try bank.stranger()
    let payment = try bank.waitingPayment("10.00")
    let id = payment.id
    #expect(throws: SubmissionError.notFound) { try bank.services.submissions.find(id, person: stranger.person) }
    #expect(throws: SubmissionError.notFound) { try bank.services.submissions.history(id, person: stranger.person) }
    #expect(try bank.services.submissions.all(stranger.person, limit: 10).elements == [])
    #expect(throws: SubmissionError.notFound) { try bank.services.submissions.cancel(id, by: stranger).wait() }
    #expect(throws: SubmissionError.notFound) { try bank.services.signing.challenge(id, by: stranger).wait() }
    #expect(throws: SubmissionError.notFound) {
      try bank.answer(bank.right(payment.challenge), to: payment, by: stranger).wait()
    }
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }

  @Test("The history of a submission lists every status with its time") func historyListsEveryStatus() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("10.00")
    bank.clock.advance(by: .seconds(60))
    _ = try bank.answer(bank.right(payment.challenge), to: payment).wait()
    let history = try bank.services.submissions.history(payment.id, person: bank.caller.person)
    #expect(history.map(\.status) == [.awaitingSignature, .signed, .executed])
    #expect(history.map { ($0.at - payment.submission.created).components.seconds } == [0, 60, 60])
  }

  @Test("The history of a submission rejected at signing includes the signature")
  func historyIncludesSignature() throws {
    let bank = try TestBank()
    let effect = Effect(check: { _, _ in nil }, execute: { _, _ in .rejected(reason: "no") })
    let draft = SubmissionDraft(
      operation: "trial", version: "1", values: "{}", idempotencyKey: nil, sign: .matrix)
    let receipt = try bank.services.submissions.create(draft, by: bank.caller, effect: effect).wait()
    let outcome = try bank.services.signing.answer(
      bank.right(receipt.challenge), to: receipt.submission.id, by: bank.caller
    ) { _ in effect }.wait()
    #expect(outcome.done?.status == .rejected)
    let history = try bank.services.submissions.history(receipt.submission.id, person: bank.caller.person)
    #expect(history.map(\.status) == [.awaitingSignature, .signed, .rejected])
    #expect(history.map(\.reason) == [nil, nil, "no"])
  }

  @Test("Submissions are paged by cursor from the newest") func pagesSubmissionsNewestFirst() throws {
    let bank = try TestBank()
    var ids: [SubmissionID] = []
    for _ in 0..<5 {
      bank.clock.advance(by: .milliseconds(1))
      ids.append(try bank.submit(bank.order("1.00")).wait().submission.id)
    }
    let first = try bank.services.submissions.all(bank.caller.person, limit: 3)
    #expect(first.elements.map(\.id) == Array(ids.reversed().prefix(3)))
    let second = try bank.services.submissions.all(bank.caller.person, before: first.next, limit: 3)
    #expect(second.elements.map(\.id) == Array(ids.reversed().suffix(2)))
    #expect(second.next == nil)
  }

  @Test("A cancelled submission cannot be signed") func rejectsSigningCancelled() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("10.00")
    let id = payment.id
    #expect(try bank.services.submissions.cancel(id, by: bank.caller).wait().status == .cancelled)
    #expect(try bank.services.submissions.cancel(id, by: bank.caller).wait().status == .cancelled)
    #expect(try bank.answer(bank.right(payment.challenge), to: payment).wait().ended?.status == .cancelled)
    #expect(throws: SigningError.notAwaited) { try bank.services.signing.challenge(id, by: bank.caller).wait() }
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }

  @Test("An executed submission cannot be cancelled") func rejectsCancellingExecuted() throws {
    let bank = try TestBank()
    let submission = try bank.signedPayment("10.00")
    #expect(throws: SubmissionError.notCancellable(.executed)) {
      try bank.services.submissions.cancel(submission.id, by: bank.caller).wait()
    }
  }

  @Test("A submission without a signature expires after 24 hours") func expiresUnsigned() throws {
    let bank = try TestBank()
    let order = try bank.order("10.00")
    let receipt = try bank.submit(order, key: "k").wait()
    let id = receipt.submission.id
    bank.clock.advance(by: .seconds(24 * 3600))
    let caller = try bank.loginAgain()
    #expect(try bank.services.submissions.find(id, person: caller.person).status == .expired)
    #expect(try bank.submit(order, key: "k", by: caller).wait().submission.status == .expired)
    #expect(throws: SigningError.notAwaited) { try bank.services.signing.challenge(id, by: caller).wait() }
    #expect(try bank.answer(bank.right(receipt.challenge), to: id, order, by: caller).wait().ended?.status == .expired)
    let history = try bank.services.submissions.history(id, person: caller.person)
    #expect(history.map(\.status) == [.awaitingSignature, .expired])
  }
}
