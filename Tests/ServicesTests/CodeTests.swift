import Model
import SQLiteStorage
import Storage
import Secrets
import Services
import Synchronization
import TestDatabases
import Testing

@Suite struct CodeTests {
  @Test("A one-time code has six digits, and its challenge names the masked recipient")
  func codeHasSixDigitsAndRecipient() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: .code)
    #expect(payment.challenge?.question == .init([.init("code1", length: 6)], sentTo: "+7********00"))
    let code = try #require(bank.code("code1", of: payment.id))
    #expect(code.utf8.count == 6 && code.utf8.allSatisfy { (0x30...0x39).contains($0) })
    #expect(bank.codes.messages.map(\.phone) == ["+79000000000"])
  }

  @Test("A one-time code is stored as a MAC, not as its digest") func storesCodeAsMAC() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: .code)
    let code = try #require(bank.code("code1", of: payment.id))
    let macs = try bank.database.read { connection in
      try connection.all("SELECT mac FROM challenge_code") { row throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
    }
    #expect(macs.count == 1)
    #expect(macs.first != Digest(of: code).bytes && macs.first?.count == 32)
  }

  @Test("The code of an open challenge is sent once") func sendsOpenChallengeOnce() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order, key: "tap", sign: .code).wait()
    #expect(try bank.submit(order, key: "tap", sign: .code).wait().challenge == receipt.challenge)
    #expect(try bank.services.signing.challenge(receipt.submission.id, by: bank.caller).wait() == receipt.challenge)
    bank.services.messages.finish()
    #expect(bank.codes.messages.count == 1)
  }

  @Test("A code can be resent after a minute, which invalidates the previous code")
  func resendReplacesCodeAfterMinute() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: .code)
    let id = payment.id
    // A code that is still in the outbox is dropped when the next one is requested.
    let first = try bank.right(payment.challenge)
    bank.clock.advance(by: .seconds(59))
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(1))) {
      try bank.services.signing.resend(id, by: bank.caller).wait()
    }
    // A rejected resend leaves the open challenge valid.
    #expect(try bank.services.signing.challenge(id, by: bank.caller).wait() == payment.challenge)
    bank.clock.advance(by: .seconds(1))
    let next = try bank.services.signing.resend(id, by: bank.caller, text: SentCodes.text).wait()
    #expect(next.inputs.map(\.id) == ["code2"])
    let late = try bank.answer(first, to: payment).wait()
    #expect(late == .stale(next: next))
    #expect(try bank.answer(bank.right(next), to: payment).wait().done?.status == .executed)
    #expect(bank.codes.messages.count == 2)
  }

  @Test("A second session cannot request a code within a minute, and the open code stays valid")
  func otherSessionKeepsOpenCode() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order, key: "tap", sign: .code).wait()
    let other = try bank.loginAgain()
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(60))) {
      try bank.services.signing.challenge(receipt.submission.id, by: other).wait()
    }
    #expect(try bank.submit(order, key: "tap", sign: .code, by: other).wait().challenge == nil)
    #expect(try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order).wait().done != nil)
  }

  @Test("The number of codes sent to a person per hour is limited") func limitsCodesPerHour() throws {
    let bank = try TestBank { $0.signing.codesPerHour = 3 }
    let order = try bank.order("1.00")
    let first = try bank.submit(order, sign: .code).wait()
    bank.clock.advance(by: .seconds(10))
    let wrong = try bank.answer(bank.wrong(first.challenge), to: first.submission.id, order).wait()
    _ = try bank.submit(order, sign: .code).wait()
    #expect(throws: SigningError.tooManyCodes(wait: .seconds(3590))) { try bank.submit(order, sign: .code).wait() }
    let again = try bank.answer(bank.wrong(wrong.next), to: first.submission.id, order).wait()
    #expect(again == .wrong(attemptsLeft: 1, next: nil))
    bank.clock.advance(by: .seconds(3590))
    let next = try bank.services.signing.challenge(first.submission.id, by: bank.caller).wait()
    #expect(next.inputs.map(\.id) == ["code3"])
    bank.services.messages.finish()
    #expect(bank.codes.messages.count == 4)
  }

  @Test("Signing by code requires a telephone number and a configured sender")
  func requiresTelephoneAndSender() throws {
    let bank = try TestBank()
    let draft = SubmissionDraft(operation: "a", version: "1", values: "{}", idempotencyKey: nil, sign: .code)
    #expect(throws: SigningError.noPhone) {
      try bank.services.submissions.create(draft, by: bank.stranger(), effect: .none).wait()
    }
    let mute = try TestBank { $0.messages.codes = nil }
    #expect(throws: SigningError.noSender) {
      try mute.services.submissions.create(draft, by: mute.caller, effect: .none).wait()
    }
    #expect(!mute.services.signing.isAvailable(.code) && mute.services.signing.isAvailable(.matrix))
    #expect(try mute.services.submissions.all(mute.caller.person, limit: 1).elements == [])
  }

  @Test("A resend is rejected for a submission signed by matrix") func rejectsResendForMatrix() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    #expect(throws: SigningError.notSent) {
      try bank.services.signing.resend(payment.id, by: bank.caller).wait()
    }
  }

  @Test("A failed send of a code is reported, and the code can be resent") func reportsFailedSend() throws {
    struct Broken: CodeSender {
      struct Fault: Error {}
      func send(_ message: Message, within limit: Duration) throws { throw Fault() }
    }
    let reported = Mutex<[MessageEvent]>([])
    let bank = try TestBank {
      $0.messages.codes = BlockingSender(Broken())
      $0.messages.report = { event in reported.withLock { $0.append(event) } }
    }
    let payment = try bank.waitingPayment("1.00", sign: .code)
    bank.services.messages.finish()
    #expect(reported.withLock { $0 } == [.failed(.code, reason: "Fault()", attempt: 1, isLast: false)])
    bank.clock.advance(by: .seconds(60))
    #expect(try bank.services.signing.resend(payment.id, by: bank.caller).wait().inputs.count == 1)
  }

  @Test("The descriptions of a message omit its text and telephone number") func redactsMessageDescription() {
    let message = Message(
      id: .new(at: .systemNow), kind: .code, person: .new(at: .systemNow), phone: "+79000000000", text: "123456")
    var dumped = ""
    dump(message, to: &dumped)
    for text in ["\(message)", String(reflecting: message), dumped] {
      #expect(!text.contains("123456") && !text.contains("9000"))
    }
  }

  @Test(
    "A challenge shows the telephone number in masked form",
    arguments: [
      ("+79161234567", "+7********67"), ("8 (916) 123-45-67", "8 (***) ***-**-67"), ("123", "***"), ("", ""),
    ])
  func masksTelephoneNumber(_ phone: String, _ masked: String) throws {
    let bank = try TestBank()
    try bank.database.change { try $0.execute("UPDATE person SET code_phone = $1", phone) }
    let receipt = try? bank.submit(bank.order("1.00"), sign: .code).wait()
    #expect(receipt?.challenge?.question.sentTo == (phone.isEmpty ? nil : masked))
  }
}
