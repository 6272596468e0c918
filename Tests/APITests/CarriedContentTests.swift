import JSON
import Definitions
import Operations
import Synchronization
import TestBank
import TestClient
import Testing

/// The content in the start response, with which a client draws its first screen without further
/// requests.
struct CarriedContentTests {
  private static func modules(_ screen: Value?) -> [Value] { screen?["modules"]?.array ?? [] }

  /// Returns a document without embedded content.
  private static func bare(_ value: Value) -> Value {
    switch value {
    case .object(let object):
      .object(Object(object.members.filter { $0.name != "content" }.map { ($0.name, bare($0.value)) }))
    case .array(let elements): .array(elements.map(bare))
    default: value
    }
  }

  /// Serves screens together with the bank's operations. Each text begins with `screen:` and its
  /// id.
  private static func serve(_ screens: [String], services: [String] = [], at server: TestServer) throws {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    files.screens = screens.enumerated().map { place, text in
      DefinitionFile(name: "trial\(place).yaml", bytes: Array(text.utf8))
    }
    (files.routes, files.flows) = ([], [])
    files.services = services.map { DefinitionFile(name: "trial.yaml", bytes: Array($0.utf8)) }
    try server.definitions.serve(Catalog(files, vocabulary: .bank))
  }

  private static func screen(_ id: String, _ modules: String...) -> String {
    "screen: \(id)\ntitle: {ru: Экран, en: Screen}\nmodules:\n" + modules.map { "  - \($0)\n" }.joined()
  }

