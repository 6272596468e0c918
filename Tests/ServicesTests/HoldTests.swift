import Model
import DataAccess
import SQLiteStorage
import Storage
import TestDatabases
import Testing

@testable import Services

/// Holds between a signature and a later execution.
@Suite struct HoldTests {
  /// Submits and signs an order without executing it, as if the bank's core executes it.
  private func sign(_ order: PaymentOrder, in bank: TestBank) throws -> Submission {
    let submission = try bank.submit(order).wait().submission
    var paying = bank.services.payments.effect(order)
    paying.executor = .core
    let effect = paying
    let (execution, now) = (bank.services.configuration.execution, bank.clock.now)
    let author = bank.services.audit.author(.system)
    return try bank.database.deferredWrite(locking: []) { transaction, after in
      try submission.signed(
        by: effect, execution, digest: submission.signedDigest.bytes, at: now, author, transaction, &after)
    }.wait()
  }

  @Test("Signing places a hold and moves no money") func signingPlacesHold() throws {
    let bank = try TestBank()
    let signed = try sign(bank.order("1000.50"), in: bank)
    #expect(signed.status == .signed)
    let account = try bank.account("Текущий")
    #expect(account.balance.text == "152300.00")
    #expect(account.available.text == "151299.50")
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.isSound)
    #expect(ledger.holds == 1)
    #expect(ledger.movements == 5)
    let person = bank.caller.person
    let hold = try bank.database.read { try HoldDAO($0).open(signed.id, person: person) }
    #expect(hold == Hold(try #require(Money("1000.50", .rub)), on: account.number))
    let stranger = try bank.stranger().person
    #expect(try bank.database.read { try HoldDAO($0).open(signed.id, person: stranger) } == nil)
  }

  @Test("A later execution releases the hold and posts the payment") func executionReleasesHoldAndPosts() throws {
    let bank = try TestBank()
    let order = try bank.order("152300.00")
    let signed = try sign(order, in: bank)
    let (effect, now) = (bank.services.payments.effect(order), bank.clock.now)
    let author = bank.services.audit.author(.system)
    let executed = try bank.database.deferredWrite(locking: []) { try signed.executed(by: effect, at: now, author, $0) }
      .wait()
    #expect(executed.status == .executed)
    let account = try bank.account("Текущий")
    #expect(account.balance.minor == 0)
    #expect(account.available.minor == 0)
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.isSound)
    #expect(ledger.holds == 0)
    #expect(ledger.movements == 6)
  }

  @Test("A later rejection releases the hold and moves no money") func rejectionReleasesHold() throws {
    let bank = try TestBank()
    let signed = try sign(bank.order("1000.00"), in: bank)
    let (now, author) = (bank.clock.now, bank.services.audit.author(.system))
    let rejected = try bank.database.deferredWrite(locking: []) {
      try signed.rejected(because: "payee-closed", at: now, author, $0)
    }.wait()
    #expect(rejected.status == .rejected)
    #expect(rejected.reason == "payee-closed")
    let account = try bank.account("Текущий")
    #expect(account.available == account.balance)
    #expect(try bank.services.inspection.ledger().isSound)
    #expect(try bank.services.inspection.ledger().movements == 5)
  }

  @Test("A held amount is not available for other payments") func heldAmountIsUnavailable() throws {
    let bank = try TestBank()
    _ = try sign(bank.order("152000.00"), in: bank)
    let refusal = #expect(throws: PaymentRefusal.self) { try bank.submit(bank.order("300.01")).wait() }
    #expect(
      refusal
        == .insufficientFunds(
          available: try #require(Money("300.00", .rub)), needed: try #require(Money("300.01", .rub))))
    #expect(try bank.pay(bank.order("300.00")).done?.status == .executed)
    #expect(try bank.account("Текущий").available.minor == 0)
  }

  @Test("Signing rejects a payment if earlier holds leave insufficient funds") func rejectsHoldBeyondBalance() throws {
    let bank = try TestBank()
    let order = try bank.order("100000.00")
    let second = try bank.submit(order).wait()
    _ = try sign(order, in: bank)
    let answer = try bank.answer(bank.right(bank.asked(second)), to: second.submission.id, order).wait()
    #expect(answer.done?.reason == "insufficient-funds")
    #expect(try bank.account("Текущий").available.text == "52300.00")
  }

  @Test("A held payment is executed from an account disabled in the meantime") func disabledAccountPaysHold() throws {
    let bank = try TestBank()
    let order = try bank.order("10.00")
    let signed = try sign(order, in: bank)
    try bank.database.change { try $0.execute("UPDATE account SET disabled = 1") }
    let (effect, now) = (bank.services.payments.effect(order), bank.clock.now)
    let author = bank.services.audit.author(.system)
    let executed = try bank.database.deferredWrite(locking: []) { try signed.executed(by: effect, at: now, author, $0) }
      .wait()
    #expect(executed.status == .executed)
    #expect(try bank.account("Текущий").balance.text == "152290.00")
  }

  @Test("A payment executed immediately places no hold") func immediateExecutionPlacesNoHold() throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    let rows = try bank.database.read {
      try $0.first("SELECT count(*) FROM hold") { (row) throws(StoreError) in try row.get(0, as: Int.self) }
    }
    #expect(rows == 0)
  }

  @Test(
    "The database rejects invalid changes to holds",
    .onFile,
    arguments: [
      ("UPDATE account SET held = held - 1 WHERE held > 0", "what is held follows the holds"),
      ("UPDATE account SET held = 0", "what is held follows the holds"),
      ("UPDATE hold SET amount = amount - 1", "a hold is released once and keeps its content"),
      ("UPDATE hold SET account = '40817810000000000000'", "a hold is released once and keeps its content"),
      ("DELETE FROM hold", "a hold is released, not deleted"),
      ("UPDATE hold SET released = placed - 1", "CHECK constraint failed: released >= placed"),
      ("UPDATE submission SET status = 'executed' WHERE status = 'signed'", "a hold ends with its submission"),
      (
        "UPDATE submission SET status = 'rejected', reason = 'x' WHERE status = 'signed'",
        "a hold ends with its submission"
      ),
      (
        "INSERT INTO hold SELECT submission, account, amount, currency, placed, NULL FROM hold",
        "UNIQUE constraint failed: hold.submission"
      ),
      (
        "INSERT INTO hold SELECT id, account, 1, 'RUB', 0, NULL FROM submission JOIN account_access WHERE status = 'executed'",
        "a hold begins with the signature"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, debit_balance, debit_received)
        SELECT account, (SELECT number FROM account WHERE kind = 'internal' AND currency = 'RUB'), 53, hold.currency, '',
          (SELECT max(at) FROM ledger), balance - 53, received
        FROM hold JOIN account ON number = account
        """,
        "CHECK constraint failed: held >= 0 AND (kind <> 'customer' OR held <= balance)"
      ),
    ] as [(StaticString, String)])
  func databaseRejectsHoldChanges(_ sql: StaticString, _ message: String) throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    _ = try sign(bank.order("152298.48"), in: bank)
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
    #expect(error?.words == message)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("Inspection reports a hold whose amount differs from its payment") func detectsHoldOfWrongAmount() throws {
    let bank = try TestBank()
    let signed = try sign(bank.order("5.00"), in: bank)
    try bank.database.drop(triggers: "hold_is_released_once", "hold_gives_back", "account_follows_holds")
    try bank.database.change { connection in
      try connection.execute("UPDATE hold SET amount = amount - 1")
      try connection.execute("UPDATE account SET held = held - 1 WHERE held > 0")
    }
    #expect(try bank.services.inspection.ledger().strayHolds == [signed.id])
  }

  @Test("Inspection reports wrong held totals and holds without an open payment") func detectsWrongHolds() throws {
    let bank = try TestBank()
    let signed = try sign(bank.order("5.00"), in: bank)
    try bank.database.drop(triggers: "account_follows_holds", "submission_goes_forward")
    try bank.database.change { connection in
      try connection.execute("UPDATE account SET held = held - 1 WHERE held > 0")
      try connection.execute("UPDATE submission SET status = 'executed' WHERE status = 'signed'")
    }
    let ledger = try bank.services.inspection.ledger()
    #expect(!ledger.isSound)
    #expect(ledger.wrongHolds == [try bank.account("Текущий").number])
    #expect(ledger.strayHolds == [signed.id])
    #expect(ledger.wrongBalances == [])
  }
}
