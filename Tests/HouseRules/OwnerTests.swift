import Foundation
import Testing

/// Every statement that reaches rows of people's has the person in it: what is not the person's is not there, whatever a
/// service forgets. The statements are read from the sources; those that need no person are listed, each with its reason.
struct OwnerTests {
  /// The tables and views whose rows are people's.
  private static let tables = [
    "submission", "asked_cells", "challenge_code", "account", "account_access", "entry", "ledger", "hold", "card",
    "card_status", "draft", "template", "session", "settings", "subscription", "meter",
    "security_matrix", "person_limit", "core_feed", "delivery", "notification", "deal_seen",
  ]

  /// Beginnings of statements that reach such rows without a person, by why they may.
  private static let exceptions: [(why: String, file: String, statements: [String])] = [
    (
      "the bank's own view: whom a payment goes to, whoever it is, and its own accounts", "AccountDAO",
      ["SELECT number, balance, currency, disabled FROM account WHERE number = $1 AND kind = 'customer'"]
    ),
    (
      "checks of the whole ledger, which no request asks for", "LedgerDAO",
      [
        "SELECT number FROM account", "SELECT account.currency,", "SELECT count(*) FROM ledger",
        "SELECT DISTINCT id FROM ( SELECT id, entry.balance", "SELECT id FROM ( SELECT id, at, reached",
        "SELECT max(id) FROM ledger WHERE submission IS NOT NULL",
        "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger WHERE id >= $1",
        "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger ORDER BY id",
        "SELECT coalesce(max(id), 0) FROM ledger", "SELECT amount, currency FROM submission WHERE id = $1",
      ]
    ),
    (
      "what accounts have after a movement goes into the movement, and nowhere else", "LedgerDAO",
      ["INSERT INTO ledger"]
    ),
    (
      "the movement that the same transaction has just written", "LedgerDAO",
      ["SELECT \\(stored) FROM ledger WHERE id = (SELECT max(id)"]
    ),
    (
      "the days of the whole ledger: the place of a movement, and nothing of it", "StatementDAO",
      ["SELECT id, coalesce(reached, at) FROM ledger"]
    ),
    (
      "of a movement that a record of the audit tells of, only the digest is compared", "LedgerDAO",
      [
        "SELECT ledger.id, ledger.submission, debit, credit, ledger.amount, ledger.currency, purpose, at FROM submission",
        "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger WHERE id = $1",
      ]
    ),
    (
      "whom the audit names: what systems know of them is dropped", "AuditDAO",
      ["SELECT DISTINCT coalesce(submission.person"]
    ),
    (
      "the names of secret keys are nobody's, and never leave the server", "KeyUseDAO",
      ["SELECT * FROM (SELECT key_id", "SELECT key_id"]
    ),
    (
      "checks of all holds; what ends a hold is the bank's core or the ledger, for any person's submission", "HoldDAO",
      [
        "SELECT number FROM account", "SELECT DISTINCT submission FROM ( SELECT hold.submission FROM hold",
        "SELECT count(*) FROM hold",
        "UPDATE hold SET released",
      ]
    ),
    (
      "what is handed to the bank's core, for all people, by the role that only it has", "CoreFeedDAO",
      [
        "INSERT INTO core_feed", "SELECT \\(SubmissionDAO.table.columns(of: \"s\"))",
        "SELECT outcome, reason, message, message_en FROM core_feed",
        "UPDATE core_feed", "SELECT count(*), min(signed)",
      ]
    ),
    (
      "what is due to be sent, whoever it is to: only the sender reads it", "MessageDAO",
      ["SELECT id, person, request, expires", "SELECT message.id, message.person, request"]
    ),
    (
      "whom a record of the audit concerns: each stream of events is given what concerns its person", "NewsDAO",
      ["SELECT sequence, at, subject"]
    ),
    (
      "what is handed over to systems of the bank, for all people: workers, operators and signed callbacks reach it",
      "DeliveryDAO",
      [
        "SELECT \\(columns) FROM delivery", "UPDATE delivery",
        "SELECT debit, credit", "SELECT min(due)", "SELECT service, effect, count(*)",
        "SELECT d.submission FROM delivery", "SELECT submission, person FROM ( SELECT d.submission",
      ]
    ),
    (
      "what is handed over, and asked about, for all people: only workers reach it", "DeliveryQuestions",
      ["UPDATE delivery"]
    ),
    (
      "a matrix is found by its person, and its number never leaves the server", "QuestionDAOs",
      ["SELECT count(*) FROM asked_cells", "SELECT cells FROM asked_cells"]
    ),
    (
      "which versions of operations any submission still needs", "OperationVersionDAO",
      ["DELETE FROM operation_version"]
    ),
    (
      "sessions that have expired are forgotten, whosever they are", "SessionDAO",
      ["DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires"]
    ),
    (
      "what was kept long enough is forgotten, whosever it is", "RetentionDAO",
      [
        "DELETE FROM draft WHERE (person", "UPDATE submission SET status = 'expired'",
        "SELECT id, length(\"values\") FROM submission WHERE signed IS NULL",
        "SELECT id, length(\"values\") FROM submission WHERE keep_days IS NOT NULL",
        "SELECT kept.id FROM person JOIN ( SELECT id, person", "SELECT id FROM person WHERE erased",
        "UPDATE submission SET \"values\" = '{}' WHERE id = $1", "UPDATE submission SET keep_years",
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires",
      ]
    ),
    ("how many there are is all that it tells", "SessionDAO", ["SELECT count(*) FROM session"]),
    (
      "the token itself says whose session it is", "SessionDAO",
      ["SELECT \\(table.columns(of: \"session\")), person.name"]
    ),
  ]

