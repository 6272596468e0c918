import Foundation
@testable import DataAccess
@testable import SQLiteStorage
import Storage
import TestDatabases
import Testing

/// The query plans of all statements of `DataAccess`. Only the listed exceptions scan a table or
/// sort.
@Suite struct StatementPlanTests {
  /// A statement that may scan or sort: its file, a part of its text, and the reason.
  private struct Exception: Sendable {
    let file: String
    let part: String
    let reason: String

    init(_ file: String, _ part: String, _ reason: String) {
      self.file = file
      self.part = part
      self.reason = reason
    }
  }

  private static let exceptions = [
    Exception("AccountDAO", "INSERT INTO account (number, kind, currency, opened)", parent),
    Exception("AccountRegisterDAO", "INSERT INTO account (number, kind, currency, disabled, opened, customer", parent),
    Exception("AuditDAO", "SELECT sequence, hash FROM audit_record ORDER BY sequence DESC LIMIT 1", oneRow),
    Exception("AuditDAO", "SELECT at FROM audit_record ORDER BY sequence DESC LIMIT 1", oneRow),
    Exception("AuditDAO", "SELECT sequence FROM audit_record WHERE event = 'ledger-bound'", "an index of one row"),
    Exception("AuditDAO", "SELECT DISTINCT coalesce(submission.person", "the records of the last second"),
    Exception("PersonExportDAO", "FROM command_run WHERE operator = $1", "one row for each run of a command"),
    Exception("BankDAO", "FROM \"bank\" ORDER BY", "the whole directory, when it is loaded"),
    Exception("BankDAO", "FROM bank_restriction ORDER BY", "the whole directory, when it is loaded"),
    Exception("BankDAO", "FROM directory_import WHERE business_day", "one row for each import; it stops at the first"),
    Exception("CoreFeedDAO", "FROM core_feed WHERE acknowledged IS NULL", waiting),
    Exception("DealDAO", "ORDER BY +place, id", "the current deals"),
    Exception("DealDAO", "ORDER BY +announced DESC", "the current deals"),
    Exception("DealDAO", "SELECT 1 FROM deal LIMIT 1", oneRow),
    Exception("DeliveryDAO", "ORDER BY d.signed, d.submission LIMIT", waiting),
    Exception("DeliveryDAO", "FROM delivery WHERE status IN ('waiting', 'accepted', 'unknown') GROUP BY", waiting),
    Exception("DeliveryDAO", "row_number() OVER (PARTITION BY", "the due deliveries of one system"),
    Exception("DeliveryDAO", "OR (d.ended IS NOT NULL AND d.status <> s.status)", inspection),
    Exception(
      "DisabledOperationDAO", "FROM disabled_operation ORDER BY operation", "one row for each stopped operation"),
    Exception("DraftDAO", "ORDER BY changed DESC, operation", "the drafts of one person, which are limited"),
    Exception("DraftCopyDAO", "ORDER BY kept, operation, number", "the copies of one person, which are limited"),
    Exception("HoldDAO", "WHERE held <> coalesce(", inspection),
    Exception("HoldDAO", "SELECT DISTINCT submission FROM ( SELECT hold.submission", waiting),
    Exception("HoldDAO", "SELECT count(*) FROM hold WHERE released IS NULL", waiting),
    Exception("KeyUseDAO", "SELECT * FROM (SELECT key_id FROM audit_record", "one row of each table"),
    Exception("KeyUseDAO", "SELECT key_id FROM audit_record UNION", "a search at a start after an unclean stop"),
    Exception("LedgerDAO", "SELECT number FROM account LEFT JOIN", inspection),
    Exception("LedgerDAO", "SELECT DISTINCT id FROM ( SELECT id, entry.balance", inspection),
    Exception("LedgerDAO", "SELECT id FROM ( SELECT id, at, reached", inspection),
    Exception("LedgerDAO", "SELECT account.currency, coalesce(max(told.total), 0)", inspection),
    Exception("LedgerDAO", "SELECT count(*) FROM ledger", inspection),
    Exception("LedgerDAO", "SELECT max(id) FROM ledger WHERE submission IS NOT NULL GROUP BY", inspection),
    Exception("LedgerDAO", "currency, purpose, at FROM ledger ORDER BY id", "binds the ledger to the audit, once"),
    Exception("LoginFailureDAO", "SELECT count(*) FROM login_failure", "a limited number of rows, read rarely"),
    Exception(
      "LoginFailureDAO", "ORDER BY forgotten DESC LIMIT 1000000000 OFFSET $1", "a limited number of rows, read rarely"),
    Exception("DefinitionSetDAO", "FROM definition_set ORDER BY stored DESC", "an operator's list of sets"),
    Exception("ServerDAO", "SELECT id, name, serving, judged, fault FROM server", servers),
    Exception("ServerDAO", "DELETE FROM server WHERE seen < $1", servers),
    Exception("MessageDAO", "SELECT count(*) FROM (SELECT 1 FROM message", "as many rows as are requested"),
    Exception("MessageDAO", "held_until = NULL WHERE holder <> $1", "the waiting messages, once at a start"),
    Exception("MessageDAO", "SELECT 1 FROM message WHERE holder <> $1 LIMIT 1", waiting),
    Exception("MessageDAO", "FROM message WHERE expires > $1 GROUP BY kind", waiting),
    Exception("MeterDAO", "WHERE person = $1 AND disabled = 0 ORDER BY provider, account", "the meters of one person"),
    Exception("MeterDAO", "AND account = $2 ORDER BY place, number", "the meters of one number"),
    Exception("OperationVersionDAO", "WHERE operation = coalesce($1, operation)", versions),
    Exception("OperationVersionDAO", "FROM operation_version WHERE replaced IS NULL", versions),
    Exception("OperationVersionDAO", "FROM operation_version WHERE replaced IS NOT NULL", versions),
    Exception("PersonDAO", "SELECT count(*) FROM (SELECT 1 FROM person", "as many rows as are requested"),
    Exception(
      "RetentionDAO", "WHERE status = 'awaitingSignature' AND expires <= $1",
      "an index of the submissions that await a signature, once an hour"),
    Exception("SessionDAO", "ORDER BY created DESC, id DESC", "the sessions of one person, which are limited"),
    Exception(
      "SubmissionDAO", "SELECT count(*) FROM (SELECT 1 FROM submission", "as many rows as are requested"),
    Exception(
      "SubmissionDAO", "FROM submission INDEXED BY submission_awaiting",
      "the submissions of one person that await a signature, which are limited"),
    Exception("StatementDAO", "LIMIT $6 ) AS paid", "as many rows as are requested"),
    Exception("SecretKeyDAO", "FROM secret_key ORDER BY id", "one row for each key that ever existed"),
    Exception("SecretKeyDAO", "FROM key_holder WHERE seen > $1", servers),
    Exception("SecretKeyDAO", "DELETE FROM key_holder WHERE seen <=", servers),
    Exception(
      "SessionDAO", "ORDER BY CASE WHEN seen > created THEN seen", "the sessions of one person, which are limited"),
  ]
  private static let parent = "SQLite reads the referring rows only if the transaction has violated a reference before"
  private static let oneRow = "one row from the end of an index"
  private static let servers = "one row for each server or each of its keys; rows of lost servers are deleted"
  private static let waiting = "an index that contains only the waiting rows"
  private static let inspection = "an operator's inspection, which reads all rows"
  private static let versions = "the versions of operations, deleted when they have expired"

