import JSON
import TestBank
import Testing

/// Requests for people's data, of operators and of the core.
extension Walk {
  func ofPeople(_ server: TestServer) throws {
    for path in ["/cards", "/deals", "/limits", "/settings"] { try get(path, expect: 200) }
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
    try get("/web/{version}/{name}", ["version": "current", "name": "app.js"], expect: 307)
    let folder = ["version": String(version), "folder": "playground"]
    try get("/web/{version}/{folder}/{name}", folder.merging(["name": "editor.js"]) { $1 }, expect: 200)
    try get("/web/{version}/{folder}/{name}", folder.merging(["name": "ghost.js"]) { $1 }, expect: 404)
    let current = ["version": "current", "folder": "playground", "name": "editor.js"]
    try get("/web/{version}/{folder}/{name}", current, expect: 307)
    try get("/playground", expect: 200)
    try get("/gallery", expect: 200)
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

  /// Adds, changes and ends deals as an operator, and reads the person's notifications of them.
  func deals(_ server: TestServer) throws {
    let clerk = try server.clerk()
    let deal: Value = [
      "title": ["ru": "x"], "startDate": "2020-01-01", "endDate": "2099-12-31",
      "pages": [["title": ["ru": "x"], "text": ["ru": "y"]]],
    ]
    let (all, path, reported) = ("/deals", "/deals/{id}", "/notifications/{id}")
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
    try get("/events", query: "?once=true", expect: 200)
    try get("/events", query: "?once=1", expect: 400)
    check(try person.put(Self.target("\(reported)/read", id), nil), "put", "\(reported)/read", 204)
    check(try person.delete(Self.target(reported, id)), "delete", reported, 204)
    check(try person.delete(Self.target(reported, id)), "delete", reported, 404)
    let changed = try clerk.patch(added, ["title": ["en": "y"]])
    check(changed, "patch", path, 200)
    check(try clerk.patch(added, [:]), "patch", path, 412)
    check(try clerk.patch(href, [:]), "patch", path, 428)
    check(try clerk.delete(href), "delete", path, 428)
    check(try clerk.delete(changed), "delete", path, 204)
    check(try clerk.patch(clerk.get(href), [:]), "patch", path, 409)
  }

  func sessions(_ server: TestServer) throws {
    let other = try server.person()
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

  /// Enrols a person without a login.
  func enrolment(_ server: TestServer) throws {
    let (all, one) = ("/enrolments", "/enrolments/{id}")
    let services = server.services
    let newcomer = try services.users.add(external: "C-1001", name: "Пётр", phone: "+79001234567").wait()
    let code = try services.enrolments.invite(newcomer.id, login: "petr").wait().code.secretText
    try get(all, expect: 200)
    try post(all, [:], ["code": "0000-0000-0000"], expect: 422)
    try post(all, [:], [:], expect: 400)
    let begun = try post(all, [:], ["code": .string(code)], expect: 201)
    let id = ["id": begun["id"]?.string ?? ""]
    try post(one, ["id": "x"], ["password": "a long password"], expect: 410)
    try post(one, id, ["code": "1"], expect: 400)
    try post(one, id, ["code": "1", "password": "a long password"], expect: 422)
    let entered = try server.telephones.enrolmentCode()
    try post(one, id, ["code": .string(entered), "password": "short"], expect: 422)
    try post(one, id, ["code": .string(entered), "password": "a long password of mine"], expect: 200)
  }

  /// Continues as the bank's core and acknowledges a signed submission.
  func core(_ server: TestServer, _ signed: [String: String]) throws {
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

  /// Sends callbacks of a system about a submission that was delivered to it.
  func callback() throws {
    let lender = try Lender()
    lender.answer { _, _ in .status(202, "{}") }
    let (server, lent) = try lender.server().withPerson()
    let id = try lent.loan("1.00")
    check(
      try lent.until("/submissions/\(id)") { $0["delivery"]?["status"] == "accepted" }, "get", "/submissions/{id}", 200)
    let path = "/callbacks/{service}"
    func send(_ body: String, _ headers: [(String, String)]) throws -> Visitor.Answer {
      try Visitor(server).send("POST", Self.target(path, ["service": "lender"]), headers: headers, body: body)
    }
    let body = #"{"type":"done","data":{"key":"\#(id)","id":"A-7"}}"#
    check(try send(body, [("Content-Type", "application/json")]), "post", path, 401)
    check(try send(body, Lender.proof(of: body)), "post", path, 200)
    let contrary = #"{"type":"no","data":{"key":"\#(id)"}}"#
    check(try send(contrary, Lender.proof(of: contrary)), "post", path, 409)
    check(try lent.get("/submissions/\(id)"), "get", "/submissions/{id}", 200)
    check(try lent.get("/readyz"), "get", "/readyz", 200)
  }
}
