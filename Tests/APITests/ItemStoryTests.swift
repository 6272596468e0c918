import JSON
import TestBank
import Testing

/// An operation with a group and a repeat, from the form to the signed payment, over HTTP.
struct ItemStoryTests {
  private static let definition = """
    operation: trial.lines
    title: {ru: Платёж по строкам, en: Payment by lines}
    effect: payment
    sign: matrix
    atoms:
      - {accountPicker: from, caption: {ru: Счёт, en: Account}}
      - group: payee
        caption: {ru: Получатель, en: Recipient}
        atoms:
          - {textInput: name, caption: {ru: Имя, en: Name}}
          - {textInput: account, caption: {ru: Счёт получателя, en: Their account}, type: digits, length: 20}
          - {textInput: bic, caption: {ru: БИК, en: BIC}, type: digits, length: 9}
      - {toggle: detailed, caption: {ru: Подробно, en: In detail}, default: true}
      - repeat: lines
        caption: {ru: Строка, en: Line}
        min: 1
        max: 3
        check: "$lines.@sum.sum <= 1000"
        message: {ru: Слишком много, en: Too much}
        atoms:
          - {textInput: what, caption: {ru: За что, en: For what}, showIf: "$detailed == YES"}
          - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: amount, currency: RUB, min: 1}
          - {textInput: pin, caption: {ru: Код, en: Code}, type: code, optional: true}
      - {textInput: purpose, caption: {ru: Назначение, en: Purpose}}
      - {textInput: amount, caption: {ru: Всего, en: Total}, type: amount, currency: RUB, value: "$lines.@sum.sum"}
      - {button: send, caption: {ru: Послать, en: Send}, action: submit}
    """

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.definition]).withPerson()
  }

  private func values(_ lines: Value) throws -> Value {
    .object(
      Object([
        ("from", .string(try person.account("Текущий"))), ("name", "ООО Ромашка"),
        ("account", "40702810138250123017"), ("bic", "044525225"), ("purpose", "Оплата по счету 12"),
        ("lines", lines),
      ]))
  }

  private func submit(_ lines: Value, key: String) throws -> Visitor.Answer {
    try person.post(
      "/operations/trial.lines/submissions", ["values": try values(lines)], headers: [("Idempotency-Key", key)])
  }

  @Test("The form tree nests groups and repeated items") func treeNestsGroupsAndItems() throws {
    let tree = try person.get("/operations/trial.lines")
    let atoms = tree["atoms"]?.array ?? []
    #expect(
      atoms.compactMap { $0["id"]?.string } == ["from", "payee", "detailed", "lines", "purpose", "amount", "send"])
    #expect(atoms[1]["atoms"]?.array?.compactMap { $0["id"]?.string } == ["name", "account", "bic"])
    let lines = atoms[3]
    #expect(lines["min"] == 1)
    #expect(lines["max"] == 3)
    #expect(lines["value"] == [[:]])
    for item in [lines["item"], lines["items"]?[0]] {
      #expect(item?["atoms"]?.array?.compactMap { $0["id"]?.string } == ["what", "sum", "pin"])
      #expect(item?["atoms"]?[0]?["caption"] == "For what")
      #expect(item?["atoms"]?[1]?["notify"] == "commit")
      #expect(item?["atoms"]?[1]?["required"] == true)
    }
    #expect(lines["items"]?.array?.count == 1)
  }

  @Test("A change in a repeated item is evaluated and reported by its path") func evaluatesItemByPath() throws {
    let values = try values([["what": "a", "sum": "10"], ["what": "b", "sum": "995"]])
    let states = try person.post(
      "/operations/trial.lines/evaluate", ["values": values, "changed": ["lines[1].sum"], "commit": true])["atoms"]
    #expect(states?.object?.names == ["lines", "lines[1].sum", "amount"])
    #expect(states?["lines[1].sum"]?["error"] == .null)
    #expect(states?["lines"]?["error"]?["message"] == "Too much")
    #expect(states?["amount"]?["value"] == "1005.00")
  }

  @Test("Violations in repeated items are reported with the path of the item") func violationsIncludeItemPath() throws {
    let refused = try submit([["sum": "0.5", "pin": "x"], 7, ["what": "c", "sum": "2", "nobody": 1]], key: "tap-1")
    #expect(refused.status == 422)
    let errors = refused["errors"]?.array ?? []
    #expect(
      errors.compactMap { $0["atom"]?.string }
        == ["lines[1]", "lines[0].what", "lines[0].sum", "lines[0].pin", "lines[2].nobody"])
    #expect(errors.compactMap { $0["code"]?.string } == ["type", "required", "min", "charset", "unknown"])
    #expect(try submit(.array(Array(repeating: [:], count: 10_000)), key: "tap-2")["errors"]?[0]?["code"] == "max")
  }

  @Test("Repeated items are stored, shown for signing and paid") func storesAndPaysItems() throws {
    let sent = try submit([["what": "a", "sum": 10, "pin": "1234"], ["what": "b", "sum": "20.5"]], key: "tap-1")
    #expect(sent.status == 201)
    let id = try sent.submissionID()
    let stored = try person.get("/submissions/\(id)")["values"]
    #expect(stored?["lines"] == [["what": "a", "sum": "10.00"], ["what": "b", "sum": "20.50"]])
    #expect(stored?["amount"] == "30.50")
    let captions = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(captions.contains("Line 1, For what: a"))
    #expect(captions.contains("Line 2, Sum: 20.50"))
    let signed = try person.sign(sent)
    #expect(signed.status == 200)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152269.50")
  }
}
