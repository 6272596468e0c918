import Dates
import Dispatch
import Model
import SQLiteStorage
import Storage
import Services
import Synchronization
import TestDatabases
import Testing

/// The feed to the bank's core and its acknowledgements.
@Suite struct CoreFeedTests {
  /// Returns a bank whose core executes submissions.
  private func fed() throws -> TestBank {
    try TestBank { $0.execution = Execution(core: .feed, days: BusinessDays()) }
  }

  /// Returns a bank whose core executes submissions, an order and its signed submission.
  private func fedWithSignedOrder(_ amount: String) throws -> (TestBank, PaymentOrder, Submission) {
    let bank = try fed()
    let order = try bank.order(amount)
    return (bank, order, try bank.signedPayment(order))
  }

  private func feed(_ bank: TestBank, after sequence: Int64 = 0, limit: Int = 200) throws -> [CoreFeedEntry] {
    try bank.services.coreFeed.page(after: sequence, limit: limit).elements
  }

  /// Stores the core's acknowledgement of a payment.
  private func acknowledge(
    _ id: SubmissionID, _ said: Acknowledgement, _ bank: TestBank, _ order: PaymentOrder
  ) throws -> CoreFeed.Receipt {
    try bank.services.coreFeed.acknowledge(id, said, by: .system) { [services = bank.services] _ in
      services.payments.effect(order)
    }
    .wait()
  }

