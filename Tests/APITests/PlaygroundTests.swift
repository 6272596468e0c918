import API
import Foundation
import HTTPServer
import JSON
import TestBank
import Testing

struct PlaygroundTests {
  private static func example(_ visitor: Visitor) throws -> String {
    try #require(try visitor.get("/playground/example")["file"]?.string)
  }

  @Test(
    "Playground endpoints return 404 if the playground is disabled",
    arguments: [
      "GET /playground", "GET /gallery", "GET /playground/example", "POST /playground/check",
      "POST /playground/evaluate",
    ])
  func returns404IfDisabled(_ endpoint: String) throws {
    let server = try TestServer()
    let parts = endpoint.split(separator: " ").map(String.init)
    for visitor in [try Visitor(server), try server.person()] {
      for body in ["{\"file\": \"operation: a\"}", "{"] {
        let answer =
          parts[0] == "GET"
          ? try visitor.get(parts[1])
          : try visitor.send("POST", parts[1], headers: [("Content-Type", "application/json")], body: body)
        answer.expectProblem(404, "not-found")
      }
    }
  }

  @Test(
    "The pages have the headers of the client's start page", arguments: ["playground/editor.js", "gallery/entry.js"])
  func servesPageWithClientHeaders(_ module: String) throws {
    let visitor = try TestServer(playground: true).visitor()
    let page = try visitor.get("/\(module.prefix { $0 != "/" })")
    #expect(page.status == 200)
    let index = try visitor.get("/")
    for name in ["content-type", "cache-control", "content-security-policy", "x-content-type-options"] {
      #expect(page.raw[name] != nil && page.raw[name] == index.raw[name], "\(name)")
    }
    let text = page.raw.text
    #expect(!text.contains("<style") && !text.contains(" style=") && !text.contains(/[ ]on[a-z]+=/))
    let named = text.matches(of: /"(\/web\/[0-9a-f]{16}\/[a-z\/.-]+)"/).map { String($0.1) }
    #expect(named.contains { $0.hasSuffix("/\(module)") })
    for path in named { #expect(try visitor.get(path).status == 200, "\(path)") }
  }

  @Test("The playground reports an error at the same line and column as `valence check`")
  func reportsErrorsLikeCheck() throws {
    let visitor = try TestServer(playground: true).visitor()
    let file = try Self.example(visitor).replacing("$amount * 0.01", with: "$amout * 0.01")
    let trial = try visitor.post("/playground/check", ["file": .string(file)])
    #expect(trial.status == 200)
    #expect(trial["tree"] == nil && trial["graph"] == nil)
    let findings = trial["findings"]?.array ?? []
    #expect(findings.count == 1)
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("$amout") })
    let column = try #require(lines[line].firstRange(of: "$amout")).lowerBound
    #expect(findings.first?["severity"] == "error")
    #expect(findings.first?["line"] == .integer(Int64(line + 1)))
    let scalars = lines[line][..<column].unicodeScalars.count
    #expect(findings.first?["column"] == .integer(Int64(scalars + 1)))
    #expect(findings.first?["message"] == "unknown variable `$amout`, did you mean `$amount`?")
    // `valence check` prints the same position and message.
    let place = try Workplace(with: file, in: "tried.yaml")
    let printed = try place.run("check", "tried.yaml")
    #expect(printed.status == 1)
    #expect(printed.output.hasPrefix("tried.yaml:\(line + 1):\(scalars + 1): error: unknown variable `$amout`"))
  }

  @Test("The playground draws a valid file with its dependency graph") func drawsFileWithGraph() throws {
    let visitor = try TestServer(playground: true).visitor()
    let trial = try visitor.post("/playground/check", ["file": .string(try Self.example(visitor))])
    #expect(trial["findings"] == [])
    let tree = trial["tree"]
    #expect((tree?["operation"], tree?["title"]) == ("my.transfer", "Transfer"))
    #expect(tree?["evaluate"] == ["method": "POST", "href": "/playground/evaluate"])
    let send = tree?["atoms"]?.array?.last
    // The button has no address, because nothing can be submitted.
    #expect(send?["action"] == ["name": "submit"])
    let accounts = tree?["atoms"]?[0]?["options"]?.array?.compactMap { $0["value"]?.string } ?? []
    #expect(accounts.count == 3)
    let edges = trial["graph"]?["edges"]?.array ?? []
    for (from, to, kind) in [
      ("amount", "fee", "value"), ("kind", "company", "value"), ("lookup bank", "bankName", "appearance"),
      ("bic", "lookup bank", "value"), ("fact accounts", "from", "appearance"),
    ] {
      let edge: Value = ["from": .string(from), "to": .string(to), "for": .string(kind)]
      #expect(edges.contains(edge), "\(edge)")
    }
    let names = trial["graph"]?["nodes"]?.array?.compactMap { $0["id"]?.string } ?? []
    for edge in edges {
      for end in [edge["from"]?.string, edge["to"]?.string] { #expect(names.contains { $0 == end }, "\(edge)") }
    }
  }

  @Test("The playground checks `next` against the routes of the bank") func checksNextAgainstRoutes() throws {
    let visitor = try TestServer(playground: true).visitor()
    let file = try Self.example(visitor)
    func tried(_ next: String) throws -> Visitor.Answer {
      let text = file.replacing("effect: document\n", with: "effect: document\nnext: \(next)\n")
      return try visitor.post("/playground/check", ["file": .string(text)])
    }
    let right = try tried("\"valence://accounts/account?number=$from\"")
    #expect(right["findings"] == [] && right["tree"]?["operation"] == "my.transfer")
    let wrong = try tried("valence://acounts/account")
    #expect(
      wrong["findings"]?[0]?["message"] == "there is no route `acounts/account`, did you mean `accounts/account`?")
  }

  @Test("The playground draws every operation of the bank") func drawsEveryOperation() throws {
    let visitor = try TestServer(playground: true).visitor()
    let folder = TestServer.root.appending(path: "config/operations")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".yaml") && !$0.hasSuffix(".scenarios.yaml")
    }
    #expect(names.count > 5)
    for name in names {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let trial = try visitor.post("/playground/check", ["file": .string(text)])
      #expect(trial["findings"]?.array?.filter { $0["severity"] == "error" } == [], "\(name)")
      #expect(trial["tree"]?["operation"]?.string.map { "\($0).yaml" } == name)
    }
  }

  @Test("The playground uses recorded responses in place of a service") func usesRecordedResponses() throws {
    let loan = TestServer.root.appending(path: "examples/loan")
    func text(_ path: String) throws -> String {
      try String(contentsOf: loan.appending(path: path), encoding: .utf8)
    }
    let services = try [
      text("services/bank.yaml").replacing("${BANK_URL}", with: "${PEER}").replacing(
        "${BANK_CALLBACK_SECRET}", with: "${HOOK}")
    ]
    let recorded = try text("services/bank.recorded.yaml")
    // The peer's address refuses connections, because a playground sends no requests to services.
    let visitor = try TestServer(asking: services + [recorded], at: "http://127.0.0.1:9", playground: true).visitor()
    let file = try text("operations/loan.apply.yaml")
    let trial = try visitor.post("/playground/check", ["file": .string(file)])
    #expect(trial["findings"] == [])
    #expect(trial["tree"]?["operation"] == "loan.apply")
    let values: Value = ["amount": "400000", "term": 60, "inn": "7707083893", "address": "a-1"]
    let states = try visitor.post(
      "/playground/evaluate", ["file": .string(file), "values": values, "commit": true])
    #expect(states["atoms"]?["company"]?["caption"] == "ПАО Сбербанк")
    #expect(states["atoms"]?["postal"]?["caption"] == "Postal code 125009")
    #expect(states["atoms"]?["others"]?["caption"] == "Other loans a month: 42,500.50\u{A0}RUB")
  }

  @Test("The playground evaluates values for a fictional person and writes nothing")
  func evaluatesForFictionalPerson() throws {
    let (server, visitor) = try TestServer(playground: true).withVisitor()
    let file = try Self.example(visitor)
    let writes = server.database.writeCounts.writes
    let states = try visitor.post(
      "/playground/evaluate",
      [
        "file": .string(file), "values": ["kind": 2, "amount": "1000", "bic": "044525225", "inn": "1"],
        "changed": ["amount", "bic", "inn"], "commit": true, "revision": 7,
      ])
    #expect((states.status, states["revision"], states["operation"]) == (200, 7, "my.transfer"))
    #expect(states["atoms"]?["fee"]?["value"] == "10.00")
    #expect(states["atoms"]?["bankName"]?["caption"] == "ПАО Сбербанк")
    #expect(states["atoms"]?["inn"]?["error"]?["code"] == "isInn")
    #expect(states["atoms"]?["from"] == nil)
    #expect(try visitor.post("/playground/check", ["file": .string(file)]).status == 200)
    #expect(server.database.writeCounts.writes == writes)
    // The caller's session is ignored. A logged-in person also gets the fictional person's data.
    let person = try server.person()
    let facts = """
      operation: who
      title: {ru: Кто, en: Who}
      atoms:
        - {textInput: name, caption: {ru: Имя, en: Name}, value: user.name}
        - {enum: card, caption: {ru: Карта, en: Card}, options: cards}
        - {accountPicker: from, caption: {ru: Счёт, en: Account}}
      """
    for visitor in [visitor, person] {
      let trial = try visitor.post("/playground/check", ["file": .string(facts)])
      #expect(trial["tree"]?["atoms"]?[0]?["value"] == "Мария Орлова")
      let account = try person.account("Текущий")
      #expect(!trial.raw.text.contains("Анна") && !trial.raw.text.contains(account))
    }
    #expect(try person.get("/operations")["data"]?.array?.contains { $0["id"] == "who" } == false)
    try server.expectUnharmed()
  }

  @Test("The playground refuses faulty, oversized and malformed files") func rejectsInvalidFile() throws {
    let visitor = try TestServer(playground: true).visitor()
    let faulty = try visitor.post("/playground/evaluate", ["file": "operation: a", "values": [:]])
    faulty.expectProblem(422, "faulty-file")
    #expect(faulty["findings"]?.array?.isEmpty == false)
    let long = String(repeating: "#", count: 65_536)
    #expect(try visitor.post("/playground/check", ["file": .string(long)]).status == 200)
    for path in ["/playground/check", "/playground/evaluate"] {
      try visitor.post(path, ["file": .string(long + "#")]).expectProblem(413, "body-too-large")
      try visitor.post(path, ["file": 1]).expectProblem(400, "malformed-request")
      try visitor.post(path, [:]).expectProblem(400, "malformed-request")
    }
  }

  @Test("Playground requests from one address are rate limited") func limitsRequestRate() throws {
    var rules = RequestRules()
    rules.perAddress = RequestRate(perSecond: 1, burst: 5)
    let visitor = try TestServer(rules: rules, playground: true).visitor()
    var statuses: Set<Int> = []
    for _ in 0..<100 where !statuses.contains(429) {
      statuses.insert(try visitor.post("/playground/check", ["file": "operation: a"]).status)
    }
    #expect(statuses == [200, 429])
  }
}