  @Test("The start response embeds the first tab's lists with the bodies of their own addresses")
  func startCarriesFirstTabContent() throws {
    let (server, person) = try TestServer().withPerson()
    let start = try person.get("/start")
    let tabs = Self.modules(start.body)
    #expect(tabs.count > 2)
    let first = try #require(tabs.first?["content"])
    #expect(tabs.dropFirst().allSatisfy { $0["content"] == nil })
    var lists = 0
    for module in Self.modules(first) {
      guard module["module"] == "list" else {
        #expect(module["content"] == nil)
        continue
      }
      let answer = try person.get(try #require(module["href"]?.string))
      #expect(module["content"] == answer.body)
      // The tag of the list's own address stays valid.
      let tag = try #require(answer.raw["etag"])
      #expect(try person.get(#require(module["href"]?.string), headers: [("If-None-Match", tag)]).status == 304)
      lists += 1
    }
    #expect(lists > 2)
    #expect(Self.bare(first) == (try person.get("/screens/overview").body))
    #expect(Self.bare(start.body) == (try person.get("/screens/home").body))
    // The embedded content has the caller's language.
    #expect(try server.person(language: "ru").get("/start")["modules"]?[0]?["content"]?["title"] == "Главная")
  }

  @Test("The ETag of the start response changes with its embedded content") func tagCoversCarriedContent() throws {
    let person = try TestServer().person()
    let tag = try #require(try person.get("/start").raw["etag"])
    let same = try person.get("/start", headers: [("If-None-Match", tag)])
    #expect(same.status == 304 && same.raw["last-event-id"] != nil)
    let sent = try person.submit(try person.payment(), key: "1")
    #expect(sent.status == 201)
    let changed = try person.get("/start", headers: [("If-None-Match", tag)])
    #expect(changed.status == 200 && changed.raw["etag"] != tag)
    let unsigned = Self.modules(changed["modules"]?[0]?["content"]).first { $0["id"] == "unsigned" }
    #expect(unsigned?["content"]?["count"] == 1)
  }

  @Test("The start response contains the event id at which listening starts") func startCarriesEventID() throws {
    let server = try TestServer()
    #expect(try Visitor(server).get("/start").raw["last-event-id"] == nil)
    let person = try server.person()
    _ = try person.submit(try person.payment(), key: "1")
    let place = try #require(try person.get("/start").raw["last-event-id"])
    #expect(try Listener(server, person, after: place, query: "?once=true").rest() == [])
    let id = try person.submit(try person.payment(), key: "2")["submission"]?["id"]?.string
    #expect(try Listener(server, person, after: place, query: "?once=true").rest().map(\.submission) == [id])
    // The event id is valid for its person only.
    let other = try server.reachable()
    #expect(try Listener(server, other, after: place, query: "?once=true").rest().map(\.name) == ["reset"])
  }

  @Test("The start response omits statements, pushed lists and data of other people")
  func omitsStatementsAndPushedLists() throws {
    let server = try TestServer()
    let demo = try server.person()
    let account = try demo.account("Текущий")
    try Self.serve(
      [
        Self.screen(
          "home", "{list: entries, id: foreign, input: {account: \"\(account)\"}}", "{list: accounts}",
          "{list: cards, transition: push}", "{screen: inner}"),
        Self.screen("inner", "{list: deals}"),
      ], at: server)
    func carried(to visitor: Visitor) throws -> [Bool] {
      let start = try visitor.get("/start")
      #expect(start.status == 200)
      return Self.modules(start.body).map { $0["content"] != nil }
    }
    // A statement is omitted, because it has balances next to purposes that payers choose.
    #expect(try carried(to: demo) == [false, true, false, true])
    let stranger = try server.stranger()
    #expect(try carried(to: stranger) == [false, true, false, true])
    try stranger.get("/accounts/\(account)/entries").expectProblem(404, "not-found")
    #expect(try stranger.get("/start")["modules"]?[1]?["content"]?["count"] == 0)
  }

  @Test("The start response omits the content of a long list") func omitsLongLists() throws {
    let person = try TestServer { $0.unsignedSubmissions = 1000 }.person()
    let values = try person.payment(["amount": "1.00"])
    for number in 0..<50 { #expect(try person.submit(values, key: "\(number)").status == 201) }
    let modules = Self.modules(try person.get("/start")["modules"]?[0]?["content"])
    #expect(modules.first { $0["id"] == "unsigned" }.map { $0["content"] == nil } == true)
    #expect(modules.first { $0["id"] == "accounts" }?["content"] != nil)
    #expect(try person.get("/submissions?unsigned=true")["data"]?.array?.count == 50)
  }

  @Test("The start response embeds nested screens two levels deep") func carriesTwoLevelsOfScreens() throws {
    let server = try TestServer()
    try Self.serve(
      [
        Self.screen("home", "{screen: one}"), Self.screen("one", "{screen: two}"),
        Self.screen("two", "{screen: three}"), Self.screen("three", "{list: accounts}"),
      ], at: server)
    let start = try server.person().get("/start")
    let second = start["modules"]?[0]?["content"]?["modules"]?[0]?["content"]
    #expect(second?["screen"] == "two")
    #expect(second?["modules"]?[0]?["href"] == "/screens/three" && second?["modules"]?[0]?["content"] == nil)
  }

  /// The first screen must not wait for a system of the bank.
  @Test("The start response omits content that requires a request to a service") func omitsContentOfServices() throws {
    let asked = Mutex(0)
    let peer = try Peer { link in
      while true {
        guard link.request().contains("/loans") else { return }
        asked.withLock { $0 += 1 }
        link.answer(200, #"[{"id": "Заём"}]"#)
      }
    }
    defer { peer.stop() }
    let service = """
      service: core
      at: ${PEER}
      timeout: 30
      facts: [{fact: loans, get: /loans, answer: {each: SELF, value: text id, caption: text id}}]
      """
    let server = try TestServer(asking: [service], at: peer.url(""))
    let caption = "{SUBQUERY(loans, $l, $l.value != nil)[FIRST].caption}"
    try Self.serve(
      [
        Self.screen("home", "{screen: inner}", "{list: accounts}"),
        Self.screen("inner", "{text: loan, caption: {ru: \"\(caption)\", en: \"\(caption)\"}}"),
      ], services: [service], at: server)
    let person = try server.person()
    let start = try person.get("/start")
    #expect(Self.modules(start.body).map { $0["content"] != nil } == [false, true])
    #expect(asked.withLock { $0 } == 0)
    #expect(try person.get("/screens/inner")["modules"]?[0]?["title"] == "Заём")
    #expect(asked.withLock { $0 } == 1)
  }

  /// A compressed response must not contain both the input of a link and a person's data (BREACH).
  @Test("The start response for a deep link is uncompressed") func sendsLinkedStartUncompressed() throws {
    let person = try TestServer().person()
    person.codings = "gzip"
    let plain = try person.get("/start").raw
    #expect(plain["content-encoding"] == "gzip")
    let linked = try person.get("/start?url=valence%3A%2F%2Fpayments%2Fquick%3Fbic%3D044525225")
    #expect(linked.raw["content-encoding"] == nil && linked.raw["etag"] != nil)
    #expect(linked["open"]?["input"]?["bic"] == "044525225")
    #expect(linked["modules"]?[0]?["content"] != nil)
  }
}
