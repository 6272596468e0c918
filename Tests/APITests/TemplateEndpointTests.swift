import JSON
import TestBank
import Testing

struct TemplateEndpointTests {
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
      - {textInput: word, caption: {ru: Пароль, en: Password}, type: password, optional: true}
      - {textInput: mark, caption: {ru: Номер, en: Number}, once: true, optional: true}
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        atoms: [{textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}, {textInput: code, caption: {ru: Код, en: Code}, type: code}]
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
    """

  @Test("A template is saved, listed, read and deleted") func savesListsAndDeletesTemplate() throws {
    let person = try TestServer().person()
    #expect(try person.get("/templates")["count"] == 0)
    let body: Value = [
      "operation": "pp.quick", "title": "  Ромашка ", "values": ["name": "ООО Ромашка", "bic": "044525225"],
    ]
    let saved = try person.post("/templates", body)
    #expect(saved.status == 201)
    let href = try #require(saved["href"]?.string)
    #expect(saved.raw["location"] == href)
    #expect(saved["title"] == "Ромашка")
    #expect(saved["subtitle"] == "Payment by account details")
    #expect(saved["values"] == ["bic": "044525225", "name": "ООО Ромашка"])
    #expect(try person.post("/templates", body).status == 200)
    let list = try person.get("/templates")
    #expect(list["count"] == 1)
    #expect(list["data"]?[0]?["href"]?.string == href)
    #expect(list["data"]?[0]?["values"] == nil)
    let found = try person.get(href)
    #expect(found.body == saved.body)
    #expect(try person.get(href, headers: [("If-None-Match", found.raw["etag"] ?? "")]).status == 304)
    #expect(try person.delete(href).status == 204)
    try person.delete(href).expectProblem(404, "not-found")
    try person.get(href).expectProblem(404, "not-found")
  }

  @Test("A template is renamed; an invalid or duplicate title is refused") func renamesTemplate() throws {
    let (server, person) = try TestServer().withPerson()
    func save(_ title: String) throws -> String {
      let saved = try person.post("/templates", ["operation": "pp.quick", "title": .string(title), "values": [:]])
      return try #require(saved["href"]?.string)
    }
    let (href, other) = (try save("Квартира"), try save("Дача"))
    let renamed = try person.patch(href, ["title": " Аренда  "])
    #expect(renamed.status == 200)
    #expect(renamed["title"] == "Аренда")
    #expect(try person.get(href)["title"] == "Аренда")
    #expect(try person.patch(href, ["title": "Аренда"]).status == 200)
    try person.patch(href, ["title": "Дача"]).expectProblem(409, "conflict")
    for body: Value in [[:], ["title": ""], ["title": "a\u{7}"], ["title": 1], ["title": "a", "values": [:]]] {
      try person.patch(href, body).expectProblem(422, "invalid-values")
    }
    let stranger = try server.stranger()
    try stranger.patch(other, ["title": "mine"]).expectProblem(404, "not-found")
    #expect(try person.get(other)["title"] == "Дача")
    try server.expectUnharmed()
  }

  @Test("A template row has actions to rename and delete it") func rowHasRenameAndDelete() throws {
    let person = try TestServer().person()
    let saved = try person.post("/templates", ["operation": "pp.quick", "title": "Дача", "values": ["name": "Анна"]])
    let actions = try person.get("/templates")["data"]?[0]?["actions"]?.array ?? []
    #expect(actions.compactMap { $0["name"]?.string } == ["rename", "delete"])
    #expect(actions.compactMap { $0["tone"]?.string } == ["quiet", "danger"])
    #expect(actions[0]["ask"] == ["member": "title", "label": "Title", "value": "Дача", "maxLength": 100])
    #expect(actions[1]["confirm"]?["title"] == "Delete the template “Дача”?")
    #expect(actions.allSatisfy { $0["href"] == saved["href"] })
    #expect(saved["actions"] == nil)
  }

  @Test("The payments screen has the list of templates and a QR code scan") func paymentsScreenListsTemplates() throws {
    let person = try TestServer().person()
    let saved = try person.post("/templates", ["operation": "pp.quick", "title": "Дача", "values": ["name": "Анна"]])
    let modules = try person.get("/screens/payments")["modules"]?.array ?? []
    let list = try #require(modules.first { $0["id"] == "templates" })
    #expect(list["href"] == "/templates")
    #expect(list["hideEmpty"] == true)
    #expect(list["row"]?["method"] == "POST")
    #expect(list["row"]?["href"] == "/prefill")
    #expect(list["row"]?["body"] == ["template": "{id}"])
    let begun = try person.post("/prefill", ["template": saved["id"] ?? .null])
    #expect(begun["source"] == "template")
    let scan = try #require(modules.first { $0["module"] == "scan" })
    #expect(scan["scan"] == ["method": "POST", "href": "/prefill", "member": "qr"])
    // A client without scans has no link to follow.
    #expect(scan["href"] == nil)
    #expect(scan["title"] == "Pay by QR code")
  }

  @Test("The list of templates is paged") func pagesTemplates() throws {
    let person = try TestServer().person()
    for number in 1...3 {
      let body: Value = ["operation": "pp.quick", "title": .string("\(number)"), "values": [:]]
      #expect(try person.post("/templates", body).status == 201)
    }
    let first = try person.get("/templates?limit=2")
    #expect(first["count"] == 2)
    let rest = try person.get(try #require(first["next"]?.string))
    #expect(rest["data"]?.array?.count == 1)
    #expect(rest["next"] == nil)
  }

  @Test("A template omits passwords, codes and values for a single submission") func omitsSecrets() throws {
    let (server, person) = try TestServer(serving: [Self.secretive]).withPerson()
    let saved = try person.post(
      "/templates",
      [
        "operation": "trial", "title": "t",
        "values": ["name": "Анна", "word": "hunter2", "mark": "17", "lines": [["sum": "1.5", "code": "918273"]]],
      ])
    #expect(saved.status == 201)
    #expect(saved["values"] == ["lines": [["sum": "1.5"]], "name": "Анна"])
    try server.expectUnharmed()
  }

  @Test(
    "An invalid template value is refused at its path",
    arguments: [
      (#"{"ghost": "1"}"#, "ghost", "unknown"), (#"{"amount": "two"}"#, "amount", "type"),
      (#"{"lines": [{"sum": "x"}]}"#, "lines[0].sum", "type"),
      (#"{"lines": [{"ghost": 1}]}"#, "lines[0].ghost", "unknown"),
    ])
  func rejectsInvalidValues(values: String, atom: String, code: String) throws {
    let person = try TestServer(serving: [Self.secretive]).person()
    let answer = try person.post(
      "/templates", ["operation": "trial", "title": "t", "values": try Value(reading: values)])
    answer.expectProblem(422, "invalid-values")
    #expect(answer["errors"]?.array?.count == 1)
    #expect(answer["errors"]?[0]?["atom"]?.string == atom)
    #expect(answer["errors"]?[0]?["code"]?.string == code)
    #expect(try person.get("/templates")["count"] == 0)
  }

  @Test(
    "An incomplete or mistyped template body is refused with 400",
    arguments: [
      ["operation": "pp.quick", "values": [:]],
      ["operation": "pp.quick", "title": "t"], ["title": "t", "values": [:]],
      ["operation": "pp.quick", "title": 1, "values": [:]],
    ] as [Value])
  func rejectsIncompleteBody(body: Value) throws {
    let server = try TestServer()
    try server.person().post("/templates", body).expectProblem(400, "malformed-request")
  }

  @Test(
    "An invalid template title is refused with the rule that it breaks",
    arguments: [
      ("  ", "1 to 100"), (String(repeating: "t", count: 101), "1 to 100"), ("\u{0}", "U+0000"), ("a\u{0}b", "U+0000"),
      ("a\nb", "U+000A"), ("\u{200B}", "1 to 100"), ("\u{AD}\u{2060} ", "1 to 100"), ("a\u{202E}b", "U+202E"),
      ("a\u{2028}b", "U+2028"),
    ])
  func rejectsInvalidTitle(title: String, rule: String) throws {
    let person = try TestServer().person()
    let answer = try person.post("/templates", ["operation": "pp.quick", "title": .string(title), "values": [:]])
    answer.expectProblem(400, "malformed-request")
    let detail = answer["detail"]?.string ?? ""
    #expect(detail.hasPrefix("`title`") && detail.contains(rule), "\(detail)")
    #expect(try person.get("/templates")["count"] == 0)
  }

  @Test("A missing or malformed template field is named in the response and the log without its value")
  func namesInvalidFieldWithoutValue() throws {
    let (server, person) = try TestServer().withPerson()
    for (body, reason) in [
      (["operation": "pp.quick", "values": [:]], "missing"),
      (["operation": "pp.quick", "values": [:], "title": ["secret word"]], "malformed"),
    ] as [(Value, String)] {
      let answer = try person.post("/templates", body)
      answer.expectProblem(400, "malformed-request")
      #expect(answer["detail"]?.string?.contains("`title`") == true)
      #expect(server.log.lines.contains { $0.contains("entity=template field=title reason=\(reason)") })
    }
    #expect(!server.log.lines.contains { $0.contains("secret word") })
  }

  @Test("The number and size of templates are limited, and titles are unique") func limitsNumberAndSize() throws {
    let person = try TestServer { configuration in
      configuration.templates.perPerson = 1
      configuration.templates.bytes = 64
    }.person()
    func save(_ title: String, _ name: String) throws -> Visitor.Answer {
      try person.post(
        "/templates", ["operation": "pp.quick", "title": .string(title), "values": ["name": .string(name)]])
    }
    #expect(try save("a", "1").status == 201)
    try save("a", "2").expectProblem(409, "conflict")
    try save("b", "1").expectProblem(409, "too-many-templates")
    try save("c", String(repeating: "x", count: 64)).expectProblem(413, "body-too-large")
    try person.post("/templates", ["operation": "nothing", "title": "a", "values": [:]])
      .expectProblem(404, "not-found")
  }

  @Test("Another person's template returns 404") func hidesTemplatesOfOthers() throws {
    let (server, person) = try TestServer().withPerson()
    let saved = try person.post("/templates", ["operation": "pp.quick", "title": "t", "values": [:]])
    let href = try #require(saved["href"]?.string)
    let stranger = try server.stranger()
    try stranger.get(href).expectProblem(404, "not-found")
    try stranger.delete(href).expectProblem(404, "not-found")
    try stranger.post("/prefill", ["template": saved["id"] ?? .null]).expectProblem(404, "not-found")
    #expect(try stranger.get("/templates")["count"] == 0)
    #expect(try person.get(href).status == 200)
  }
}
