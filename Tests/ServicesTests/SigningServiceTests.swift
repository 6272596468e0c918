import Dispatch
import Model
import SQLiteStorage
import Secrets
import Services
import Synchronization
import TestDatabases
import Testing

/// The rules that apply to every signing method.
@Suite struct SigningServiceTests {
  @Test("An open challenge is returned again until it expires", arguments: Challenge.Method.allCases)
  func reusesOpenChallenge(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let id = payment.id
    bank.clock.advance(by: .seconds(299))
    #expect(try bank.services.signing.challenge(id, by: bank.caller).wait() == payment.challenge)
    bank.clock.advance(by: .seconds(1))
    let next = try bank.services.signing.challenge(id, by: bank.caller).wait()
    #expect(next.id != payment.challenge?.id)
    // A new code is sent, but the cells stay the same, so waiting does not change them.
    #expect((next.inputs == payment.challenge?.inputs) == (method == .matrix))
  }

  @Test(
    "An answer to an expired challenge returns a stale outcome with a new challenge",
    arguments: Challenge.Method.allCases)
  func expiredChallengeIsStale(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    bank.services.messages.finish()
    bank.clock.advance(by: .seconds(300))
    let answer = try bank.answer(bank.right(payment.challenge), to: payment).wait()
    guard case .stale(let next) = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(next.id != payment.challenge?.id)
    #expect(try bank.answer(bank.right(next), to: payment).wait().done?.status == .executed)
  }

  @Test(
    "An answer from another session returns a new challenge and costs no attempt",
    arguments: Challenge.Method.allCases)
  func challengeBelongsToSession(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let other = try bank.loginAgain()
    bank.clock.advance(by: .seconds(60))
    let answer = try bank.answer(bank.right(payment.challenge), to: payment, by: other).wait()
    let next = try #require(answer.next)
    #expect(next.session == other.session)
    #expect(try bank.services.submissions.find(payment.id, person: other.person).attemptsLeft == 3)
  }

  @Test("A wrong answer closes the challenge and returns a new one", arguments: Challenge.Method.allCases)
  func wrongAnswerReplacesChallenge(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let answer = try bank.answer(bank.wrong(payment.challenge), to: payment).wait()
    #expect(answer.attemptsLeft == 2)
    let next = try #require(answer.next)
    #expect(next.id != payment.challenge?.id)
    #expect((next.inputs == payment.challenge?.inputs) == (method == .matrix))
    if method == .code {
      // The first code is no longer valid, and it costs no attempt.
      let late = try bank.answer(bank.right(payment.challenge), to: payment).wait()
      #expect(late == .stale(next: next))
    }
    #expect(try bank.answer(bank.right(next), to: payment).wait().done?.status == .executed)
  }

  @Test("Three wrong answers reject the submission", arguments: Challenge.Method.allCases)
  func rejectsAfterThreeWrongAnswers(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    var challenge = payment.challenge
    for left in [2, 1] {
      let answer = try bank.answer(bank.wrong(challenge), to: payment).wait()
      #expect(answer.attemptsLeft == left)
      challenge = answer.next
    }
    let last = try bank.answer(bank.wrong(challenge), to: payment).wait()
    #expect(last.ended?.status == .rejected)
    #expect(last.ended?.reason == "signing-failed")
    #expect(try bank.answer(bank.right(challenge), to: payment).wait() == last)
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }

