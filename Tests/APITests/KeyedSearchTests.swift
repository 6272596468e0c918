import Foundation
import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// Searches whose keys and filters read the form.
struct KeyedSearchTests {
  /// A system with branches by city, desks by segment, and a hundred spots.
  private final class Places: Sendable {
    /// The targets of the requests, decoded.
    let asked = Mutex<[String]>([])
    let isDown = Mutex(false)
    private let peer = Mutex<Peer?>(nil)
    private static let branches = [("t-1", "First", "Tver"), ("t-2", "Second", "Tver"), ("o-1", "Third", "Omsk")]

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          guard let self, let target = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
          asked.withLock { $0.append(target.removingPercentEncoding ?? target) }
          let answer = isDown.withLock { $0 } ? nil : Self.answer(to: target)
          link.answer(answer == nil ? (isDown.withLock { $0 } ? 500 : 404) : 200, answer ?? "{}")
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }

    /// The targets since the last call.
    func taken() -> [String] {
      asked.withLock { asked in
        defer { asked = [] }
        return asked
      }
    }

    private static func answer(to target: String) -> String? {
      let parts = URLComponents(string: target)
      let query = (parts?.queryItems ?? []).reduce(into: [String: String]()) { $0[$1.name] = $1.value }
      let path = (parts?.path ?? "").split(separator: "/").map(String.init)
      switch (path.first, path.dropFirst().first) {
      case ("branches", let id?): return branches.first { $0.0 == id }.map(branch)
      case ("branches", nil): return list(branches.filter { $0.2 == query["city"] }.map(branch))
      case ("desks", let id?): return id.hasPrefix(query["segment"] ?? "-") ? desk(id) : nil
      case ("desks", nil): return list([desk("\(query["segment"] ?? "")-1")])
      case ("customers", let id?): return #"{"segment": "\#(id == "C-1" ? "gold" : "mass")"}"#
      case ("spots", let id?): return Int(id).map(spot)
      case ("spots", nil):
        let start = Int(query["from"] ?? "") ?? 0
        return list((start..<min(100, start + (Int(query["n"] ?? "") ?? 0))).map(spot))
      default: return nil
      }
    }

    private static func list(_ rows: [String]) -> String { "[\(rows.joined(separator: ", "))]" }
    private static func desk(_ id: String) -> String { #"{"id": "\#(id)", "name": "Desk \#(id)"}"# }
    private static func branch(_ row: (String, String, String)) -> String {
      #"{"id": "\#(row.0)", "name": "\#(row.1)", "city": "\#(row.2)"}"#
    }
    private static func spot(_ number: Int) -> String {
      #"{"id": "\#(number)", "name": "Spot \#(number)", "kind": "\#(number < 60 ? "A" : "B")"}"#
    }
  }

