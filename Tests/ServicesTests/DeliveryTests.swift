import Dates
import Model
import Services
import Storage
import TestDatabases
import Testing

/// The outbox of submissions that systems of the bank execute.
@Suite struct DeliveryTests {
  private let bank: TestBank
  private let amount: Money
  private let from: AccountNumber

  init() throws {
    bank = try TestBank()
    amount = try #require(Money("1000.50", .rub))
    from = try bank.account("Текущий").number
  }

  /// Returns an effect with a delivery. With `holding`, it holds the amount and posts it to the
  /// settlement account once it is executed.
  private func effect(holding: Bool = true, queue: String? = nil, name: String = "loan") -> Effect {
    let movement = DeliveryDraft.Movement(
      debit: from.rawValue, credit: "settlement", amount: amount, purpose: "Комиссия")
    var effect = bank.services.deliveries.effect(
      paying: holding ? amount : nil, holdingOn: holding ? from : nil, moving: holding ? movement : nil)
    effect.delivery = { _ in
      DeliveryDraft(
        service: "crm", effect: name, request: #"{"method":"POST"}"#, answers: #"[{"answer":1}]"#,
        movement: holding ? movement : nil, queue: queue)
    }
    return effect
  }

  /// Creates a submission that needs no signature, so its delivery is due at once.
  private func send(_ effect: Effect, values: String = #"{"a":1}"#) throws -> Submission {
    try bank.services.submissions.create(
      SubmissionDraft(operation: "loan", version: "1", values: values, idempotencyKey: nil, sign: nil),
      by: bank.caller, effect: effect
    ).wait().submission
  }

  /// Takes the due deliveries of a system that can report the status of accepted ones.
  private func take(limit: Int = 10, isOnce: Bool = false) throws -> [Delivery] {
    let deliveries = bank.services.deliveries
    let due = try deliveries.turns("crm", limit: limit).map(\.submission)
    return try deliveries.take(
      due, of: "crm", lease: .seconds(7), isAsked: { _ in true }, isOnce: { _ in isOnce }
    ).wait()
  }

  /// Creates a submission whose delivery has been taken once.
  private func sendAndTake() throws -> Submission {
    let sent = try send(effect())
    _ = try take()
    return sent
  }

  private func note(_ word: DeliveryOutcome, of id: SubmissionID, _ effect: Effect? = nil) throws -> Deliveries.Receipt
  {
    let effect = effect ?? self.effect()
    let attempt = try bank.services.deliveries.find(id)?.attempts
    return try bank.services.deliveries.note(word, of: id, attempt: attempt, by: .system) { _ in effect }.wait()
  }

  private func delivery(_ id: SubmissionID) throws -> Delivery {
    try #require(try bank.services.deliveries.find(id, person: bank.caller.person))
  }

  private func balances() throws -> [String] {
    let account = try bank.account("Текущий")
    return [account.balance.text, account.available.text]
  }

  private func submission(_ id: SubmissionID) throws -> Submission {
    try bank.services.submissions.find(id, person: bank.caller.person)
  }

