import Definitions
import Foundation
import JSON
import Operations
import Synchronization
import TestBank
import TestClient
import Testing

/// Lists that screens declare over facts and searches of a service.
struct DeclaredListTests {
  /// A system with an answer for each path. Another path returns 500.
  private final class Core: Sendable {
    let answers = Mutex<[String: (Int, String)]>([:])
    let paths = Mutex<[String]>([])
    private let peer = Mutex<Peer?>(nil)

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          guard let self, let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
          paths.withLock { $0.append(path) }
          let (status, body) = answers.withLock { $0[path] } ?? (500, "{}")
          link.answer(status, body)
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
    func set(_ path: String, _ body: String, status: Int = 200) { answers.withLock { $0[path] = (status, body) } }
  }

  /// A list of the person's accounts, which needs no service.
  static let accounts = (screen: "trial.own", list: "own")

  /// Serves the repository's files with a screen that declares a list of accounts.
  static func serveAccounts(at server: TestServer) throws {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    let screen = """
      screen: \(accounts.screen)
      title: {ru: Счета, en: Accounts}
      modules:
        - list: \(accounts.list)
          from: accounts
          row: {title: caption, subtitle: {value: value, role: account}, trailing: {value: balance, role: amount, currencyFrom: currency}, badge: {text: role}, group: currency}
          actions: [{caption: {ru: Перевести, en: Transfer}, operation: transfer.own, input: {from: $value}}]
      """
    files.screens.append(DefinitionFile(name: "trial.yaml", bytes: Array(screen.utf8)))
    try server.definitions.serve(Catalog(files, vocabulary: .bank))
  }

  private let core: Core
  private let server: TestServer
  private let person: Visitor

  init() throws {
    core = try Core()
    let folder = "Tests/APITests/Cases/declared-lists"
    let file = TestServer.root.appending(path: folder + "/services/core.yaml")
    let service = try String(contentsOf: file, encoding: .utf8)
    server = try TestServer(operations: folder + "/operations", asking: [service], at: core.url)
    person = try server.person()
  }

  private static let english = [("Accept-Language", "en")]

  private static func loan(_ number: String, _ more: String = "", status: String = "open") -> String {
    #"{"number": "\#(number)", "product": "Ипотека", "monthly": 42500.5, "currency": "RUB", "status": "\#(status)", "tone": "success", "kind": "home"\#(more)}"#
  }

  private func setLoans(_ loans: [String], of login: String = "demo") {
    core.set("/customers/\(login)/loans", "[\(loans.joined(separator: ","))]")
  }

  private func rows(_ path: String = "/screens/home/lists/loans") throws -> Visitor.Answer {
    try person.get(path, headers: Self.english)
  }

