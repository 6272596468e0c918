import HTTP
import JSON
import Services
import Testing

@testable import API

/// The router and the OpenAPI document say the same, and answers are what the document says.
struct RouterDocumentTests {
  /// The operations of a document: path, method in small letters, description.
  private static func operations(of document: Value) -> [(path: String, method: String, about: Value)] {
    (document["paths"]?.object?.members ?? []).flatMap { path in
      (path.value.object?.members ?? []).map { (path.name, $0.name, $0.value) }
    }
  }

  private static func references(in value: Value) -> [String] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in
        if member.name == "$ref", let reference = member.value.string {
          [reference]
        } else {
          references(in: member.value)
        }
      }
    case .array(let elements): elements.flatMap(references)
    default: []
    }
  }

  @Test func everyEndpointIsDocumentedAndEverythingDocumentedIsThere() throws {
    let server = try TestServer()
    let document = try Visitor(server).get("/openapi.json").body
    let documented = Self.operations(of: document).map { "\($0.method.uppercased()) \($0.path)" }
    #expect(Set(documented).count == documented.count)
    #expect(Set(documented) == Set(server.application.endpoints.map { "\($0.method.name) \($0.pattern)" }))
    // What the running router takes at each path, asked over HTTP.
    for path in document["paths"]?.object?.members ?? [] {
      var methods = Set(path.value.object?.names.map { $0.uppercased() } ?? []).union(["OPTIONS"])
      if methods.contains("GET") { methods.insert("HEAD") }
      let allow = try Visitor(server).send("OPTIONS", path.name.replacing("{", with: "").replacing("}", with: ""))
      #expect(allow.raw["allow"] == methods.sorted().joined(separator: ", "), "\(path.name)")
    }
  }

  @Test func theDocumentHoldsTogether() throws {
    let server = try TestServer()
    let document = try Visitor(server).get("/openapi.json").body
    #expect(document["openapi"] == "3.1.0")
    let checker = SchemaChecker(document: document)
    let references = Self.references(in: document)
    #expect(references.filter { checker.target(of: $0) == nil } == [])
    let schemas = document["components"]?["schemas"]?.object?.names ?? []
    #expect(Set(schemas.map { "#/components/schemas/\($0)" }).subtracting(references) == [], "schemas nobody uses")
    let ids = Self.operations(of: document).compactMap { $0.about["operationId"]?.string }
    #expect(ids.count == server.application.endpoints.count)
    #expect(Set(ids).count == ids.count)
    for operation in Self.operations(of: document) {
      let named = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
      let parameters = operation.about["parameters"]?.array?.filter { $0["in"] == "path" } ?? []
      #expect(parameters.compactMap { $0["name"]?.string } == named.map(String.init), "\(operation.path)")
      #expect(operation.about["summary"]?.string?.isEmpty == false)
    }
  }

  @Test func theCommandPrintsWhatTheServerAnswers() throws {
    let server = try TestServer()
    #expect(try Value(reading: server.application.document()) == Visitor(server).get("/openapi.json").body)
  }

  @Test func everyAnswerIsWhatTheDocumentSays() throws {
    // The core carries out what is signed, so that it has something to acknowledge.
    let server = try TestServer(
      { $0.execution = Execution(core: .feed, days: BusinessDays()) }, playground: true)
    let person = try Visitor.demo(server)
    let walk = Walk(document: try person.get("/openapi.json").body, person: person)
    try walk.everyEndpoint(server)
    let all = Self.operations(of: walk.document).compactMap { $0.about["operationId"]?.string }
    #expect(Set(all).subtracting(walk.succeeded) == [], "endpoints whose success was not seen")
  }
}

/// One walk through every endpoint, each answer held to the document.
private final class Walk {
  let document: Value
  let person: Visitor
  private(set) var succeeded: Set<String> = []

  init(document: Value, person: Visitor) { (self.document, self.person) = (document, person) }

