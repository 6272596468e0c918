import JSON
import Operations
import TestBank
import Testing

/// Navigation by a client that knows `/start` and follows links.
struct NavigationEndpointTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  private static func modules(_ screen: Visitor.Answer) -> [Value] { screen["modules"]?.array ?? [] }

  @Test("The start response without a valid session is the login form") func startReturnsLogin() throws {
    let nobody = try Visitor(server)
    let start = try nobody.get("/start")
    #expect(start.status == 200)
    #expect(start.body == (try nobody.get("/operations/auth.login")).body)
    nobody.token = "a token that does not hold"
    #expect(try nobody.get("/start").body == start.body)
  }

  @Test("The start response of a person is the home screen") func startReturnsHome() throws {
    let person = try server.person()
    let start = try person.get("/start")
    #expect(start.status == 200)
    #expect(start["screen"] == "home" && start["container"] == "tabs")
    #expect(start["transition"]?["kind"] == "window" && start["transition"]?["appearance"]?["statusBar"] == "dark")
    #expect(Self.modules(start).compactMap { $0["href"]?.string }.first == "/screens/overview")
    #expect(start.raw["cache-control"] == "private, no-cache")
    #expect(start.raw["vary"]?.contains("Accept-Language") == true)
    let tag = try #require(start.raw["etag"])
    #expect(try person.get("/start", headers: [("If-None-Match", tag)]).status == 304)
    #expect(try server.person(language: "ru").get("/start")["title"] == "Главная")
    #expect(start["title"] == "Home")
  }

  /// Follows every link from the start without knowledge of names, and the first row of each list.
  @Test("Every operation is reachable from the start through links") func linksReachEveryOperation() throws {
    let person = try server.person()
    _ = try person.submit(try person.payment(), key: "1")
    var (waiting, seen, drawn) = (["/start"], Set<String>(), Set<String>())
    while let href = waiting.popLast(), seen.count < 200 {
      guard seen.insert(href).inserted else { continue }
      let answer = try person.get(href)
      #expect(answer.status == 200, "\(href): \(answer.raw.text.prefix(300))")
      if let operation = answer["operation"]?.string { drawn.insert(operation) }
      for module in Self.modules(answer) {
        guard let next = module["href"]?.string else { continue }
        guard module["method"] == nil else {
          if let flow = module["module"]?.string, flow == "flow" {
            _ = try person.post(next, nil)["flow"]?["id"]?.string.map { drawn.insert($0) }
          }
          continue
        }
        waiting.append(next)
        guard let row = module["row"]?["href"]?.string else { continue }
        for first in try person.get(next)["data"]?.array?.prefix(1) ?? [] {
          if let opened = Self.expanded(row, first) { waiting.append(opened) }
        }
      }
    }
    for id in try person.get("/operations")["data"]?.array?.compactMap({ $0["id"]?.string }) ?? [] {
      #expect(drawn.contains(id), "\(id) is unreachable")
    }
    #expect(drawn.contains("result"))
    #expect(seen.contains { $0.hasPrefix("/screens/account?account=4081781") })
    #expect(seen.contains { $0.hasPrefix("/screens/deal?deal=") })
    #expect(seen.contains { $0.hasPrefix("/deals/") && $0.hasSuffix("/pages") })
  }

  /// Expands a URI template of level 1 (RFC 6570) with a row; nil if the row lacks a member.
  private static func expanded(_ template: String, _ row: Value) -> String? {
    var href = template
    while let open = href.firstIndex(of: "{"), let close = href.firstIndex(of: "}") {
      guard let value = row[String(href[href.index(after: open)..<close])], !value.isNull else { return nil }
      href.replaceSubrange(open...close, with: value.plain)
    }
    return href
  }

  @Test("A screen passes its input to its modules") func screenPassesInputToModules() throws {
    let person = try server.person()
    let account = try person.account("Текущий")
    let screen = try person.get("/screens/account?account=\(account)")
    let modules = Self.modules(screen)
    func module(_ id: String) -> Value? { modules.first { $0["id"]?.string == id } }
    #expect(module("name")?["title"] == "Текущий")
    #expect(module("entries")?["href"]?.string == "/accounts/\(account)/entries")
    #expect(module("entries")?["transition"]?["container"] == "account")
    #expect(module("transfer_own")?["href"]?.string == "/operations/transfer.own?from=\(account)")
    #expect(module("transfer_own")?["input"]?["from"]?.string == account)
    #expect(module("transfer_own")?["output"]?["amount"] == "number")
    #expect(module("transfer_own")?["transition"]?["kind"] == "push")
    #expect(module("certificate_order")?["transition"]?["kind"] == "present")
    let tree = try person.get(module("pp_quick")?["href"]?.string ?? "")
    let from = tree["atoms"]?.array?.first { $0["id"] == "from" }
    #expect(from?["value"]?.string == account)
    // A payment order is in roubles, so it is hidden on the screen of an account in another
    // currency.
    let dollars = try #require(
      try person.get("/accounts")["data"]?.array?.first { $0["currency"] != "RUB" }?["number"]?.string)
    let other = try person.get("/screens/account?account=\(dollars)")
    #expect(!Self.modules(other).contains { $0["id"] == "pp_quick" })
    #expect(Self.modules(other).contains { $0["id"] == "transfer_own" })
  }

  @Test(
    "An invalid input for a screen is reported with its name and code",
    arguments: [
      ("/screens/account", "account", "required"), ("/screens/account?account=1&ghost=1", "ghost", "unknown"),
      ("/screens/account?account=1&account=2", "account", "twice"),
    ])
  func reportsInvalidScreenInput(_ path: String, _ name: String, _ code: String) throws {
    let refused = try server.person().get(path)
    refused.expectProblem(400, "unknown-query")
    #expect(refused["errors"]?[0]?["atom"]?.string == name && refused["errors"]?[0]?["code"]?.string == code)
  }

  @Test("A disabled operation is hidden on screens and refused by its route") func hidesDisabledOperation() throws {
    let person = try server.person()
    _ = try server.services.availability.disable("pp.full")
    let screen = try person.get("/screens/payments")
    #expect(Self.modules(screen).contains { $0["id"] == "pp_quick" })
    #expect(!Self.modules(screen).contains { $0["id"] == "pp_full" })
    try person.get("/routes?url=valence%3A%2F%2Fpayments%2Ffull").expectProblem(503, "operation-disabled")
  }

  @Test("Screen modules that the client cannot draw are marked as unavailable") func marksUnsupportedModules() throws {
    let screen = try server.person().get("/screens/payments", headers: [("Accept-Atoms", "text, button")])
    let marked = Self.modules(screen).filter { $0["unavailable"] != nil }.compactMap { $0["id"]?.string }
    #expect(Set(marked).isSuperset(of: ["transfer_own", "pp_quick", "provider_pay", "cash_order"]))
  }

  @Test("An unknown screen returns 404, or 401 without a session") func rejectsUnknownScreen() throws {
    try Visitor(server).get("/screens/ghost").expectProblem(401, "unauthorized")
    try Visitor(server).get("/screens/home").expectProblem(401, "unauthorized")
    try server.person().get("/screens/ghost").expectProblem(404, "not-found")
  }

  @Test("Without screens, the start response is a greeting with links to operations")
  func startReturnsGreeting() throws {
    let paths = ["auth.login", "pp.quick"].map { TestServer.root.appending(path: "config/operations/\($0).yaml").path }
    try server.definitions.serve(Catalog(paths: paths, vocabulary: .bank))
    let start = try server.person().get("/start")
    #expect(start["operation"] == "welcome")
    let link = start["atoms"]?.array?.first { $0["action"]?["href"] == "/operations/pp.quick" }
    #expect(link?["action"]?["name"] == "navigate")
  }
}

extension Value {
  /// The value in a URL, without encoding.
  fileprivate var plain: String {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .bool(let flag): String(flag)
    default: ""
    }
  }
}
