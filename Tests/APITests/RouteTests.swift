import JSON
import Services
import TestBank
import Testing

struct RouteTests {
  private let server: TestServer

  init() throws { server = try TestServer() }

  /// Returns the path of a request for a link.
  private static func path(_ link: String, at endpoint: String = "/routes") -> String {
    let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    let encoded = link.utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return unreserved.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return "\(endpoint)?url=\(encoded.joined())"
  }

  @Test(
    "A deep link resolves to a module, a transition and a URL with its input",
    arguments: [
      ("valence://payments/quick?bic=044525225", "operation", "push", "/operations/pp.quick?bic=044525225"),
      ("valence://payments/quick&bic=044525225", "operation", "push", "/operations/pp.quick?bic=044525225"),
      (
        "valence://payments/quick&bic=044525225&amount=1.50", "operation", "push",
        "/operations/pp.quick?bic=044525225&amount=1.50"
      ),
      (
        "valence://payments/quick?name=%D0%9E%D0%9E%D0%9E+%26", "operation", "push",
        "/operations/pp.quick?name=%D0%9E%D0%9E%D0%9E%20%26"
      ),
      ("valence://person/profile", "operation", "push", "/operations/profile.edit"),
      ("VALENCE://Person/profile#top", "operation", "push", "/operations/profile.edit"),
      ("valence://person/settings", "operation", "push", "/operations/settings.edit"),
      ("valence://home/history", "screen", "push", "/screens/history"),
      ("valence://operations/pp.full?amount=5", "operation", "push", "/operations/pp.full?amount=5"),
    ])
  func resolvesLinks(
    _ link: String, _ module: String, _ kind: String, _ href: String
  ) throws {
    let person = try server.person()
    let lead = try person.get(Self.path(link))
    #expect(lead.status == 200, "\(lead.raw.text)")
    #expect(lead["module"]?.string == module && lead["transition"]?["kind"]?.string == kind)
    #expect(lead["href"]?.string == href && lead["method"] == "GET")
    #expect(try person.get(href).status == 200)
  }

  @Test("Deep links open a deal, a card and a submission") func opensDealCardAndSubmission() throws {
    let person = try server.person()
    let deal = try #require(try person.get("/deals")["data"]?[0])
    let lead = try person.get(Self.path("valence://deals/deal?id=\(deal["id"]?.string ?? "")"))
    #expect(lead["transition"]?["kind"] == "present" && lead["transition"]?["appearance"]?["style"] == "page")
    #expect(lead["input"]?["deal"] == deal["id"])
    let screen = try person.get(lead["href"]?.string ?? "")
    #expect(screen["modules"]?[0]?["title"] == deal["title"])
    let card = try #require(try person.get("/cards")["data"]?[0]?["id"]?.string)
    let opened = try person.get(Self.path("valence://cards/card?id=\(card)"))
    #expect(opened["transition"]?["kind"] == "cover" && opened["transition"]?["reverse"] == "dismiss")
    #expect(opened["href"]?.string == "/operations/card.status?card=\(card)")
    let sent = try person.submit(try person.payment(), key: "1")["submission"]?["id"]?.string ?? ""
    let result = try person.get(Self.path("valence://history/submission?id=\(sent)"))
    let tree = try person.get(result["href"]?.string ?? "")
    #expect(tree["operation"] == "result")
    let sign = tree["atoms"]?.array?.first { $0["kind"] == "button" }
    #expect(sign?["action"]?["name"] == "navigate")
    #expect(try person.get(sign?["action"]?["href"]?.string ?? "")["operation"] == "signature")
  }

  @Test("Every operation that is not a flow step has a route") func routesEveryOperation() throws {
    let person = try server.person()
    let catalog = server.definitions.catalog
    for operation in catalog.operations where !catalog.navigation.steps.contains(operation.id) {
      let lead = try person.get(Self.path("valence://operations/\(operation.id)"))
      let href = lead["href"]?.string ?? ""
      if operation.pages.isEmpty {
        #expect(href == "/operations/\(operation.id)")
        #expect(try person.get(href).status == 200)
      } else {
        #expect(href == "/flows/\(operation.id)" && lead["method"] == "POST")
        #expect(try person.post(href, nil).status == 201)
      }
    }
  }