  private static let service = """
    service: places
    at: ${PEER}
    timeout: 30
    retries: 0
    breaker: {after: 1000}
    limit: {atOnce: 1000, perPerson: 1000, perSecond: 100000}
    facts:
      - {fact: customer, get: "/customers/{user.externalId}", answer: {segment: text segment}}
    searches:
      - search: branches
        key: [city]
        get: /branches
        query: {city: $city, q: $text, n: $limit, from: $offset}
        answer: {each: SELF, value: text id, caption: text name, city: text city}
        one: {get: "/branches/{$value}", missing: 404}
      - search: desks
        key: {segment: text}
        get: /desks
        query: {segment: $segment, q: $text, n: $limit, from: $offset}
        answer: {each: SELF, value: text id, caption: text name}
        one: {get: "/desks/{$value}", query: {segment: $segment}, missing: 404}
      - search: spots
        get: /spots
        query: {q: $text, n: $limit, from: $offset}
        answer: {each: SELF, value: text id, caption: text name, kind: text kind}
        one: {get: "/spots/{$value}", missing: 404}
    """
  private static let trial = """
    operation: trial.branch
    title: {ru: Отделение, en: Branch}
    effect: document
    atoms:
      - {textInput: city, caption: {ru: Город, en: City}, optional: true, maxLength: 100}
      - {search: branch, caption: {ru: Отделение, en: Branch}, in: branches, with: {city: $city}, optional: true}
      - {search: desk, caption: {ru: Окно, en: Desk}, in: desks, with: {segment: customer.segment}, optional: true}
      - {enum: kind, caption: {ru: Вид, en: Kind}, options: {A: A, B: B, C: C}, optional: true}
      - {search: spot, caption: {ru: Место, en: Spot}, in: spots, filter: kind == $kind, optional: true}
      - {accountPicker: from, caption: {ru: Счёт, en: Account}, optional: true}
      - {search: till, caption: {ru: Касса, en: Till}, in: branches, as: till, with: {city: $from}, optional: true}
      - {search: fixed, caption: {ru: Место, en: Spot}, in: spots, as: chosenSpot, filter: kind == 'B', optional: true}
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        max: 3
        atoms:
          - {textInput: town, caption: {ru: Город, en: Town}, optional: true}
          - {search: place, caption: {ru: Место, en: Place}, in: branches, as: place, with: {city: $town}, optional: true}
      - repeat: own
        caption: {ru: Счета, en: Accounts}
        from: accounts
        as: account
        atoms:
          - {search: near, caption: {ru: Место, en: Near}, in: branches, as: near, with: {city: account.currency}, optional: true}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  private static let paged = """
    operation: trial.pages
    title: {ru: Страницы, en: Pages}
    effect: document
    sign: matrix
    pages:
      - {page: first, title: {ru: Первая, en: First}, atoms: [{textInput: city, caption: {ru: Город, en: City}}]}
      - page: second
        title: {ru: Вторая, en: Second}
        atoms:
          - {search: branch, caption: {ru: Отделение, en: Branch}, in: branches, with: {city: $city}}
    """

  private let places: Places
  private let server: TestServer
  private let person: Visitor

  init() throws {
    places = try Places()
    (server, person) = try TestServer(asking: [Self.service], at: places.url, serving: [Self.trial, Self.paged])
      .withPerson()
  }

  private func options(
    _ atom: String, _ values: Value? = nil, _ more: Object = Object(), of visitor: Visitor? = nil
  ) throws -> Visitor.Answer {
    var body: Object = ["atom": .string(atom), "text": "xx"]
    if let values { body["values"] = values }
    for member in more.members { body[member.name] = member.value }
    return try (visitor ?? person).post("/operations/trial.branch/options", .object(body))
  }

  private func values(_ answer: Visitor.Answer) -> [String] {
    (answer["data"]?.array ?? []).compactMap { $0["value"]?.string }
  }

  @Test("A search with a key asks with the value of the form, and only if it has one") func asksWithKey() throws {
    let found = try options("branch", ["city": "Tver"])
    #expect(values(found) == ["t-1", "t-2"] && found["missing"] == nil, "\(found.raw.text)")
    #expect(places.taken() == ["/branches?city=Tver&q=xx&n=20&from=0"])
    #expect(values(try options("branch", ["city": "Omsk"])) == ["o-1"])
    _ = places.taken()
    for values in [nil, [:], ["city": ""], ["city": nil], ["city": 5]] as [Value?] {
      let missing = try options("branch", values)
      #expect(missing.status == 200 && missing["data"] == [], "\(missing.raw.text)")
      #expect(missing["missing"] == ["text": "Fill in first: City", "atoms": ["city"]], "\(missing.raw.text)")
    }
    #expect(places.taken() == [])
    // A short text searches nothing, whatever is missing.
    #expect(try options("branch", nil, ["text": "x"])["missing"] == nil)
  }

  @Test("Keys and conditions in a request are ignored", arguments: ["with", "keys", "city", "filter", "segment"])
  func ignoresKeysOfClient(member: String) throws {
    let missing = try options("branch", [:], [member: ["city": "Omsk", "segment": "gold"]])
    #expect(missing["missing"]?["atoms"] == ["city"] && places.taken() == [])
    let found = try options("desk", ["customer": ["segment": "gold"], "segment": "gold"], [member: "gold"])
    #expect(values(found) == [] && found.status == 503, "\(found.raw.text)")
    #expect(!places.taken().contains { $0.contains("gold") })
  }

  @Test("A key is encoded, so that it adds no parameter and no path") func encodesKey() throws {
    for city in ["Tver&n=500", "Omsk#", "../customers/C-1", "%26q=", "Тверь?city=Omsk"] {
      let found = try options("branch", ["city": .string(city)])
      #expect(values(found) == [] && found["missing"] == nil || found.status == 503, "\(city): \(found.raw.text)")
    }
    #expect(places.taken().allSatisfy { $0.hasPrefix("/branches?city=") && $0.hasSuffix("&q=xx&n=20&from=0") })
  }

  @Test("A key that is a fact is the fact of the caller") func usesOwnFact() throws {
    func visitor(_ login: String, _ external: String) throws -> Visitor {
      let id = try server.services.users.add(login: login, name: login, password: "a long password").wait().id
      try server.services.users.link(id, to: external).wait()
      let visitor = try Visitor(server)
      try visitor.login(login, "a long password")
      return visitor
    }
    let (first, second) = (try visitor("first", "C-1"), try visitor("second", "C-2"))
    #expect(values(try options("desk", of: first)) == ["gold-1"])
    #expect(values(try options("desk", of: second)) == ["mass-1"])
    #expect(values(try options("desk", of: first)) == ["gold-1"])
    // The other person's option cannot be submitted.
    let refused = try second.submit(["desk": "gold-1"], to: "trial.branch", key: "one")
    #expect(refused.status == 422 && refused["errors"]?[0]?["code"] == "option", "\(refused.raw.text)")
    #expect(try second.submit(["desk": "mass-1"], to: "trial.branch", key: "two").status == 201)
    try Visitor(server).post("/operations/trial.branch/options", ["atom": "desk", "text": "xx"])
      .expectProblem(401, "unauthorized")
  }

  @Test("A key that is not among the options of its input is not searched") func refusesForeignKey() throws {
    let own = try person.account("Текущий")
    _ = try options("till", ["from": .string(own)])
    #expect(places.taken() == ["/branches?city=\(own)&q=xx&n=20&from=0"])
    for foreign in ["40817810500000000099", "x", ""] {
      let refused = try options("till", ["from": .string(foreign)])
      #expect(refused["missing"] == ["text": "Fill in first: Account", "atoms": ["from"]], "\(refused.raw.text)")
    }
    let long = try options("branch", ["city": .string(String(repeating: "a", count: 20_000))])
    #expect(long["missing"]?["atoms"] == ["city"], "\(long.raw.text)")
    #expect(try options("spot", ["kind": "Z"])["missing"]?["atoms"] == ["kind"])
    #expect(places.taken() == [])
  }

  @Test("The chosen option is judged with the present key, at last in the submission")
  func judgesChosenOption() throws {
    let path = "/operations/trial.branch/evaluate"
    let right = try person.post(path, ["values": ["city": "Tver", "branch": "t-1"], "commit": true])
    #expect(right["atoms"]?["branch"]?["chosen"] == ["value": "t-1", "caption": "First"], "\(right.raw.text)")
    let wrong = try person.post(
      path, ["values": ["city": "Omsk", "branch": "t-1"], "changed": ["city"], "commit": true])
    #expect(wrong["atoms"]?["branch"]?["error"]?["code"] == "option", "\(wrong.raw.text)")
    let excluded: [Value] = [
      ["city": "Omsk", "branch": "t-1"], ["branch": "t-1"], ["kind": "A", "spot": "70"], ["spot": "70"],
    ]
    for (number, values) in excluded.enumerated() {
      let refused = try person.submit(values, to: "trial.branch", key: "key-\(number)")
      #expect(refused.status == 422 && refused["errors"]?[0]?["code"] == "option", "\(refused.raw.text)")
    }
    places.isDown.withLock { $0 = true }
    try person.submit(["city": "Tver", "branch": "t-1"], to: "trial.branch", key: "one")
      .expectProblem(503, "system-unavailable")
    try options("branch", ["city": "Tver"]).expectProblem(503, "system-unavailable")
    places.isDown.withLock { $0 = false }
    let sent = try person.submit(
      ["city": "Tver", "branch": "t-1", "kind": "B", "spot": "70"], to: "trial.branch", key: "one")
    #expect(sent.status == 201, "\(sent.raw.text)")
  }

  @Test("A filter over a service selects the options of each page, and an empty page does not end the list")
  func filtersPages() throws {
    let first = try options("spot", ["kind": "A"], ["limit": 10])
    #expect(values(first).count == 10 && first["after"] == "10", "\(first.raw.text)")
    var (after, found, requests): (Value?, [String], Int) = (nil, [], 0)
    repeat {
      let page = try options("spot", ["kind": "B"], after.map { ["limit": 10, "after": $0] } ?? ["limit": 10])
      found += values(page)
      after = page["after"]
      requests += 1
      if requests == 1 { #expect(values(page) == [] && after == "40", "\(page.raw.text)") }
    } while after != nil && requests < 20
    #expect(found == (60..<100).map(String.init) && requests == 6, "\(requests)")
    #expect(values(try options("spot", ["kind": "C"], ["limit": 50])) == [])
    #expect(try options("spot", ["kind": "C"], ["limit": 50])["after"] == nil)
    // Without values the filter does not fall back to all options.
    let missing = try options("spot")
    #expect(missing["data"] == [] && missing["missing"]?["atoms"] == ["kind"], "\(missing.raw.text)")
    // A filter of constants needs no values.
    #expect(values(try options("fixed", nil, ["after": "60", "limit": 2])) == ["60", "61"])
  }

  @Test("A search in an item has the keys of its item") func readsKeyOfItem() throws {
    let lines: Value = ["lines": [["town": "Tver"], ["town": "Omsk"], [:]]]
    #expect(values(try options("lines[0].place", lines)) == ["t-1", "t-2"])
    #expect(values(try options("lines[1].place", lines)) == ["o-1"])
    _ = places.taken()
    for path in ["lines[2].place", "lines[7].place"] {
      let missing = try options(path, lines)
      let town = path.replacing("place", with: "town")
      #expect(missing["data"] == [] && missing["missing"]?["atoms"] == [.string(town)], "\(missing.raw.text)")
    }
    // The records of a listed repeat are the person's own.
    let own = try options("own[0].near", [:])
    #expect(own["missing"] == nil && places.taken() == ["/branches?city=RUB&q=xx&n=20&from=0"], "\(own.raw.text)")
    let none = try options("own[99].near", ["own": [["account": "X"]]])
    #expect(none["missing"]?["text"] == "The data for this search is missing", "\(none.raw.text)")
    // Without an index no item is meant.
    #expect(try options("lines.place", lines)["data"] == [])
    #expect(places.taken() == [])
  }

  @Test("A search on a page has the keys of the other pages, as they are stored for the person")
  func readsOtherPages() throws {
    let second = try person.go(try person.post("/flows/trial.pages", nil), "next", ["city": "Tver"])
    let atom = (second["next"] ?? second.body)["atoms"]?.array?.first { $0["id"] == "branch" }
    let href = try #require(atom?["search"]?["href"]?.string, "\(second.raw.text)")
    #expect(href == "/operations/trial.pages/options?page=second" && atom?["needsValues"] == true)
    let question: Object = ["atom": "branch", "text": "xx"]
    func found(_ values: Value?, of visitor: Visitor, at href: String) throws -> Visitor.Answer {
      var question = question
      if let values { question["values"] = values }
      return try visitor.post(href, .object(question))
    }
    #expect(values(try found([:], of: person, at: href)) == ["t-1", "t-2"])
    // A value of another page cannot be posted.
    #expect(values(try found(["city": "Omsk"], of: person, at: href)) == ["t-1", "t-2"])
    #expect(try found(nil, of: person, at: href)["missing"]?["atoms"] == ["city"])
    _ = places.taken()
    // Another person has not filled in the other pages.
    let other = try server.stranger()
    #expect(try found([:], of: other, at: href)["missing"]?["text"] == "Fill in first: City")
    #expect(try found([:], of: person, at: "/operations/trial.pages/options?page=none")["data"] == [])
    #expect(places.taken() == [])
  }

  @Test("The tree marks the searches that need the values") func marksSearches() throws {
    let tree = try person.get("/operations/trial.branch")
    let marked = (tree["atoms"]?.array ?? []).filter { $0["needsValues"] == true }.compactMap { $0["id"]?.string }
    #expect(marked == ["branch", "spot", "till"])
    let item = tree["atoms"]?.array?.first { $0["id"] == "lines" }?["item"]
    #expect(item?["atoms"]?[1]?["needsValues"] == true)
  }

  @Test("Values of another form, of the wrong type or of any size ask nothing unintended") func survivesStrangeValues()
    throws
  {
    for values in [[], "x", 5, true] as [Value] {
      try options("branch", values).expectProblem(400, "malformed-request")
    }
    let long = Value.string(String(repeating: "a", count: 200_000))
    let many = Value.object(Object((0..<20_000).map { ("city\($0)", Value.string("Omsk")) }))
    #expect(try options("branch", ["city": long]).status != 500)
    #expect(try options("branch", many)["missing"]?["atoms"] == ["city"])
    let items = Value.array(Array(repeating: ["town": "Tver"], count: 20_000))
    #expect(try options("lines[0].place", ["lines": items])["data"] == [])
    try options("branch", ["city": "Tver"], ["version": "0123456789ab"]).expectProblem(409, "outdated-version")
    try options("city", ["city": "Tver"]).expectProblem(400, "malformed-request")
    #expect(!places.taken().contains { $0.contains("Omsk") })
  }
}
