import JSON
import TestBank
import Testing

/// Requests for drafts, templates, navigation and flows.
extension Walk {
  func drafts() throws {
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
    let stale = [("Content-Type", "application/json"), ("If-Match", "\"0\"")]
    check(
      try person.send("PUT", Self.target(path, operation), headers: stale, body: "{\"values\":{}}"), "put", path, 412)
    try get("/drafts/{operation}/copies", operation, expect: 200)
    try get("/drafts/{operation}/copies", ["operation": "ghost"], expect: 404)
    try get(path, operation, headers: [("Accept-Atoms", "text")], expect: 406)
    try get(path, operation, headers: [("Client-Version", "x")], expect: 400)
    check(try person.delete(Self.target(path, operation)), "delete", path, 204)
    check(try person.delete(Self.target(path, operation)), "delete", path, 404)
  }

  func templates() throws {
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
    for (title, status) in [("u", 200), ("", 422)] {
      check(
        try person.patch(Self.target("/templates/{id}", id), ["title": .string(title)]), "patch", "/templates/{id}",
        status)
    }
    check(try person.delete(Self.target("/templates/{id}", id)), "delete", "/templates/{id}", 204)
    try get("/templates/{id}", id, expect: 404)
  }

  /// Opens a document of a consent.
  func documents(_ server: TestServer) throws {
    let sha256 = ["sha256": try ConsentStoryTests.serve("# Terms", at: server)]
    try get("/documents/{sha256}", sha256, expect: 200)
    try get("/documents/{sha256}", ["sha256": "0"], expect: 404)
    try get("/documents/{sha256}/file", sha256, expect: 200)
  }

  /// Requests a list that a screen declares.
  func lists(_ server: TestServer) throws {
    try DeclaredListTests.serveAccounts(at: server)
    let (path, list) = ("/screens/{id}/lists/{list}", ["id": DeclaredListTests.accounts.screen, "list": "own"])
    let tag = try get(path, list, expect: 200).raw["etag"] ?? ""
    try get(path, list, headers: [("If-None-Match", tag)], expect: 304)
    try get(path, list, query: "?limit=1", expect: 200)
    try get(path, list, query: "?limit=0", expect: 400)
    try get(path, list.merging(["list": "ghost"]) { $1 }, expect: 404)
  }

  func navigation(_ server: TestServer) throws {
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

  /// Sends the requests of a flow: forward, back and out of order.
  func flow() throws {
    let flow = ["id": "payments.steps"]
    let (path, steps) = ("/flows/{id}", "/flows/{id}/steps/{step}")
    let entered = try FlowSteps.entered(by: person)
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
    try pages()
  }

  /// Sends the requests of an operation with pages, up to its review.
  private func pages() throws {
    let pages = ["id": "complaint.send"]
    let (path, steps) = ("/flows/{id}", "/flows/{id}/steps/{step}")
    func at(_ step: String) -> [String: String] { pages.merging(["step": step]) { $1 } }
    try post(path, pages, [:], expect: 201)
    try post("\(steps)/evaluate", at("subject"), ["values": ["about": "card"], "changed": ["about"]], expect: 200)
    try post("\(steps)/evaluate", at("answer"), [:], expect: 409)
    let draft = Self.target("\(steps)/draft", at("subject"))
    check(try person.put(draft, ["values": ["about": "card"]]), "put", "\(steps)/draft", 201)
    check(try person.put(draft, ["values": ["about": "other"]]), "put", "\(steps)/draft", 200)
    let stale = [("Content-Type", "application/json"), ("If-Match", "\"0\"")]
    let body: Value = ["values": [:]]
    check(try person.send("PUT", draft, headers: stale, body: body.text), "put", "\(steps)/draft", 412)
    try post(steps, at("subject"), ["values": ["about": "other"]], expect: 200)
    let day =
      try person.get("/operations/complaint.send")["atoms"]?.array?.first { $0["id"] == "page_details" }?["atoms"]?
      .array?.first { $0["id"] == "day" }?["max"] ?? .null
    try post(steps, at("details"), ["values": ["day": day, "story": "It broke"]], expect: 200)
    try post(steps, at("answer"), ["values": ["reply": "app"]], expect: 200)
    try get(path, pages, expect: 200)
    try get("/drafts/{operation}", ["operation": "flow:complaint.send"], expect: 200)
    check(try person.delete(Self.target(path, pages)), "delete", path, 204)
  }
}
