import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// A search option from a service in drafts, templates, prefilled forms and submissions.
///
/// The option is looked up by its value and validated again.
struct SearchStoryTests {
  /// A directory of addresses that tests can remove or make unavailable.
  private final class Addresses: Sendable {
    let known = Mutex<[String: String]>(["a-1": "Тверская, 1", "a-2": "Тверская, 3"])
    let isDown = Mutex(false)
    private let peer = Mutex<Peer?>(nil)

    init() throws {
      let peer = try Peer { [weak self] link in
        while true {
          let request = link.request()
          guard let self, let path = request.split(separator: " ").dropFirst().first.map(String.init) else { return }
          let known = known.withLock { $0 }
          if isDown.withLock({ $0 }) {
            link.answer(500, "{}")
          } else if path.hasPrefix("/addresses?") {
            let rows = known.sorted { $0.key < $1.key }.map { #"{"id": "\#($0.key)", "name": "\#($0.value)"}"# }
            link.answer(200, "[\(rows.joined(separator: ", "))]")
          } else if let id = path.split(separator: "/").last.map(String.init), let name = known[id] {
            link.answer(200, #"{"id": "\#(id)", "name": "\#(name)"}"#)
          } else {
            link.answer(404)
          }
        }
      }
      self.peer.withLock { $0 = peer }
    }

    deinit { peer.withLock { $0?.stop() } }

    var url: String { peer.withLock { $0?.url("") } ?? "" }
  }

  private static let service = """
    service: places
    at: ${PEER}
    timeout: 30
    retries: 0
    breaker: {after: 1000}
    searches:
      - search: address
        get: /addresses
        query: {q: $text, n: $limit, from: $offset}
        answer: {each: SELF, value: text id, caption: text name}
        one: {get: "/addresses/{$value}", missing: 404}
    """
  private static let moving = """
    operation: trial.moving
    title: {ru: Переезд, en: Moving}
    effect: document
    atoms:
      - {search: address, caption: {ru: Адрес, en: Address}, in: address}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  private let addresses: Addresses
  private let server: TestServer
  private let person: Visitor

  init() throws {
    addresses = try Addresses()
    (server, person) = try TestServer(asking: [Self.service], at: addresses.url, serving: [Self.moving]).withPerson()
  }

  private static func atom(_ id: String, of tree: Value?) -> Value? {
    tree?["atoms"]?.array?.first { $0["id"]?.string == id }
  }

  private static let chosen: Value = ["value": "a-1", "caption": "Тверская, 1"]

  @Test("A search returns a page of options and the chosen option from the service")
  func searchesOptionsInService() throws {
    let page = try person.post(
      "/operations/trial.moving/options", ["atom": "address", "text": "твер", "limit": 2, "revision": 5])
    #expect(page["revision"] == 5 && page["data"]?.array?.map { $0["caption"] } == ["Тверская, 1", "Тверская, 3"])
    let states = try person.post("/operations/trial.moving/evaluate", ["values": ["address": "a-1"], "commit": true])
    #expect(states["atoms"]?["address"]?["chosen"] == Self.chosen)
  }

  @Test("A search of providers continues after the cursor of a page") func continuesSearchOfProviders() throws {
    let path = "/operations/provider.pay/options"
    let page = try person.post(path, ["atom": "provider", "limit": 2])
    #expect(page["data"]?.array?.map { $0["value"] } == ["gorvodokanal", "gorenergosbyt"])
    let after = try #require(page["after"])
    let last = try person.post(path, ["atom": "provider", "after": after])
    #expect(last["data"]?.array?.map { $0["value"] } == ["domashnyaya-set", "svyaz-mobile"] && last["after"] == nil)
  }

  @Test(
    "A search with an unknown cursor is refused with 400",
    arguments: [
      ("pp.quick", "bic", "999999999"), ("pp.quick", "bic", "x"), ("provider.pay", "provider", "nobody"),
      ("trial.moving", "address", "x"),
    ])
  func rejectsUnknownCursor(operation: String, atom: String, after: String) throws {
    let refused = try person.post(
      "/operations/\(operation)/options", ["atom": .string(atom), "text": "банк", "after": .string(after)])
    refused.expectProblem(400, "malformed-request")
    #expect(refused["detail"] == "`after` must be the cursor returned by the same search")
  }

  @Test("A resumed draft has its search option; submitting returns 503 while the service fails")
  func resumedDraftHasOption() throws {
    #expect(try person.put("/drafts/trial.moving", ["values": ["address": "a-1", "note": "x"]]).status == 201)
    let resumed = try person.get("/drafts/trial.moving")
    #expect(Self.atom("address", of: resumed["next"])?["chosen"] == Self.chosen)
    // While the service fails, the value stays and cannot be submitted.
    addresses.isDown.withLock { $0 = true }
    let silent = try person.get("/drafts/trial.moving")
    let atom = Self.atom("address", of: silent["next"])
    #expect(atom?["value"] == "a-1" && atom?["chosen"] == .null && silent["next"]?["retryAfter"] == 5)
    try person.submit(["address": "a-1"], to: "trial.moving", key: "one").expectProblem(503, "system-unavailable")
    addresses.isDown.withLock { $0 = false }
    #expect(try person.submit(["address": "a-1"], to: "trial.moving", key: "one").status == 201)
  }

  @Test("A prefill restores the search option, or drops it if the service has none") func prefillFindsOption() throws {
    let saved = try person.post(
      "/templates", ["operation": "trial.moving", "title": "t", "values": ["address": "a-1"]])
    let sent = try person.submit(["address": "a-1"], to: "trial.moving", key: "one")
    let id = try #require(sent["submission"]?["id"])
    let template = try #require(saved["id"])
    for source in [["template": template], ["submission": id]] as [Value] {
      let tree = try person.post("/prefill", source)
      #expect(Self.atom("address", of: tree.body)?["chosen"] == Self.chosen, "\(tree.raw.text)")
      #expect(tree["dropped"] == [] && tree["doubtful"] == [])
    }
    // A removed option is dropped and reported.
    _ = addresses.known.withLock { $0.removeValue(forKey: "a-1") }
    for source in [["template": template], ["submission": id]] as [Value] {
      let tree = try person.post("/prefill", source)
      #expect(Self.atom("address", of: tree.body)?["value"] == .null)
      #expect(tree["dropped"]?.array?.map { $0["code"] } == ["option"])
    }
    // The submission shows the stored caption.
    let shown = try person.get("/submissions/\(id.string ?? "")/result")
    #expect(shown["atoms"]?.array?.contains { $0["caption"] == "Address: Тверская, 1" } == true)
  }

  @Test(
    "A search value that is empty or unknown to the service is refused with 422",
    arguments: ["a-9", "Тверская, 1", "", "..", "a/b", String(repeating: "a", count: 201)])
  func rejectsUnknownOption(value: String) throws {
    let refused = try person.submit(["address": .string(value)], to: "trial.moving", key: "one")
    refused.expectProblem(422, "invalid-values")
    let code = value.isEmpty ? "required" : "option"
    #expect(refused["errors"]?.array?.map { $0["code"]?.string } == [code])
    #expect(try person.get("/submissions")["count"] == 0)
  }
}
