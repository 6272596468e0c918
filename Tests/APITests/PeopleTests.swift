import JSON
import TestBank
import Testing

/// Cards, deals, settings and the profile, over HTTP.
struct PeopleTests {
  @Test(
    "Endpoints for people return 401 without a valid session",
    arguments: [
      ("GET", "/cards"), ("GET", "/limits"), ("GET", "/cards/01890a5d-ac96-774b-bcce-b302099a8057"), ("GET", "/deals"),
      ("GET", "/deals/01890a5d-ac96-774b-bcce-b302099a8057"), ("GET", "/settings"), ("PATCH", "/settings"),
      ("PATCH", "/user"), ("POST", "/auth/password"), ("GET", "/operations"), ("GET", "/operations/card.status"),
      ("GET", "/operations/ghost"), ("GET", "/operations/pp.quick/schema"), ("POST", "/operations/pp.quick/evaluate"),
      ("POST", "/operations/settings.edit/submissions"), ("POST", "/operations/ghost/submissions"),
      ("PUT", "/drafts/auth.login"),
    ])
  func requiresSession(_ method: String, _ path: String) throws {
    let server = try TestServer()
    for token in [nil, "XcPPBhkeG2ndx3yXNnA1qK0wOoYp4g2qXMR7wxqv2pc"] {
      let nobody = try Visitor(server, token: token)
      let answer = try nobody.send(
        method, path, headers: [("Content-Type", "application/json")],
        body: method == "GET" ? nil : #"{"values": {}, "pushDeals": true, "phone": null}"#)
      answer.expectProblem(401, "unauthorized")
    }
  }

  @Test("A card shows its masked number and its history") func showsMaskedCard() throws {
    let person = try TestServer().person()
    let cards = try person.get("/cards")
    #expect(cards["count"] == 3)
    #expect(cards["data"]?.array?.compactMap { $0["status"]?.string } == ["active", "active", "blocked"])
    let first = try #require(cards["data"]?[0])
    #expect(first["number"] == "220000******1234")
    let card = try person.get(try #require(first["href"]?.string))
    #expect(card["history"]?.array?.compactMap { $0["status"]?.string } == ["active"])
    #expect(card["account"] == .string(try person.account("Текущий")))
  }

  @Test("Deals are listed in the language of the request") func listsDealsInLanguage() throws {
    let (server, person) = try TestServer().withPerson()
    let deals = try person.get("/deals")
    #expect(
      deals["data"]?.array?.compactMap { $0["title"]?.string } == ["Autumn deposit", "5% cashback in pharmacies"])
    let page = try person.get("/deals?limit=1")
    #expect(page["data"]?[0]?["title"] == "Autumn deposit")
    let next = try person.get(try #require(page["next"]?.string))
    #expect(next["data"]?[0]?["title"] == "5% cashback in pharmacies")
    #expect(next["next"] == nil)
    let ended = try person.get("/deals?ended=true")
    #expect(ended["data"]?.array?.compactMap { $0["title"]?.string } == ["Transfers without a fee"])
    #expect(ended["data"]?[0]?["ended"] == true)
    let russian = try Visitor(server, token: person.token, language: "ru")
    #expect(try russian.get("/deals")["data"]?[1]?["title"] == "Кешбэк 5% в аптеках")
    try person.get("/deals?ended=yes").expectProblem(400, "unknown-query")
    try person.get("/deals?after=1").expectProblem(400, "unknown-query")
  }

  @Test("Every demo deal has pages in both languages with existing images") func demoDealsHavePages() throws {
    let server = try TestServer()
    let english = try server.person()
    let russian = try Visitor(server, token: english.token, language: "ru")
    var (read, images) = (0, 0)
    for days in [0, 20] {
      server.pass(.seconds(days * 86_400))
      try english.login(server.access.login, server.access.password)
      russian.token = english.token
      for list in ["/deals", "/deals?ended=true"] {
        for deal in try english.get(list)["data"]?.array ?? [] {
          let id = deal["id"]?.string ?? ""
          let (pages, translated) = (try english.get("/deals/\(id)/pages"), try russian.get("/deals/\(id)/pages"))
          let rows = pages["data"]?.array ?? []
          #expect(!rows.isEmpty && pages["count"] == .integer(Int64(rows.count)))
          for (row, other) in zip(rows, translated["data"]?.array ?? []) {
            for member in ["title", "subtitle"] {
              let text = row[member]?.string ?? ""
              #expect(!text.isEmpty && !text.contains(/[а-яА-Я]/), "\(text)")
              #expect(other[member]?.string?.contains(/[а-яА-Я]/) == true && other[member] != row[member])
            }
            guard let image = row["image"]?.string else { continue }
            #expect(try english.get(image).status == 200)
            images += 1
          }
          read += 1
        }
      }
      let screen = try english.get(list(of: english))
      #expect(screen["data"]?.array?.isEmpty == false)
    }
    #expect(read >= 5 && images > 0)
  }

  /// Returns the address of the list on the screen of the first deal.
  private func list(of person: Visitor) throws -> String {
    let id = try person.get("/deals")["data"]?[0]?["id"]?.string ?? ""
    let modules = try person.get("/screens/deal?deal=\(id)")["modules"]?.array ?? []
    return modules.first { $0["module"] == "list" }?["href"]?.string ?? ""
  }

  @Test("A deal ends after its last day in Moscow time") func endsDealByMoscowTime() throws {
    let (server, person) = try TestServer().withPerson()
    server.pass(.seconds(41 * 86_400))
    try person.login(server.access.login, server.access.password)
    #expect(try person.get("/deals")["data"]?.array?.compactMap { $0["title"]?.string } == ["New year loan"])
    #expect(try person.get("/deals?ended=true")["data"]?[0]?["title"] == "Autumn deposit")
  }

  @Test("A patch is merged into the stored settings") func patchMergesSettings() throws {
    let (server, person) = try TestServer().withPerson()
    #expect(try person.get("/settings").body == ["pushDeals": false, "language": "ru"])
    #expect(try person.patch("/settings", ["pushDeals": true]).body == ["pushDeals": true, "language": "ru"])
    #expect(try person.patch("/settings", ["language": "en"]).body == ["pushDeals": true, "language": "en"])
    #expect(try person.patch("/settings", [:]).body == ["pushDeals": true, "language": "en"])
    #expect(try person.patch("/settings", ["pushDeals": nil]).body == ["pushDeals": false, "language": "en"])
    #expect(try person.patch("/settings", ["language": "ru"], type: "application/json").status == 200)
    let stranger = try server.stranger()
    #expect(try stranger.get("/settings").body == ["pushDeals": false, "language": "ru"])
  }

  @Test(
    "A patch with an invalid member is refused as a whole",
    arguments: [
      ("/settings", "pushDeals", Value.string("yes"), "type"), ("/settings", "language", "fr", "option"),
      ("/settings", "language", 1, "type"), ("/settings", "ghost", 1, "unknown"), ("/user", "name", nil, "required"),
      ("/user", "name", " ", "required"), ("/user", "name", "Анна ☎", "name"), ("/user", "phone", "звоните", "phone"),
      ("/user", "phone", 79_000_000_000, "type"), ("/user", "bonuses", 1_000_000, "unknown"),
      ("/user", "id", "x", "unknown"), ("/user", "login", "root", "unknown"), ("/user", "role", "operator", "unknown"),
    ] as [(String, String, Value, String)])
  func rejectsInvalidPatch(_ path: String, _ name: String, _ value: Value, _ code: String) throws {
    let person = try TestServer().person()
    let before = try person.get(path).body
    let other: (String, Value) = path == "/user" ? ("phone", "+79111111111") : ("pushDeals", true)
    var patch = Object([(name, value)])
    if name != other.0 { patch[other.0] = other.1 }
    let answer = try person.patch(path, .object(patch))
    answer.expectProblem(422, "invalid-values")
    #expect(answer["errors"]?.array?.map { $0["atom"] ?? .null } == [.string(name)])
    #expect(answer["errors"]?[0]?["code"] == .string(code))
    #expect(try person.get(path).body == before)
  }

  @Test("A patch is merged into the stored profile") func patchMergesProfile() throws {
    let person = try TestServer().person()
    let changed = try person.patch("/user", ["phone": "8 911 111-11-11"])
    #expect(changed["phone"] == "+79111111111")
    #expect(changed["name"] == "Анна Смирнова")
    #expect(try person.patch("/user", ["name": "Анна Петрова", "phone": nil])["phone"] == .null)
    #expect(try person.get("/user")["name"] == "Анна Петрова")
    let tree = try person.get("/operations/profile.edit")
    #expect(tree["atoms"]?[0]?["value"] == "Анна Петрова")
    #expect(tree["atoms"]?[2]?["caption"] == "One-time codes are sent to: +79000000000")
    try person.patch("/user", "[]", type: "text/plain").expectProblem(415, "unsupported-media-type")
    try person.patch("/user", []).expectProblem(400, "malformed-request")
  }
}