  /// Submits an operation that needs no signature and is executed by the core.
  private func send(_ operation: String, to bank: TestBank) -> Deferred<Submissions.Receipt> {
    var effect = Effect.none
    effect.executor = .core
    return bank.services.submissions.create(
      SubmissionDraft(operation: operation, version: "1", values: "{}", idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: effect)
  }

  @Test("A signed payment enters the core feed, and its amount is held") func signedPaymentEntersFeed() throws {
    let bank = try fed()
    let signed = try bank.signedPayment("1000.50")
    #expect(signed.status == .signed)
    let account = try bank.account("Текущий")
    #expect((account.balance.text, account.available.text) == ("152300.00", "151299.50"))
    let handed = try #require(try feed(bank).first)
    #expect(handed.sequence == 1)
    #expect(handed.submission == signed)
    #expect(handed.person.name == bank.caller.name)
    let customers = try bank.services.customers.all(limit: 10).elements
    let customer = try #require(customers.first { $0.person == bank.caller.person })
    #expect(handed.account == account.number.rawValue)
    #expect(handed.customer == CoreFeedEntry.Party(externalID: customer.externalID, name: customer.name))
    #expect(customer.externalID != nil)
    #expect(handed.signed == bank.clock.now)
    #expect(handed.acknowledged == nil)
    #expect(handed.submission.businessDay == CivilDate("2026-11-23"))
    // The challenge is bound to the signed data.
    let digests = try bank.database.read { connection in
      try connection.all("SELECT challenge_digest FROM submission") { (row) throws(StoreError) in
        try row.get(0, as: [UInt8].self)
      }
    }
    #expect(digests == [handed.digest])
  }

  @Test("The core feed is ordered by signing, not by submission") func ordersFeedBySigning() throws {
    let bank = try fed()
    let order = try bank.order("1.00")
    let sent = try (0..<3).map { _ in try bank.submit(order).wait() }
    #expect(try feed(bank) == [])
    for receipt in sent.reversed() {
      _ = try bank.answer(bank.right(bank.asked(receipt)), to: receipt.submission.id, order).wait()
    }
    let all = try feed(bank)
    #expect(all.map(\.sequence) == [1, 2, 3])
    #expect(all.map(\.submission.id) == sent.reversed().map(\.submission.id))
    let first = try bank.services.coreFeed.page(after: 0, limit: 2)
    #expect((first.elements.map(\.sequence), first.next) == ([1, 2], 2))
    let second = try bank.services.coreFeed.page(after: 2, limit: 2)
    #expect((second.elements.map(\.sequence), second.next) == ([3], nil))
  }

  @Test("A payment that the core acknowledges as executed is posted") func postsExecutedPayment() throws {
    let (bank, order, signed) = try fedWithSignedOrder("1000.50")
    bank.clock.advance(by: .seconds(3600))
    let taken = try acknowledge(signed.id, .executed(nil), bank, order)
    #expect(taken.isNew)
    #expect(taken.handOver.submission.status == .executed)
    #expect(taken.handOver.acknowledged == bank.clock.now)
    let account = try bank.account("Текущий")
    #expect((account.balance.text, account.available.text) == ("151299.50", "151299.50"))
    let history = try bank.services.submissions.history(signed.id, person: bank.caller.person)
    #expect(history.map(\.status) == [.awaitingSignature, .signed, .executed])
    #expect(history.last?.at == bank.clock.now)
    // An acknowledged submission stays in the feed, with its outcome.
    #expect(try feed(bank).map(\.submission.status) == [.executed])
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A rejection by the core releases the hold and stores the reason") func rejectionReleasesHold() throws {
    let (bank, order, signed) = try fedWithSignedOrder("1000.50")
    let message = CoreMessage("Счёт получателя закрыт", english: "The payee's account is closed")
    let taken = try acknowledge(signed.id, .rejected(reason: "payee-closed", message), bank, order)
    #expect(taken.handOver.submission.status == .rejected)
    #expect(taken.handOver.submission.reason == "payee-closed")
    #expect(taken.handOver.submission.message == message)
    let account = try bank.account("Текущий")
    #expect((account.balance.text, account.available.text) == ("152300.00", "152300.00"))
    let last = try bank.services.submissions.history(signed.id, person: bank.caller.person).last
    #expect(last == StatusChange(status: .rejected, reason: "payee-closed", message: message, at: bank.clock.now))
  }

  @Test("A repeated acknowledgement returns the stored outcome; a different one is rejected")
  func acknowledgementIsIdempotent() throws {
    let (bank, order, signed) = try fedWithSignedOrder("10.00")
    let said = Acknowledgement.rejected(reason: "frozen", CoreMessage("Заморожен"))
    let first = try acknowledge(signed.id, said, bank, order)
    bank.clock.advance(by: .seconds(60))
    let again = try acknowledge(signed.id, said, bank, order)
    #expect(!again.isNew)
    #expect(again.handOver == first.handOver)
    for other in [
      Acknowledgement.executed(nil), .rejected(reason: "frozen", nil),
      .rejected(reason: "closed", CoreMessage("Заморожен")),
    ] {
      #expect(throws: CoreError.acknowledgedOtherwise(.rejected)) {
        try acknowledge(signed.id, other, bank, order)
      }
    }
    #expect(try bank.services.submissions.history(signed.id, person: bank.caller.person).count == 3)
  }

  @Test("An unsigned submission cannot be acknowledged by the core") func rejectsAcknowledgingUnsigned() throws {
    let bank = try fed()
    let order = try bank.order("10.00")
    let unsigned = try bank.submit(order).wait().submission
    #expect(throws: SubmissionError.notFound) { try acknowledge(unsigned.id, .executed(nil), bank, order) }
    #expect(try bank.account("Текущий").available.text == "152300.00")
  }

  @Test("An acknowledged payment that the ledger cannot post stays signed and held")
  func unpostablePaymentStaysHeld() throws {
    let (bank, order, signed) = try fedWithSignedOrder("10.00")
    let refused = bank.services.coreFeed.acknowledge(signed.id, .executed(nil), by: .system) { _ in
      Effect(check: { _, _ in nil }, execute: { _, _ in .rejected(reason: "payee-unknown") })
    }
    #expect(throws: CoreError.notExecutable(reason: "payee-unknown")) { try refused.wait() }
    #expect(try feed(bank).map(\.submission.status) == [.signed])
    #expect(try bank.account("Текущий").available.text == "152290.00")
    #expect(try acknowledge(signed.id, .executed(nil), bank, order).handOver.submission.status == .executed)
  }