  @Test("A fact is drawn with the members of built-in rows, with badges, groups and actions")
  func drawsFact() throws {
    setLoans([Self.loan("L-1", #", "until": "2027-03-01", "late": true"#)])
    let answer = try rows()
    #expect(answer.status == 200, "\(answer.raw.text)")
    #expect(answer.raw["cache-control"] == "no-store")
    #expect(answer["count"] == 1 && answer["next"] == nil && answer["filters"] == nil)
    let row = answer["data"]?[0]
    #expect(row?["title"] == "Ипотека" && row?["subtitle"] == "L-1, until 1 Mar 2027", "\(answer.raw.text)")
    #expect(
      row?["parts"]?["trailing"]
        == ["role": "amount", "value": "42500.50", "text": "42,500.50\u{A0}RUB", "currency": "RUB"],
      "\(answer.raw.text)")
    #expect(row?["badge"] == ["state": "success", "tone": "success", "text": "Open"])
    #expect(row?["group"] == ["value": "home", "text": "home"] && row?["icon"] == "loan")
    #expect(row?["number"] == "L-1" && row?["late"] == true)
    // The row has only the fields that its links read.
    #expect(row?["product"] == nil && row?["currency"] == nil && row?["kind"] == nil)
    let actions = row?["actions"]?.array ?? []
    #expect(actions.map { $0["title"] } == ["Repay", "Details"])
    #expect(actions.map { $0["tone"] } == ["quiet", "danger"])
    #expect(actions.first?["href"] == "/operations/loan.repay?loan=L-1&amount=42500.5")
    for action in actions {
      #expect(action["method"] == "GET")
      #expect(try person.get(action["href"]?.string ?? "").status == 200)
    }
  }

  @Test("The screen has the address of the list and the template of its rows") func screenLeadsToList() throws {
    let modules = try person.get("/screens/home", headers: Self.english)["modules"]
    let module = modules?[0]
    #expect(module?["module"] == "list" && module?["href"] == "/screens/home/lists/loans")
    #expect(module?["hideEmpty"] == true && module?["title"] == "My loans")
    #expect(module?["output"] == ["number": "text", "late": "boolean"])
    #expect(module?["row"]?["href"] == "/screens/loan?loan={number}&isLate={late}")
    #expect(modules?[1]?["href"] == "/screens/home/lists/shortList?limit=1")
    let inner = try person.get("/screens/loan?loan=L-1&isLate=true")["modules"]
    #expect(inner?[1]?["href"] == "/screens/loan/lists/payments?loan=L-1&isLate=true")
  }

  @Test("A filter leaves out records, and an unknown tone is neutral") func filtersRecords() throws {
    setLoans([
      Self.loan("L-1", status: "closed"), Self.loan("L-2", status: "late").replacing("success", with: "purple"),
      Self.loan("L-3", status: "frozen"),
    ])
    let data = try rows()["data"]?.array ?? []
    #expect(data.map { $0["number"] } == ["L-2", "L-3"])
    #expect(data.first?["badge"] == ["state": "neutral", "tone": "neutral", "text": "Overdue"])
    #expect(data.last?["badge"] == nil, "an empty text has no badge")
  }

  @Test("A missing field leaves out its part and the actions that pass it on") func toleratesMissingFields() throws {
    setLoans([
      #"{"number": "L-1", "product": "A", "currency": "RUB", "status": "open", "tone": "warning"}"#
    ])
    let row = try rows()["data"]?[0]
    #expect(row?["parts"]?["trailing"] == nil && row?["trailing"] == nil && row?["group"] == nil)
    #expect(row?["subtitle"] == "L-1, until —" && row?["late"] == nil)
    #expect(row?["actions"] == nil)
  }

  @Test("Without records the list is empty, and an unavailable service gives 503, not an empty list")
  func distinguishesNothingFromUnknown() throws {
    setLoans([])
    let none = try rows()
    #expect(none["count"] == 0 && none["data"] == [])
    core.set("/customers/demo/loans", "", status: 404)
    #expect(try rows()["count"] == 0, "a declared sign of absence")
    for status in [500, 503] {
      core.set("/customers/demo/loans", "[]", status: status)
      let refused = try rows()
      refused.expectProblem(503, "system-unavailable")
      #expect(refused.raw["retry-after"] == "5")
    }
    core.set("/customers/demo/loans", #"[{"number": 5}]"#)
    try rows().expectProblem(503, "system-unavailable")
  }

  @Test("Pages follow each other without gaps or repetitions, also with a filter") func pagesFacts() throws {
    setLoans((0..<450).map { Self.loan("L-\($0)", status: $0 % 3 == 0 ? "closed" : "open") })
    var (path, seen): (String?, [String]) = ("/screens/home/lists/loans?limit=100", [])
    var pages = 0
    while let next = path {
      let page = try rows(next)
      #expect(page.status == 200 && (page["count"]?.integer ?? 0) <= 100)
      seen += (page["data"]?.array ?? []).compactMap { $0["number"]?.string }
      path = page["next"]?.string
      pages += 1
    }
    #expect(pages == 3)
    #expect(seen == (0..<450).filter { $0 % 3 != 0 }.map { "L-\($0)" })
    let short = try rows("/screens/home/lists/shortList?limit=1")
    #expect(short["data"]?[0]?["title"] == "Ипотека, 42,500.5", "\(short.raw.text)")
  }

  @Test("The size of a page is bounded, and no record is lost") func boundsPages() throws {
    let long = String(repeating: "я", count: 20_000)
    setLoans((0..<20).map { Self.loan("L-\($0)").replacing("Ипотека", with: long) })
    var (path, seen): (String?, Int) = ("/screens/home/lists/loans", 0)
    while let next = path {
      let page = try rows(next)
      #expect(page.raw.text.utf8.count < 700_000)
      seen += page["data"]?.array?.count ?? 0
      path = page["next"]?.string
    }
    #expect(seen == 20)
  }

  @Test("Rows read the inputs of the screen, and a group shows a date") func readsInputs() throws {
    let payments = [
      #"{"loan": "L-1", "name": "a", "day": "2026-11-01", "sum": 5}"#,
      #"{"loan": "L-2", "name": "b", "day": "2026-11-02", "sum": 6}"#,
    ]
    core.set("/payments", "[\(payments.joined(separator: ","))]")
    let row = try rows("/screens/loan/lists/payments?loan=L-2")
    #expect(row["count"] == 1, "\(row.raw.text)")
    #expect(row["data"]?[0]?["title"] == "L-2: b" && row["data"]?[0]?["trailing"] == "6")
    #expect(row["data"]?[0]?["group"] == ["value": "2026-11-02", "text": "2 Nov 2026"])
    #expect(row["data"]?[0]?["id"] == "1", "without an identifier the id is the place")
    // A value that breaks out of a query or a condition is only a value.
    #expect(try rows("/screens/loan/lists/payments?loan=L-2'%20OR%20'1'%3D'1")["count"] == 0)
  }

  @Test("A hidden list has no rows to read") func hidesRowsOfHiddenModule() throws {
    core.set("/payments", #"[{"loan": "L-1", "name": "a", "day": "2026-11-01", "sum": 5}]"#)
    try rows("/screens/loan/lists/fines?loan=L-1").expectProblem(404, "not-found")
    #expect(try rows("/screens/loan/lists/fines?loan=L-1&isLate=true")["count"] == 1)
  }

  @Test("A search passes on the text and the page, and declares its filter on the first page")
  func searches() throws {
    let found = (0..<2).map { #"{"id": "o-\#($0)", "name": "Office \#($0)", "city": "Tver"}"# }.joined(separator: ",")
    core.set("/offices?q=tv&limit=2&offset=0", "[\(found)]")
    core.set("/offices?q=tv&limit=2&offset=2", "[]")
    core.set("/offices?q=&limit=50&offset=0", "[\(found)]")
    let first = try rows("/screens/home/lists/offices?q=tv&limit=2")
    #expect(first["count"] == 2 && first["data"]?[1]?["id"] == "o-1", "\(first.raw.text)")
    #expect(first["filters"]?[0]?["name"] == "q" && first["filters"]?[0]?["kind"] == "text")
    #expect(first["filterHref"] == "/screens/home/lists/offices{?q}")
    #expect(first["next"] == "/screens/home/lists/offices?limit=2&q=tv&after=2")
    let second = try rows(first["next"]?.string ?? "")
    #expect(second["count"] == 0 && second["next"] == nil && second["filters"] == nil)
    #expect(try rows("/screens/home/lists/offices")["count"] == 2)
    try rows("/screens/home/lists/offices?q=zzz").expectProblem(503, "system-unavailable")
    #expect(
      try rows("/screens/loan/lists/nearby?loan=L%201&q=").body["filterHref"]
        == "/screens/loan/lists/nearby?loan=L%201{&q}")
  }

  @Test(
    "A malformed request is refused before the service is asked",
    arguments: [
      ("/screens/home/lists/loans?limit=0", 400, "unknown-query"),
      ("/screens/home/lists/loans?limit=201", 400, "unknown-query"),
      ("/screens/home/lists/loans?after=-1", 400, "unknown-query"),
      ("/screens/home/lists/loans?after=100001", 400, "unknown-query"),
      ("/screens/home/lists/loans?after=x", 400, "unknown-query"),
      ("/screens/home/lists/loans?q=x", 400, "unknown-query"),
      ("/screens/home/lists/loans?ghost=1", 400, "unknown-query"),
      ("/screens/loan/lists/payments", 400, "unknown-query"),
      ("/screens/home/lists/ghost", 404, "not-found"), ("/screens/ghost/lists/loans", 404, "not-found"),
      ("/screens/loan/lists/number?loan=1", 404, "not-found"),
    ])
  func refusesMalformedRequest(path: String, status: Int, problem: String) throws {
    try rows(path).expectProblem(status, problem)
    #expect(core.paths.withLock { $0 } == [])
  }

  @Test("A person reads only the facts about this person, and a stranger nothing") func separatesPeople() throws {
    _ = try server.services.users.add(login: "other", name: "Other", password: "a long password").wait()
    let other = try Visitor(server)
    try other.login("other", "a long password")
    setLoans([Self.loan("L-1")])
    setLoans([Self.loan("L-9")], of: "other")
    #expect(try rows()["data"]?[0]?["number"] == "L-1")
    #expect(try other.get("/screens/home/lists/loans")["data"]?[0]?["number"] == "L-9")
    try Visitor(server).get("/screens/home/lists/loans").expectProblem(401, "unauthorized")
    try Visitor(server).get("/screens/home/lists/ghost").expectProblem(401, "unauthorized")
  }

  @Test("An action that opens a disabled operation is left out") func leavesOutDisabledOperation() throws {
    setLoans([Self.loan("L-1", #", "late": false"#)])
    _ = try server.services.availability.disable("loan.repay")
    #expect(try rows()["data"]?[0]?["actions"]?.array?.count == 1)
  }
}
