import API
import JSON
import TestBank
import Testing

struct PageHeaderTests {
  @Test(
    "Response headers forbid scripts, frames and content sniffing",
    arguments: [
      ("GET", "/healthz"), ("GET", "/nowhere"), ("GET", "/user"), ("DELETE", "/user"), ("OPTIONS", "/user"),
      ("POST", "/auth/login"), ("GET", "/images/card-active.svg"), ("GET", "/%zz"), ("PATCH", "/settings"),
      ("HEAD", "/accounts"),
    ])
  func forbidsScriptsAndFrames(_ method: String, _ path: String) throws {
    let server = try TestServer()
    for visitor in [try Visitor(server), try server.person()] {
      let answer = try visitor.send(method, path)
      #expect(answer.raw["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'")
      #expect(answer.raw["referrer-policy"] == "no-referrer")
      #expect(answer.raw["x-content-type-options"] == "nosniff")
      #expect(answer.raw.headers.filter { $0.name == "x-content-type-options" }.count == 1)
      #expect(answer.raw["server"] == nil && answer.raw["x-powered-by"] == nil)
      #expect(answer.raw["strict-transport-security"] == nil)
    }
  }

  @Test("Responses with personal data are private or excluded from caches") func restrictsCaching() throws {
    let (server, person) = try TestServer().withPerson()
    for path in ["/user", "/cards", "/submissions", "/templates", "/drafts", "/settings", "/operations"] {
      #expect(try person.get(path).raw["cache-control"] == "private, no-cache", "\(path)")
    }
    // Balances and statements are `no-store`. Their tags still work.
    let account = "/accounts/40817810500000000001"
    for path in ["/accounts", account, "\(account)/entries", "\(account)/entries?limit=1", "\(account)/requisites"] {
      let answer = try person.get(path)
      #expect(answer.status == 200 && answer.raw["cache-control"] == "no-store", "\(path)")
      let tag = try #require(answer.raw["etag"])
      #expect(try person.get(path, headers: [("If-None-Match", tag)]).status == 304, "\(path)")
    }
    let evaluated = try person.post("/operations/pp.quick/evaluate", [:])
    #expect(evaluated.raw["cache-control"] == "private, no-cache")
    // An evaluation omits the header, because browsers do not display its response as a page.
    #expect(evaluated.raw["x-content-type-options"] == nil)
    #expect(try person.submit(try person.payment(), key: "tap").raw["x-content-type-options"] == "nosniff")
    let login: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    #expect(try person.post("/auth/login", login).raw["cache-control"] == "no-store")
    #expect(try person.get("/nowhere").raw["cache-control"] == "no-store")
  }

  @Test("Without configured origins, responses have no cross-origin headers") func omitsCrossOriginHeaders() throws {
    let person = try TestServer().person()
    let page = [("Origin", "https://bank.example"), ("Access-Control-Request-Method", "POST")]
    for answer in [try person.get("/user", headers: page), try person.send("OPTIONS", "/user", headers: page)] {
      #expect(answer.raw.headers.filter { $0.name.hasPrefix("access-control") }.map(\.name) == [])
      #expect(!answer.raw.headers.contains { $0.name == "vary" && $0.value.contains("Origin") })
    }
  }

