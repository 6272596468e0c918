import FoundationEssentials
import Model
import DataAccess
import SQLiteStorage
import Storage
import Services
import TestDatabases
import Testing

/// The constraints that the database enforces for every writer.
@Suite struct SchemaTests {
  /// Returns SQL without comments and without the differences in whitespace and quotes around table
  /// names, which SQLite preserves from the original statements.
  private static func normalized(_ schema: String) -> String {
    schema.replacing(/--[^\n]*/, with: "")
      .replacing(/CREATE TABLE "(\w+)"/) { "CREATE TABLE \($0.1)" }
      .replacing(/\s+/, with: " ")
      .replacing(/\ ?([(),;])\ ?/) { "\($0.1)" }
  }

  @Test("The migrated schema matches the recorded snapshot") func schemaMatchesSnapshot() throws {
    let database = try Database.temporary()
    try TestBank.migrate(database)
    let statements = try database.read { connection in
      try connection.all(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'migration' ORDER BY type, name"
      ) { row throws(StoreError) in try row.get(0, as: String.self) }
    }
    let schema = statements.joined(separator: ";\n\n") + ";\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots/schema.sql")
    let isRecorded = try Self.normalized(String(contentsOf: file, encoding: .utf8)) == Self.normalized(schema)
    if !isRecorded, ProcessInfo.processInfo.environment["VALENCE_RECORD"] == "1" {
      try Data(schema.utf8).write(to: file)
      Issue.record("recorded \(file.path): review it and run again without VALENCE_RECORD")
      return
    }
    #expect(isRecorded, "\(file.path) differs from the migrated schema; VALENCE_RECORD=1 records it")
  }

  @Test(
    "The database rejects invalid changes to accounts, the ledger and submissions",
    .onFile,
    arguments: [
      ("UPDATE account SET balance = balance + 1", "a balance follows the ledger"),
      ("UPDATE account SET balance = 0, posted = posted + 1", "a balance follows the ledger"),
      ("UPDATE account SET posted = posted + 1", "a balance follows the ledger"),
      ("UPDATE account SET received = received + 1", "a balance follows the ledger"),
      ("UPDATE account SET kind = 'internal' WHERE kind = 'customer'", "a balance follows the ledger"),
      ("DELETE FROM account", "an account is disabled, not deleted"),
      ("UPDATE ledger SET amount = amount + 1", "the ledger is only added to"),
      ("DELETE FROM ledger", "the ledger is only added to"),
      (
        "INSERT INTO account (number, kind, currency, balance, opened) VALUES ('40817810000000000099', 'customer', 'RUB', 5, 0)",
        "an account opens with nothing on it"
      ),
      (
        "INSERT INTO account (number, kind, currency, received, opened) VALUES ('40817810000000000099', 'customer', 'RUB', 5, 0)",
        "an account opens with nothing on it"
      ),
      (
        "INSERT INTO ledger (debit, credit, amount, currency, purpose, at) SELECT debit, debit, 1, currency, '', 0 FROM ledger",
        "CHECK constraint failed: debit <> credit"
      ),
      (
        "INSERT INTO ledger (debit, credit, amount, currency, purpose, at) SELECT debit, credit, 0, currency, '', 0 FROM ledger",
        "CHECK constraint failed: amount > 0"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
        SELECT debit, credit, 1, 'EUR', '', (SELECT max(at) FROM ledger), balance + 1, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "FOREIGN KEY constraint failed"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
        SELECT debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), balance, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "a balance follows the ledger"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
        SELECT debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), balance + 1, received
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "a balance follows the ledger"
      ),
      (
        "INSERT INTO ledger (debit, credit, amount, currency, purpose, at) SELECT debit, credit, 1, currency, '', at + 1 FROM ledger",
        "a balance follows the ledger"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
        SELECT debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger) - 1, balance + 1, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "the ledger is written in order"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, reached, credit_balance, credit_received)
        SELECT debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), (SELECT max(at) FROM ledger) + 1, balance + 1, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "the ledger is written in order"
      ),
      (
        """
        INSERT INTO ledger (id, debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
        SELECT -1, debit, credit, 1, ledger.currency, '', 0, balance + 1, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "the ledger is written in order"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, debit_balance, debit_received)
        SELECT credit, debit, 99900000000, ledger.currency, '', (SELECT max(at) FROM ledger), balance - 99900000000, received
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "CHECK constraint failed: held >= 0 AND (kind <> 'customer' OR held <= balance)"
      ),
      (
        """
        INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at, debit_balance, debit_received)
        SELECT submission, debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), balance - 1, received
        FROM ledger JOIN account ON number = debit WHERE submission IS NOT NULL
        """,
        "a submission moves money once"
      ),
      ("UPDATE submission SET movement = NULL", "a submission moves money once"),
      ("UPDATE submission SET movement = 1", "a submission moves money once"),
      ("UPDATE account SET balance = 1 WHERE kind = 'internal'", "a balance follows the ledger"),
      ("UPDATE account SET posted = 1 WHERE kind = 'internal'", "a balance follows the ledger"),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, debit_balance, debit_received, credit_balance, credit_received)
        SELECT debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), -1, 0, balance + 1, received + 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "a balance follows the ledger"
      ),
      (
        """
        INSERT INTO ledger (debit, credit, amount, currency, purpose, at, debit_balance, debit_received, credit_received)
        SELECT credit, debit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), balance - 1, received, 1
        FROM ledger JOIN account ON number = credit WHERE id = 1
        """,
        "a balance follows the ledger"
      ),
      ("UPDATE submission SET status = 'awaitingSignature'", "a submission goes only forward"),
      ("UPDATE submission SET status = 'signed'", "a submission goes only forward"),
      ("UPDATE submission SET business_day = '2001-01-01'", "a submission keeps its business day"),
      ("UPDATE submission SET business_day = NULL", "a submission keeps its business day"),
      (
        "UPDATE submission SET status = 'signed', business_day = '2001-01-01'", "a submission keeps its business day"
      ),
      ("UPDATE submission SET amount = amount + 1", "a submission keeps its content"),
      ("UPDATE submission SET signed = signed + 1", "history is only added to"),
      ("UPDATE submission SET signed = NULL", "history is only added to"),
      ("UPDATE submission SET changed = changed + 1", "history is only added to"),
      ("UPDATE submission SET method = 'code'", "a submission keeps its content"),
      (
        "UPDATE security_matrix SET retired = 0",
        "CHECK constraint failed: (macs IS NULL) = (retired IS NOT NULL)"
      ),
      (
        "INSERT INTO asked_cells SELECT * FROM asked_cells",
        "UNIQUE constraint failed: asked_cells.matrix, asked_cells.cells"
      ),
      ("DELETE FROM person", "FOREIGN KEY constraint failed"),
      ("DELETE FROM account_access", "an access is ended, not deleted"),
      ("DELETE FROM customer", "a customer is closed, not deleted"),
      ("UPDATE account SET closed = 1, disabled = 1", "an account closes with nothing on it"),
      (
        "UPDATE account SET closed = 1 WHERE kind = 'internal'",
        "CHECK constraint failed: closed IS NULL OR disabled = 1"
      ),
      ("UPDATE account SET kind = 'core' WHERE kind = 'customer'", "a balance follows the ledger"),
      (
        "UPDATE account_access SET role = 'owner', is_owner = 0",
        "CHECK constraint failed: (role = 'owner' AND is_owner = 1) OR (role = 'signatory' AND is_owner = 1) OR (role = 'viewer' AND is_owner = 0)"
      ),
    ] as [(StaticString, String)])
  func databaseRejectsInvalidChanges(_ sql: StaticString, _ message: String) throws {
    let bank = try TestBank()
    try bank.signedPayment("1.00")
    let error = #expect(throws: StoreError.self) { try bank.database.change { try $0.execute(sql) } }
    #expect(error?.words == message)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  /// Returns a submission without a movement.
  private func idle() throws -> (bank: TestBank, id: SubmissionID) {
    let bank = try TestBank()
    let receipt = try bank.services.submissions.create(
      SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil), by: bank.caller,
      effect: bank.services.settings.effect(PersonSettings())
    ).wait()
    return (bank, receipt.submission.id)
  }

  private func move(_ submission: SubmissionID?, in bank: TestBank) throws {
    let order = try bank.order("1.00")
    try bank.database.change { connection in
      let settlement = try #require(try AccountDAO(connection).findInternal(.settlement, .rub))
      _ = try LedgerDAO(connection).insert(
        Transfer(
          debit: order.payer, credit: settlement, amount: order.amount, purpose: "", submission: submission),
        at: bank.clock.now)
    }
  }

  /// If a submission is not yet linked to its movement, the next movement of any submission links
  /// it.
  @Test("A second movement of a submission is rejected before the first is linked", .onFile, arguments: [false, true])
  func rejectsSecondMovement(_ isAnotherBetween: Bool) throws {
    let (bank, id) = try idle()
    try move(id, in: bank)
    if isAnotherBetween { try move(nil, in: bank) }
    let error = #expect(throws: StoreError.self) { try move(id, in: bank) }
    #expect(error?.words == "a submission moves money once")
    try move(nil, in: bank)
    #expect(try bank.count("SELECT count(*) FROM ledger JOIN submission ON movement = ledger.id") == 1)
    #expect(try bank.count("SELECT count(*) FROM ledger WHERE submission IS NOT NULL") == 1)
  }

  @Test("A submission cannot refer to a movement of another submission") func rejectsMovementOfOthers() throws {
    let (bank, id) = try idle()
    let error = #expect(throws: StoreError.self) {
      try bank.database.change { try $0.execute("UPDATE submission SET movement = 1 WHERE id = $1", id) }
    }
    #expect(error?.words == "a submission moves money once")
  }

  @Test("Two movements of one submission in one statement are rejected", .onFile)
  func rejectsTwoMovementsInStatement() throws {
    let (bank, id) = try idle()
    let error = #expect(throws: StoreError.self) {
      try bank.database.change { connection in
        try connection.execute(
          """
          INSERT INTO ledger (submission, debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
          SELECT $1, debit, credit, 1, ledger.currency, '', (SELECT max(at) FROM ledger), balance + step, received + step
          FROM ledger JOIN account ON number = credit, (SELECT 1 AS step UNION ALL SELECT 2) WHERE id = 1 ORDER BY step
          """, id)
      }
    }
    #expect(error?.words == "a submission moves money once")
  }

  @Test("Inspection reports an account whose balance differs from the ledger") func detectsWrongBalance() throws {
    let bank = try TestBank()
    try bank.database.drop(triggers: "account_follows_ledger")
    try bank.database.change { connection in
      try connection.execute("UPDATE account SET balance = balance + 1 WHERE kind = 'customer' AND disabled = 1")
    }
    let ledger = try bank.services.inspection.ledger()
    #expect(!ledger.isSound)
    #expect(ledger.wrongBalances == [try bank.account("Закрытый").number])
  }
}
