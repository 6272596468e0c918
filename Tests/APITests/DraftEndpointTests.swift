import JSON
import Model
import SQLiteStorage
import Storage
import TestBank
import Testing

/// Drafts that are started on one device and finished on another, over HTTP.
struct DraftEndpointTests {
  private static let secretive = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: payment
    atoms:
      - {accountPicker: from, caption: {ru: Счёт, en: Account}}
      - {textInput: name, caption: {ru: Имя, en: Name}}
      - {textInput: account, caption: {ru: Счёт, en: Account}}
      - {textInput: bic, caption: {ru: БИК, en: BIC}}
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB}
      - {toggle: more, caption: {ru: Ещё, en: More}}
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true, maxLength: 3, showIf: $more == YES}
      - {enum: speed, caption: {ru: Скорость, en: Speed}, options: {1: {ru: Раз, en: One}}, optional: true}
      - {textInput: word, caption: {ru: Пароль, en: Password}, type: password, optional: true}
      - {textInput: once, caption: {ru: Код, en: Code}, type: code, optional: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  @Test("A draft is resumed on another device and deleted by its submission")
  func resumesDraftOnAnotherDevice() throws {
    let server = try TestServer()
    let first = try server.person()
    let tree = try first.get("/operations/pp.quick")
    let link = try #require(tree["draft"])
    #expect(link == ["method": "PUT", "href": "/drafts/pp.quick"])
    var begun = try first.payment()
    begun["account"] = "407028"
    begun["inn"] = nil
    let kept = try first.put(
      link["href"]?.string ?? "", ["values": .object(begun), "version": tree["version"] ?? .null])
    #expect(kept.status == 201)
    #expect(kept.raw["location"] == "/drafts/pp.quick")
    #expect(kept["carried"] == nil)
    #expect(try first.put("/drafts/pp.quick", ["values": .object(begun)]).status == 200)

    let second = try server.person()
    let list = try second.get("/drafts")
    #expect(list["count"] == 1)
    #expect(list["data"]?[0]?["title"] == "Payment by account details")
    let href = try #require(list["data"]?[0]?["href"]?.string)
    let resumed = try second.get(href)
    #expect(resumed.status == 200)
    #expect(resumed["draft"]?["values"] == .object(begun))
    #expect(resumed["carried"] == nil)
    let next = try #require(resumed["next"]?["atoms"]?.array)
    func atom(_ id: String) -> Value? { next.first { $0["id"]?.string == id } }
    #expect(atom("account")?["value"] == "407028")
    #expect(atom("account")?["error"] == nil)
    #expect(atom("bicInfo")?["caption"] == "ПАО Сбербанк, BIC 044525225")
    #expect(atom("inn")?["value"] == .null)
    #expect(try second.get(href, headers: [("If-None-Match", resumed.raw["etag"] ?? "")]).status == 304)

    let sent = try second.submit(try second.payment(), key: "tap")
    #expect(sent.status == 201)
    try first.get("/drafts/pp.quick").expectProblem(404, "not-found")
    #expect(try first.get("/drafts")["count"] == 0)
  }

  @Test("Passwords, codes and unknown values of a draft are neither stored nor logged")
  func excludesSecretsFromDraft() throws {
    let (server, person) = try TestServer(serving: [Self.secretive]).withPerson()
    let values: Value = [
      "name": "Анна", "word": "hunter2-hunter2", "once": "918273", "ghost": "918274", "note": "hidden", "more": false,
    ]
    #expect(try person.put("/drafts/trial", ["values": values]).status == 201)
    let stored = try server.database.read { connection in
      try connection.first("SELECT \"values\" FROM draft") { row throws(StoreError) in try row.get(0, as: String.self)
      }
    }
    #expect(stored == #"{"more":false,"name":"Анна","note":"hidden"}"#)
    let resumed = try person.get("/drafts/trial")
    // The value of a hidden atom is kept.
    #expect(resumed["draft"]?["values"] == ["more": false, "name": "Анна", "note": "hidden"])
    let text = String(decoding: resumed.raw.body, as: UTF8.self)
    #expect(!text.contains("hunter2") && !text.contains("91827"))
    #expect(server.logged.filter { $0.contains("hunter2") || $0.contains("91827") || $0.contains("Анна") } == [])
  }

  @Test("A draft of an unknown version is migrated to the current version")
  func migratesDraftOfUnknownVersion() throws {
    let (server, person) = try TestServer(serving: [Self.secretive]).withPerson(language: "ru")
    let current = try person.get("/operations/trial")["version"]?.string ?? ""
    let caller = try #require(try server.services.auth.authenticate(person.token ?? ""))
    // Stores a draft of another version of the operation.
    _ = try server.services.drafts.put(
      #"{"amount":true,"gone":"x","more":true,"name":"Анна","note":"long","speed":2}"#, of: "trial",
      version: "0123456789ab", by: caller
    ).wait()
    let resumed = try person.get("/drafts/trial")
    let carried = try #require(resumed["carried"])
    #expect(carried["from"] == "0123456789ab")
    #expect(carried["to"] == .string(current))
    func named(_ list: String) -> [String] {
      (carried[list]?.array ?? []).map { "\($0["atom"]?.string ?? "") \($0["code"]?.string ?? "")" }
    }
    #expect(named("dropped") == ["amount type", "speed option", "gone unknown"])
    #expect(named("doubtful") == ["note length"])
    #expect(carried["dropped"]?[2]?["message"] == "Такого поля нет в этой операции")
    #expect(resumed["draft"]?["values"] == ["more": true, "name": "Анна", "note": "long"])
    #expect(resumed["draft"]?["version"] == "0123456789ab")
    #expect(resumed["next"]?["version"] == .string(current))
    // Saved again, the draft has the current version.
    let kept = try person.put(
      "/drafts/trial", ["values": resumed["draft"]?["values"] ?? .null, "version": .string(current)])
    #expect(kept["draft"]?["version"] == .string(current))
    #expect(try person.get("/drafts/trial")["carried"] == nil)
    // A draft of an unknown version is migrated when it is saved.
    let late = try person.put("/drafts/trial", ["values": ["gone": 1, "name": "Пётр"], "version": "ba9876543210"])
    #expect(late["carried"]?["dropped"]?[0]?["atom"] == "gone")
    #expect(late["draft"]?["version"] == .string(current))
    #expect(try person.get("/drafts/trial")["draft"]?["values"] == ["name": "Пётр"])
  }

  @Test("A draft is validated by its own version while that version is accepted")
  func validatesDraftByItsVersion() throws {
    let (server, person) = try TestServer(
      { $0.sessions.lifetime = .seconds(100 * 24 * 3600) }, serving: [Self.secretive]
    ).withPerson()
    let first = try person.get("/operations/trial")["version"] ?? .null
    _ = try person.put("/drafts/trial", ["values": ["name": "Анна", "speed": 1], "version": first])
    try server.serve([
      Self.secretive.split(separator: "\n").filter { !$0.contains("enum: speed") }.joined(separator: "\n")
    ])
    let second = try person.get("/operations/trial")["version"] ?? .null
    #expect(first != second)
    // The draft keeps its version while that version is accepted.
    let resumed = try person.get("/drafts/trial")
    #expect(resumed["carried"] == nil)
    #expect(resumed["next"]?["version"] == first)
    #expect(resumed["next"]?["atoms"]?.array?.contains { $0["id"] == "speed" && $0["value"] == 1 } == true)
    let kept = try person.put("/drafts/trial", ["values": ["name": "Пётр", "speed": 1], "version": first])
    #expect(kept["carried"] == nil)
    #expect(kept["draft"]?["version"] == first)
    // Once the version is no longer accepted, the draft is migrated.
    server.pass(.seconds(24 * 3600))
    let later = try person.get("/drafts/trial")
    #expect(later["carried"]?["from"] == first)
    #expect(later["carried"]?["to"] == second)
    #expect(later["carried"]?["dropped"]?[0]?["atom"] == "speed")
    #expect(later["next"]?["version"] == second)
    #expect(later["draft"]?["values"] == ["name": "Пётр"])
  }

  @Test("A draft of another person returns 404") func hidesDraftFromOthers() throws {
    let (server, person) = try TestServer().withPerson()
    #expect(try person.put("/drafts/pp.quick", ["values": ["name": "Анна"]]).status == 201)
    let stranger = try server.stranger()
    try stranger.get("/drafts/pp.quick").expectProblem(404, "not-found")
    try stranger.delete("/drafts/pp.quick").expectProblem(404, "not-found")
    #expect(try stranger.get("/drafts")["count"] == 0)
    #expect(try stranger.put("/drafts/pp.quick", ["values": ["name": "Пётр"]]).status == 201)
    #expect(try person.get("/drafts/pp.quick")["draft"]?["values"] == ["name": "Анна"])
    #expect(try person.delete("/drafts/pp.quick").status == 204)
    try person.delete("/drafts/pp.quick").expectProblem(404, "not-found")
    #expect(try stranger.get("/drafts/pp.quick").status == 200)
    try Visitor(server).get("/drafts").expectProblem(401, "unauthorized")
    try server.expectUnharmed()
  }

  @Test("Malformed, oversized and excess drafts are refused") func rejectsInvalidDraft() throws {
    let (server, person) = try TestServer(
      {
        $0.drafts.perPerson = 1; $0.drafts.bytes = 300
      }, serving: [Self.secretive]
    ).withPerson()
    for body in [[:], ["values": [1]], ["values": [:], "version": 1], [1]] as [Value] {
      try person.put("/drafts/pp.quick", body).expectProblem(400, "malformed-request")
    }
    try person.put("/drafts/ghost", ["values": [:]]).expectProblem(404, "not-found")
    try person.get("/drafts/ghost").expectProblem(404, "not-found")
    let long = try person.put("/drafts/pp.quick", ["values": ["name": .string(String(repeating: "я", count: 200))]])
    long.expectProblem(413, "body-too-large")
    #expect(long["detail"] == "A draft may take at most 300 bytes.")
    #expect(try person.put("/drafts/pp.quick", ["values": [:]]).status == 201)
    let second = try person.put("/drafts/trial", ["values": [:]])
    second.expectProblem(409, "too-many-drafts")
    #expect(second["detail"] == "Drafts allowed at a time: 1.")
    #expect(try person.put("/drafts/pp.quick", ["values": [:]]).status == 200)
    try server.expectUnharmed()
  }

  @Test("A draft expires after 30 days") func expiresOldDraft() throws {
    let (server, person) = try TestServer { $0.sessions.lifetime = .seconds(100 * 24 * 3600) }.withPerson()
    #expect(try person.put("/drafts/pp.quick", ["values": [:]]).status == 201)
    server.pass(.seconds(29 * 24 * 3600))
    #expect(try person.get("/drafts/pp.quick").status == 200)
    server.pass(.seconds(24 * 3600))
    try person.get("/drafts/pp.quick").expectProblem(404, "not-found")
    #expect(try person.get("/drafts")["count"] == 0)
  }

  @Test("A request for a draft returns 406 if the client cannot draw its form") func rejectsUndrawableDraft() throws {
    let person = try TestServer().person()
    _ = try person.put("/drafts/pp.quick", ["values": [:]])
    try person.get("/drafts/pp.quick", headers: [("Accept-Atoms", "text")]).expectProblem(406, "kinds-not-accepted")
  }
}