  @Test(
    "An invalid deep link returns a problem with its parameter errors",
    arguments: [
      ("valence://payments/ghost", 404, "unknown-route", ""), ("valence://ghost/quick", 404, "unknown-route", ""),
      ("valence://payments", 400, "malformed-route", ""), ("valence:payments/quick", 400, "malformed-route", ""),
      ("https://payments/quick", 400, "malformed-route", ""), ("valence://a/b/c", 400, "malformed-route", ""),
      ("valence://payments/quick?bic=%zz", 400, "malformed-route", ""), ("", 400, "malformed-route", ""),
      ("valence://payments/quick?bic=%FF", 400, "malformed-route", ""),
      ("valence://payments/quick?ghost=1", 400, "route-parameters", "ghost unknown"),
      ("valence://payments/quick?amount=many", 400, "route-parameters", "amount type"),
      ("valence://payments/quick?bic=1&bic=2", 400, "route-parameters", "bic twice"),
      ("valence://deals/deal", 400, "route-parameters", "id required"),
      ("valence://payments/quick?ghost=1&amount=x", 400, "route-parameters", "ghost unknown, amount type"),
    ])
  func rejectsInvalidLinks(
    _ link: String, _ status: Int, _ problem: String, _ errors: String
  ) throws {
    for language in ["ru", "en"] {
      let refused = try server.person(language: language).get(Self.path(link))
      #expect(refused.status == status && refused["type"]?.string == "/problems/\(problem)", "\(refused.raw.text)")
      let reported = (refused["errors"]?.array ?? []).map { "\($0["atom"]?.string ?? "") \($0["code"]?.string ?? "")" }
      #expect(reported.joined(separator: ", ") == errors)
      #expect((refused["errors"]?.array ?? []).allSatisfy { $0["message"]?.string?.isEmpty == false })
      let begun = try server.person(language: language).get(Self.path(link, at: "/start"))
      #expect(begun.status == status && begun["type"] == refused["type"])
    }
  }

  @Test("An unauthenticated deep link leads to the login and then to its target") func loginContinuesToLink() throws {
    let link = "valence://payments/quick?bic=044525225&name=%D0%90%26%D0%91"
    let nobody = try Visitor(server)
    let refused = try nobody.get(Self.path(link))
    refused.expectProblem(401, "unauthorized")
    #expect(refused.raw["www-authenticate"] == "Bearer")
    #expect(try nobody.get(Self.path(link, at: "/start")).body == refused["next"])
    let login = try #require(refused["next"])
    let submit = login["atoms"]?.array?.first { $0["kind"] == "button" }?["action"]?["href"]?.string ?? ""
    let values: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    let wrong = try nobody.post(submit, ["values": ["login": "demo", "password": "wrong"]])
    wrong.expectProblem(422, "invalid-values")
    let opened = try nobody.post(submit, ["values": values])
    #expect(opened.status == 200, "\(opened.raw.text)")
    nobody.token = opened["session"]?["token"]?.string
    #expect(opened["next"]?["transition"]?["kind"] == "window")
    let home = try nobody.get(opened["next"]?["href"]?.string ?? "")
    #expect(home["screen"] == "home" && home["open"]?["route"] == "payments/quick")
    let tree = try nobody.get(home["open"]?["href"]?.string ?? "")
    #expect(tree["operation"] == "pp.quick")
    let atoms = tree["atoms"]?.array ?? []
    #expect(atoms.first { $0["id"] == "bic" }?["value"] == "044525225")
    #expect(atoms.first { $0["id"] == "name" }?["value"] == "А&Б")
  }

  @Test("A login without a deep link leads to the home screen") func loginLeadsHomeWithoutLink() throws {
    let nobody = try Visitor(server)
    let values: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    let opened = try nobody.post("/operations/auth.login/submissions", ["values": values])
    #expect(opened["next"]?["href"] == "/start")
    nobody.token = opened["session"]?["token"]?.string
    let home = try nobody.get("/start")
    #expect(home["screen"] == "home" && home["open"] == nil)
    let bad = try nobody.post("/operations/auth.login/submissions?then=x", ["values": values])
    bad.expectProblem(400, "malformed-route")
  }

  /// The response must not reveal which links exist.
  @Test("An unauthenticated client gets 401 for known and unknown deep links")
  func hidesRoutesFromUnauthenticated() throws {
    let nobody = try Visitor(server)
    for link in ["valence://payments/ghost", "valence://payments/quick?ghost=1", "valence://payments/quick"] {
      try nobody.get(Self.path(link)).expectProblem(401, "unauthorized")
    }
    #expect(try nobody.get(Self.path("valence://operations/auth.login")).status == 200)
  }

  @Test("Deep links and the start screen return 403 to other roles") func forbidsLinksToOtherRoles() throws {
    let clerk = try server.clerk()
    try clerk.get(Self.path("valence://payments/quick")).expectProblem(403, "forbidden")
    try clerk.get("/start").expectProblem(403, "forbidden")
  }

  @Test("Deep links in a form become navigate actions; external links stay unchanged")
  func treeLinksBecomeNavigateActions() throws {
    let text = """
      operation: links
      title: {ru: Ссылки, en: Links}
      atoms:
        - {link: deep,    caption: {ru: А, en: A}, href: "valence://payments/quick?bic=044525225"}
        - {link: outside, caption: {ru: Б, en: B}, href: "https://example.org/"}
        - {button: go,    caption: {ru: В, en: C}, action: navigate, href: "valence://person/profile"}
      """
    try server.serve([text])
    let person = try server.person()
    let atoms = try person.get("/operations/links")["atoms"]?.array ?? []
    #expect(atoms.count == 3 && atoms[1]["action"] == nil && atoms[1]["href"] == "https://example.org/")
    for (place, href) in [(0, "/operations/pp.quick?bic=044525225"), (2, "/operations/profile.edit")] {
      #expect(atoms[place]["action"]?["name"] == "navigate")
      #expect(try person.get(atoms[place]["action"]?["href"]?.string ?? "")["href"]?.string == href)
    }
    #expect(atoms[0]["action"]?["href"]?.string == Self.path("valence://payments/quick?bic=044525225"))
  }
}
