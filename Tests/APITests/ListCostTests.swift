import HTTPServer
import JSON
import TestBank
import Testing

@testable import API
@testable import SQLiteStorage

/// The cost of lists in steps of SQLite's virtual machine, which are independent of the test
/// machine.
@Suite(.onFile) struct ListCostTests {
  /// The requests for each reading endpoint. The list is empty if its tables do not grow with a
  /// person's history.
  private static let requests: [String: [String]] = [
    "/submissions": [
      "/submissions", "/submissions?unsigned=true", "/submissions?after=\(middle)",
    ],
    "/submissions/{id}": ["/submissions/\(middle)"], "/submissions/{id}/result": ["/submissions/\(middle)/result"],
    "/submissions/{id}/signature": [], "/start": ["/start"],
    // It reads facts, which have requests of their own.
    "/screens/{id}/lists/{list}": [],
    "/screens/{id}": ["/screens/home", "/screens/overview", "/screens/history", "/screens/payments"],
    "/accounts": ["/accounts"], "/accounts/{number}": ["/accounts/\(account)"],
    "/accounts/{number}/entries": ["/accounts/\(account)/entries", "/accounts/\(account)/entries?from=2020-01-01"],
    "/accounts/{number}/requisites": ["/accounts/\(account)/requisites"],
    "/deals": ["/deals", "/deals?ended=true"], "/deals/{id}": [], "/deals/{id}/pages": [],
    "/notifications": ["/notifications"], "/providers": ["/providers"], "/providers/{id}": [],
    "/documents/{sha256}": [], "/documents/{sha256}/file": [], "/limits": ["/limits"], "/cards": ["/cards"],
    "/cards/{id}": [], "/drafts": ["/drafts"], "/drafts/{operation}": [],
    "/drafts/{operation}/copies": [],
    "/templates": ["/templates"], "/templates/{id}": [], "/user": ["/user"], "/settings": ["/settings"],
    "/auth/sessions": ["/auth/sessions"], "/operations": ["/operations"], "/operations/{id}": ["/operations/pp.quick"],
    "/operations/{id}/schema": ["/operations/pp.quick/schema"], "/flows/{id}": [], "/flows/{id}/steps/{step}": [],
    "/banks": ["/banks"], "/banks/{bic}": ["/banks/044525225"],
  ]
  /// The requests whose filters read a bounded number of rows.
  private static let narrowed = [
    "/submissions?status=executed", "/submissions?status=cancelled", "/submissions?status=expired",
    "/submissions?q=zzz",
    "/submissions?from=2020-01-01", "/accounts/\(account)/entries?q=zzz",
  ]
  private static let account = "40817810500000000001"
  private static let middle = "00000032-0000-7000-8000-000000000032"

  private let server: TestServer
  private let person: Visitor
  private let database: Database

  /// Starts a bank whose demo person has paid once.
  init() throws {
    server = try TestServer()
    database = try server.database.file()
    person = try server.person()
    try person.signedPayment(key: "paid")
    #expect(try person.submit(try person.payment(), key: "waiting").status == 201)
  }

  /// Adds copies of the payment, entries, ended deals with marks of the person, and providers,
  /// numbered `first` to `count`.
  private func fill(from first: Int, to count: Int) throws {
    let numbers = "WITH RECURSIVE n (i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
    let id = "printf('%08x-0000-7000-8000-%012x', i, i)"
    try database.exclusively { connection in
      try connection.run(
        script: """
          BEGIN;
          CREATE TEMP TABLE paid AS SELECT * FROM submission WHERE idempotency_key = 'paid';
          CREATE TEMP TABLE base_provider AS SELECT * FROM provider LIMIT 1;
          \(numbers)
          INSERT INTO submission (id, person, operation, version, "values", status, attempts_left, created, signed, changed,
            expires, business_day, method)
          SELECT \(id), person, operation, version, "values", CASE i % 2 WHEN 0 THEN status ELSE 'cancelled' END, 3, created,
            CASE i % 2 WHEN 0 THEN signed END, changed, expires, CASE i % 2 WHEN 0 THEN business_day END, method
          FROM n, paid;
          CREATE TEMP TABLE base AS SELECT number, balance, received,
            (SELECT credit FROM ledger WHERE debit = number ORDER BY id DESC LIMIT 1) AS other,
            (SELECT max(at) FROM ledger) AS at
            FROM account WHERE number = '\(Self.account)';
          \(numbers)
          INSERT INTO ledger (debit, credit, amount, currency, purpose, at, credit_balance, credit_received)
          SELECT other, number, 1, 'RUB', 'rent', at, balance + i - \(first) + 1, received + i - \(first) + 1 FROM n, base;
          \(numbers)
          INSERT INTO deal (id, title_ru, subtitle_ru, start_date, end_date, place, created)
          SELECT \(id), 'x', 'x', '2001-01-01', '2001-01-02', 1000 + i, 1 FROM n;
          INSERT INTO deal_mark (person, deal, seen, read)
          SELECT (SELECT person FROM paid), id, 1, 1 FROM deal WHERE place BETWEEN 1000 + \(first) AND 1000 + \(count);
          \(numbers)
          INSERT INTO provider (id, title, search, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most)
          SELECT 'p' || i, title, search, kind, category, payee_name, payee_inn, payee_bic, payee_account, least, most
          FROM n, base_provider;
          DROP TABLE paid;
          DROP TABLE base;
          DROP TABLE base_provider;
          COMMIT
          """)
    }
  }

  private func costs(_ paths: [String]) throws -> [String: Int] {
    var costs: [String: Int] = [:]
    for path in paths {
      let before = try database.steps()
      #expect(try person.get(path).status == 200, "\(path)")
      costs[path] = try database.steps() - before
    }
    return costs
  }

  @Test("The cost of plain and filtered lists stays constant up to 100,000 rows")
  func costStaysConstant() throws {
    let plain = Self.requests.values.flatMap { $0 }
    try fill(from: 1, to: 100)
    let few = try costs(plain)
    try fill(from: 101, to: 5_000)
    let some = try costs(Self.narrowed)
    try fill(from: 5_001, to: 100_000)
    let many = try costs(plain + Self.narrowed)
    for (path, before) in few.merging(some, uniquingKeysWith: max).sorted(by: { $0.key < $1.key }) {
      let after = try #require(many[path])
      #expect(Double(after) <= 1.2 * Double(before) + 200, "\(path): \(before) steps, then \(after)")
    }
  }

  @Test("The list cost test covers every GET endpoint that requires a session")
  func coversEveryReadingEndpoint() {
    let reading = server.application.endpoints.filter { $0.method == .get && $0.access != .open }.map(\.pattern)
    let missing = Set(reading).subtracting(Self.requests.keys).subtracting(["/routes", "/events", "/core/submissions"])
    #expect(missing == [])
  }
}