  /// Asks every endpoint for its success, and many for what they refuse.
  func everyEndpoint(_ server: TestServer) throws {
    let login: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    try post("/auth/login", [:], login, expect: 200)
    try post("/auth/login", [:], ["login": "demo", "password": "wrong password"], expect: 401)
    try post("/auth/login", [:], ["login": 1], expect: 400)
    try ofPeople(server)
    for path in ["/user", "/accounts", "/operations", "/submissions", "/healthz", "/readyz", "/openapi.json"] {
      try get(path, expect: 200)
    }
    let account = try person.account("Текущий")
    try get("/accounts/{number}", ["number": account], expect: 200)
    try get("/accounts/{number}", ["number": "1"], expect: 404)
    try get("/banks/{bic}", ["bic": "044525225"], expect: 200)
    try get("/banks/{bic}", ["bic": "049900777"], expect: 200)
    try get("/banks", query: "?q=%D1%81%D0%B1%D0%B5%D1%80&limit=1", expect: 200)
    try get("/banks", query: "?after=1", expect: 400)
    try get("/problems/{name}", ["name": "not-found"], expect: 200)
    let operation = ["id": "pp.quick"]
    try get("/operations/{id}", operation, expect: 200)
    try get("/operations/{id}", operation, query: "?ghost=1", expect: 400)
    try get("/operations/{id}/schema", operation, expect: 200)
    try get("/operations/{id}/schema", ["id": "ghost"], expect: 404)
    try post("/operations/{id}/evaluate", operation, ["commit": true, "revision": 1], expect: 200)
    try post("/operations/{id}/evaluate", operation, ["version": "0"], expect: 409)

    try drafts()
    try templates()
    try navigation(server)
    try flow()

    let values = Value.object(try person.payment())
    let submissions = "/operations/{id}/submissions"
    let sent = try post(submissions, operation, ["values": values], key: "1", expect: 201)
    try post(submissions, operation, ["values": values], key: "1", expect: 200)
    try post(submissions, operation, ["values": [:]], key: "1", expect: 422)
    try post(submissions, operation, ["values": [:]], key: "2", expect: 422)
    try post(submissions, operation, ["values": values], expect: 400)
    let submission = ["id": sent["submission"]?["id"]?.string ?? ""]
    try get("/submissions/{id}", submission, expect: 200)
    try get("/submissions/{id}/result", submission, expect: 200)
    try get("/submissions/{id}/signature", submission, expect: 200)
    let wrong: Value = ["values": .object(Visitor.codes(for: sent["next"], server.access.matrix, wrong: true))]
    let refused = try post("/submissions/{id}/signature", submission, wrong, expect: 422)
    try post("/submissions/{id}/signature", submission, wrong, expect: 409)
    let right: Value = ["values": .object(Visitor.codes(for: refused["next"], server.access.matrix))]
    try post("/submissions/{id}/signature", submission, right, expect: 200)
    try post("/submissions/{id}/cancel", submission, nil, expect: 409)
    try get("/submissions/{id}/signature", submission, expect: 410)
    try get("/submissions/{id}", submission, expect: 200)
    let other = try post(submissions, operation, ["values": values], key: "3", expect: 201)
    try post("/submissions/{id}/cancel", ["id": other["submission"]?["id"]?.string ?? ""], nil, expect: 200)
    try get("/submissions", query: "?limit=1", expect: 200)
    try get("/accounts/{number}/entries", ["number": account], expect: 200)
    try get("/accounts/{number}/entries", ["number": account], query: "?limit=1", expect: 200)
    try get("/providers", query: "?q=%D0%B2%D0%BE%D0%B4%D0%BE", expect: 200)
    try get("/providers", query: "?limit=1", expect: 200)
    try get("/providers/{id}", ["id": "gorvodokanal"], expect: 200)
    try get("/providers/{id}", ["id": "nobody"], expect: 404)
    let tag = try get("/accounts", expect: 200).raw["etag"] ?? ""
    try get("/accounts", headers: [("If-None-Match", tag)], expect: 304)
    let renewal = try post(submissions, ["id": "matrix.renew"], ["values": [:]], key: "1", expect: 201)
    let renewed = ["id": renewal["submission"]?["id"]?.string ?? ""]
    try post("/submissions/{id}/signature/resend", renewed, nil, expect: 429)
    server.pass(.seconds(60))
    let resent = try post("/submissions/{id}/signature/resend", renewed, nil, expect: 200)
    let code: Value = ["values": .object(try server.telephones.codes(for: resent.body))]
    try post("/submissions/{id}/signature", renewed, code, expect: 200)
    try post("/submissions/{id}/signature/resend", renewed, nil, expect: 410)
    try attempts()
    try sessions(server)
    try post("/auth/logout", [:], nil, expect: 204)
    try get("/user", expect: 401)
    try core(server, submission)
  }

