import Dates
import Foundation
import Model
import DataAccess
import SQLiteStorage
import Storage
import Services
import Testing

/// The erasure of a person's data, and the retention of documents.
struct ErasureTests {
  /// Creates a person with a row in every table of personal data. Each text contains a mark that
  /// the tests can find.
  private static func marked(_ bank: TestBank) throws -> (caller: Caller, codes: [Cell: String]) {
    let services = bank.services
    let person = try services.users.add(
      login: "zz-mark-login", name: "Марка Имя", password: "a long password", phone: "+79991234567", bonuses: 7
    ).wait()
    let codes = try services.signing.issueMatrix(person.id).wait()
    let caller = try TestBank.login(services, "zz-mark-login", "a long password")
    _ = try services.settings.change(person.id) { $0.pushDeals = true }.wait()
    _ = try services.drafts.put(#"{"name":"zz-mark-draft"}"#, of: "pp.quick", version: "1", by: caller).wait()
    _ = try services.drafts.keep(
      #"{"name":"zz-mark-copy"}"#, of: "pp.quick", version: "1", if: { _ in false }, by: caller
    ).wait()
    _ = try services.templates.add(
      #"{"name":"zz-mark-template"}"#, of: "pp.quick", version: "1", title: "zz-mark-title", by: caller
    ).wait()
    try services.limits.set(5, "pp.quick", .rub, person: person.id).wait()
    let today = try #require(CivilDate("2026-11-21"))
    let deal = try #require(try services.deals.current(on: today, by: caller, limit: 1).elements.first)
    try services.deals.markSeen(deal.deal.id, on: today, by: caller).wait()
    try services.providers.subscribe(
      person.id, to: ProviderSubscription(provider: "gorvodokanal", account: "9998887776", caption: "zz-mark-flat"),
      with: []
    ).wait()
    let invitation = try services.enrolments.invite(person.id).wait()
    _ = try services.enrolments.begin(
      invitation.code.secretText, from: .somewhere, text: TestBank.codeText
    ).wait()
    // One submission awaits a signature by code, and one is executed.
    _ = try services.submissions.create(
      SubmissionDraft(
        operation: "x", version: "1", values: #"{"a":"zz-mark-unsigned"}"#, idempotencyKey: nil, sign: .code),
      by: caller, effect: services.settings.effect(PersonSettings()), text: SentCodes.text
    ).wait()
    services.messages.finish()
    _ = try services.submissions.create(
      SubmissionDraft(operation: "x", version: "1", values: #"{"a":"kept"}"#, idempotencyKey: nil, sign: nil),
      by: caller, effect: services.settings.effect(PersonSettings(pushDeals: true, language: .ru))
    ).wait()
    return (caller, codes)
  }

  @Test("Erasing a person removes all personal data from the database file", .onFile)
  func erasesPersonFromFile() throws {
    let bank = try TestBank()
    let (caller, _) = try Self.marked(bank)
    let marks = ["zz-mark", "Марка Имя", "79991234567", "4567", "9998887776", "500100732259"]
    _ = try bank.services.customers.add(
      Customers.Draft(
        externalID: "zz-mark-customer", name: "zz-mark-name", shortName: "zz-mark-short", taxNumber: "500100732259",
        person: caller.person)
    ).wait()
    for mark in marks { #expect(try bank.fileHolds(mark), "\(mark) is not in the database file") }
    let erasure = try #require(try bank.services.retention.erase(caller.person).wait())
    for mark in marks where mark != "4567" { #expect(try !bank.fileHolds(mark), "\(mark)") }
    #expect(try bank.count("SELECT count(*) FROM challenge_code WHERE sent_to <> '***'") == 0)
    #expect(
      Set(erasure.removed.map(\.what)) == [
        "known places of logins", "sessions", "settings", "times of notification", "marks on deals", "drafts",
        "copies of drafts", "templates", "limits",
        "subscriptions", "invitations", "codes", "values of unsigned submissions",
      ])
    #expect(erasure.documents == 1)
    #expect(erasure.keptUntil == CivilDate("2031-12-31"))
  }

  /// The sessions of an erased person stay valid for a moment on a server that has not read the
  /// erasure.
  @Test("Every write in the name of an erased person is rejected") func rejectsWritesOfErasedPerson() throws {
    let bank = try TestBank()
    let (caller, _) = try Self.marked(bank)
    let (services, person) = (bank.services, caller.person)
    let today = try #require(CivilDate("2026-11-21"))
    let deal = try #require(try services.deals.current(on: today, by: caller, limit: 1).elements.first)
    _ = try services.retention.erase(person).wait()
    var change = ProfileChange()
    change.name = "zz-mark"
    let settings = services.settings.effect(PersonSettings())
    let writes: [(String, () throws -> Void)] = [
      ("a draft", { _ = try services.drafts.put("{}", of: "pp.quick", version: "1", by: caller).wait() }),
      (
        "a template",
        { _ = try services.templates.add("{}", of: "pp.quick", version: "1", title: "zz-mark", by: caller).wait() }
      ),
      ("settings", { _ = try services.settings.change(person) { $0.pushDeals = true }.wait() }),
      ("a profile", { _ = try services.users.change(person, change).wait() }),
      ("a mark", { try services.deals.markSeen(deal.deal.id, on: today, by: caller).wait() }),
      ("a limit", { try services.limits.set(5, "pp.quick", .rub, person: person).wait() }),
      (
        "a submission",
        {
          let draft = SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: nil)
          _ = try services.submissions.create(draft, by: caller, effect: settings).wait()
        }
      ),
      (
        "a number at a provider",
        {
          let number = ProviderSubscription(provider: "gorvodokanal", account: "1", caption: "zz-mark")
          try services.providers.subscribe(person, to: number).wait()
        }
      ),
    ]
    for (what, write) in writes { #expect(throws: PersonErased(), "\(what)") { try write() } }
    let signed = SubmissionDraft(operation: "x", version: "1", values: "{}", idempotencyKey: nil, sign: .code)
    #expect(throws: SigningError.self) {
      _ = try services.submissions.create(signed, by: caller, effect: settings, text: SentCodes.text).wait()
    }
    for rows in [
      "SELECT count(*) FROM draft", "SELECT count(*) FROM draft_copy",
      "SELECT count(*) FROM template", "SELECT count(*) FROM settings",
      "SELECT count(*) FROM deal_mark", "SELECT count(*) FROM person_limit",
      "SELECT count(*) FROM subscription WHERE account = '1'",
    ] as [StaticString] { #expect(try bank.count(rows) == 0, "\(rows)") }
  }

  @Test("Erasure covers every table with a foreign key to the person", .onFile) func coversTablesOfPersons() throws {
    let bank = try TestBank()
    let naming = try bank.database.read { connection in
      try connection.all(
        """
        SELECT DISTINCT own.name FROM sqlite_schema AS own, pragma_foreign_key_list(own.name) AS key
        WHERE own.type = 'table' AND key."table" = 'person' ORDER BY own.name
        """
      ) { (row) throws(StoreError) in try row.get(0, as: String.self) }
    }
    // Tables whose rows remain and refer to the person by id: accounts and cards, submissions,
    // matrices without cells, codes without digits, deals and runs of an operator.
    let kept: Set = ["account_access", "challenge_code", "command_run", "deal", "security_matrix", "submission"]
    let (caller, _) = try Self.marked(bank)
    _ = try bank.services.retention.erase(caller.person).wait()
    // A customer remains as the holder of accounts, without names and numbers.
    let anonymized: Set = ["customer"]
    let emptied: Set = [
      "deal_mark", "draft", "draft_copy", "enrolment", "invitation", "known_login", "matrix_use", "message",
      "person_limit", "push_period",
      "session",
      "settings",
      "subscription",
      "template",
    ]
    #expect(Set(naming) == kept.union(emptied).union(anonymized))
    #expect(try bank.count("SELECT count(*) FROM invitation") == 0)
    #expect(try bank.count("SELECT count(*) FROM enrolment") == 0)
  }

  @Test("An erased person cannot log in, and the login can be used again") func freesLoginOfErasedPerson() throws {
    let bank = try TestBank()
    let (caller, _) = try Self.marked(bank)
    _ = try bank.services.retention.erase(caller.person).wait()
    for login in ["zz-mark-login", "erased.\(caller.person)"] {
      for password in ["a long password", "", "$argon2id$erased"] {
        #expect(throws: AuthError.self) { try bank.services.auth.login(login, password: password).wait() }
      }
    }
    bank.clock.advance(by: .seconds(3))
    let again = try bank.services.users.add(
      login: "zz-mark-login", name: "Другой", password: "another long password"
    ).wait()
    #expect(again.id != caller.person)
    let other = try TestBank.login(bank.services, "zz-mark-login", "another long password")
    #expect(try bank.services.submissions.all(other.person, limit: 10).elements.isEmpty)
    #expect(try bank.services.drafts.all(other.person).isEmpty)
  }

  @Test("Payments of an erased person are retained for five years, and the ledger stays sound")
  func retainsPaymentsOfErasedPerson() throws {
    let bank = try TestBank()
    let paid = try bank.signedPayment("1.00")
    let open = try bank.submit(bank.order("2.00")).wait().submission
    let erasure = try #require(try bank.services.retention.erase(bank.caller.person).wait())
    #expect(erasure.documents == 1)
    #expect(erasure.filledAccounts == 4)
    let ledger = try bank.services.inspection.ledger()
    #expect(ledger.isSound)
    #expect(try bank.services.inspection.faults() == [])
    #expect(try bank.services.submissions.find(paid.id, person: bank.caller.person).values == paid.values)
    let cancelled = try bank.services.submissions.find(open.id, person: bank.caller.person)
    #expect(cancelled.status == .cancelled)
    #expect(cancelled.values == "{}")
    // Five years after the end of the year of the erasure, to the second.
    bank.clock.advance(by: try #require(Instant("2031-12-31T23:59:59Z")) - bank.clock.now)
    #expect(try bank.services.retention.sweep().wait().isEmpty)
    bank.clock.advance(by: .seconds(1))
    let forgotten = [Erasure.Count("values of erased people's submissions", 1)]
    #expect(try bank.services.retention.sweep().wait() == forgotten)
    #expect(try bank.services.submissions.find(paid.id, person: bank.caller.person).values == "{}")
    #expect(try bank.services.retention.sweep().wait().isEmpty)
    #expect(try bank.count("SELECT count(*) FROM person WHERE forgotten IS NOT NULL") == 1)
    #expect(try bank.services.inspection.ledger().isSound)
  }

  @Test("Erasing a person leaves the data of other people unchanged") func preservesDataOfOthers() throws {
    let bank = try TestBank()
    let (caller, _) = try Self.marked(bank)
    let stranger = try bank.stranger()
    _ = try bank.services.drafts.put("{}", of: "pp.quick", version: "1", by: stranger).wait()
    let before = try bank.services.users.find(bank.caller.person)
    _ = try bank.services.retention.erase(caller.person).wait()
    #expect(try bank.services.users.find(bank.caller.person) == before)
    #expect(try bank.services.drafts.all(stranger.person).count == 1)
    #expect(try bank.pay(bank.order("1.00")).done?.status == .executed)
    #expect(try bank.services.retention.erase(PersonID(high: 1, low: 2)).wait() == nil)
  }
}

extension TestBank {
  /// Returns true if the database file or its write-ahead log contains a text.
  func fileHolds(_ text: String) throws -> Bool {
    try ["", "-wal"].contains { suffix in
      let path = try database.file().path + suffix
      guard FileManager.default.fileExists(atPath: path) else { return false }
      return try Data(contentsOf: URL(filePath: path)).range(of: Data(text.utf8)) != nil
    }
  }
}
