import Foundation
import Testing

/// Every statement on people's rows filters by person, so that a service cannot read rows of other
/// people.
///
/// The statements are read from the sources. Statements that need no filter are listed with their
/// reasons.
struct OwnerTests {
  /// The tables and views with rows of people.
  private static let tables = [
    "submission", "asked_cells", "challenge_code", "account", "account_access", "entry", "ledger", "hold", "card",
    "card_status", "draft", "template", "session", "settings", "subscription", "meter",
    "security_matrix", "person_limit", "customer", "core_feed", "delivery", "notification", "deal_seen",
    "invitation", "enrolment",
  ]

  /// The beginnings of statements that need no filter by person, with the reason.
  private static let exceptions: [(why: String, file: String, statements: [String])] = [
    (
      "the payee of a payment, who can be any person, and the bank's own accounts", "AccountDAO",
      ["SELECT number, balance, currency, disabled, closed IS NOT NULL FROM account"]
    ),
    (
      "only whether two accounts that the person sees have the same holder", "AccountDAO",
      ["SELECT payer.number FROM account AS payer"]
    ),
    (
      "the holder of an account that the person sees, for its requisites", "CustomerDAO",
      ["SELECT \\(table.columns) FROM customer WHERE id = (SELECT customer"]
    ),
    (
      "the end of all accesses whose time is over, by a periodic job", "AccountAccessDAO",
      ["SELECT account, person FROM account_access WHERE ended IS NULL AND until"]
    ),
    (
      "commands of the bank's administration, which no request makes", "AccountRegisterDAO",
      [
        "SELECT \\(columns) FROM account WHERE number = $1", "SELECT \\(columns) FROM account WHERE number > $1",
        "SELECT \\(columns) FROM account WHERE customer = $1", "UPDATE account SET disabled",
        "UPDATE account SET closed", "UPDATE account SET customer",
      ]
    ),
    (
      "commands of the bank's administration, and the people whom an event of the account concerns", "AccountAccessDAO",
      [
        "SELECT \\(columns) FROM account_access JOIN person ON person.id = account_access.person WHERE account = $1 ORDER"
      ]
    ),
    (
      "commands of the bank's administration, which no request makes", "CustomerDAO",
      [
        "SELECT \\(table.columns) FROM customer WHERE external_id = $1",
        "SELECT \\(table.columns) FROM customer WHERE external_id > $1", "UPDATE customer SET name",
      ]
    ),
    (
      "commands of the bank's administration, which no request makes", "CardDAO",
      ["SELECT \\(table.columns), person, core_id FROM card WHERE id"]
    ),
    (
      "commands of the bank's administration, which no request makes", "MeterDAO",
      ["SELECT provider, account, number, caption", "UPDATE meter SET disabled"]
    ),
    ("incoming money that is posted again", "IncomingDAO", ["SELECT incoming.id, credit"]),
    (
      "checks of the whole ledger, which no request makes", "LedgerDAO",
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
      "the balances after a movement are written only to the movement", "LedgerDAO",
      ["INSERT INTO ledger"]
    ),
    (
      "the movement that the same transaction has just written", "LedgerDAO",
      ["SELECT \\(stored) FROM ledger WHERE id = (SELECT max(id)"]
    ),
    (
      "the days of the whole ledger: only the position of a movement", "StatementDAO",
      ["SELECT id, coalesce(reached, at) FROM ledger"]
    ),
    (
      "only the digest of a movement is compared with its audit record", "LedgerDAO",
      [
        "SELECT ledger.id, ledger.submission, debit, credit, ledger.amount, ledger.currency, purpose, at FROM submission",
        "SELECT id, submission, debit, credit, amount, currency, purpose, at FROM ledger WHERE id = $1",
      ]
    ),
    (
      "the people of audit records, whose cached answers are removed", "AuditDAO",
      ["SELECT DISTINCT coalesce(submission.person"]
    ),
    (
      "the names of secret keys belong to no person and never leave the server", "KeyUseDAO",
      ["SELECT * FROM (SELECT key_id", "SELECT key_id"]
    ),
    (
      "checks of all holds; the bank's core or the ledger ends the hold of any person's submission", "HoldDAO",
      [
        "SELECT number FROM account", "SELECT DISTINCT submission FROM ( SELECT hold.submission FROM hold",
        "SELECT count(*) FROM hold",
        "UPDATE hold SET released",
      ]
    ),
    (
      "the submissions of all people for the bank's core, which has its own role", "CoreFeedDAO",
      [
        "INSERT INTO core_feed", "SELECT \\(SubmissionDAO.table.columns(of: \"s\"))",
        "SELECT outcome, reason, message, message_en FROM core_feed",
        "UPDATE core_feed", "SELECT count(*), min(signed)",
      ]
    ),
    (
      "the due messages to all people, which only the sender reads", "MessageDAO",
      ["SELECT id, person, request, expires", "SELECT message.id, message.person, request"]
    ),
    (
      "the person of each audit record; a stream of events gets only the records of its person", "NewsDAO",
      ["SELECT sequence, at, subject"]
    ),
    (
      "the deliveries of all people, for workers, operators and signed callbacks",
      "DeliveryDAO",
      [
        "SELECT \\(columns) FROM delivery", "UPDATE delivery",
        "SELECT debit, credit", "SELECT min(due)", "SELECT service, effect, count(*)",
        "SELECT d.submission FROM delivery", "SELECT submission, person FROM ( SELECT d.submission",
      ]
    ),
    (
      "the deliveries of all people that only workers poll", "DeliveryQuestions",
      ["UPDATE delivery"]
    ),
    (
      "a matrix is found by its person, and its number never leaves the server", "QuestionDAOs",
      ["SELECT count(*) FROM asked_cells", "SELECT cells FROM asked_cells"]
    ),
    (
      "the versions of operations that any submission still needs", "OperationVersionDAO",
      ["DELETE FROM operation_version", "SELECT operation, version FROM operation_version WHERE replaced"]
    ),
    (
      "expired sessions of all people are deleted", "SessionDAO",
      ["DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires"]
    ),
    (
      "data of all people are deleted after their retention", "RetentionDAO",
      [
        "DELETE FROM draft WHERE (person", "DELETE FROM enrolment WHERE id IN", "DELETE FROM invitation WHERE id IN",
        "UPDATE submission SET status = 'expired'",
        "SELECT id, length(\"values\") FROM submission WHERE signed IS NULL",
        "SELECT id, length(\"values\") FROM submission WHERE keep_days IS NOT NULL",
        "SELECT kept.id FROM person JOIN ( SELECT id, person", "SELECT id FROM person WHERE erased",
        "UPDATE submission SET \"values\" = '{}' WHERE id = $1", "UPDATE submission SET keep_years",
        "DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires",
      ]
    ),
    (
      "the code identifies the invitation", "InvitationDAO", ["SELECT \\(columns) FROM invitation WHERE mac"]
    ),
    (
      "the secret id identifies the enrolment", "EnrolmentDAO",
      ["SELECT \\(columns) FROM enrolment WHERE token_digest"]
    ),
    (
      "the submissions of all people for commands of support, whose runs the audit records", "SubmissionRecordDAO",
      [
        "SELECT \\(SubmissionDAO.table.columns), \\(others) FROM submission WHERE id = $1",
        "SELECT \\(SubmissionDAO.table.columns), \\(others) FROM submission WHERE \\(matching)",
      ]
    ),
    ("only the number of sessions is read", "SessionDAO", ["SELECT count(*) FROM session"]),
    (
      "the token identifies the session and its person", "SessionDAO",
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
      // Literals of several lines are every second part between triple quotation marks.
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

  /// Returns true if a statement reads or changes rows of people.
  private static func reachesPeople(_ statement: Statement) -> Bool {
    let words = words(statement.text)
    return zip(words, words.dropFirst()).contains { word, next in
      ["FROM", "JOIN", "UPDATE"].contains(word) && tables.contains(next.trimmingCharacters(in: ["(", ")", ","]))
    }
  }

  /// Returns true if a statement compares the column of a person with an argument.
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
      Issue.record("no filter by person: \(statement)")
    }
  }

  /// A table with an owner column filters its generated statements by owner.
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