  private func attempts() throws {
    let guess: Value = ["login": "guessed", "password": "x"]
    check(try untilThrottled { try person.post("/auth/login", guess) }, "post", "/auth/login", 429)
    let path = "/operations/{id}/submissions"
    let form = Self.target(path, ["id": "auth.login"])
    check(try untilThrottled { try person.post(form, ["values": guess]) }, "post", path, 429)
    let change: Value = ["oldPassword": "wrong", "newPassword": "another long password"]
    check(try untilThrottled { try person.post("/auth/password", change) }, "post", "/auth/password", 429)
  }

  /// The first answer that says so: how many come before depends on how fast they are asked for.
  private func untilThrottled(_ ask: () throws -> Visitor.Answer) throws -> Visitor.Answer {
    for _ in 0..<30 {
      let answer = try ask()
      if answer.status == 429 { return answer }
    }
    return try ask()
  }

  private func sessions(_ server: TestServer) throws {
    let other = try Visitor.demo(server)
    let (all, one) = ("/auth/sessions", "/auth/sessions/{id}")
    let listed = try get(all, expect: 200)["data"]?.array ?? []
    let theirs = try #require(listed.first { $0["current"] == false }?["id"]?.string)
    check(try person.delete(Self.target(one, ["id": theirs])), "delete", one, 204)
    check(try person.delete(Self.target(one, ["id": theirs])), "delete", one, 404)
    check(try person.delete(Self.target(one, ["id": "1"])), "delete", one, 404)
    check(try person.delete("\(all)?keep=all"), "delete", all, 400)
    check(try person.delete("\(all)?keep=current"), "delete", all, 204)
    check(try other.delete(all), "delete", all, 401)
  }

  /// Goes on as the bank's core, which has a signed submission to acknowledge.
  private func core(_ server: TestServer, _ signed: [String: String]) throws {
    _ = try server.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
    try person.login("abs", "a long password")
    let ack = "/core/submissions/{id}/ack"
    try get("/user", expect: 403)
    try get("/core/submissions", expect: 200)
    try get("/core/submissions", query: "?after=x", expect: 400)
    try post(ack, signed, ["status": "done"], expect: 400)
    try post(ack, ["id": "x"], ["status": "executed"], expect: 404)
    try post(ack, signed, ["status": "executed", "message": "Принято"], expect: 200)
    try post(ack, signed, ["status": "executed"], expect: 409)
    try get("/core/submissions", query: "?after=0&limit=1", expect: 200)
    try get("/readyz", expect: 200)
  }

  @discardableResult private func get(
    _ path: String, _ parameters: [String: String] = [:], query: String = "", headers: [(String, String)] = [],
    expect status: Int
  ) throws -> Visitor.Answer {
    let answer = try person.get(Self.target(path, parameters) + query, headers: headers)
    check(answer, "get", path, status)
    return answer
  }

