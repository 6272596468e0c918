import JSON
import TestBank
import Testing
import ValenceClient

/// Pasted rows over HTTP: as text in an object, as a file, by strangers and by the client library.
struct PastedRowTests {
  private static let definition = """
    operation: trial.rows
    title: {ru: Выплаты, en: Payouts}
    effect: document
    atoms:
      - repeat: lines
        caption: {ru: Строки, en: Lines}
        max: 2
        edit: table
        paste: [name, sum]
        atoms:
          - {textInput: name, caption: {ru: Кому, en: Whom}}
          - {textInput: sum, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, optional: true}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  private let server: TestServer
  private let person: Visitor
  private let rows = "/operations/trial.rows/rows"

  init() throws {
    (server, person) = try TestServer(serving: [Self.definition]).withPerson()
  }

  @Test("A tree has the columns and the link, and a text becomes items with violations") func readsText() throws {
    let list = try person.get("/operations/trial.rows")["atoms"]?[0]
    #expect(list?["edit"] == "table" && list?["paste"] == ["name", "sum"] && list?["notify"] == "change")
    #expect(list?["rows"] == ["method": "POST", "href": .string(rows)])
    let body: Value = [
      "atom": "lines", "text": "Amount;Whom\n1,234.5;Bo\n2;Eva", "keep": 1, "values": ["lines": [["name": "Al"]]],
    ]
    let answer = try person.post(rows, body)
    #expect(answer.status == 200 && answer["items"] == [["sum": "1234.50", "name": "Bo"]], "\(answer.raw.text)")
    #expect(answer["errors"]?.array?.map { $0["atom"] } == ["lines"])
    #expect(answer["errors"]?[0]?["message"] == "At most 2 items. Left out: 1")
    #expect(answer["errors"]?[0]?["params"] == ["max": 2, "surplus": 1])
  }

  @Test("A text as body is read as a file, and other types are rejected") func readsFile() throws {
    let type = ("Content-Type", "text/csv; charset=utf-8")
    let answer = try person.send("POST", rows + "?atom=lines", headers: [type], body: "\u{FEFF}Ёж;x\n")
    #expect(answer["items"] == [["name": "Ёж", "sum": "x"]], "\(answer.raw.text)")
    #expect(answer["errors"]?.array?.map { $0["atom"] } == ["lines[0].sum"])
    #expect(try person.send("POST", rows, headers: [type], body: "x").status == 400)
    #expect(try person.send("POST", rows + "?atom=lines", headers: [type], body: "B\0o\0;\0").status == 400)
    #expect(try person.send("POST", rows, headers: [("Content-Type", "image/png")], body: "x").status == 415)
  }

  @Test(
    "Malformed requests are rejected with the member",
    arguments: [
      (["text": "x"], "atom"), (["atom": "send", "text": "x"], "atom"), (["atom": "lines", "text": 1], "text"),
      (["atom": "lines", "text": "B\0o"], "text"),
      (["atom": "lines", "text": "x", "keep": -1], "keep"), (["atom": "lines", "text": "x", "keep": 1], "keep"),
    ] as [(Value, String)])
  func rejects(body: Value, member: String) throws {
    let answer = try person.post(rows, body)
    #expect(answer.status == 400 && answer["detail"]?.string?.contains("`\(member)`") == true, "\(answer.raw.text)")
  }

  @Test("A stranger cannot paste into an operation that is not public") func requiresPerson() throws {
    let stranger = try Visitor(server)
    #expect(try stranger.post(rows, ["atom": "lines", "text": "x"]).status == 401)
    #expect(try stranger.post("/operations/ghost/rows", ["atom": "lines", "text": "x"]).status == 401)
  }

  @Test("The library pastes rows and shows their states") func libraryPastes() async throws {
    let person = try await TestServer(serving: [Self.definition]).libraryPerson()
    var form = try await person.form("trial.rows")
    let question = try #require(form.rows("Bo\t1,5\nEva\tx", into: "lines"))
    let pasted = try await person.client.rows(question)
    let added = form.add(pasted, from: question)
    let change = try #require(added)
    form.merge(try await person.client.ask(change))
    #expect(form["lines[0].sum"]?.value == "1.50" && form["lines[1].name"]?.value == "Eva")
    #expect(form["lines[1].sum"]?.error?.code == "type" && form["lines[0].sum"]?.error == nil)
  }
}
