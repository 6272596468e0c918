import Dates
import Dispatch
import Model
import PostgreSQLStorage
import Secrets
import Storage
import Synchronization
import TestDatabases
import Testing

@testable import Services

/// Two processes on one database server that act at the same moment. Each rule holds as if one of
/// them were first.
///
/// The clock of the second process is one second behind.
struct TwoProcessesTests {
  private let bank: TestBank
  private let services: [BankServices]

  init() throws {
    let store = try TestDatabase.onServer()
    let bank = try TestBank(over: store)
    let other = try BankServices(
      store: TestDatabase.open(store.address), keys: SecretKeys(bank.key), configuration: bank.services.configuration,
      clock: { bank.clock.now + .seconds(-1) })
    self.bank = bank
    services = [bank.services, other]
  }

  /// Runs `body` in both processes at once and returns the results.
  private func both<Value: Sendable>(
    _ body: @escaping @Sendable (BankServices) throws -> Value
  ) -> [Result<Value, any Error>] {
    let results = Mutex<[Result<Value, any Error>]>([])
    let services = services
    onThreads(2) { number in
      let result = Result { try body(services[number]) }
      results.withLock { $0.append(result) }
    }
    return results.withLock { $0 }
  }

  private func draft(_ key: String, sign: Challenge.Method? = nil) -> SubmissionDraft {
    SubmissionDraft(operation: "pay", version: "1", values: "{}", idempotencyKey: (key, "{}"), sign: sign)
  }

  private func balance() throws -> Int64 { try bank.account("Текущий").balance.minor }

