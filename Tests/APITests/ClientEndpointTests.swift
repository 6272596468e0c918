import API
import Atoms
import JSON
import TestBank
import Testing

struct ClientEndpointTests {
  private static let trial = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: payment
    minimumClient: {ios: 2.0}
    atoms:
      - {accountPicker: from, caption: {ru: Счёт, en: Account}, fallback: {textInput: from, type: digits, length: 20}}
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: account, caption: {ru: Счёт, en: Account}}
      - {textInput: bic, caption: {ru: БИК, en: BIC}, lookup: bank}
      - {text: bicInfo, caption: {ru: Банк, en: Bank}, captionFrom: bank.name, optional: true}
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
      - {enum: speed, caption: {ru: Скорость, en: Speed}, options: {1: {ru: Раз, en: One}}, default: 1, minimumClient: {ios: 3.0}}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  private static func server() throws -> TestServer {
    try TestServer(
      serving: [trial],
      clients: ClientPolicy(
        minimum: MinimumClient([ClientProgram("ios/1.5"), ClientProgram("android/4")].compactMap(\.self)),
        updates: ["ios": "https://example.org/app"]))
  }

  private static func kinds(_ tree: Value?) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (tree?["atoms"]?.array ?? []).map { ($0["id"]?.string ?? "", $0["kind"]?.string ?? "") })
  }

  @Test("A client without search support enters the BIC as text and can submit")
  func fallsBackToTextInputForBIC() throws {
    let person = try TestServer().person()
    let older = [("Accept-Atoms", "accountPicker, textInput, text, button, segmented, toggle, dateInput, enum, group")]
    for operation in ["pp.quick", "pp.full"] {
      let tree = try person.get("/operations/\(operation)", headers: older)
      let bic = tree["atoms"]?.array?.first { $0["id"] == "bic" }
      #expect(bic?["kind"] == "textInput" && bic?["type"] == "digits" && bic?["length"] == 9, "\(tree.raw.text)")
      #expect(bic?["notify"] == "commit" && bic?["search"] == nil)
    }
    func states(_ bic: Value) throws -> Value? {
      try person.post(
        "/operations/pp.quick/evaluate", ["values": ["bic": bic], "changed": ["bic"], "commit": true], headers: older
      )["atoms"]
    }
    #expect(try states("044525225")?["bicInfo"]?["caption"] == "ПАО Сбербанк, BIC 044525225")
    let wrong = try states("044525999")
    #expect(wrong?["bic"]?["error"]?["message"] == "Not found: choose one of the options")
    #expect(wrong?["bicInfo"]?["shown"] == false)
    let sent = try person.post(
      "/operations/pp.quick/submissions", ["values": .object(try person.payment())],
      headers: older + [("Idempotency-Key", "one")])
    #expect(sent.status == 201)
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string }
    #expect(captions?.contains("BIC: 044525225, ПАО Сбербанк") == true)
  }

  @Test("An atom of an unsupported kind is drawn and evaluated as its fallback")
  func drawsFallbackOfUnknownKind() throws {
    let person = try Self.server().person()
    let accepted = [("Accept-Atoms", "textInput , enum"), ("accept-atoms", "button")]
    let tree = try person.get("/operations/trial", headers: accepted)
    #expect(tree.status == 200)
    #expect(tree.raw["vary"] == "Accept-Language, Accept-Atoms, Client-Version, Authorization, Accept-Encoding")
    let kinds = Self.kinds(tree.body)
    #expect(kinds["from"] == "textInput")
    #expect(kinds["bicInfo"] == nil)
    #expect(kinds["send"] == "button")
    let answer = try person.post(
      "/operations/trial/evaluate", ["values": ["bic": "044525225"], "changed": ["bic"], "commit": true],
      headers: accepted)
    #expect(answer["atoms"]?.object?.names == ["bic"])
    let plain = try person.post(
      "/operations/trial/evaluate", ["values": ["bic": "044525225"], "changed": ["bic"], "commit": true])
    #expect(plain["atoms"]?.object?.names == ["bic", "bicInfo"])
    #expect(try Self.kinds(person.get("/operations/trial").body)["from"] == "accountPicker")
    #expect(try Self.kinds(person.get("/operations/trial", headers: [("Accept-Atoms", "*")]).body).count == 9)
    // The two trees have different tags.
    #expect(tree.raw["etag"] != (try person.get("/operations/trial")).raw["etag"])
  }

  @Test("A form with unsupported atoms is refused with 406 and their list", arguments: ["GET", "POST"])
  func reportsUnsupportedAtoms(_ method: String) throws {
    let person = try Self.server().person()
    let accepted = [("Accept-Atoms", "text, textInput")]
    let refused =
      method == "GET"
      ? try person.get("/operations/trial", headers: accepted)
      : try person.post("/operations/trial/evaluate", ["values": [:]], headers: accepted)
    refused.expectProblem(406, "kinds-not-accepted")
    #expect(refused["missing"] == [["atom": "speed", "kind": "enum"], ["atom": "send", "kind": "button"]])
  }

  @Test("An atom that needs a newer client is reported with the required version")
  func reportsRequiredClientVersion() throws {
    let person = try Self.server().person()
    let refused = try person.get("/operations/trial", headers: [("Client-Version", "ios/2.5")])
    refused.expectProblem(406, "kinds-not-accepted")
    #expect(refused["missing"] == [["atom": "speed", "kind": "enum", "minimumVersion": "3"]])
    #expect(refused["update"] == "https://example.org/app")
    #expect(try person.get("/operations/trial", headers: [("Client-Version", "ios/3.0")]).status == 200)
    #expect(try person.get("/operations/trial", headers: [("Client-Version", "web/0.1")]).status == 200)
  }

  @Test(
    "An outdated client is refused with 426 and the required version",
    arguments: [
      ("GET", "/operations/trial", "ios/1.9", "2"), ("POST", "/operations/trial/evaluate", "ios/1.9", "2"),
      ("POST", "/operations/trial/submissions", "ios/1.9", "2"), ("GET", "/operations/pp.quick", "ios/1.4.9", "1.5"),
      ("PUT", "/drafts/trial", "ios/1.9", "2"), ("GET", "/user", "ios/1", "1.5"),
      ("POST", "/auth/login", "iOS/1", "1.5"),
      ("GET", "/operations", "android/3.9", "4"),
    ])
  func refusesOutdatedClient(_ method: String, _ path: String, _ client: String, _ oldest: String) throws {
    let person = try Self.server().person()
    let refused = try person.send(
      method, path, headers: [("Client-Version", client), ("Content-Type", "application/json")],
      body: method == "GET" ? nil : "{}")
    refused.expectProblem(426, "client-outdated")
    let platform = client.prefix { $0 != "/" }.lowercased()
    #expect(refused["minimumVersion"] == .string(oldest))
    #expect(refused["update"] == (platform == "ios" ? "https://example.org/app" : nil))
    #expect(refused.raw["upgrade"] == "\(platform)/\(oldest)")
    #expect(refused.raw["connection"]?.lowercased().contains("upgrade") == true)
    // The connection stays open.
    #expect(try person.get("/user").status == 200)
  }

  @Test("Health, OpenAPI and problem pages are served to outdated clients") func servesInfoToOutdatedClient() throws {
    let server = try Self.server()
    for path in ["/healthz", "/readyz", "/openapi.json", "/problems/client-outdated"] {
      #expect(try Visitor(server).get(path, headers: [("Client-Version", "ios/0.1")]).status == 200, "\(path)")
    }
  }

  @Test(
    "Malformed Client-Version and Accept-Atoms headers are refused with 400",
    arguments: [
      ("Client-Version", "ios"), ("Client-Version", "ios/x"), ("Client-Version", "3.2"), ("Client-Version", "ios/1/2"),
      ("Accept-Atoms", "text textInput"), ("Accept-Atoms", "text;q=1"), ("Accept-Atoms", "\"text\""),
    ])
  func rejectsMalformedClientHeaders(_ name: String, _ value: String) throws {
    let person = try TestServer().person()
    for path in ["/operations", "/operations/pp.quick"] {
      let refused = try person.get(path, headers: [(name, value)])
      refused.expectProblem(400, "malformed-request")
      #expect(refused["detail"]?.string?.hasPrefix(name) == true)
    }
  }

  @Test("The operation list marks operations that the client cannot open") func marksUnavailableOperations() throws {
    let person = try Self.server().person()
    func mark(_ id: String, _ headers: [(String, String)]) throws -> Value? {
      let rows = try person.get("/operations", headers: headers)["data"]?.array
      return try #require(rows?.first { $0["id"]?.string == id })["unavailable"]
    }
    #expect(try mark("trial", []) == nil)
    #expect(
      try mark("trial", [("Client-Version", "ios/1.9")]) == [
        "type": "/problems/client-outdated", "minimumVersion": "2", "update": "https://example.org/app",
      ])
    #expect(try mark("pp.quick", [("Client-Version", "ios/1.9")]) == nil)
    #expect(try mark("trial", [("Accept-Atoms", "text")]) == ["type": "/problems/kinds-not-accepted"])
    #expect(try mark("trial", [("Accept-Atoms", "textInput, button, enum")]) == nil)
  }

  @Test("Values of a fallback atom are validated by the rules of the original atom")
  func validatesFallbackByOriginalRules() throws {
    let person = try Self.server().person()
    var values = try person.payment()
    values["from"] = "40817810500000000000"
    let refused = try person.post(
      "/operations/trial/evaluate", ["values": .object(values), "commit": true],
      headers: [("Accept-Atoms", "textInput, enum, button")])
    #expect(refused["atoms"]?["from"]?["error"]?["code"] == "option")
    try person.post(
      "/operations/trial/submissions", ["values": .object(values)], headers: [("Idempotency-Key", "1")]
    ).expectProblem(422, "invalid-values")
  }
}
