import DemoData
import Dates
import Model
import Storage
import DataAccess
import SQLiteStorage
import Secrets
import TestDatabases
import Testing

@testable import Services

/// Findings in a ledger whose file was changed without the key.
@Suite(.onFile) struct LedgerBindingTests {
  /// Returns a bank whose ledger was bound with the demo's five movements, followed by three
  /// payments.
  private func bank() throws -> TestBank {
    let bank = try TestBank()
    try bank.services.audit.bindLedger()
    for amount in ["1.00", "2.00", "3.00"] { try bank.signedPayment(amount) }
    return bank
  }

  /// Returns the findings of the audit. If `start` is `.none`, expects the same findings from the
  /// inspection, which needs no key.
  private func found(_ bank: TestBank, since start: AuditRecord.Head = .none) throws -> LedgerWalk.Findings {
    let walk = try bank.services.audit.ledger(since: start)
    _ = try bank.services.audit.verify(since: start, following: walk)
    let findings = try walk.findings()
    if start == .none { #expect(try bank.services.inspection.ledger().binding == findings) }
    return findings
  }

  /// Adds a movement between the accounts of the first movement. It satisfies all constraints of
  /// the tables.
  private func putIn(_ amount: Int64, _ purpose: String = "", of submission: SubmissionID? = nil, in bank: TestBank)
    throws
  {
    let connection = Connection(try SQLiteConnection(path: bank.database.file().path))
    let first = try #require(try LedgerDAO(connection).movement(1))
    try LedgerDAO(connection).insert(
      Transfer(
        debit: try #require(AccountNumber(first.debit)), credit: try #require(AccountNumber(first.credit)),
        amount: Money(minor: amount, .rub), purpose: purpose, submission: submission),
      at: Instant(microseconds: first.at))
  }

  private func tamper(_ bank: TestBank, _ statements: [StaticString]) throws {
    // A separate connection, as another program would use.
    let connection = try SQLiteConnection(path: bank.database.file().path)
    for statement in statements { try connection.execute(statement) }
  }

  @Test("Every movement of the ledger is bound to the audit once") func bindsEveryMovementOnce() throws {
    let bank = try bank()
    try bank.services.audit.bindLedger()
    let found = try found(bank)
    #expect((found.before, found.bound, found.count) == (5, 3, 0))
    #expect(found.note == nil)
    #expect(try bank.count("SELECT count(*) FROM audit_record WHERE event = 'ledger-bound'") == 1)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("A ledger bound while empty has an audit record for each later movement")
  func bindsMovementsOfEmptyLedger() throws {
    let database = try Database.temporary()
    try TestBank.migrate(database)
    var configuration = ServiceConfiguration(ownBIC: try #require(BIC(Demo.ownBIC)))
    configuration.passwordCost = .minimum
    let services = try BankServices(store: database, keys: SecretKeys(SecretKey()), configuration: configuration)
    try services.audit.bindLedger()
    _ = try Demo.fill(services)
    let binding = try services.inspection.ledger().binding
    #expect((binding.before, binding.bound, binding.count) == (0, 5, 0))
  }

  /// The sums, the references, the balances and the audit are consistent. Only the binding reveals
  /// the movement.
  @Test("An inserted movement with consistent balances is reported") func detectsInsertedMovement() throws {
    let bank = try bank()
    try putIn(100_000_000, "Пополнение", in: bank)
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.wrongBalances.isEmpty && ledger.sums.allSatisfy { $0.entries == 0 })
    #expect(try !ledger.isSound && bank.services.inspection.faults().isEmpty)
    let found = try found(bank)
    #expect(found.count == 1)
    guard case .putIn(let movement) = found.faults.first else { return #expect(Bool(false), "\(found.faults)") }
    #expect((movement.id, movement.amount) == (9, 1_000_000_00))
    #expect(ledger.faults == ["\(LedgerFault.putIn(movement))"])
    #expect(ledger.faults[0].hasPrefix("movement 9, 1000000.00 RUB from "))
    // Later payments add no finding.
    try bank.signedPayment("4.00")
    #expect(try self.found(bank).faults == found.faults)
  }

  private static let unguarded: [StaticString] = [
    "DROP TRIGGER IF EXISTS ledger_is_not_changed", "DROP TRIGGER IF EXISTS ledger_is_not_deleted",
    "DROP TRIGGER IF EXISTS ledger_moves_balances", "DROP TRIGGER IF EXISTS ledger_is_written_in_order",
    "DROP TRIGGER IF EXISTS ledger_moves_money_once", "DROP TRIGGER IF EXISTS account_follows_ledger",
    "DROP TRIGGER IF EXISTS submission_keeps_its_content",
  ]

  @Test(
    "Inserted, changed and removed movements are reported by kind",
    arguments: [
      ("UPDATE ledger SET amount = amount + 1 WHERE id = 7", ["changed 7"]),
      ("UPDATE ledger SET purpose = 'x' WHERE id = 8", ["changed 8"]),
      ("UPDATE ledger SET at = at + 1 WHERE id = 6", ["changed 6"]),
      (
        "UPDATE ledger SET credit = (SELECT number FROM account WHERE kind = 'customer' AND currency = 'RUB' AND number <> debit) WHERE id = 6",
        ["changed 6"]
      ),
      ("DELETE FROM ledger WHERE id = 7", ["removed"]),
      ("DELETE FROM ledger WHERE id = 8", ["removed"]),
      ("DELETE FROM ledger WHERE id > 5", ["removed", "removed", "removed"]),
      ("UPDATE ledger SET id = 99 WHERE id = 7", ["put in 99", "removed"]),
      ("UPDATE ledger SET amount = amount + 1 WHERE id = 2", ["before 5"]),
      ("DELETE FROM ledger WHERE id = 5", ["before 5"]),
      (
        "INSERT INTO ledger SELECT 0, NULL, debit, credit, 5, currency, purpose, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM ledger WHERE id = 1",
        ["before 5"]
      ),
      (
        "INSERT INTO ledger SELECT -9223372036854775808, NULL, debit, credit, 5, currency, purpose, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM ledger WHERE id = 1",
        ["before 5"]
      ),
      (
        "INSERT INTO ledger SELECT 9223372036854775807, NULL, debit, credit, 5, currency, purpose, at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM ledger WHERE id = 1",
        ["put in 9223372036854775807"]
      ),
      ("UPDATE ledger SET submission = NULL WHERE id = 7", ["put in 7", "removed"]),
    ] as [(StaticString, [String])])
  func detectsLedgerTampering(_ sql: StaticString, _ expected: [String]) throws {
    let bank = try bank()
    try tamper(bank, Self.unguarded + [sql])
    let names = try found(bank).faults.map { fault in
      switch fault {
      case .putIn(let movement): "put in \(movement.id)"
      case .changed(let movement, _): "changed \(movement.id)"
      case .removed: "removed"
      case .changedBefore(let id, _, _): "before \(id)"
      }
    }
    #expect(names.sorted() == expected.sorted())
    #expect(try !bank.services.inspection.ledger().isSound)
  }

  @Test("A second movement of one submission is reported") func detectsRepeatedMovement() throws {
    let bank = try bank()
    #expect(try bank.services.inspection.ledger().repeated == [])
    try tamper(
      bank,
      Self.unguarded + ["UPDATE ledger SET submission = (SELECT submission FROM ledger WHERE id = 6) WHERE id > 6"])
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.repeated == [8])
    #expect(!ledger.isSound && ledger.faults.contains("movement 8 is not the only movement of its submission"))
  }

  @Test("A movement added to a submission that moved no money is reported")
  func detectsMovementOfIdleSubmission() throws {
    let bank = try bank()
    let idle = try bank.services.submissions.create(
      SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: bank.caller,
      effect: bank.services.settings.effect(PersonSettings())
    ).wait()
    #expect(try found(bank).count == 0)
    try putIn(7, of: idle.submission.id, in: bank)
    #expect(try found(bank).faults.count == 1)
    #expect(try found(bank, since: bank.services.audit.head()).count == 1)
  }

  @Test("Ledger verification since a head covers only later movements") func verifiesOnlyMovementsAfterHead() throws {
    let bank = try bank()
    let kept = try bank.services.audit.head()
    try tamper(bank, Self.unguarded + ["UPDATE ledger SET amount = amount + 1 WHERE id = 6"])
    #expect(try found(bank).count == 1)
    #expect(try found(bank, since: kept).count == 0)
    _ = try bank.services.audit.verify(since: kept)
    try putIn(5, in: bank)
    #expect(try found(bank, since: kept).faults.count == 1)
  }

  @Test("A movement of the previous release has no digest and is verified by its amount")
  func verifiesMovementOfPreviousRelease() throws {
    let bank = try bank()
    let payment = try bank.waitingPayment("4.00")
    let audit = bank.services.audit
    let id = payment.id
    try bank.database.change { connection in
      try connection.execute("UPDATE submission SET status = 'signed', signed = created WHERE id = $1", id)
      try connection.execute("UPDATE submission SET status = 'executed' WHERE id = $1", id)
      let movement = try LedgerDAO(connection).insert(
        Transfer(
          debit: payment.order.payer, credit: try #require(try AccountDAO(connection).findInternal(.settlement, .rub)),
          amount: payment.order.amount, purpose: "", submission: id), at: Instant(seconds: 0))
      try connection.execute("UPDATE submission SET movement = $2 WHERE id = $1", id, movement.id)
      try audit.record(.submissionExecuted, by: .system, of: .submission(id), connection)
    }
    let found = try found(bank)
    #expect((found.older, found.bound, found.count) == (1, 3, 0))
    #expect(found.note == "1 by the previous release, bound by their amount only")
    try tamper(bank, Self.unguarded + ["UPDATE ledger SET amount = 999 WHERE id = 9"])
    #expect(try self.found(bank).count == 1)
  }

  @Test("A ledger that is not yet bound reports the number of its unbound movements")
  func reportsUnboundLedger() throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    try putIn(5, in: bank)
    let found = try found(bank)
    #expect((found.unbound, found.count) == (1, 0))
    #expect(found.note == "1 not bound to the audit yet; the next start of the server binds them")
  }

  @Test("A released or deleted hold of a signed submission is reported") func detectsRemovedHold() throws {
    let bank = try TestBank({ $0.execution = Execution(core: .feed, days: BusinessDays()) })
    let signed = try bank.signedPayment("5.00")
    #expect(try bank.services.inspection.ledger().isSound)
    try tamper(bank, ["UPDATE hold SET released = placed"])
    #expect(try bank.services.inspection.ledger().strayHolds == [signed.id])
    try tamper(bank, ["DROP TRIGGER hold_is_not_deleted", "DELETE FROM hold"])
    #expect(try bank.services.inspection.ledger().strayHolds == [signed.id])
  }
}