  @discardableResult private func post(
    _ path: String, _ parameters: [String: String], _ body: Value, key: String? = nil, expect status: Int
  ) throws -> Visitor.Answer {
    let headers = key.map { [("Idempotency-Key", $0)] } ?? []
    let answer = try person.post(Self.target(path, parameters), body, headers: headers)
    check(answer, "post", path, status)
    return answer
  }

  private func ofPeople(_ server: TestServer) throws {
    for path in ["/cards", "/deals", "/settings"] { try get(path, expect: 200) }
    let card = ["id": try person.get("/cards")["data"]?[0]?["id"]?.string ?? ""]
    try get("/cards/{id}", card, expect: 200)
    try get("/cards/{id}", ["id": "1"], expect: 404)
    try get("/deals", query: "?ended=true&limit=1", expect: 200)
    try get("/deals", query: "?ended=1", expect: 400)
    try get("/deals/{id}", ["id": try person.get("/deals")["data"]?[0]?["id"]?.string ?? ""], expect: 200)
    try get("/deals/{id}", ["id": "1"], expect: 404)
    try get("/deals/{id}/pages", ["id": try person.get("/deals")["data"]?[0]?["id"]?.string ?? ""], expect: 200)
    try get("/deals/{id}/pages", ["id": "1"], expect: 404)
    check(
      try person.put("/deals/\(try person.get("/deals")["data"]?[0]?["id"]?.string ?? "")/seen", nil), "put",
      "/deals/{id}/seen", 204)
    try get("/images/{name}", ["name": "card-active.svg"], expect: 200)
    try get("/", expect: 200)
    let version = try person.get("/").raw.text.firstMatch(of: /\/web\/([0-9a-f]{16})\//)?.1 ?? ""
    try get("/web/{version}/{name}", ["version": String(version), "name": "app.js"], expect: 200)
    try get("/web/{version}/{name}", ["version": String(version), "name": "ghost.js"], expect: 404)
    try get("/playground", expect: 200)
    let file = try get("/playground/example", expect: 200)["file"] ?? .null
    try post("/playground/check", [:], ["file": file], expect: 200)
    try post("/playground/check", [:], ["file": "operation: 1"], expect: 200)
    try post("/playground/evaluate", [:], ["file": file, "commit": true, "revision": 1], expect: 200)
    try post("/playground/evaluate", [:], ["file": "operation: 1"], expect: 422)
    try post("/playground/evaluate", [:], ["file": 1], expect: 400)
    check(try person.patch("/settings", ["pushDeals": true]), "patch", "/settings", 200)
    try deals(server)
    check(try person.patch("/settings", ["language": "fr"]), "patch", "/settings", 422)
    check(try person.patch("/user", ["phone": "+79000000001"]), "patch", "/user", 200)
    check(try person.patch("/user", ["phone": "x"]), "patch", "/user", 422)
    let nobody = try Visitor(server)
    let values: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
    let path = "/operations/{id}/submissions"
    let target = Self.target(path, ["id": "auth.login"])
    check(try nobody.post(target, ["values": values]), "post", path, 200)
    check(try nobody.post(target, ["values": ["login": "demo", "password": "x"]]), "post", path, 422)
    check(try nobody.get("/operations/auth.login"), "get", "/operations/{id}", 200)
    check(try nobody.get("/operations/pp.quick"), "get", "/operations/{id}", 401)
    let change: Value = ["oldPassword": "wrong", "newPassword": "another long password"]
    try post("/auth/password", [:], change, expect: 422)
    let old = server.access.password
    try post("/auth/password", [:], ["oldPassword": .string(old), "newPassword": .string("new \(old)")], expect: 204)
    try post(
      "/auth/password", [:], ["oldPassword": .string("new \(old)"), "newPassword": .string("\(old)")], expect: 204)
  }

  /// Adds, changes and ends deals as an operator, and reads what the person is told of them.
  private func deals(_ server: TestServer) throws {
    let clerk = try Visitor.clerk(server)
    let deal: Value = [
      "title": ["ru": "x"], "startDate": "2020-01-01", "endDate": "2099-12-31",
      "pages": [["title": ["ru": "x"], "text": ["ru": "y"]]],
    ]
    let (all, path, told) = ("/deals", "/deals/{id}", "/notifications/{id}")
    let added = try clerk.add(deal, key: "1")
    check(added, "post", all, 201)
    check(try clerk.add(deal, key: "1"), "post", all, 200)
    check(try clerk.add([:], key: "1"), "post", all, 422)
    check(try clerk.post(all, deal), "post", all, 400)
    check(try person.add(deal), "post", all, 403)
    check(try clerk.get("/deals?all=true"), "get", all, 200)
    let href = added["href"]?.string ?? ""
    check(try clerk.get(href), "get", path, 200)
    check(try person.get(href), "get", path, 200)
    let id = ["id": added["id"]?.string ?? ""]
    try get("/notifications", expect: 200)
    check(try person.put(Self.target("\(told)/read", id), nil), "put", "\(told)/read", 204)
    check(try person.delete(Self.target(told, id)), "delete", told, 204)
    check(try person.delete(Self.target(told, id)), "delete", told, 404)
    let changed = try clerk.patch(added, ["title": ["en": "y"]])
    check(changed, "patch", path, 200)
    check(try clerk.patch(added, [:]), "patch", path, 412)
    check(try clerk.patch(href, [:]), "patch", path, 428)
    check(try clerk.delete(href), "delete", path, 428)
    check(try clerk.delete(changed), "delete", path, 204)
    check(try clerk.patch(clerk.get(href), [:]), "patch", path, 409)
  }

  private func drafts() throws {
    let path = "/drafts/{operation}"
    let operation = ["operation": "pp.quick"]
    for (body, status) in [(["values": ["name": "Анна"]], 201), (["values": [:], "version": "0"], 200), ([:], 400)]
      as [(Value, Int)]
    {
      check(try person.put(Self.target(path, operation), body), "put", path, status)
    }
    check(try person.put("/drafts/ghost", ["values": [:]]), "put", path, 404)
    try get("/drafts", expect: 200)
    try get(path, operation, expect: 200)
    try get(path, operation, headers: [("Accept-Atoms", "text")], expect: 406)
    try get(path, operation, headers: [("Client-Version", "x")], expect: 400)
    check(try person.delete(Self.target(path, operation)), "delete", path, 204)
    check(try person.delete(Self.target(path, operation)), "delete", path, 404)
  }

  /// Goes through a flow, and back, and out of order.
  private func flow() throws {
    let flow = ["id": "payments.steps"]
    let (path, steps) = ("/flows/{id}", "/flows/{id}/steps/{step}")
    let entered = try FlowTests.entered(by: person)
    let payee = entered[0].value
    func at(_ step: String) -> [String: String] { flow.merging(["step": step]) { $1 } }
    try get(path, flow, expect: 404)
    try post(path, ["id": "ghost"], [:], expect: 404)
    try post(path, flow, [:], expect: 201)
    try post(path, flow, [:], expect: 200)
    try get(path, flow, expect: 200)
    try get(steps, at("payee"), expect: 200)
    try get(steps, at("amount"), expect: 409)
    try post(steps, at("payee"), ["values": [:]], expect: 422)
    try post(steps, at("payee"), ["values": [:], "version": "0"], expect: 409)
    try post(steps, at("payee"), payee, expect: 200)
    try post("\(steps)/back", at("amount"), [:], expect: 200)
    try post("\(path)/submissions", flow, [:], key: "flow", expect: 409)
    for (step, values) in entered { try post(steps, at(step), values, expect: 200) }
    try post("\(path)/submissions", flow, [:], expect: 400)
    try post("\(path)/submissions", flow, [:], key: "flow", expect: 201)
    try post("\(path)/submissions", flow, [:], key: "flow", expect: 200)
    check(try person.delete(Self.target(path, flow)), "delete", path, 404)
    try post(path, flow, [:], expect: 201)
    try get(path, flow, headers: [("Accept-Atoms", "text")], expect: 406)
    check(try person.delete(Self.target(path, flow)), "delete", path, 204)
  }

  private func navigation(_ server: TestServer) throws {
    try get("/start", expect: 200)
    try get("/start", query: "?url=valence%3A%2F%2Fperson%2Fprofile", expect: 200)
    try get("/start", query: "?url=x", expect: 400)
    for screen in server.definitions.catalog.navigation.screens where screen.inputs.isEmpty {
      try get("/screens/{id}", ["id": screen.id], expect: 200)
    }
    try get("/screens/{id}", ["id": "account"], expect: 400)
    try get("/screens/{id}", ["id": "ghost"], expect: 404)
    try get("/routes", query: "?url=valence%3A%2F%2Fpayments%2Fquick%3Fbic%3D044525225", expect: 200)
    try get("/routes", query: "?url=valence%3A%2F%2Fpayments%2Fghost", expect: 404)
    try get("/routes", query: "?url=valence%3A%2F%2Fpayments%2Fquick%3Fghost%3D1", expect: 400)
    try get("/routes", expect: 400)
    let nobody = try Visitor(server)
    check(try nobody.get("/start"), "get", "/start", 200)
    check(try nobody.get("/routes?url=valence%3A%2F%2Fperson%2Fprofile"), "get", "/routes", 401)
  }

  private func templates() throws {
    let body: Value = ["operation": "pp.quick", "title": "t", "values": ["name": "Анна"]]
    let saved = try post("/templates", [:], body, expect: 201)
    try post("/templates", [:], body, expect: 200)
    try post("/templates", [:], ["operation": "pp.quick", "title": "t", "values": [:]], expect: 409)
    try post("/templates", [:], ["operation": "pp.quick", "title": "u", "values": ["ghost": 1]], expect: 422)
    try post("/templates", [:], [:], expect: 400)
    let id = ["id": saved["id"]?.string ?? ""]
    try get("/templates", expect: 200)
    try get("/templates/{id}", id, expect: 200)
    try post("/prefill", [:], ["template": .string(id["id"] ?? "")], expect: 200)
    try post("/prefill", [:], ["qr": "ST"], expect: 422)
    try post("/prefill", [:], ["template": "x"], expect: 404)
    check(try person.delete(Self.target("/templates/{id}", id)), "delete", "/templates/{id}", 204)
    try get("/templates/{id}", id, expect: 404)
  }

  private static func target(_ path: String, _ parameters: [String: String]) -> String {
    parameters.reduce(path) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  private func check(_ answer: Visitor.Answer, _ method: String, _ path: String, _ status: Int) {
    #expect(answer.status == status, "\(method) \(path): \(answer.raw.text)")
    let about = document["paths"]?[path]?[method]
    guard let described = about?["responses"]?["\(answer.status)"] else {
      Issue.record("\(method) \(path) does not document \(answer.status)")
      return
    }
    if answer.status < 400, let id = about?["operationId"]?.string { succeeded.insert(id) }
    for header in described["headers"]?.object?.names ?? [] {
      #expect(answer.raw[header.lowercased()] != nil, "\(method) \(path) \(answer.status) has no \(header)")
    }
    guard let content = described["content"]?.object?.members.first else {
      #expect(answer.raw.body.isEmpty, "\(method) \(path) documents no body")
      return
    }
    #expect(answer.raw["content-type"] == content.name, "\(method) \(path)")
    // Of the document itself and of pictures only the type is told.
    guard content.value["schema"] != nil else { return }
    let faults = SchemaChecker(document: document).faults(of: answer.body, content.value["schema"] ?? nil)
    #expect(faults == [], "\(method) \(path) \(answer.status)")
  }
}