  private struct Statement {
    let file: String
    let text: String
  }

  private static let folder = Repository.root.appending(path: "Sources/DataAccess")

  /// Returns the sources of `DataAccess` by file name, without comments.
  private static func sources() throws -> [String: String] {
    var sources: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      sources[String(file.dropLast(6))] = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    }
    return sources
  }

  /// Returns the literals of a file that are statements, with their parts inserted.
  ///
  /// The columns of a table are replaced by `*`, because the test does not check which columns are
  /// read.
  private static func statements(of file: String, _ source: String) throws -> [Statement] {
    let literal = /"""\n(?<long>(?s:.*?))\n *"""|"(?<short>(?:[^"\\\n]|\\.)*)"/
    var parts: [String: String] = [:]
    for match in source.matches(
      of: /let (\w+): (?:SQLFragment|StaticString) =\s*("""\n(?s:.*?)\n *"""|"(?:[^"\\\n]|\\.)*")/)
    {
      parts[String(match.1)] = String(match.2).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
    var found: [Statement] = []
    for match in source.matches(of: literal) {
      // Another gate prepares PostgreSQL's variant of a statement.
      if source[..<match.range.lowerBound].contains(/postgresql:\s*$/) { continue }
      // A part is checked in the statements that contain it.
      if source[..<match.range.lowerBound].contains(/: SQLFragment =\s*$/) { continue }
      var text = String(match.long ?? match.short ?? "").replacing("\\\"", with: "\"")
      // Parts can contain other parts.
      for _ in 0..<4 {
        text = text.replacing(/\\\((?:\w+\.)*table\.columns(?:\(of: "\w+"\))?\)/, with: "*")
          .replacing(/\\\((?:Self\.)?(\w+)\)/) { parts[String($0.1)] ?? String($0.0) }
      }
      let statement = text.split { $0 == "\n" || $0 == " " }.joined(separator: " ")
      guard statement.contains(/^(SELECT|INSERT|UPDATE|DELETE|WITH|REPLACE)\b/) else { continue }
      #expect(!statement.contains("\\("), "\(file): unknown part in \(statement)")
      found.append(Statement(file: file, text: statement))
    }
    return found
  }

  /// Returns the generated statements of each table that its DAO uses.
  private static func common(_ sources: [String: String]) throws -> [Statement] {
    var found: [Statement] = []
    for listed in Tables.all {
      let (name, table) = (listed.dao, listed.statements)
      let (file, source) = try #require(sources.first { $0.value.contains("struct \(name) {") })
      let operations: [(String, Query)] = [
        ("insert", table.insertion), ("put", table.replacement), ("find", table.search), ("all", table.listing),
        ("update", table.update), ("delete", table.deletion),
      ]
      for (operation, query) in operations where source.contains("table.\(operation)(") {
        found.append(Statement(file: file, text: query.text))
      }
      if listed.erased != nil { found.append(Statement(file: file, text: try #require(table.erasure).text)) }
    }
    return found
  }

  private static func all() throws -> [Statement] {
    let sources = try sources()
    return try sources.flatMap { try statements(of: $0.key, $0.value) } + common(sources)
  }

  /// Returns the steps of a statement's plan that read a whole table or index, or sort.
  private static func costly(_ statement: String, _ connection: SQLiteConnection) throws -> [String] {
    try connection.all(text: "EXPLAIN QUERY PLAN \(statement)") { (row) throws(StoreError) in
      try row.get(3, as: String.self)
    }.filter { step in
      step.hasPrefix("SCAN ") && step != "SCAN CONSTANT ROW" || step.hasPrefix("USE TEMP B-TREE")
        || step.contains("AUTOMATIC")
    }
  }

  @Test("Every statement uses an index, apart from the listed exceptions") func statementsUseIndexes() throws {
    let database = try TestDatabase.file()
    let statements = try Self.all()
    #expect(statements.count > 250)
    var used: Set<String> = []
    for statement in statements {
      let steps = try database.exclusively { try Self.costly(statement.text, $0) }
      guard !steps.isEmpty else { continue }
      let exceptions = Self.exceptions.filter { $0.file == statement.file && statement.text.contains($0.part) }
      #expect(exceptions.count == 1, "\(statement.file): \(statement.text)\n\(steps)")
      used.formUnion(exceptions.map { $0.file + $0.part })
    }
    for exception in Self.exceptions {
      #expect(used.contains(exception.file + exception.part), "no match for \(exception.file), \(exception.part)")
      #expect(!exception.reason.isEmpty)
    }
  }

  /// Each call of a connection executes a literal, a part of the file or a statement of a table.
  @Test("The scan of the sources finds every statement") func sourceScanFindsEveryStatement() throws {
    let sources = try Self.sources()
    let tables = sources.values.reduce(0) { $0 + $1.matches(of: /= Table\(/).count }
    #expect(tables == Tables.all.count, "a table is missing in Tables.all")
    for (file, source) in sources {
      let count = source.matches(of: /connection\.(?:execute|first|all|forEachRow)\(/).count
      let literals = source.matches(of: /connection\.(?:execute|first|all|forEachRow)\(\s*"/).count
      let named = source.matches(of: /connection\.(?:execute|first|all|forEachRow)\(\s*(?:Self\.)?(\w+)[,)]/)
      #expect(literals + named.count == count, "\(file) has a statement that the scan does not find")
      for name in Set(named.map { String($0.1) }) {
        let isPart = try Regex("let \(name)(: StaticString)? *=\\s*(Query\\(|\"|\n *switch)|let \(name): Query\n")
        #expect(source.contains(isPart), "\(file): \(name)")
      }
      #expect(!source.contains("SQLFragment("), "\(file) composes a statement in a way that the scan does not find")
      #expect(!source.contains(".joined(["), "\(file) composes a statement in a way that the scan does not find")
    }
  }

  @Test(
    "Table scans and temporary sorts are detected in a query plan",
    arguments: [
      ("SELECT id FROM submission ORDER BY changed", ["SCAN submission", "USE TEMP B-TREE FOR ORDER BY"]),
      ("DELETE FROM message WHERE expires <= 1", ["SCAN message"]),
      ("SELECT id FROM submission WHERE person = 'a' ORDER BY id DESC", []),
      ("SELECT 1", []),
    ] as [(String, [String])])
  func detectsScansAndSorts(_ statement: String, _ steps: [String]) throws {
    let database = try TestDatabase.file()
    let found = try database.exclusively { try Self.costly(statement, $0) }
    #expect(found.map { $0.components(separatedBy: " USING ")[0] } == steps)
  }
}