  @Test("Five wrong answers in a row lock signing until it is unlocked", arguments: Challenge.Method.allCases)
  func locksAfterFiveWrongAnswers(_ method: Challenge.Method) throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let first = try bank.submit(order, sign: method).wait()
    let waiting = try bank.submit(order, key: "waiting", sign: method).wait()
    var challenge: Challenge? = try bank.asked(first)
    for _ in 0..<3 { challenge = try bank.answer(bank.wrong(challenge), to: first.submission.id, order).wait().next }
    let second = try bank.submit(order, sign: method).wait()
    let fourth = try bank.answer(bank.wrong(second.challenge), to: second.submission.id, order).wait()
    #expect(fourth.attemptsLeft == 2)
    #expect(try bank.answer(bank.wrong(fourth.next), to: second.submission.id, order).wait() == .locked)
    #expect(try bank.answer(bank.right(waiting.challenge), to: waiting.submission.id, order).wait() == .locked)
    #expect(throws: SigningError.locked) { try bank.submit(order, sign: method).wait() }
    #expect(try bank.submit(order, key: "waiting", sign: method).wait().challenge == nil)
    try bank.services.signing.unlock(bank.caller.person).wait()
    #expect(
      try bank.answer(bank.right(bank.asked(waiting)), to: waiting.submission.id, order).wait().done?.status
        == .executed)
  }

  @Test("A right answer resets the count of wrong answers", arguments: Challenge.Method.allCases)
  func rightAnswerResetsCount(_ method: Challenge.Method) throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    for _ in 0..<4 {
      let receipt = try bank.submit(order, sign: method).wait()
      let wrong = try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait()
      let right = try bank.answer(bank.right(wrong.next), to: receipt.submission.id, order).wait()
      #expect(right.done?.status == .executed)
    }
  }

  @Test("A replayed signature returns the first outcome and moves no money", arguments: Challenge.Method.allCases)
  func replayedSignatureHasNoEffect(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    let first = try bank.answer(codes, to: payment).wait()
    #expect(first.done?.status == .executed)
    #expect(try bank.answer(codes, to: payment).wait() == first)
    #expect(try bank.answer(bank.wrong(payment.challenge), to: payment).wait() == first)
    #expect(try bank.account("Текущий").balance.text == "152299.00")
  }

  @Test("Concurrent answers to one challenge move the money once", arguments: Challenge.Method.allCases)
  func concurrentAnswersExecuteOnce(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    let done = Mutex([Submission]())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if let submission = try? bank.answer(codes, to: payment).wait().done {
        done.withLock { $0.append(submission) }
      }
    }
    let submissions = done.withLock { $0 }
    #expect(submissions.count == 8)
    #expect(submissions.allSatisfy { $0 == submissions.first && $0.status == .executed })
    #expect(try bank.account("Текущий").balance.text == "152299.00")
  }

  @Test("Concurrent copies of a wrong answer cost one attempt", arguments: Challenge.Method.allCases)
  func concurrentWrongAnswersCostOne(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.wrong(payment.challenge)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      _ = try? bank.answer(codes, to: payment).wait()
    }
    #expect(try bank.services.submissions.find(payment.id, person: bank.caller.person).attemptsLeft == 2)
  }

  @Test("An error in the effect rolls back the signature", arguments: Challenge.Method.allCases)
  func failedEffectRollsBackSignature(_ method: Challenge.Method) throws {
    struct Fault: Error {}
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    #expect(throws: Fault.self) {
      try bank.services.signing.answer(codes, to: payment.id, by: bank.caller) { _ in
        Effect(check: { _, _ in nil }, execute: { _, _ in throw Fault() })
      }.wait()
    }
    #expect(try bank.answer(codes, to: payment).wait().done?.status == .executed)
  }

  @Test("An answer by another person throws and costs no attempt", arguments: Challenge.Method.allCases)
  func rejectsAnswerOfOtherPerson(_ method: Challenge.Method) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let stranger = try bank.stranger()
    #expect(throws: SubmissionError.notFound) {
      try bank.answer(bank.right(payment.challenge), to: payment, by: stranger).wait()
    }
    #expect(try bank.services.submissions.find(payment.id, person: bank.caller.person).attemptsLeft == 3)
    #expect(try bank.answer(bank.right(payment.challenge), to: payment).wait().done != nil)
  }

  @Test("A code of another submission counts as a wrong answer") func rejectsCodeOfOtherSubmission() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let (first, second) = (try bank.submit(order, sign: .code).wait(), try bank.submit(order, sign: .code).wait())
    // Both codes are the first of their submissions, so this code is compared and is wrong.
    let answer = try bank.answer(bank.right(first.challenge), to: second.submission.id, order).wait()
    #expect(answer.attemptsLeft == 2 && answer.next != nil && answer.done == nil)
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }

  @Test("A new challenge uses the signing method of its submission") func keepsSigningMethod() throws {
    let bank = try TestBank()
    for method in Challenge.Method.allCases {
      let payment = try bank.waitingPayment("1.00", sign: method)
      bank.clock.advance(by: .seconds(300))
      let next = try bank.services.signing.challenge(payment.id, by: bank.caller).wait()
      #expect(next.method == method && next != payment.challenge)
    }
  }

  @Test("Wrong answers by all signing methods count toward one lock") func countsWrongAnswersAcrossMethods() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    var outcome: SignatureOutcome?
    for method in [.matrix, .code, .matrix, .code, .matrix] as [Challenge.Method] {
      let receipt = try bank.submit(order, sign: method).wait()
      outcome = try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait()
    }
    #expect(outcome == .locked)
    for method in Challenge.Method.allCases {
      #expect(throws: SigningError.locked) { try bank.submit(order, sign: method).wait() }
    }
  }

  @Test("A locked person cannot request an open challenge", arguments: Challenge.Method.allCases)
  func lockHidesOpenChallenge(_ method: Challenge.Method) throws {
    let bank = try TestBank { $0.signing.attemptsBeforeLock = 1 }
    let order = try bank.order("1.00")
    let (first, second) = (try bank.submit(order, sign: method).wait(), try bank.submit(order, sign: method).wait())
    #expect(try bank.answer(bank.wrong(bank.asked(first)), to: first.submission.id, order).wait() == .locked)
    #expect(throws: SigningError.locked) {
      try bank.services.signing.challenge(second.submission.id, by: bank.caller).wait()
    }
  }

  @Test(
    "Signing throws if the stored submission was altered after the challenge",
    arguments: Challenge.Method.allCases,
    [
      "UPDATE submission SET amount = 99900", "UPDATE submission SET currency = 'USD'",
      "UPDATE submission SET \"values\" = '{}'", "UPDATE submission SET operation = 'other'",
      "UPDATE submission SET version = '2'", "UPDATE submission SET created = created - 1",
    ] as [StaticString])
  func rejectsAlteredSubmission(_ method: Challenge.Method, _ change: StaticString) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00", sign: method)
    let codes = try bank.right(payment.challenge)
    try bank.database.drop(triggers: "submission_keeps_its_content", "submission_values_are_only_forgotten")
    try bank.database.change { connection in
      try connection.execute(change)
    }
    #expect(throws: SigningError.altered) { try bank.answer(codes, to: payment).wait() }
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }
}
