import Dispatch
import Model
import SQLite
import Secrets
import Services
import Synchronization
import Testing

@Suite struct SigningTests {
  @Test func anOpenChallengeIsReusedUntilItExpires() throws {
    let bank = try TestBank()
    let receipt = try bank.submit(bank.order("1.00")).wait()
    let id = receipt.submission.id
    bank.clock.advance(by: .seconds(299))
    #expect(try bank.services.signing.challenge(id, by: bank.caller).wait() == receipt.challenge)
    bank.clock.advance(by: .seconds(1))
    let next = try bank.services.signing.challenge(id, by: bank.caller).wait()
    #expect(next.id != receipt.challenge?.id)
    #expect(next.cells != receipt.challenge?.cells)
  }

  @Test func anAnswerToAnExpiredChallengeIsNotJudged() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    bank.clock.advance(by: .seconds(300))
    let answer = try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order).wait()
    guard case .stale(let next) = answer else { return #expect(Bool(false), "\(answer)") }
    #expect(next.id != receipt.challenge?.id)
    #expect(try bank.answer(bank.right(next), to: receipt.submission.id, order).wait().done?.status == .executed)
  }

  @Test func aChallengeBelongsToItsSession() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let other = try bank.loginAgain()
    let answer = try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order, by: other).wait()
    let next = try #require(answer.next)
    #expect(next.session == other.session)
    #expect(try bank.services.submissions.find(receipt.submission.id, person: other.person).attemptsLeft == 3)
  }

  @Test func aWrongAnswerUsesTheChallengeUpAndBringsAnother() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let id = receipt.submission.id
    let answer = try bank.answer(bank.wrong(receipt.challenge), to: id, order).wait()
    #expect(answer.attemptsLeft == 2)
    let next = try #require(answer.next)
    #expect(next.cells != receipt.challenge?.cells)
    // The first challenge's right codes are of no use now, and cost no attempt.
    let late = try bank.answer(bank.right(receipt.challenge), to: id, order).wait()
    #expect(late == .stale(next: next))
    #expect(try bank.answer(bank.right(next), to: id, order).wait().done?.status == .executed)
  }

  @Test func threeWrongAnswersEndTheSubmission() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let id = receipt.submission.id
    var challenge = receipt.challenge
    for left in [2, 1] {
      let answer = try bank.answer(bank.wrong(challenge), to: id, order).wait()
      #expect(answer.attemptsLeft == left)
      challenge = answer.next
    }
    let last = try bank.answer(bank.wrong(challenge), to: id, order).wait()
    #expect(last.ended?.status == .rejected)
    #expect(last.ended?.reason == "signing-failed")
    #expect(try bank.answer(bank.right(challenge), to: id, order).wait() == last)
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }

  @Test func fiveWrongAnswersInARowLockThePersonUntilUnlocked() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let first = try bank.submit(order).wait()
    let waiting = try bank.submit(order, key: "waiting").wait()
    var challenge = first.challenge
    for _ in 0..<3 { challenge = try bank.answer(bank.wrong(challenge), to: first.submission.id, order).wait().next }
    let second = try bank.submit(order).wait()
    let fourth = try bank.answer(bank.wrong(second.challenge), to: second.submission.id, order).wait()
    #expect(fourth.attemptsLeft == 2)
    #expect(try bank.answer(bank.wrong(fourth.next), to: second.submission.id, order).wait() == .locked)
    #expect(try bank.answer(bank.right(waiting.challenge), to: waiting.submission.id, order).wait() == .locked)
    #expect(throws: SigningError.locked) { try bank.submit(order).wait() }
    #expect(try bank.submit(order, key: "waiting").wait().challenge == nil)
    try bank.services.signing.unlock(bank.caller.person).wait()
    #expect(
      try bank.answer(bank.right(waiting.challenge), to: waiting.submission.id, order).wait().done?.status == .executed)
  }

  @Test func aRightAnswerForgetsTheWrongOnes() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    for _ in 0..<4 {
      let receipt = try bank.submit(order).wait()
      let wrong = try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait()
      let right = try bank.answer(bank.right(wrong.next), to: receipt.submission.id, order).wait()
      #expect(right.done?.status == .executed)
    }
  }

  @Test(arguments: [[:], ["Z9": "0000"], ["A1": "", "A2": "", "A3": ""]] as [[String: String]])
  func codesForOtherCellsAreNotJudged(_ codes: [String: String]) throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let cells = Dictionary(
      uniqueKeysWithValues: try codes.map { (try #require(Cell(rawValue: $0.key)), $0.value) })
    let answer = try bank.answer(cells, to: receipt.submission.id, order).wait()
    #expect(answer == .stale(next: try #require(receipt.challenge)))
  }

  @Test func oneRightCodeOfTwoIsWrong() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    var codes = try bank.right(receipt.challenge)
    let first = try #require(receipt.challenge?.cells.first)
    codes[first] = ""
    #expect(try bank.answer(codes, to: receipt.submission.id, order).wait().attemptsLeft == 2)
  }

  @Test func aSignatureReplayedMovesNothing() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let codes = try bank.right(receipt.challenge)
    let first = try bank.answer(codes, to: receipt.submission.id, order).wait()
    #expect(first.done?.status == .executed)
    #expect(try bank.answer(codes, to: receipt.submission.id, order).wait() == first)
    #expect(try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait() == first)
    #expect(try bank.account("Текущий").balance.text == "152299.00")
  }

  @Test func theSameChallengeAnsweredAtOnceMovesMoneyOnce() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let codes = try bank.right(receipt.challenge)
    let done = Mutex([Submission]())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      if let submission = try? bank.answer(codes, to: receipt.submission.id, order).wait().done {
        done.withLock { $0.append(submission) }
      }
    }
    let submissions = done.withLock { $0 }
    #expect(submissions.count == 8)
    #expect(submissions.allSatisfy { $0 == submissions.first && $0.status == .executed })
    #expect(try bank.account("Текущий").balance.text == "152299.00")
  }

  @Test func wrongAnswersAtOnceCostOneAttempt() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let codes = try bank.wrong(receipt.challenge)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      _ = try? bank.answer(codes, to: receipt.submission.id, order).wait()
    }
    #expect(try bank.services.submissions.find(receipt.submission.id, person: bank.caller.person).attemptsLeft == 2)
  }

  @Test func aFaultInTheEffectUndoesTheSignature() throws {
    struct Fault: Error {}
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let codes = try bank.right(receipt.challenge)
    #expect(throws: Fault.self) {
      try bank.services.signing.answer(codes, to: receipt.submission.id, by: bank.caller) { _ in
        Effect(check: { _, _ in nil }, execute: { _, _ in throw Fault() })
      }.wait()
    }
    #expect(try bank.answer(codes, to: receipt.submission.id, order).wait().done?.status == .executed)
  }

  @Test func noSetOfCellsIsAskedTwiceAndAWornMatrixIsExhausted() throws {
    let bank = try TestBank {
      $0.signing.columns = 2
      $0.signing.rows = 2
    }
    let order = try bank.order("1.00")
    var sets = Set<[Cell]>()
    for _ in 0..<6 {
      let challenge = try #require(try bank.submit(order).wait().challenge)
      sets.insert(challenge.cells)
    }
    #expect(sets.count == 6)
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
  }

  @Test func aCellIsAskedNoMoreThanItsNumberOfTimes() throws {
    let bank = try TestBank {
      $0.signing.columns = 3
      $0.signing.rows = 2
      $0.signing.usesPerCell = 1
    }
    let order = try bank.order("1.00")
    var asked: [Cell] = []
    for left in [2, 1, 0] {
      asked += try #require(try bank.submit(order).wait().challenge).cells
      #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == left)
    }
    #expect(Set(asked).count == 6)
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
  }

  @Test func aWrongAnswerOnTheLastSetLeavesNoNext() throws {
    let bank = try TestBank {
      $0.signing.columns = 2
      $0.signing.rows = 1
    }
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    let answer = try bank.answer(bank.wrong(receipt.challenge), to: receipt.submission.id, order).wait()
    #expect(answer == .wrong(attemptsLeft: 2, next: nil))
  }

  @Test func aNewMatrixTakesThePlaceOfTheOld() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let codes = try bank.services.signing.issueMatrix(bank.caller.person).wait()
    #expect(codes.count == 100)
    #expect(codes.values.allSatisfy { $0.utf8.count == 4 })
    let receipt = try bank.submit(order).wait()
    let challenge = try #require(receipt.challenge)
    let answer = Dictionary(uniqueKeysWithValues: challenge.cells.map { ($0, codes[$0] ?? "") })
    #expect(try bank.answer(answer, to: receipt.submission.id, order).wait().done?.status == .executed)
  }

  @Test func aPersonWithoutAMatrixCannotSign() throws {
    let bank = try TestBank()
    _ = try bank.services.users.add(login: "new", name: "Имя", password: "valence-3").wait()
    let caller = try TestBank.login(bank.services, "new", "valence-3")
    let effect = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
    #expect(throws: SigningError.noMatrix) {
      try bank.services.submissions.create(
        SubmissionDraft(operation: "a", version: "1", values: "{}", idempotencyKey: nil, needsSignature: true),
        by: caller, effect: effect
      ).wait()
    }
    #expect(try bank.services.signing.signaturesLeft(caller.person) == 0)
  }

  @Test func noCodeIsInTheDatabase() throws {
    let bank = try TestBank()
    let records = try bank.database.read { connection in
      try connection.all("SELECT cell, mac FROM matrix_cell") { row throws(SQLiteError) in
        (try row.get(0, as: String.self), try row.get(1, as: [UInt8].self))
      }
    }
    #expect(records.count == 100)
    for (name, mac) in records {
      let code = try #require(bank.demo.matrix[try cell(name)])
      #expect(mac != Digest(of: code).bytes)
    }
    #expect(Set(records.map(\.1)).count == 100)
  }

  @Test func whatIsStoredOtherThanShownIsNotSigned() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let receipt = try bank.submit(order).wait()
    try bank.database.exclusively { connection in
      try connection.execute("DROP TRIGGER submission_keeps_its_content")
      try connection.execute("UPDATE submission SET amount = 99900")
    }
    #expect(throws: SigningError.altered) {
      try bank.answer(bank.right(receipt.challenge), to: receipt.submission.id, order).wait()
    }
    #expect(try bank.account("Текущий").balance.text == "152300.00")
  }
}
