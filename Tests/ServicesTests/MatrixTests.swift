import DemoData
import Model
import DataAccess
import SQLiteStorage
import Storage
import Secrets
@testable import Services
import Testing

@Suite struct MatrixTests {
  @Test(
    "Codes for cells outside the challenge return a stale outcome",
    arguments: [[:], ["Z9": "0000"], ["A1": "", "A2": "", "A3": ""]] as [[String: String]])
  func ignoresCodesOfOtherCells(_ codes: [String: String]) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    let answer = try bank.answer(codes, to: payment).wait()
    #expect(answer == .stale(next: try #require(payment.challenge)))
  }

  @Test("The outcome is the same for each wrong code of a matrix challenge", arguments: [[0], [1], [0, 1]])
  func hidesWhichCodeIsWrong(_ wrong: [Int]) throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    var codes = try bank.right(payment.challenge)
    let inputs = try #require(payment.challenge?.inputs)
    for place in wrong { codes[inputs[place].id] = "" }
    let answer = try bank.answer(codes, to: payment).wait()
    let next = try #require(answer.next)
    #expect(answer == .wrong(attemptsLeft: 2, next: next))
    #expect(next.inputs == inputs && next.id != payment.challenge?.id)
  }

  /// Signs an order and returns the cells of its challenge.
  private static func signed(_ order: PaymentOrder, _ bank: TestBank) throws -> [Cell] {
    let receipt = try bank.submit(order).wait()
    let challenge = try #require(receipt.challenge)
    #expect(try bank.answer(bank.right(challenge), to: receipt.submission.id, order).wait().done != nil)
    return challenge.cells
  }

  @Test("Each set of cells is used once, and a matrix without unused sets is exhausted")
  func usesEachSetOfCellsOnce() throws {
    let bank = try TestBank {
      $0.signing.columns = 2
      $0.signing.rows = 2
    }
    let order = try bank.order("1.00")
    var sets = Set<[Cell]>()
    for _ in 0..<6 {
      sets.insert(try Self.signed(order, bank))
    }
    #expect(sets.count == 6)
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
  }

  @Test("Each cell is used up to its configured limit") func limitsUsesPerCell() throws {
    let bank = try TestBank {
      $0.signing.columns = 3
      $0.signing.rows = 2
      $0.signing.usesPerCell = 1
    }
    let order = try bank.order("1.00")
    var asked: [Cell] = []
    for left in [2, 1, 0] {
      asked += try Self.signed(order, bank)
      #expect(try bank.services.signing.signaturesLeft(bank.caller.person) == left)
    }
    #expect(Set(asked).count == 6)
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
  }

  @Test("After wrong codes the last set of cells is requested again") func repeatsLastSetAfterWrongCodes() throws {
    let bank = try TestBank {
      $0.signing.columns = 2
      $0.signing.rows = 1
    }
    let payment = try bank.waitingPayment("1.00")
    let answer = try bank.answer(bank.wrong(payment.challenge), to: payment).wait()
    #expect(answer.attemptsLeft == 2 && answer.next?.inputs == payment.challenge?.inputs)
    #expect(try bank.answer(bank.right(answer.next), to: payment).wait().done != nil)
  }

  @Test("A new matrix replaces the previous one and signs payments") func newMatrixReplacesOld() throws {
    let bank = try TestBank()
    let order = try bank.order("1.00")
    let codes = try bank.services.signing.issueMatrix(bank.caller.person).wait()
    #expect(codes.count == 100)
    #expect(codes.values.allSatisfy { $0.utf8.count == 4 })
    let receipt = try bank.submit(order).wait()
    let challenge = try #require(receipt.challenge)
    let answer = Dictionary(uniqueKeysWithValues: challenge.cells.map { ($0.rawValue, codes[$0] ?? "") })
    #expect(try bank.answer(answer, to: receipt.submission.id, order).wait().done?.status == .executed)
  }

  @Test("Signing by matrix is rejected for a person without a matrix") func rejectsSigningWithoutMatrix() throws {
    let bank = try TestBank()
    _ = try bank.services.users.add(login: "new", name: "Имя", password: "the new password").wait()
    let caller = try TestBank.login(bank.services, "new", "the new password")
    let effect = Effect(check: { _, _ in nil }, execute: { _, _ in .executed })
    #expect(throws: SigningError.noMatrix) {
      try bank.services.submissions.create(
        SubmissionDraft(operation: "a", version: "1", values: "{}", idempotencyKey: nil, sign: .matrix),
        by: caller, effect: effect
      ).wait()
    }
    #expect(try bank.services.signing.signaturesLeft(caller.person) == 0)
  }

  @Test("The codes of a matrix are stored as distinct MACs, not as digests") func storesMatrixCodesAsMACs() throws {
    let bank = try TestBank()
    let (matrix, codes) = try bank.database.read { connection in
      let matrix = try #require(try MatrixUseDAO(connection).find(person: bank.caller.person)?.matrix)
      return (matrix, try MatrixDAO(connection).codes(of: matrix.id, person: bank.caller.person))
    }
    let macs = matrix.cells.compactMap { codes?.mac(of: $0) }
    #expect(macs.count == 100)
    for (cell, mac) in zip(matrix.cells, macs) {
      let code = try #require(bank.demo.matrix[cell])
      #expect(mac != Digest(of: code).bytes)
    }
    #expect(Set(macs).count == 100)
  }

  /// A size of a matrix, with the expected number of signatures.
  struct Size: Sendable {
    let columns: Int
    let rows: Int
    let cells: Int
    let uses: Int
    let signatures: Int
  }

  @Test(
    "The number of signatures left is exact for each size of matrix",
    arguments: [
      // Each cell is used once at most.
      Size(columns: 10, rows: 3, cells: 2, uses: 1, signatures: 15),
      Size(columns: 3, rows: 3, cells: 3, uses: 1, signatures: 3),
      Size(columns: 3, rows: 3, cells: 4, uses: 1, signatures: 2),
      Size(columns: 4, rows: 1, cells: 1, uses: 1, signatures: 4),
      // All existing sets are used.
      Size(columns: 2, rows: 2, cells: 2, uses: 20, signatures: 6),
      Size(columns: 5, rows: 1, cells: 4, uses: 20, signatures: 5),
      Size(columns: 4, rows: 1, cells: 1, uses: 20, signatures: 4),
      Size(columns: 4, rows: 1, cells: 4, uses: 20, signatures: 1),
      // Cells with the most remaining uses are selected first, so that no use is lost.
      Size(columns: 4, rows: 1, cells: 2, uses: 2, signatures: 4),
      Size(columns: 3, rows: 1, cells: 2, uses: 1, signatures: 1),
      Size(columns: 1, rows: 1, cells: 2, uses: 20, signatures: 0),
    ])
  func countsSignaturesLeft(_ size: Size) throws {
    let bank = try TestBank {
      ($0.signing.columns, $0.signing.rows) = (size.columns, size.rows)
      ($0.signing.cells, $0.signing.usesPerCell) = (size.cells, size.uses)
    }
    let order = try bank.order("1.00")
    func left() throws -> Int { try bank.services.signing.signaturesLeft(bank.caller.person) }
    for round in 0..<5 {
      let codes = round == 0 ? bank.demo.matrix : try bank.services.signing.issueMatrix(bank.caller.person).wait()
      for number in 0..<size.signatures {
        #expect(try left() == size.signatures - number)
        let receipt = try bank.submit(order).wait()
        // The open challenge counts as a remaining signature, and another submission can use it.
        #expect(try left() == size.signatures - number)
        let challenge = try #require(receipt.challenge)
        #expect(challenge.cells.count == size.cells)
        let answer = Dictionary(uniqueKeysWithValues: challenge.cells.map { ($0.rawValue, codes[$0] ?? "") })
        #expect(try bank.answer(answer, to: receipt.submission.id, order).wait().done != nil)
      }
      #expect(try left() == 0)
      #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
    }
  }

  @Test("A matrix signs until no signatures are left, without repeating a set of cells")
  func signsUntilExhaustedWithoutRepeats() throws {
    let bank = try TestBank {
      ($0.signing.columns, $0.signing.rows, $0.signing.usesPerCell) = (4, 4, 5)
    }
    let order = try bank.order("1.00")
    var sets: Set<[Cell]> = []
    var uses: [Cell: Int] = [:]
    var left = try bank.services.signing.signaturesLeft(bank.caller.person)
    #expect(left == 40)
    while left > 0 {
      let cells = try Self.signed(order, bank)
      #expect(sets.insert(cells).inserted)
      for cell in cells { uses[cell, default: 0] += 1 }
      let now = try bank.services.signing.signaturesLeft(bank.caller.person)
      #expect(now < left)
      left = now
    }
    #expect(uses.values.allSatisfy { $0 <= 5 })
    #expect(throws: SigningError.matrixExhausted) { try bank.submit(order).wait() }
  }

  @Test("Codes of a retired matrix return a stale outcome with a new challenge")
  func rejectsCodesOfRetiredMatrix() throws {
    let (bank, payment) = try TestBank().withWaitingPayment("1.00")
    let old = try bank.right(payment.challenge)
    let codes = try bank.services.signing.issueMatrix(bank.caller.person).wait()
    let answer = try bank.answer(old, to: payment).wait()
    let next = try #require(answer.next)
    #expect(answer == .stale(next: next))
    let new = Dictionary(uniqueKeysWithValues: next.cells.map { ($0.rawValue, codes[$0] ?? "") })
    #expect(try bank.answer(new, to: payment).wait().done?.status == .executed)
  }

  @Test("A matrix keeps its code length when the configuration changes") func matrixKeepsCodeLength() throws {
    let (bank, payment) = try TestBank { $0.signing.codeLength = 7 }.withWaitingPayment("1.00")
    #expect(payment.challenge?.inputs.map(\.length) == [7, 7])
    #expect(bank.demo.matrix.values.allSatisfy { $0.utf8.count == 7 })
    let other = try BankServices(
      store: bank.database, keys: bank.services.keys, configuration: ServiceConfiguration(ownBIC: bic(Demo.ownBIC)),
      clock: { [clock = bank.clock] in clock.now })
    let same = try other.signing.challenge(payment.id, by: bank.caller).wait()
    #expect(same == payment.challenge)
  }
}