  @Test("A preflight response allows every documented header except those of callbacks")
  func preflightAllowsDocumentedHeaders() throws {
    var rules = RequestRules()
    rules.crossOrigin = CrossOrigin(["https://bank.example"])
    let visitor = try TestServer(rules: rules).visitor()
    let answer = try visitor.send(
      "OPTIONS", "/deals/1",
      headers: [("Origin", "https://bank.example"), ("Access-Control-Request-Method", "PATCH")])
    let allowed = Set(
      (answer.raw["access-control-allow-headers"] ?? "").lowercased().split(separator: ", ").map(String.init))
    let document = try visitor.get("/openapi.json").body
    let read = (document["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).flatMap { ($0.value["parameters"]?.array ?? []) }
    }
    .filter { $0["in"] == "header" }.compactMap { $0["name"]?.string?.lowercased() }
    #expect(Set(read).contains("if-match"))
    // Callbacks are sent by other servers and never by a page.
    let ofMachines: Set = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    #expect(Set(read).subtracting(allowed) == ofMachines)
  }

  @Test("Configured origins get cross-origin headers and preflight responses") func allowsConfiguredOrigins() throws {
    var rules = RequestRules()
    rules.crossOrigin = CrossOrigin(["https://bank.example", "http://localhost:3000"])
    let (server, person) = try TestServer(rules: rules).withPerson()
    for origin in ["https://bank.example", "http://localhost:3000"] {
      let answer = try person.get("/user", headers: [("Origin", origin)])
      #expect(answer.raw["access-control-allow-origin"] == origin)
      #expect(answer.raw["access-control-allow-credentials"] == nil)
      #expect(answer.raw["access-control-expose-headers"]?.contains("ETag") == true)
      #expect(answer.raw["access-control-allow-methods"] == nil)
      #expect(answer.raw.headers.contains { $0.name == "vary" && $0.value == "Origin" })
      // Error responses are readable too.
      #expect(try person.get("/nowhere", headers: [("Origin", origin)]).raw["access-control-allow-origin"] == origin)
    }
    let preflight = try Visitor(server).send(
      "OPTIONS", "/operations/pp.quick/submissions",
      headers: [
        ("Origin", "https://bank.example"), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type,idempotency-key"),
      ])
    #expect(preflight.status == 204)
    #expect(preflight.raw["access-control-allow-methods"] == "OPTIONS, POST")
    let taken = preflight.raw["access-control-allow-headers"]?.lowercased() ?? ""
    for name in ["authorization", "content-type", "idempotency-key"] { #expect(taken.contains(name)) }
    #expect(preflight.raw["access-control-max-age"] == "600")
  }

  @Test(
    "Origins that are not configured get no cross-origin headers",
    arguments: [
      "https://evil.example", "https://bank.example.evil.example", "http://bank.example", "https://bank.example:444",
      "https://BANK.example", "null", "https://bank.example, https://evil.example", "https://bank.example/",
    ])
  func rejectsOtherOrigins(origin: String) throws {
    var rules = RequestRules()
    rules.crossOrigin = CrossOrigin(["https://bank.example"])
    let server = try TestServer(rules: rules)
    let headers = [("Origin", origin), ("Access-Control-Request-Method", "POST")]
    for method in ["GET", "OPTIONS"] {
      let answer = try Visitor(server).send(method, "/user", headers: headers)
      #expect(answer.raw.headers.filter { $0.name.hasPrefix("access-control") }.map(\.name) == [])
      #expect(answer.raw.headers.contains { $0.name == "vary" && $0.value == "Origin" })
    }
  }

  @Test(
    "An origin consists of a scheme, a host and an optional port",
    arguments: [
      ("https://bank.example", true), ("http://localhost:3000", true), ("https://[::1]:8443", true), ("*", false),
      ("null", false), ("bank.example", false), ("https://", false), ("https://bank.example/", false),
      ("https://bank.example/path", false), ("https://Bank.example", false), ("https://a b", false), ("ftp://a", false),
      ("https://*.bank.example", false), ("https://user@bank.example", false),
    ])
  func validatesOrigin(_ text: String, _ isOne: Bool) { #expect(CrossOrigin.isOrigin(text) == isOne) }

  /// A value from the client is repeated in a header only if it is safe.
  @Test(
    "Values sent by a client cannot inject response headers",
    arguments: [
      "a\rX-Injected: 1", "a\nX-Injected: 1", "a%0d%0aX-Injected: 1", "a\u{0}b", "é", "a b", "\"a\"",
      String(repeating: "a", count: 65),
    ])
  func preventsHeaderInjection(_ name: String) throws {
    let (server, person) = try TestServer().withPerson()
    for path in [
      "/user", "/nowhere%0d%0aX-Injected:%201", "/operations/a%0d%0aX-Injected:%201", "/banks?q=%0d%0aX-Injected:%201",
    ] {
      let visitor = try Visitor(server, token: person.token)
      // A refused request gets a generated id.
      let answer = try visitor.get(path, headers: [("X-Request-Id", name), ("If-None-Match", name), ("Origin", name)])
      #expect(answer.raw["x-injected"] == nil)
      #expect(answer.raw["x-request-id"] != name && answer.raw["x-request-id"]?.isEmpty == false)
      #expect(!answer.raw.headers.contains { $0.value.contains("Injected") })
    }
    try server.expectUnharmed()
  }
}