  @Test("Two processes that use one idempotency key create one submission") func oneKeyCreatesOneSubmission() throws {
    let (order, caller, before) = (try bank.order("1.00"), bank.caller, try balance())
    for round in 0..<50 {
      let draft = draft("key \(round)")
      let receipts = both { try $0.submissions.create(draft, by: caller, effect: $0.payments.effect(order)).wait() }
      let found = try receipts.map { try $0.get() }
      #expect(found[0].submission.id == found[1].submission.id)
      #expect(found.count { $0.isNew } == 1)
    }
    #expect(try balance() == before - 50 * 100)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("Two processes cannot spend the same balance twice") func spendsBalanceOnce() throws {
    let caller = bank.caller
    for round in 0..<12 {
      let before = try balance()
      let order = try bank.order(Money(minor: before * 2 / 3, .rub).text)
      let drafts = [draft("a \(round)"), draft("b \(round)")]
      let turn = Atomic(0)
      let outcomes = both { services in
        let draft = drafts[turn.add(1, ordering: .relaxed).oldValue]
        return try services.submissions.create(draft, by: caller, effect: services.payments.effect(order)).wait()
      }
      #expect(outcomes.count { (try? $0.get())?.submission.status == .executed } == 1)
      for case .failure(let error) in outcomes { #expect(error is any Refusal, "\(error)") }
      #expect(try balance() == before - before * 2 / 3)
    }
    #expect(try bank.services.inspection.ledger().isSound)
    _ = try bank.services.audit.verify()
  }

  @Test("Two processes share the daily limit of payments") func sharesDailyLimit() throws {
    let (caller, order, start) = (bank.caller, try bank.order("6.00"), bank.clock.now + .seconds(-3600))
    for round in 0..<25 {
      let limit = Money(minor: Int64(round) * 600 + 1000, .rub)
      let drafts = [draft("a \(round)"), draft("b \(round)")]
      let turn = Atomic(0)
      let outcomes = both { services in
        let draft = drafts[turn.add(1, ordering: .relaxed).oldValue]
        let effect = services.limits.limiting(services.payments.effect(order), of: "pay", to: [limit]) { _ in start }
        return try services.submissions.create(draft, by: caller, effect: effect).wait()
      }
      #expect(outcomes.count { (try? $0.get())?.submission.status == .executed } == 1)
      for case .failure(let error) in outcomes { #expect(error is any Refusal, "\(error)") }
    }
  }

  @Test("A signature sent to two processes is executed once") func executesSignatureOnce() throws {
    let (caller, order) = (bank.caller, try bank.order("1.00"))
    let before = try balance()
    for _ in 0..<20 {
      let receipt = try bank.submit(order).wait()
      let codes = try bank.right(receipt.challenge)
      let outcomes = both { services in
        try services.signing.answer(codes, to: receipt.submission.id, by: caller, text: SentCodes.text) { _ in
          services.payments.effect(order)
        }.wait()
      }
      #expect(outcomes.contains { (try? $0.get())?.done?.status == .executed })
    }
    #expect(try balance() == before - 20 * 100)
    #expect(try bank.services.inspection.ledger().isSound)
    _ = try bank.services.audit.verify()
  }

  @Test("Wrong answers sent to two processes are counted together") func countsWrongAnswersTogether() throws {
    let (caller, order) = (bank.caller, try bank.order("1.00"))
    for _ in 0..<10 {
      let receipt = try bank.submit(order).wait()
      let challenge = try bank.asked(receipt)
      let answers = try (0..<2).map { _ in try (0..<4).map { _ in try bank.wrong(challenge) } }
      let turn = Atomic(0)
      let outcomes = both { services in
        try answers[turn.add(1, ordering: .relaxed).oldValue].map { codes in
          try services.signing.answer(codes, to: receipt.submission.id, by: caller) { _ in
            services.payments.effect(order)
          }.wait()
        }
      }
      var left: [Int] = []
      for outcome in try outcomes.flatMap({ try $0.get() }) {
        switch outcome {
        case .wrong(let attempts, _): left.append(attempts)
        case .ended: break
        default: Issue.record("\(outcome)")
        }
      }
      #expect(left.sorted() == [1, 2])
      _ = try bank.services.signing.unlock(caller.person).wait()
    }
  }

  @Test("Internal accounts are updated correctly during concurrent payments of two processes")
  func updatesInternalAccountsConcurrently() throws {
    let (caller, order) = (bank.caller, try bank.order("1.00"))
    for round in 0..<20 {
      let drafts = (0..<4).map { draft("\(round) \($0)") }
      let turn = Atomic(0)
      for outcome in both({ services in
        let own = turn.add(1, ordering: .relaxed).oldValue
        for draft in drafts.filter({ $0.idempotencyKey?.key.hasSuffix(own == 0 ? "0" : "1") == true }) {
          _ = try services.submissions.create(draft, by: caller, effect: services.payments.effect(order)).wait()
          _ = try services.internalEntries.takeIn().wait()
        }
      }) { try outcome.get() }
    }
    #expect(try bank.services.inspection.ledger().isSound)
    _ = try bank.services.audit.verify()
  }

  @Test("An open write transaction reserves no sequence number in the audit")
  func openWriteReservesNoSequence() throws {
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    let (one, other) = (services[0], services[1])
    one.store.write(
      locking: [],
      { transaction in
        try one.audit.record(.login, by: .system, of: .operation("first"), transaction)
        begun.signal()
        release.wait()
        // The transaction may run again.
        release.signal()
      }, afterCommit: nil, then: { _ in ended.signal() })
    begun.wait()
    defer { release.signal() }
    try other.store.change { try other.audit.record(.login, by: .system, of: .operation("second"), $0) }
    release.signal()
    ended.wait()
    _ = try bank.services.audit.verify()
    let newest = try one.store.read { connection in
      try connection.all("SELECT subject_id FROM audit_record ORDER BY sequence DESC LIMIT 2") {
        (row) throws(StoreError) in try row.get(0, as: String.self)
      }
    }
    #expect(newest == ["first", "second"])
  }

  @Test("Concurrent writes of two processes leave no gap in the audit") func auditHasNoGaps() throws {
    let (caller, order) = (bank.caller, try bank.order("1.00"))
    let services = services
    onThreads(4) { number in
      for round in 0..<20 {
        do {
          let services = services[number % 2]
          let draft = SubmissionDraft(
            operation: "pay", version: "1", values: "{}", idempotencyKey: ("\(number) \(round)", "{}"), sign: nil)
          _ = try services.submissions.create(draft, by: caller, effect: services.payments.effect(order)).wait()
        } catch { Issue.record(error) }
      }
    }
    let head = try bank.services.audit.verify()
    #expect(Int64(try bank.count("SELECT count(*) FROM audit_record")) == head.sequence)
    #expect(try bank.services.inspection.ledger().binding.faults.isEmpty)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("Only one of two processes can have a pending proposal of a definition set") func allowsOneProposal() throws {
    let contents = (0..<2).map { SetContents([.init(path: "operations/a.yaml", bytes: [UInt8($0)])]) }
    for contents in contents { _ = try bank.services.definitionSets.put(contents).wait() }
    for _ in 0..<20 {
      let turn = Atomic(0)
      let outcomes = both { services in
        let sets = services.definitionSets
        let proposal = try sets.propose(contents[turn.add(1, ordering: .relaxed).oldValue].hash).wait()
        try sets.activate(proposal, as: .definitionsActivated).wait()
        return proposal
      }
      let made = outcomes.compactMap { try? $0.get() }
      #expect(!made.isEmpty)
      for case .failure(let error) in outcomes {
        guard case SetError.underWay = error else { throw error }
      }
      let newest = try #require(made.max { $0.number < $1.number })
      let standing = try bank.services.definitionSets.standing()
      #expect(standing.active?.number == newest.number && standing.active?.set == newest.set && standing.pending == nil)
    }
    _ = try bank.services.audit.verify()
  }

  /// The clock of the database decides, not the clocks of the processes.
  @Test("A proposal of one process is visible to the other and requires its confirmation")
  func sharesProposal() throws {
    let sets = services.map(\.definitionSets)
    let contents = SetContents([.init(path: "operations/a.yaml", bytes: [1])])
    #expect(try sets[0].put(contents).wait())
    #expect(try !sets[1].put(contents).wait())
    bank.clock.advance(by: .seconds(60))
    let proposal = try sets[0].propose(contents.hash).wait()
    #expect(try sets[1].standing().pending == proposal)
    try sets[1].enter(SharingServer(id: "b", name: "b:80", serving: 0)).wait()
    #expect(throws: (any Error).self) { try sets[0].activate(proposal, as: .definitionsActivated).wait() }
    try sets[1].report(SharingServer(id: "b", name: "b:80", serving: 0, judged: proposal.number)).wait()
    try sets[0].activate(proposal, as: .definitionsActivated).wait()
    #expect(try sets[1].standing().active?.set == contents.hash)
  }

  @Test("A directory imported by one process is loaded by the other on refresh") func sharesImportedDirectory() throws {
    let (one, other) = (services[0].banks, services[1].banks)
    _ = try other.refresh()
    let bic = try #require(["044525000", "044525999"].compactMap { BIC($0) }.first { one.bank($0) == nil })
    _ = try one.importDirectory([Bank(bic: bic, name: "Новый банк")]).wait()
    #expect(other.bank(bic) == nil)
    #expect(try other.refresh())
    #expect(other.bank(bic)?.name == "Новый банк" && other.directory.banks == one.directory.banks)
    #expect(try !other.refresh())
  }

  @Test("One of two concurrent replacements of a draft is rejected and stored as a copy")
  func rejectsConcurrentDraft() throws {
    let caller = bank.caller
    let number = Mutex(0)
    for _ in 0..<20 {
      let receipt = try services[0].drafts.put("{}", of: "pay", version: "1", by: caller).wait()
      let outcomes = try both { services in
        let mine = number.withLock { number in
          number += 1
          return #"{"by":\#(number)}"#
        }
        return try services.drafts.keep(
          mine, of: "pay", version: "1", if: { $0?.values == receipt.draft.values }, by: caller
        ).wait()
      }.map { try $0.get() }
      let current = try services[0].drafts.find("pay", person: caller.person)
      let refused = outcomes.filter { $0 == .refused(current: current) }
      #expect(refused.count == 1, "\(outcomes)")
      let copy = try services[1].drafts.copies(of: "pay", person: caller.person).first
      #expect(copy != nil && copy?.values != current.values)
    }
  }
}
