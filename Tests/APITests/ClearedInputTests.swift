import JSON
import Services
import TestBank
import Testing
import ValenceClient

struct ClearedInputTests {
  private typealias Value = JSON.Value
  private static let definition = """
    operation: trial
    title: {ru: Проба, en: Trial}
    effect: document
    atoms:
      - {textInput: note, caption: {ru: Заметка, en: Note}, optional: true, default: standard text}
      - {textInput: ref, caption: {ru: Номер, en: Reference}, optional: true, defaultFrom: "concat('A', '1')"}
      - {textInput: plain, caption: {ru: Просто, en: Plain}, optional: true}
      - {enum: speed, caption: {ru: Скорость, en: Speed}, options: {1: {ru: Раз, en: One}}, default: 1, optional: true}
      - {dateInput: day, caption: {ru: День, en: Day}, optional: true, default: "2026-11-20"}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, optional: true, default: "5.00"}
      - {textInput: mark, caption: {ru: Знак, en: Mark}, once: true, optional: true, default: fresh}
      - {toggle: more, caption: {ru: Ещё, en: More}}
      - {textInput: extra, caption: {ru: Добавка, en: Extra}, showIf: $more == YES, optional: true, default: extra text}
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        min: 1
        atoms:
          - {textInput: what, caption: {ru: Что, en: What}, optional: true, default: thing}
          - {toggle: on, caption: {ru: Вкл, en: On}, default: true}
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """
  private static let cleared: Value = [
    "note": nil, "ref": nil, "speed": nil, "day": nil, "amount": nil, "mark": nil, "more": false,
    "lines": [["what": nil, "on": false], ["what": "x"], ["what": nil, "on": true]],
  ]
  /// The stored values of a form that was submitted with `cleared`.
  private static let stored: Value = [
    "more": false, "lines": [["on": false], ["what": "x", "on": true], ["on": true]],
  ]

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.definition]).withPerson()
  }

  private static func atom(_ id: String, of tree: Visitor.Answer, line: Int? = nil) -> Value? {
    let atoms = tree["atoms"]?.array ?? []
    guard let line else { return atoms.first { $0["id"]?.string == id } }
    let lines = atoms.first { $0["id"] == "lines" }
    return lines?["items"]?[line]?["atoms"]?.array?.first { $0["id"]?.string == id }
  }

  private func expectCleared(_ tree: Visitor.Answer, isFresh: Bool = true) {
    #expect(tree.status == 200, "\(tree.raw.text)")
    for id in ["note", "ref", "speed", "day", "amount"] {
      #expect(Self.atom(id, of: tree)?["value"] == .null, "\(id)")
      #expect(Self.atom(id, of: tree)?["entered"] == true, "\(id)")
    }
    #expect(Self.atom("plain", of: tree)?["entered"] == nil)
    if isFresh { #expect(Self.atom("mark", of: tree)?["value"] == "fresh") }
    #expect(Self.atom("what", of: tree, line: 0)?["value"] == .null)
    #expect(Self.atom("on", of: tree, line: 0)?["value"] == false)
    #expect(Self.atom("what", of: tree, line: 1)?["value"] == "x")
    #expect(Self.atom("what", of: tree, line: 2)?["value"] == .null)
  }

  private func sent() throws -> Visitor.Answer {
    let sent = try person.submit(Self.cleared, to: "trial", key: "first")
    #expect(sent.status == 201, "\(sent.raw.text)")
    return sent
  }

  private func values(of sent: Visitor.Answer) throws -> Value? {
    let id = try sent.submissionID()
    return try person.get("/submissions/\(id)")["values"]
  }

  @Test("A repeated submission keeps its cleared inputs empty")
  func repeatKeepsClearedInputs() throws {
    let sent = try sent()
    #expect(try values(of: sent) == Self.stored)
    let tree = try person.post("/prefill", ["submission": sent["submission"]?["id"] ?? .null])
    expectCleared(tree)
    #expect(tree["dropped"] == [] && tree["doubtful"] == [])
    let question: Value = [
      "values": ["note": nil, "more": true], "changed": ["more"], "version": tree["version"] ?? .null,
    ]
    let states = try person.post(tree["evaluate"]?["href"]?.string ?? "", question)
    #expect(states["atoms"]?["extra"]?["value"] == "extra text", "a hidden input has its preset")
  }

  @Test("A template made from a result keeps cleared inputs empty")
  func templateKeepsClearedInputs() throws {
    let actions = try sent()["next"]?["actions"]?.array ?? []
    let action = try #require(actions.first { $0["name"] == "saveTemplate" })
    var body = try #require(action["body"]?.object)
    #expect(body["values"]?["note"] == .null)
    body["title"] = "Mine"
    let saved = try person.post("/templates", .object(body))
    #expect(saved.status == 201, "\(saved.raw.text)")
    expectCleared(try person.post("/prefill", ["template": saved["id"] ?? .null]))
  }

  @Test("A draft keeps its cleared inputs empty")
  func draftKeepsClearedInputs() throws {
    #expect(try person.put("/drafts/trial", ["values": Self.cleared]).status == 201)
    let resumed = try person.get("/drafts/trial")
    let id = try #require(resumed["next"]?["draft"]?["href"]?.string)
    #expect(id == "/drafts/trial?cleared=amount,day,lines.what,mark,note,ref,speed")
    // A client of an earlier release omits empty values.
    #expect(try person.put(id, ["values": Self.stored]).status == 200)
    let again = try person.get("/drafts/trial")
    #expect(again["draft"]?["values"]?["note"] == .null && again["draft"]?["values"]?["lines"]?[2]?["what"] == .null)
  }

  /// Returns the values that a client sends for a drawn tree. Clients of earlier releases omit
  /// empty values.
  private static func shown(_ atoms: [Value], withEmpty: Bool) -> Value {
    var values = Object()
    for atom in atoms where atom["shown"] == true && atom["entered"] != false {
      guard let id = atom["id"]?.string, let value = atom["value"] else { continue }
      if let items = atom["items"]?.array {
        values[id] = .array(items.map { shown($0["atoms"]?.array ?? [], withEmpty: withEmpty) })
      } else if withEmpty || !value.isNull {
        values[id] = value
      }
    }
    return .object(values)
  }

  @Test("Sending the shown values of a repeated submission stores the same values", arguments: [true, false])
  func resubmitsShownValues(withEmpty: Bool) throws {
    let tree = try person.post("/prefill", ["submission": try sent()["submission"]?["id"] ?? .null])
    let button = tree["atoms"]?.array?.first { $0["id"] == "send" }
    let href = try #require(button?["action"]?["href"]?.string)
    let body: Value = ["values": Self.shown(tree["atoms"]?.array ?? [], withEmpty: withEmpty), "action": "send"]
    let again = try person.post(href, body, headers: [("Idempotency-Key", "again")])
    #expect(again.status == 201, "\(again.raw.text)")
    guard case .object(var values) = try values(of: again) else { return }
    #expect(values["mark"] == "fresh")
    values["mark"] = nil
    #expect(.object(values) == Self.stored)
  }

  @Test("The native client sends null for the cleared inputs of a repeated submission")
  func nativeClientSendsNullForCleared() async throws {
    let id = try #require(try sent()["submission"]?["id"]?.string)
    let native = try await server.libraryPerson()
    let repeated = try Link(["method": "POST", "href": "/prefill", "body": .object(["submission": .string(id)])])
    let begun = try await native.client.follow(repeated)
    let form = LiveForm(try #require(begun.tree))
    #expect(form.values["note"] == .null && form.values["plain"] == nil && form.values["more"] == .bool(false))
    let tap = try #require(form.tap("send"))
    guard case .progress(let progress) = try await native.client.send(tap) else { throw LibraryPerson.NotThere() }
    let again = try person.get("/submissions/\(progress.submission?.id ?? "")")
    #expect(again["values"]?["note"] == nil && again["values"]?["lines"] == Self.stored["lines"])
  }

  @Test("A submission that was stored without its cleared inputs is repeated with presets")
  func repeatsOlderSubmissionWithPresets() throws {
    let token = try #require(person.token)
    let caller = try #require(try server.services.auth.authenticate(token))
    let stored = SubmissionDraft(
      operation: "trial", version: "1", values: Self.stored.text, idempotencyKey: nil, sign: nil)
    let id = try server.services.submissions.create(stored, by: caller, effect: .none).wait().submission.id
    let tree = try person.post("/prefill", ["submission": .string(id.rawValue)])
    #expect(tree.status == 200 && Self.atom("note", of: tree)?["value"] == "standard text")
  }

  @Test("A cleared input that the form no longer has is omitted from the dropped values")
  func ignoresRemovedClearedInput() throws {
    let sent = try sent()
    let lines = Self.definition.split(separator: "\n").filter { !$0.contains("textInput: note") }
    try server.serve([lines.joined(separator: "\n")])
    let tree = try person.post("/prefill", ["submission": sent["submission"]?["id"] ?? .null])
    #expect(tree["dropped"] == [], "\(tree.raw.text)")
    #expect(Self.atom("ref", of: tree)?["value"] == .null)
  }

  @Test("A flow step keeps its cleared inputs empty")
  func flowStepKeepsClearedInputs() throws {
    let person = try TestServer(operations: "Tests/APITests/Cases/cleared-flow/operations").person()
    func href(_ tree: Visitor.Answer, _ action: String) throws -> String {
      let actions = (tree["atoms"]?.array ?? []).compactMap { $0["action"] } + (tree["actions"]?.array ?? [])
      return try #require(actions.first { $0["name"]?.string == action }?["href"]?.string)
    }
    let first = try person.post("/flows/note.steps", nil)
    let confirm = try person.post(try href(first, "next"), ["values": ["note": nil]])
    #expect(confirm.status == 200, "\(confirm.raw.text)")
    let back = try person.post(try href(confirm, "back"), ["values": [:]])
    #expect(Self.atom("note", of: back)?["value"] == .null)
    // A client of an earlier release omits empty values.
    let again = try person.post(try href(back, "next"), ["values": [:]])
    let sent = try person.post(try href(again, "submit"), ["values": [:]], headers: [("Idempotency-Key", "flow")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    let id = try sent.submissionID()
    #expect(try person.get("/submissions/\(id)")["values"] == [:])
  }
}