  @Test("An effect can override the configured executor") func effectOverridesExecutor() throws {
    for (executor, core, status) in [
      (Executor.core, Core.ledger, Submission.Status.signed), (.here, .feed, .executed), (.configured, .feed, .signed),
      (.configured, .ledger, .executed),
    ] {
      let bank = try TestBank { $0.execution = Execution(core: core, days: BusinessDays()) }
      var effect = Effect.none
      effect.executor = executor
      let receipt = try bank.services.submissions.create(
        SubmissionDraft(operation: "a", version: "1", values: "{}", idempotencyKey: nil, sign: nil),
        by: bank.caller, effect: effect
      ).wait()
      #expect(receipt.submission.status == status)
      #expect(try feed(bank).count == (status == .signed ? 1 : 0))
    }
  }

  @Test("Paging the core feed during concurrent writes returns every entry once and in order")
  func pagesFeedDuringConcurrentWrites() throws {
    let bank = try fed()
    let total = 400
    let writers = DispatchGroup()
    let failures = Mutex(0)
    for number in 0..<total {
      writers.enter()
      DispatchQueue.global().async {
        self.send("a\(number)", to: bank).start { result in
          if case .failure = result { failures.withLock { $0 += 1 } }
          writers.leave()
        }
      }
    }
    var seen: [Int64] = []
    var isOver = false
    while !isOver {
      // Check before the page is read, so that the last page is read after the last writer has
      // ended.
      isOver = writers.wait(timeout: .now()) == .success
      while true {
        let page = try bank.services.coreFeed.page(after: seen.last ?? 0, limit: 7)
        seen += page.elements.map(\.sequence)
        if page.next == nil { break }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(seen == Array(1...Int64(total)))
  }

  @Test("The core is reported as silent after 15 minutes without an acknowledgement") func reportsSilentCore() throws {
    let bank = try fed()
    #expect(try bank.services.coreFeed.health().waiting == 0)
    let order = try bank.order("10.00")
    let first = try bank.signedPayment(order)
    bank.clock.advance(by: .seconds(600))
    _ = try bank.pay(order)
    var health = try bank.services.coreFeed.health()
    #expect((health.waiting, health.oldest, health.isSilent, health.lastPull) == (2, .seconds(600), false, nil))
    bank.clock.advance(by: .seconds(301))
    _ = try feed(bank)
    health = try bank.services.coreFeed.health()
    #expect((health.waiting, health.oldest, health.isSilent) == (2, .seconds(901), true))
    #expect(health.lastPull == bank.clock.now)
    _ = try acknowledge(first.id, .executed(nil), bank, order)
    health = try bank.services.coreFeed.health()
    #expect((health.waiting, health.oldest, health.isSilent) == (1, .seconds(301), false))
  }

  @Test(
    "The database rejects invalid changes to the core feed and business days",
    arguments: [
      ("DELETE FROM core_feed", "the feed is only added to"),
      ("UPDATE core_feed SET sequence = 7", "what the core was handed is acknowledged once"),
      ("UPDATE core_feed SET acknowledged = NULL", "what the core was handed is acknowledged once"),
      (
        "INSERT INTO core_feed (sequence, submission, digest, signed) SELECT 7, submission, digest, signed FROM core_feed",
        "the feed takes signed submissions one after the other"
      ),
      ("UPDATE submission SET business_day = '2026-11-24'", "a submission keeps its business day"),
      ("UPDATE submission SET business_day = NULL", "a submission keeps its business day"),
    ] as [(StaticString, String)])
  func databaseRejectsFeedChanges(_ sql: StaticString, _ message: String) throws {
    let bank = try fed()
    try bank.signedPayment("1.00")
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
    #expect(error?.words == message)
  }
}
