import JSON
import TestBank
import Testing

/// Operators add, change and end deals, and people read them, over HTTP.
struct DealChangeTests {
  /// A deal that is current from 2020 to 2099.
  private static let deal: Value = [
    "title": ["ru": "Ипотека", "en": "Mortgage"], "subtitle": ["ru": "От 6%"], "startDate": "2020-01-01",
    "endDate": "2099-12-31",
    "pages": [
      [
        "title": ["ru": "Условия", "en": "Terms"], "text": ["ru": "Строка 1\nСтрока 2"],
        "image": "/images/card-active.svg",
      ],
      ["title": ["ru": "Как получить"], "text": ["ru": "В отделении", "en": "At a branch"]],
    ],
  ]

  @Test("A deal added after the maximum place can be changed") func changesDealAtMaximumPlace() throws {
    let clerk = try TestServer().clerk()
    let last = try clerk.patch(try clerk.add(Self.deal), ["place": 1_000_000])
    #expect(last["place"] == 1_000_000)
    let after = try clerk.add(Self.deal)
    #expect(after["place"] == 1_000_000)
    #expect(try clerk.patch(after, ["title": ["en": "Loan"]]).status == 200)
  }

  @Test("A deal added by an operator is shown to people in their language") func operatorAddsDeal() throws {
    let (server, clerk) = try TestServer().withClerk()
    let added = try clerk.add(Self.deal)
    #expect(added.status == 201)
    let href = try #require(added["href"]?.string)
    #expect(added.raw["location"] == href)
    #expect(added["title"] == ["ru": "Ипотека", "en": "Mortgage"])
    // The place is after the demo's four deals.
    #expect(added["place"] == 4)
    let read = try clerk.get(href)
    #expect(read.body == added.body)
    #expect(read.raw["etag"] == added.raw["etag"])
    let person = try server.person()
    let shown = try person.get(href)
    #expect(shown["title"] == "Mortgage")
    #expect(shown["subtitle"] == "От 6%")
    #expect(
      shown["pages"] == [
        ["title": "Terms", "text": "Строка 1\nСтрока 2", "image": "/images/card-active.svg"],
        ["title": "Как получить", "text": "At a branch"],
      ])
    let russian = try Visitor(server, token: person.token, language: "ru")
    #expect(try russian.get(href)["pages"]?[1]?["text"] == "В отделении")
    #expect(try person.get("/deals")["data"]?.array?.last?["id"] == added["id"])
  }

  @Test("A repeated idempotency key returns the deal that was already added")
  func repeatedKeyReturnsAddedDeal() throws {
    let (server, clerk) = try TestServer().withClerk()
    let first = try clerk.add(Self.deal, key: "tap")
    let again = try clerk.add(Self.deal, key: "tap")
    #expect(again.status == 200)
    #expect(again.raw["location"] == nil)
    #expect(again.body == first.body)
    try clerk.add(["title": ["ru": "x"], "startDate": "2020-01-01", "endDate": "2099-12-31"], key: "tap")
      .expectProblem(422, "idempotency-key-reused")
    try clerk.post("/deals", Self.deal).expectProblem(400, "idempotency-key-missing")
    #expect(try clerk.get("/deals?all=true")["count"] == 5)
    // Keys of different operators are independent.
    #expect(try server.clerk("clerk2").add(Self.deal, key: "tap").status == 201)
  }

  @Test(
    "Each error in a deal is reported with its path and code",
    arguments: [
      ("title", nil, "title", "required"), ("title", "Ипотека", "title", "type"),
      ("title", ["ru": nil, "en": "Mortgage"], "title.ru", "required"), ("title", ["ru": ""], "title.ru", "required"),
      ("title", ["ru": 5], "title.ru", "type"), ("title", ["ru": "x", "de": "y"], "title.de", "unknown"),
      ("title", ["ru": .string(String(repeating: "я", count: 101))], "title.ru", "length"),
      ("title", ["ru": "две\nстроки"], "title.ru", "charset"), ("subtitle", 1, "subtitle", "type"),
      ("startDate", nil, "startDate", "required"), ("startDate", "2026-02-30", "startDate", "type"),
      ("endDate", "2019-12-31", "endDate", "min"), ("endDate", 20_991_231, "endDate", "type"),
      ("place", -1, "place", "min"), ("place", "1", "place", "type"), ("place", 1_000_001, "place", "max"),
      ("pages", [:], "pages", "type"), ("pages", [1], "pages[0]", "type"),
      ("pages", [["title": ["ru": "x"]]], "pages[0].text", "required"),
      (
        "pages", [["title": ["ru": "x"], "text": ["ru": "y"], "image": "javascript:alert(1)"]], "pages[0].image",
        "pattern"
      ),
      ("pages", [["title": ["ru": "x"], "text": ["ru": "y"], "image": "//evil.example"]], "pages[0].image", "pattern"),
      ("pages", [["title": ["ru": "x"], "text": ["ru": "y"], "ghost": 1]], "pages[0].ghost", "unknown"),
      ("pages", .array(Array(repeating: ["title": ["ru": "x"], "text": ["ru": "y"]], count: 21)), "pages", "max"),
      ("id", "x", "id", "unknown"), ("endedOn", "2026-01-01", "endedOn", "unknown"),
    ] as [(String, Value?, String, String)])
  func reportsDealErrorsByPath(_ name: String, _ value: Value?, _ path: String, _ code: String) throws {
    let clerk = try TestServer().clerk()
    var wrong = try #require(Self.deal.object)
    wrong[name] = value
    let added = try clerk.add(.object(wrong))
    added.expectProblem(422, "invalid-values")
    #expect(added["errors"]?.array?.map { $0["atom"] ?? .null } == [.string(path)])
    #expect(added["errors"]?[0]?["code"] == .string(code))
    #expect(added["errors"]?[0]?["message"]?.string?.isEmpty == false)
    #expect(try clerk.get("/deals?all=true")["count"] == 4)
    // A patch with the same error is refused too.
    let good = try clerk.add(Self.deal)
    let patched = try clerk.patch(good, .object(Object([(name, value ?? .null)])))
    patched.expectProblem(422, "invalid-values")
    #expect(patched["errors"]?.array?.map { $0["atom"] ?? .null }.contains(.string(path)) == true)
    #expect(try clerk.get(#require(good["href"]?.string)).body == good.body)
  }

  @Test("A patch is merged into the stored deal") func patchMergesDeal() throws {
    let (server, clerk) = try TestServer().withClerk()
    let added = try clerk.add(Self.deal)
    let translated = try clerk.patch(added, ["subtitle": ["en": "From 6%"]])
    #expect(translated["subtitle"] == ["ru": "От 6%", "en": "From 6%"])
    #expect(translated["title"] == added["title"])
    let taken = try clerk.patch(translated, ["title": ["en": nil], "subtitle": nil, "pages": nil, "place": 0])
    #expect(taken["title"] == ["ru": "Ипотека"])
    #expect(taken["subtitle"] == nil)
    #expect(taken["pages"] == [])
    let person = try server.person()
    #expect(try person.get("/deals")["data"]?[0]?["title"] == "Autumn deposit")
    let first = try clerk.patch(taken, ["place": 0, "title": ["ru": "Первое"]])
    #expect(first["place"] == 0)
    let titles = try person.get("/deals")["data"]?.array?.compactMap { $0["title"]?.string }
    #expect(titles?.contains("Первое") == true)
    let moved = try clerk.patch(first, ["place": nil])
    #expect(moved["place"] == 4)
  }

  @Test("A change to a deal with a stale or missing ETag is refused") func rejectsStaleDealChange() throws {
    let server = try TestServer()
    let (one, other) = (try server.clerk(), try server.clerk("clerk2"))
    let added = try one.add(Self.deal)
    let href = try #require(added["href"]?.string)
    let read = try other.get(href)
    #expect(try one.patch(added, ["title": ["ru": "Один"]]).status == 200)
    try other.patch(read, ["title": ["ru": "Другой"]]).expectProblem(412, "changed-meanwhile")
    try other.delete(read).expectProblem(412, "changed-meanwhile")
    try other.patch(href, ["title": ["ru": "Другой"]]).expectProblem(428, "precondition-missing")
    try other.delete(href).expectProblem(428, "precondition-missing")
    #expect(try other.get(href)["title"] == ["ru": "Один", "en": "Mortgage"])
    #expect(try other.patch(other.get(href), ["title": ["ru": "Другой"]]).status == 200)
    let any = [("Content-Type", "application/json"), ("If-Match", "\"0\", *")]
    #expect(try other.send("PATCH", href, headers: any, body: "{}").status == 200)
  }

  @Test("One of six parallel patches of a deal with the same ETag succeeds") func parallelPatchesSucceedOnce() throws {
    let (server, clerk) = try TestServer().withClerk()
    let added = try clerk.add(Self.deal)
    let tokens = try (0..<6).map { try server.clerk("clerk\($0 + 2)").token }
    let statuses = try together(tokens.count) { place in
      try Visitor(server, token: tokens[place]).patch(added, ["title": ["ru": .string("Правка \(place)")]]).status
    }
    #expect(statuses.filter { $0 == 200 }.count == 1)
    #expect(statuses.filter { $0 == 412 }.count == 5)
  }

  @Test("A deal that was ended is listed as ended and cannot be changed") func endedDealStaysEnded() throws {
    let (_, clerk, person) = try TestServer().withClerkAndPerson()
    let added = try clerk.add(Self.deal)
    let href = try #require(added["href"]?.string)
    #expect(try clerk.delete(added).status == 204)
    #expect(try person.get("/deals")["count"] == 2)
    #expect(try person.get("/deals?ended=true")["data"]?[0]?["id"] == added["id"])
    #expect(try person.get(href)["ended"] == true)
    let ended = try clerk.get(href)
    #expect(ended["endedOn"] == ended["endDate"])
    try clerk.delete(added).expectProblem(412, "changed-meanwhile")
    #expect(try clerk.delete(ended).status == 204)
    try clerk.patch(ended, ["endDate": "2100-01-01"]).expectProblem(409, "conflict")
    #expect(try clerk.get("/deals?all=true")["data"]?.array?.last?["state"] == "ended")
  }

  @Test("Planned deals are listed for operators and hidden from people") func hidesPlannedDealsFromPeople() throws {
    let (server, clerk, person) = try TestServer().withClerkAndPerson()
    let all = try clerk.get("/deals?all=true")
    #expect(all["data"]?.array?.compactMap { $0["state"]?.string } == ["current", "current", "ended", "planned"])
    let planned = try #require(all["data"]?[3])
    #expect(planned["title"] == "New year loan")
    let href = try #require(planned["href"]?.string)
    try person.get(href).expectProblem(404, "not-found")
    try person.put("\(href)/seen", nil).expectProblem(404, "not-found")
    let read = try clerk.get(href)
    #expect(read.status == 200)
    let page = try clerk.get("/deals?all=true&limit=3")
    #expect(try clerk.get(#require(page["next"]?.string))["data"]?.array?.count == 1)
    // A deal that ends before its first day is never shown to people.
    #expect(try clerk.delete(read).status == 204)
    server.pass(.seconds(20 * 86_400))
    try person.login(server.access.login, server.access.password)
    try person.get(href).expectProblem(404, "not-found")
    #expect(try person.get("/deals?ended=true")["data"]?.array?.contains { $0["href"]?.string == href } == false)
    try person.get("/deals?all=true").expectProblem(403, "forbidden")
    try clerk.login("clerk", "a long password")
    try clerk.get("/deals?all=true&ended=true").expectProblem(400, "unknown-query")
  }

  @Test("A deal is marked as seen for each person separately") func marksDealAsSeenPerPerson() throws {
    let (server, person) = try TestServer().withPerson()
    let stranger = try server.stranger()
    let href = try #require(try person.get("/deals")["data"]?[0]?["href"]?.string)
    #expect(try person.get(href)["seen"] == false)
    for _ in 0..<2 { #expect(try person.put("\(href)/seen", nil).status == 204) }
    #expect(try person.get(href)["seen"] == true)
    #expect(try person.get("/deals")["data"]?.array?.map { $0["seen"] } == [true, false])
    #expect(try stranger.get(href)["seen"] == false)
    #expect(try server.clerk().get("/deals")["data"]?[0]?["seen"] == nil)
  }

  @Test(
    "Changes to deals require the role `operator`",
    arguments: [
      ("POST", "/deals"), ("PATCH", "/deals/{id}"), ("DELETE", "/deals/{id}"),
    ])
  func restrictsDealChanges(_ method: String, _ path: String) throws {
    let (server, person) = try TestServer().withPerson()
    _ = try server.services.users.add(login: "abs", name: "АБС", password: "a long password", role: .core).wait()
    let core = try Visitor(server)
    try core.login("abs", "a long password")
    let id = try #require(try person.get("/deals")["data"]?[0]?["id"]?.string)
    let target = path.replacing("{id}", with: id)
    let headers = [("Content-Type", "application/json"), ("If-Match", "*"), ("Idempotency-Key", "1")]
    for visitor in [person, core] {
      let answer = try visitor.send(method, target, headers: headers, body: method == "DELETE" ? nil : Self.deal.text)
      answer.expectProblem(403, "forbidden")
      #expect(answer["detail"]?.string?.contains("`operator`") == true)
    }
    try Visitor(server).send(method, target, headers: headers, body: Self.deal.text).expectProblem(401, "unauthorized")
    #expect(try person.get("/deals")["count"] == 2)
  }

  @Test(
    "The role `operator` is refused at the endpoints for people",
    arguments: ["/user", "/settings", "/accounts", "/cards", "/notifications", "/submissions"])
  func refusesOperatorAsCustomer(_ path: String) throws {
    let server = try TestServer()
    try server.clerk().get(path).expectProblem(403, "forbidden")
  }
}

extension Visitor {
  /// Adds a deal, by default with a random key.
  func add(_ deal: Value, key: String = "\(UInt64.random(in: 0...UInt64.max))") throws -> Answer {
    try post("/deals", deal, headers: [("Idempotency-Key", key)])
  }

  /// Changes a deal with the ETag of an earlier response.
  func patch(_ read: Answer, _ patch: Value) throws -> Answer {
    let headers = [("Content-Type", "application/merge-patch+json"), ("If-Match", read.raw["etag"] ?? "")]
    return try send("PATCH", read["href"]?.string ?? "", headers: headers, body: patch.text)
  }

  /// Ends a deal with the ETag of an earlier response.
  func delete(_ read: Answer) throws -> Answer {
    try send("DELETE", read["href"]?.string ?? "", headers: [("If-Match", read.raw["etag"] ?? "")])
  }
}
