import JSON
import TestBank
import TestClient
import Testing

struct ComputedRowsTests {
  private static let loan = """
    operation: trial.loan
    title: {ru: Кредит, en: Loan}
    effect: document
    sign: matrix
    atoms:
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: RUB, max: 1000000}
      - {textInput: months, caption: {ru: Месяцев, en: Months}, type: number, scale: 0, min: 1, max: 360}
      - repeat: schedule
        caption: {ru: График, en: Schedule}
        over: $months
        max: 360
        as: month
        atoms:
          - {textInput: debt, caption: {ru: Долг, en: Debt}, type: amount, currency: RUB, value: "TERNARY(month == 1, $amount, previous.rest)"}
          - {textInput: part, caption: {ru: Платёж, en: Payment}, type: amount, currency: RUB, value: "TERNARY(month == $months, $debt, round($amount / $months, 2))"}
          - {textInput: rest, caption: {ru: Остаток, en: Rest}, type: amount, currency: RUB, value: "$debt - $part"}
      - {textInput: paid, caption: {ru: Всего, en: In all}, type: amount, currency: RUB, value: "$schedule.@sum.part"}
      - {repeat: totals, caption: {ru: На счетах, en: On accounts}, from: "groups(accounts, 'currency', 'available')", as: total, atoms: [{textInput: currency, caption: {ru: Валюта, en: Currency}, value: total.currency}, {textInput: sum, caption: {ru: Сумма, en: Amount}, type: number, scale: 2, value: total.available}]}
      - {button: send, caption: {ru: Да, en: Yes}, action: submit}
    """

  private static func captions(_ tree: Value?) -> [String] {
    tree?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
  }

  @Test("Rows computed by the server override the rows that a client sends") func overridesClientRows() throws {
    let (server, person) = try TestServer(serving: [Self.loan]).withStranger()
    let forged: Value = [
      "amount": "100", "months": "3", "paid": "1", "schedule": [["debt": "1", "part": "1", "rest": "0"], "x", 5, nil],
    ]
    let sent = try person.submit(forged, to: "trial.loan", key: "one")
    #expect(sent.status == 201)
    let id = try sent.submissionID()
    let rows: Value = [
      ["debt": "100.00", "part": "33.33", "rest": "66.67"], ["debt": "66.67", "part": "33.33", "rest": "33.34"],
      ["debt": "33.34", "part": "33.34", "rest": "0.00"],
    ]
    let open = try person.get("/submissions/\(id)")
    #expect(open["values"]?["schedule"] == rows && open["values"]?["paid"] == "100.00")
    let shown = Self.captions(sent["next"])
    #expect(shown.contains("Schedule 2: Debt: 66.67; Payment: 33.33; Rest: 33.34"))
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    try server.expectUnharmed()
  }

  @Test("Computed rows are marked in the form tree and omitted from the schema") func marksComputedRows() throws {
    let person = try TestServer(serving: [Self.loan]).person()
    let tree = try person.get("/operations/trial.loan")
    let schedule = tree["atoms"]?.array?.first { $0["id"] == "schedule" }
    #expect(schedule?["fixed"] == true && schedule?["computed"] == true && schedule?["items"] == [])
    let schema = try person.get("/operations/trial.loan/schema")
    #expect(schema["properties"]?["schedule"]?["items"] == nil)
    let many = try person.post(
      "/operations/trial.loan/evaluate", ["values": ["amount": "1", "months": "100000"], "commit": true])
    #expect(many["atoms"]?["schedule"]?["error"]?["code"] == "max")
    #expect(many["atoms"]?["schedule[0].debt"] == nil)
  }

  @Test("The totals of a person's accounts are grouped by currency") func groupsTotalsByCurrency() throws {
    let person = try TestServer(serving: [Self.loan]).person()
    let answer = try person.post("/operations/trial.loan/evaluate", ["values": [:]])
    let accounts = try person.get("/accounts")["data"]?.array ?? []
    let currencies = answer["atoms"]?["totals"]?["value"]?.array?.compactMap { $0["currency"]?.string } ?? []
    #expect(Set(currencies) == Set(accounts.compactMap { $0["currency"]?.string }))
    #expect(currencies.count == Set(currencies).count && !currencies.isEmpty)
  }
}
