import JSON
import TestBank
import Testing

struct FullPaymentTests {
  private static func submit(_ values: Object, _ key: String, _ person: Visitor) throws -> Visitor.Answer {
    try person.post(
      "/operations/pp.full/submissions", ["values": .object(values)], headers: [("Idempotency-Key", key)])
  }

  @Test("An ordinary full payment order is executed and can be repeated") func executesOrdinaryOrder() throws {
    let (server, person) = try TestServer().withPerson()
    let before = try person.balance()
    let tree = try person.get("/operations/pp.full")
    let today = tree["atoms"]?.array?.first { $0["id"] == "date" }?["value"]
    #expect(today?.string?.count == 10)
    var values = try person.payment(["number": "17", "payerInn": "500100732259", "reserve": "x"])
    let sent = try Self.submit(values, "tap", person)
    #expect(sent.status == 201)
    #expect(sent["submission"]?["trailing"] == "100.50 RUB")
    let shown = sent["next"]?["atoms"]?.array?.compactMap { $0["caption"]?.string } ?? []
    #expect(shown.contains("Number of the order: 17"))
    #expect(shown.contains("Payer's INN: 500100732259"))
    #expect(shown.contains("Kind of payment: Ordinary"))
    let id = try sent.submissionID()
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() != before)
    let stored = try person.get("/submissions/\(id)")["values"]
    #expect(stored?["correspondentAccount"] == "30101810400000000225")
    #expect(stored?["priority"] == 5)
    #expect(stored?["payerName"] == "Анна Смирнова")
    #expect(stored?["date"] == today)

    // The number of the order is not prefilled.
    let again = try person.post("/prefill", ["submission": .string(id)])
    let atoms = again["atoms"]?.array ?? []
    #expect(atoms.first { $0["id"] == "number" }?["value"] == .null)
    #expect(atoms.first { $0["id"] == "payerInn" }?["value"] == "500100732259")
    #expect(again["doubtful"]?.array?.isEmpty == true)
    values["number"] = "000"
    try Self.submit(values, "other", person).expectProblem(422, "invalid-values")
    try server.expectUnharmed()
  }

  @Test("The single tax payment is sent to the preset payee") func singleTaxUsesPresetPayee() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try Self.submit(
      [
        "kind": "tax", "singleTax": true, "number": "1", "amount": "10", "from": .string(try person.account("Текущий")),
        "payerInn": "500100732259", "status": "13", "account": "40702810138250123017", "bic": "044525225",
        "name": "Somebody else", "purpose": "ЕНП",
      ], "tap", person)
    #expect(sent.status == 201)
    let id = try sent.submissionID()
    let stored = try person.get("/submissions/\(id)")["values"]
    #expect(stored?["account"] == "03100643000000018500")
    #expect(stored?["bic"] == "017003983")
    #expect(stored?["name"] == "Казначейство России (ФНС России)")
    #expect(stored?["kbk"] == "18201061201010000510")
    #expect(stored?["reason"] == "0")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    try server.expectUnharmed()
  }

  @Test("A budget payment requires its additional fields") func budgetPaymentRequiresItsFields() throws {
    let person = try TestServer().person()
    let refused = try Self.submit(try person.payment(["kind": "budget", "number": "1"]), "tap", person)
    refused.expectProblem(422, "invalid-values")
    let missing = refused["errors"]?.array?.filter { $0["code"] == "required" }.compactMap { $0["atom"]?.string }
    #expect(missing == ["inn", "kpp", "status", "kbk", "oktmo", "reason"])
  }

  @Test("A full payment order is stored without the values of hidden inputs") func omitsHiddenValues() throws {
    let person = try TestServer().person()
    let sent = try Self.submit(
      try person.payment(["number": "1", "kbk": "18201061201010000510", "status": "01"]), "tap", person)
    #expect(sent.status == 201)
    let stored = try person.get("/submissions/\(sent["submission"]?["id"]?.string ?? "")")["values"]
    #expect(stored?["kbk"] == nil)
    #expect(stored?["status"] == nil)
  }
}
