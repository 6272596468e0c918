import DemoData
import Dispatch
import FoundationEssentials
import Model
import Storage
@testable import Services
import Synchronization
import Testing

/// The requested cells stay the same until they are answered correctly. Otherwise an attacker could
/// wait for known cells.
@Suite struct OpenQuestionTests {
  @Test("Every submission requests the same cells until they are answered correctly")
  func repeatsCellsUntilAnswered() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    var asked: Set<[Cell]> = []
    for _ in 0..<145 {
      let receipt = try bank.submit(order).wait()
      asked.insert(try #require(receipt.challenge).cells)
      _ = try bank.services.submissions.cancel(receipt.submission.id, by: bank.caller).wait()
    }
    #expect(asked.count == 1)
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 1000)
    #expect(try bank.pay(order).done != nil)
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 999)
    asked.insert(try #require(try bank.submit(order).wait().challenge).cells)
    #expect(asked.count == 2)
  }

  @Test("The list of unsigned submissions excludes expired ones") func excludesExpiredFromUnsigned() throws {
    let bank = try TestBank()
    let id = try bank.submit(bank.order("1.00")).wait().submission.id
    func unsigned() throws -> [SubmissionID] {
      try bank.services.submissions.unsigned(bank.caller.person, limit: 9).elements.map(\.id)
    }
    #expect(try unsigned() == [id])
    bank.clock.advance(by: .seconds(24 * 3600))
    #expect(try unsigned() == [])
  }

  @Test("Requested cells belong only to the submission with the newest challenge")
  func cellsBelongToOneSubmission() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let (first, second) = (try bank.submit(order).wait(), try bank.submit(order).wait())
    #expect(first.challenge?.inputs == second.challenge?.inputs)
    let codes = try bank.right(first.challenge)
    #expect(
      try bank.answer(codes, to: first.submission.id, order).wait()
        == .moved(first.submission, to: second.submission.id))
    #expect(try bank.asked(first).inputs == first.challenge?.inputs)
    #expect(
      try bank.answer(codes, to: second.submission.id, order).wait()
        == .moved(second.submission, to: first.submission.id))
    #expect(try bank.answer(codes, to: first.submission.id, order).wait().done?.status == .executed)
    let next = try bank.asked(second)
    #expect(next.inputs != first.challenge?.inputs)
    #expect(try bank.answer(bank.right(next), to: second.submission.id, order).wait().done?.status == .executed)
  }

  @Test("Requested cells survive expired challenges, new sessions and restarts")
  func cellsSurviveExpiryAndRestart() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    let inputs = try #require(payment.challenge?.inputs)
    bank.clock.advance(by: .seconds(301))
    #expect(try bank.asked(payment).inputs == inputs)
    let device = try bank.loginAgain()
    #expect(try bank.services.signing.challenge(payment.id, by: device).wait().inputs == inputs)
    let restarted = try BankServices(
      store: bank.database, keys: bank.services.keys, configuration: ServiceConfiguration(ownBIC: bic(Demo.ownBIC)),
      clock: { [clock = bank.clock] in clock.now })
    bank.clock.advance(by: .seconds(301))
    #expect(try restarted.signing.challenge(payment.id, by: bank.caller).wait().inputs == inputs)
    bank.clock.advance(by: .seconds(25 * 3600))
    #expect(try bank.submit(bank.order("1.00")).wait().challenge?.inputs == inputs)
  }

  @Test("Wrong codes and the signing lock leave the requested cells unchanged") func wrongCodesKeepCells() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    var receipt = try bank.submit(order).wait()
    let inputs = try #require(receipt.challenge?.inputs)
    var outcomes: [SignatureOutcome] = []
    while outcomes.last != .locked {
      let challenge = try bank.asked(receipt)
      #expect(challenge.inputs == inputs)
      outcomes.append(try bank.answer(bank.wrong(challenge), to: receipt.submission.id, order).wait())
      if outcomes.last?.ended != nil { receipt = try bank.submit(order).wait() }
    }
    #expect(outcomes.count == 5)
    try bank.services.signing.unlock(bank.caller.person).wait()
    #expect(try bank.asked(receipt).inputs == inputs)
  }

  @Test("The same wrong codes sent repeatedly cost one attempt") func repeatedWrongCodesCostOneAttempt() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    let codes = try bank.wrong(payment.challenge)
    let first = try bank.answer(codes, to: payment).wait()
    #expect(first.attemptsLeft == 2)
    #expect(try bank.answer(codes, to: payment).wait() == first)
    // For another submission, the same wrong codes cost no attempt either.
    let other = try bank.submit(payment.order).wait()
    #expect(try bank.answer(codes, to: other.submission.id, payment.order).wait().attemptsLeft == 3)
    #expect(
      try bank.answer(bank.wrong(bank.asked(other)), to: other.submission.id, payment.order).wait().attemptsLeft == 2)
  }

  @Test("A cancelled submission releases the requested cells") func cancellationReleasesCells() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let (first, second) = (try bank.submit(order).wait(), try bank.submit(order).wait())
    _ = try bank.services.submissions.cancel(second.submission.id, by: bank.caller).wait()
    let answer = try bank.answer(bank.right(first.challenge), to: first.submission.id, order).wait()
    #expect(answer.next?.inputs == first.challenge?.inputs)
    #expect(try bank.answer(bank.right(answer.next), to: first.submission.id, order).wait().done != nil)
  }

  @Test("A new matrix replaces the open challenge of the previous one") func newMatrixReplacesChallenge() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    _ = try bank.services.signing.issueMatrix(bank.caller.person).wait()
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 1000)
    let next = try bank.asked(payment)
    #expect(next.id != payment.challenge?.id)
    #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == 1000)
  }

  @Test("Concurrent requests of two devices get the same cells") func concurrentDevicesGetSameCells() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipts = try (0..<4).map { _ in try bank.submit(order).wait() }
    let callers = [bank.caller, try bank.loginAgain()]
    let asked = Mutex<Set<[Cell]>>([])
    DispatchQueue.concurrentPerform(iterations: 32) { turn in
      let challenge = try? bank.services.signing.challenge(
        receipts[turn % 4].submission.id, by: callers[turn / 4 % 2]
      ).wait()
      if let challenge { asked.withLock { _ = $0.insert(challenge.cells) } }
    }
    #expect(asked.withLock { $0.count } == 1)
    let open = try bank.database.read { connection in
      try connection.first(
        "SELECT (SELECT count(cells) FROM matrix_use), (SELECT count(challenge) FROM submission)"
      ) { (row) throws(StoreError) in [try row.get(0, as: Int.self), try row.get(1, as: Int.self)] }
    }
    #expect(open == [1, 1])
  }

  @Test("The number of unsigned submissions per person is limited") func limitsUnsignedSubmissions() throws {
    let bank = try TestBank { $0.unsignedSubmissions = 3 }
    let order = try bank.order("1.00")
    let first = try bank.submit(order, key: "first").wait()
    _ = try bank.submit(order, sign: .code).wait()
    _ = try bank.submit(order).wait()
    for method in Challenge.Method.allCases {
      #expect(throws: SubmissionError.tooManyUnsigned(limit: 3)) { try bank.submit(order, sign: method).wait() }
    }
    #expect(try bank.submit(order, key: "first").wait().submission == first.submission)
    #expect(try bank.services.submissions.all(bank.caller.person, limit: 9).elements.count == 3)
    _ = try bank.services.submissions.cancel(first.submission.id, by: bank.caller).wait()
    _ = try bank.submit(order).wait()
    #expect(throws: SubmissionError.tooManyUnsigned(limit: 3)) { try bank.submit(order).wait() }
    bank.clock.advance(by: .seconds(24 * 3600))
    #expect(try bank.submit(order).wait().isNew)
  }
}