  /// A statement of a source file, on one line.
  private struct Statement: CustomStringConvertible {
    let file: String
    let text: String
    var description: String { "\(file): \(text)" }
  }

  private static func statements() throws -> [Statement] {
    let folder = Repository.root.appending(path: "Sources/DataAccess")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    return try files.sorted().flatMap { file in
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      // Texts over several lines are every second part between their quotation marks.
      let parts = source.components(separatedBy: "\"\"\"")
      let long = parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      let short = parts.enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
        .components(separatedBy: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
        .components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      return (long + short).map { Statement(file: String(file.dropLast(6)), text: words($0).joined(separator: " ")) }
        .filter { ["SELECT", "UPDATE", "DELETE", "INSERT", "WITH"].contains(words($0.text).first ?? "") }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// True if a statement reads or changes rows of people.
  private static func reachesPeople(_ statement: Statement) -> Bool {
    let words = words(statement.text)
    return zip(words, words.dropFirst()).contains { word, next in
      ["FROM", "JOIN", "UPDATE"].contains(word) && tables.contains(next.trimmingCharacters(in: ["(", ")", ","]))
    }
  }

  /// True if a row must belong to the person among the statement's arguments.
  private static func names(_ statement: Statement) -> Bool {
    statement.text.contains(/[^a-z_]person(\.id)? = \$\d/)
  }

  private static func isExcepted(_ statement: Statement) -> Bool {
    exceptions.contains { $0.file == statement.file && $0.statements.contains { statement.text.hasPrefix($0) } }
  }

  @Test("Every SQL statement on people's rows filters by person or is a listed exception")
  func statementsFilterByPerson() throws {
    let statements = try Self.statements().filter(Self.reachesPeople)
    #expect(statements.count > 30)
    for statement in statements where !Self.names(statement) && !Self.isExcepted(statement) {
      Issue.record("without its person: \(statement)")
    }
  }

  /// The statements that a table makes by itself ask for its owner, where it is told of one.
  @Test("The tables of cards, drafts, templates and sessions declare an owner column")
  func tablesDeclareOwner() throws {
    let folder = Repository.root.appending(path: "Sources/DataAccess")
    for (file, entity) in [
      ("CardDAO", "Card"), ("DraftDAO", "Draft"), ("TemplateDAO", "SavedTemplate"), ("SessionDAO", "SessionRecord"),
    ] {
      let source = try String(contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8)
      let made = try #require(source.components(separatedBy: "Table(").dropFirst().first).prefix { $0 != "]" }
      #expect(made.contains("\(entity).entity") && made.contains("owner: \"person\""), "\(file)")
    }
  }

  @Test("Every listed exception matches an existing SQL statement without a filter by person")
  func exceptionsMatchStatements() throws {
    let statements = try Self.statements().filter(Self.reachesPeople).filter { !Self.names($0) }
    for exception in Self.exceptions {
      for beginning in exception.statements {
        let isThere = statements.contains { $0.file == exception.file && $0.text.hasPrefix(beginning) }
        #expect(isThere, "\(exception.file): \(beginning)")
      }
    }
  }

  @Test(
    "A filter by person is recognized in a SQL statement",
    arguments: [
      ("SELECT id FROM submission WHERE id = $1", false),
      ("SELECT id FROM submission WHERE id = $1 AND person = $2", true),
      ("UPDATE card SET status = $2 WHERE id = $1", false),
      ("SELECT a FROM b JOIN card ON x WHERE card.person = $2", true),
      ("SELECT person FROM draft WHERE operation = $1", false),
    ])
  func recognizesPersonFilter(_ text: String, _ isNamed: Bool) {
    let statement = Statement(file: "", text: text)
    #expect(Self.reachesPeople(statement))
    #expect(Self.names(statement) == isNamed)
  }
}