  @Test("A delivery becomes due and holds its amount only after signing") func deliversOnlyAfterSigning() throws {
    let effect = effect()
    let receipt = try bank.services.submissions.create(
      SubmissionDraft(operation: "loan", version: "1", values: "{}", idempotencyKey: nil, sign: .matrix),
      by: bank.caller, effect: effect
    ).wait()
    #expect(try delivery(receipt.submission.id).status == .prepared)
    #expect(try take() == [] && balances() == ["152300.00", "152300.00"])
    let codes = try bank.right(receipt.challenge)
    let outcome = try bank.services.signing.answer(codes, to: receipt.submission.id, by: bank.caller) { _ in effect }
      .wait()
    #expect(outcome.done?.status == .signed)
    #expect(try balances() == ["152300.00", "151299.50"])
    let taken = try take()
    #expect(taken.map(\.submission) == [receipt.submission.id])
    #expect(taken.first?.request == #"{"method":"POST"}"#)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("Due deliveries alternate between people and start with the fewest attempts")
  func interleavesPersonsByAttempts() throws {
    let (effect, other) = (effect(holding: false), try bank.stranger())
    func send(_ caller: Caller) throws -> SubmissionID {
      try bank.services.submissions.create(
        SubmissionDraft(operation: "loan", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: caller,
        effect: effect
      ).wait().submission.id
    }
    let tried = try send(bank.caller)
    _ = try take()
    _ = try note(.undeclared("status 500", again: .seconds(1)), of: tried)
    bank.clock.advance(by: .seconds(2))
    // Of two deliveries with the same time, the delivery with the smaller id is first.
    let own = try (0..<2).map { _ in try send(bank.caller) }.sorted { $0.rawValue < $1.rawValue }
    bank.clock.advance(by: .seconds(1))
    let others = try (0..<2).map { _ in try send(other) }.sorted { $0.rawValue < $1.rawValue }
    let turns = try bank.services.deliveries.turns("crm", limit: 10)
    #expect(turns.map(\.submission) == [own[0], others[0], own[1], others[1], tried])
    #expect(
      turns.map(\.person) == [bank.caller.person, other.person, bank.caller.person, other.person, bank.caller.person])
    #expect(try bank.services.deliveries.turns("crm", limit: 2) == Array(turns.prefix(2)))
  }

  @Test("A delivery counts as failing after ten attempts without a declared answer")
  func countsFailingAfterTenAttempts() throws {
    let sent = try send(effect())
    for number in 1...10 {
      bank.clock.advance(by: .seconds(3600))
      #expect(try take().count == 1)
      _ = try note(.undeclared("status 500", again: .seconds(300)), of: sent.id)
      #expect(try bank.services.deliveries.backlog().map(\.failing) == [number < 10 ? 0 : 1])
    }
    bank.clock.advance(by: .seconds(3600))
    _ = try take()
    _ = try note(.accepted(again: .seconds(1), kept: nil), of: sent.id)
    #expect(try bank.services.deliveries.backlog().map(\.failing) == [0])
  }

  @Test("A leased delivery is taken again only after its lease expires") func leaseExpiryAllowsRetake() throws {
    let sent = try send(effect())
    #expect(try take().count == 1)
    #expect(try take().isEmpty)
    bank.clock.advance(by: .seconds(7))
    let again = try take()
    #expect(again.map(\.submission) == [sent.id])
    #expect(try delivery(sent.id).attempts == 2)
  }

  @Test("A delivery that the system executed is posted once") func postsExecutedDeliveryOnce() throws {
    let sent = try sendAndTake()
    let noted = try note(.executed(kept: #"{"number":"A-1"}"#), of: sent.id)
    #expect(noted.delivery.status == .executed && noted.delivery.kept == #"{"number":"A-1"}"#)
    #expect(try submission(sent.id).status == .executed)
    #expect(try balances() == ["151299.50", "151299.50"])
    let again = try note(.executed(kept: nil), of: sent.id)
    #expect(again == .known(noted.delivery))
    #expect(try balances() == ["151299.50", "151299.50"])
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A delivery rejected by the system releases the hold and stores the reason")
  func rejectedDeliveryReleasesHold() throws {
    let sent = try sendAndTake()
    let message = CoreMessage("Недостаточный доход", english: "Too small an income")
    _ = try note(.rejected(reason: "INCOME", message, kept: nil), of: sent.id)
    let rejected = try submission(sent.id)
    #expect(rejected.status == .rejected && rejected.reason == "INCOME" && rejected.message == message)
    #expect(try balances() == ["152300.00", "152300.00"])
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A delivery is retried for 20 days without rejecting its submission")
  func undeliveredSubmissionStaysSigned() throws {
    let sent = try send(effect())
    for _ in 0..<20 {
      bank.clock.advance(by: .seconds(86_400))
      #expect(try take().count == 1)
      _ = try note(.undeclared("timeout", again: .seconds(300)), of: sent.id)
    }
    let delivery = try delivery(sent.id)
    #expect(delivery.status == .waiting && delivery.fault == "timeout" && delivery.attempts == 20)
    #expect(try submission(sent.id).status == .signed)
    #expect(try balances() == ["152300.00", "151299.50"])
    let backlog = try bank.services.deliveries.backlog()
    #expect(backlog.map(\.waiting) == [1] && backlog[0].oldest == .seconds(20 * 86_400))
  }

  @Test("A once-only delivery of unknown outcome is retried only on an operator's request")
  func retriesUnknownOutcomeByOperator() throws {
    let sent = try send(effect())
    #expect(try take(isOnce: true).map(\.status) == [.waiting])
    // The process that took it may have ended after it sent the request.
    #expect(try delivery(sent.id).status == .unknown)
    _ = try note(.undeclared("timeout", again: nil), of: sent.id)
    bank.clock.advance(by: .seconds(86_400))
    #expect(try take(isOnce: true).isEmpty)
    #expect(try delivery(sent.id).status == .unknown)
    _ = try bank.services.deliveries.retry(sent.id).wait()
    #expect(try take(isOnce: true).count == 1)
    _ = try note(.unsent("unreachable", again: .seconds(1)), of: sent.id)
    #expect(try delivery(sent.id).status == .waiting)
  }

  @Test("An accepted delivery is polled, and resent after two `missing` answers") func pollsAcceptedDelivery() throws {
    let sent = try sendAndTake()
    _ = try note(.accepted(again: .seconds(30), kept: #"{"number":"A-1"}"#), of: sent.id)
    #expect(try take().isEmpty)
    bank.clock.advance(by: .seconds(30))
    #expect(try take().map(\.status) == [.accepted])
    // Two `missing` answers in a row cause a resend.
    _ = try note(.missing(again: .zero, after: .seconds(30)), of: sent.id)
    #expect(try take().map(\.status) == [.accepted])
    _ = try note(.missing(again: .zero, after: .seconds(30)), of: sent.id)
    #expect(try take().map(\.status) == [.waiting])
    _ = try note(.executed(kept: nil), of: sent.id)
    #expect(try delivery(sent.id).kept == #"{"number":"A-1"}"#)
  }

  @Test("A `missing` answer counts 60 seconds after the attempt, and two in a row cause a resend")
  func resendsAfterTwoMissingAnswers() throws {
    let sent = try sendAndTake()
    bank.clock.advance(by: .seconds(2))
    let unknown = DeliveryOutcome.missing(again: .seconds(10), after: .seconds(60))
    _ = try note(.accepted(again: .zero, kept: nil), of: sent.id)
    // The 60 seconds count from the end of the attempt. An earlier `missing` does not count,
    // however often it is returned.
    for _ in 0..<5 {
      #expect(try take().map(\.status) == [.accepted])
      #expect(try note(unknown, of: sent.id).delivery.fault == "not known to the service yet")
      #expect(try delivery(sent.id).missed == nil)
      bank.clock.advance(by: .seconds(10))
    }
    bank.clock.advance(by: .seconds(10))
    #expect(try take().map(\.status) == [.accepted])
    #expect(try note(unknown, of: sent.id).delivery.status == .accepted)
    #expect(try delivery(sent.id).missed == bank.clock.now)
    // An `accepted` in between resets the count, because the system knows the delivery.
    bank.clock.advance(by: .seconds(10))
    _ = try take()
    _ = try note(.accepted(again: .zero, kept: nil), of: sent.id)
    for status in [Delivery.Status.accepted, .waiting] {
      bank.clock.advance(by: .seconds(10))
      _ = try take()
      #expect(try note(unknown, of: sent.id).delivery.status == status)
    }
    // The next attempt resets the count.
    _ = try take()
    #expect(try delivery(sent.id).missed == nil && delivery(sent.id).sent == bank.clock.now + .seconds(7))
  }

  @Test("A delivery rejected by an operator is polled for a day, and a contradiction is stored once")
  func recheckContradictsRejection() throws {
    let (first, second) = (try send(effect()), try send(effect()))
    _ = try take()
    let effect = effect()
    for id in [first.id, second.id] {
      _ = try bank.services.deliveries.reject(id, because: "x", forced: "a letter") { _ in effect }.wait()
    }
    func asked() throws -> [SubmissionID] {
      try bank.services.deliveries.takeRejected(limit: 8) { _ in .seconds(30) }.wait().map(\.submission)
    }
    func said(_ word: DeliveryOutcome, of id: SubmissionID) throws -> Deliveries.Receipt {
      try bank.services.deliveries.noteRejected(word, of: id).wait()
    }
    #expect(try Set(asked()) == [first.id, second.id])
    #expect(try asked().isEmpty && !bank.services.deliveries.hasRejected())
    _ = try said(.missing(again: .zero, after: .zero), of: first.id)
    bank.clock.advance(by: .seconds(31))
    #expect(try Set(asked()) == [first.id, second.id])
    // The request arrived late: the system accepts it and executes it later.
    #expect(try said(.accepted(again: nil, kept: nil), of: first.id).delivery.contrary == "accepted")
    bank.clock.advance(by: .seconds(31))
    #expect(try asked().count == 2)
    let contrary = try said(.executed(kept: nil), of: first.id)
    #expect(contrary.delivery.contrary == "executed" && contrary.delivery.status == .rejected)
    if case .contrary = contrary {} else { Issue.record("\(contrary)") }
    #expect(try submission(first.id).status == .rejected && balances() == ["152300.00", "152300.00"])
    bank.clock.advance(by: .seconds(3_600))
    #expect(try asked() == [second.id])
    // Polls pause for at most five minutes. The last poll follows after one day.
    bank.clock.advance(by: .seconds(301))
    #expect(try asked() == [second.id])
    bank.clock.advance(by: .seconds(86_400))
    #expect(try asked() == [second.id])
    _ = try said(.undeclared("timeout", again: nil), of: second.id)
    bank.clock.advance(by: .seconds(86_400))
    #expect(try asked().isEmpty)
  }

  @Test("A rejected delivery is not polled if its system has no status request")
  func skipsRecheckWithoutPolling() throws {
    let sent = try send(effect())
    let effect = effect()
    _ = try bank.services.deliveries.reject(sent.id, because: "x") { _ in effect }.wait()
    #expect(try bank.services.deliveries.takeRejected(limit: 8) { _ in nil }.wait().isEmpty)
    #expect(try delivery(sent.id).recheckedUntil == nil && !bank.services.deliveries.hasRejected())
  }

  @Test("A later contradictory outcome of a delivery is stored and changes nothing")
  func storesContraryOutcome() throws {
    let sent = try sendAndTake()
    _ = try note(.executed(kept: nil), of: sent.id)
    let contrary = try note(.rejected(reason: "LATE", nil, kept: nil), of: sent.id)
    guard case .contrary(let delivery) = contrary else {
      Issue.record("\(contrary)")
      return
    }
    #expect(delivery.status == .executed && delivery.contrary == "rejected: LATE")
    #expect(try submission(sent.id).status == .executed)
    #expect(try balances() == ["151299.50", "151299.50"])
    #expect(try note(.accepted(again: nil, kept: nil), of: sent.id) == .known(delivery))
  }

  @Test("An executed delivery that the ledger cannot post stays held and reports a fault")
  func unpostableDeliveryStaysHeld() throws {
    let sent = try sendAndTake()
    var refusing = effect()
    refusing = Effect(check: { _, _ in nil }, execute: { _, _ in .rejected(reason: "account-disabled") })
    let noted = try note(.executed(kept: nil), of: sent.id, refusing)
    #expect(noted.delivery.status == .waiting)
    #expect(noted.delivery.fault == "executed by the service, but not by the ledger: account-disabled")
    #expect(try submission(sent.id).status == .signed && balances() == ["152300.00", "151299.50"])
    bank.clock.advance(by: .seconds(300))
    #expect(try take().count == 1)
    _ = try note(.executed(kept: nil), of: sent.id)
    #expect(try submission(sent.id).status == .executed)
  }

  @Test("Deliveries of one queue are sent one at a time in order") func sendsQueueInOrder() throws {
    let first = try send(effect(queue: "crm 1"))
    bank.clock.advance(by: .seconds(1))
    let second = try send(effect(queue: "crm 1"))
    let other = try send(effect(queue: "crm 2"))
    #expect(Set(try take().map(\.submission)) == [first.id, other.id])
    _ = try note(.undeclared("timeout", again: .seconds(5)), of: first.id)
    bank.clock.advance(by: .seconds(1))
    #expect(try take().isEmpty)
    _ = try note(.executed(kept: nil), of: first.id)
    #expect(try take().map(\.submission) == [second.id])
  }

  @Test("An operator's forced rejection of a delivery is audited") func auditsOperatorRejection() throws {
    let sent = try sendAndTake()
    let effect = effect()
    let receipt = try bank.services.deliveries.reject(
      sent.id, because: "rejected-by-bank", forced: "call of 24 November"
    ) {
      _ in effect
    }.wait()
    #expect(receipt.delivery.status == .rejected)
    #expect(try submission(sent.id).reason == "rejected-by-bank" && balances() == ["152300.00", "152300.00"])
    let events = try bank.database.read { connection in
      try connection.all("SELECT event FROM audit_record WHERE subject = 'submission' ORDER BY sequence") {
        (row) throws(StoreError) in try row.get(0, as: String.self)
      }
    }
    #expect(events == ["submission-made", "submission-handed-over", "submission-rejected", "delivery-forced"])
    #expect(throws: Deliveries.DeliveryError.notOpen(.rejected)) { try bank.services.deliveries.retry(sent.id).wait() }
  }

  @Test("An operator's rejection fails if the delivery has changed since it was read")
  func changedDeliveryBlocksRejection() throws {
    let sent = try sendAndTake()
    let held = try bank.services.deliveries.putOff(sent.id, attemptLimit: .seconds(7)).wait()
    #expect(held.lastAttempt == bank.clock.now + .seconds(7))
    // No attempt is made while the operator decides.
    bank.clock.advance(by: .seconds(60))
    #expect(try take().isEmpty)
    // The outcome of the earlier attempt arrives.
    _ = try note(.undeclared("timeout", again: .seconds(1)), of: sent.id)
    let effect = effect()
    func reject(_ asItStood: Delivery) throws {
      _ = try bank.services.deliveries.reject(sent.id, because: "x", asItStood: asItStood) { _ in effect }.wait()
    }
    #expect(throws: Deliveries.DeliveryError.changedMeanwhile) { try reject(held.delivery) }
    #expect(try submission(sent.id).status == .signed)
    // The delivery keeps the outcome that was stored in the meantime, and its retry time.
    try bank.services.deliveries.letGo(held).wait()
    #expect(try delivery(sent.id).due == bank.clock.now + .seconds(1))
    let again = try bank.services.deliveries.putOff(sent.id, attemptLimit: .milliseconds(500)).wait()
    #expect(again.lastAttempt == nil)
    try reject(again.delivery)
    #expect(try submission(sent.id).status == .rejected)
  }

  @Test("A delivery released without rejection keeps its retry time") func releasedDeliveryKeepsSchedule() throws {
    let sent = try sendAndTake()
    _ = try note(.unsent("connect", again: .seconds(5)), of: sent.id)
    let held = try bank.services.deliveries.putOff(sent.id, attemptLimit: .seconds(2)).wait()
    bank.clock.advance(by: .seconds(6))
    #expect(try take().isEmpty)
    try bank.services.deliveries.letGo(held).wait()
    #expect(try take().map(\.submission) == [sent.id])
    let gone = try bank.services.deliveries.putOff(sent.id, attemptLimit: .seconds(7)).wait()
    _ = try note(.executed(kept: nil), of: sent.id)
    try bank.services.deliveries.letGo(gone).wait()
    #expect(try delivery(sent.id).due == nil)
  }

  @Test("A delivery is hidden from other people") func hidesDeliveryOfOthers() throws {
    let sent = try send(effect())
    let stranger = try bank.stranger()
    #expect(try bank.services.deliveries.find(sent.id, person: stranger.person) == nil)
  }

  @Test("Erasing a submission's values erases the request and result of its delivery")
  func erasesRequestWithValues() throws {
    let open = try send(effect(holding: false))
    let ended = try send(effect(holding: false))
    _ = try take()
    _ = try note(.executed(kept: #"{"number":"A-1"}"#), of: ended.id, effect(holding: false))
    try bank.database.change { connection in
      try connection.execute(#"UPDATE submission SET "values" = '{}' WHERE id = $1"#, ended.id)
    }
    let forgotten = try delivery(ended.id)
    #expect(forgotten.request == nil && forgotten.kept == nil && forgotten.status == .executed)
    #expect(try delivery(open.id).request != nil)
  }

  @Test("The database rejects executing a submission before its delivery ends")
  func databaseRejectsEarlyExecution() throws {
    let effect = effect()
    _ = try bank.services.submissions.create(
      SubmissionDraft(operation: "loan", version: "1", values: "{}", idempotencyKey: nil, sign: .matrix),
      by: bank.caller, effect: effect
    ).wait()
    let error = #expect(throws: StoreError.self) {
      try bank.database.change {
        try $0.execute("UPDATE submission SET status = 'executed' WHERE status = 'awaitingSignature'")
      }
    }
    #expect(error?.words == "a submission ends with its delivery")
  }

  @Test(
    "The database rejects changes that violate the invariants of deliveries",
    arguments: [
      "UPDATE delivery SET status = 'executed', ended = 1, due = NULL",
      "UPDATE delivery SET service = 'other'", "UPDATE delivery SET request = '{}'", "UPDATE delivery SET amount = 1",
      "UPDATE delivery SET status = 'prepared', signed = NULL, due = NULL", "DELETE FROM delivery",
      "UPDATE submission SET status = 'executed', changed = changed + 1",
      "UPDATE delivery SET answers_digest = zeroblob(32)", "UPDATE delivery SET signed = signed + 1",
      "INSERT INTO delivery (submission, service, effect, status, answers_digest) SELECT id, 'a', 'b', 'waiting', zeroblob(32) FROM submission",
    ] as [StaticString])
  func databaseRejectsDeliveryChanges(sql: StaticString) throws {
    _ = try send(effect())
    let ended = try send(effect())
    _ = try note(.executed(kept: nil), of: ended.id)
    #expect(throws: StoreError.self) {
      try bank.database.change { try $0.execute(sql) }
    }
    #expect(try bank.services.inspection.ledger().isSound)
  }
}
