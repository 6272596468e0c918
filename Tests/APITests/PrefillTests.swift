import JSON
import SQLiteStorage
import Storage
import TestBank
import Testing

struct PrefillTests {
  private static func atom(_ id: String, of tree: Visitor.Answer) -> Value? {
    func find(_ atoms: [Value]) -> Value? {
      for atom in atoms {
        if atom["id"]?.string == id { return atom }
        if let inner = atom["atoms"]?.array, let found = find(inner) { return found }
      }
      return nil
    }
    return find(tree["atoms"]?.array ?? [])
  }

  private static func value(_ id: String, of tree: Visitor.Answer) -> Value? { atom(id, of: tree)?["value"] }

  private static func found(_ member: String, of tree: Visitor.Answer) -> [String] {
    (tree[member]?.array ?? []).map { "\($0["atom"]?.string ?? "?") \($0["code"]?.string ?? "?")" }
  }

  // MARK: - Earlier submissions and templates

  @Test("A form is prefilled from a person's earlier payment") func repeatsPayment() throws {
    let (server, person) = try TestServer().withPerson()
    let sent = try person.submit(try person.payment(), key: "tap")
    let id = try #require(sent["submission"]?["id"])
    let tree = try person.post("/prefill", ["submission": id])
    #expect(tree.status == 200)
    #expect(tree["operation"] == "pp.quick")
    #expect(tree["source"] == "submission")
    #expect(Self.found("doubtful", of: tree) == [])
    #expect(Self.found("dropped", of: tree) == [])
    for (name, value) in try person.payment().members.map({ ($0.name, $0.value) }) {
      #expect(Self.value(name, of: tree) == value, "\(name)")
    }
    #expect(Self.atom("bicInfo", of: tree)?["caption"] == "ПАО Сбербанк, BIC 044525225")
    #expect(Self.atom("bic", of: tree)?["error"] == nil)
    let stranger = try server.stranger()
    try stranger.post("/prefill", ["submission": id]).expectProblem(404, "not-found")
  }

  @Test("Invalid values of a template are reported as doubtful or dropped") func reportsInvalidTemplateValues() throws {
    let person = try TestServer().person()
    func save(_ title: String, _ change: Object) throws -> Value {
      let saved = try person.post(
        "/templates",
        ["operation": "pp.quick", "title": .string(title), "values": .object(try person.payment(change))])
      return try #require(saved["id"])
    }
    let rich = try save("rich", ["amount": "99999999.00"])
    let tree = try person.post("/prefill", ["template": rich])
    #expect(Self.found("doubtful", of: tree) == ["amount check"])
    #expect(Self.value("amount", of: tree) == "99999999.00")

    let closed = try save("closed", ["from": "40817810000000000000", "account": "40702810138250123018"])
    let other = try person.post("/prefill", ["template": closed])
    #expect(Self.found("dropped", of: other) == ["from option"])
    #expect(Self.found("doubtful", of: other) == ["account isAccount"])
    #expect(try Self.value("from", of: other)?.string == person.account("Текущий"))
    #expect(other["doubtful"]?[0]?["message"] == "The check digit is wrong: check the number")
  }

  @Test("A template prefills the matching inputs of a changed operation") func prefillsChangedOperation() throws {
    func definition(_ note: String) -> String {
      """
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
        \(note)
        - {button: send, caption: {ru: Отправить, en: Send}, action: submit}
      """
    }
    let old = definition("- {textInput: note, caption: {ru: Заметка, en: Note}}")
    let (server, person) = try TestServer(serving: [old]).withPerson()
    let saved = try person.post(
      "/templates", ["operation": "trial", "title": "t", "values": ["name": "Анна Смирнова", "note": "x"]])
    try server.serve([
      definition("- {textInput: mark, caption: {ru: Знак, en: Mark}, optional: true}")
        .replacing("en: Name}}", with: "en: Name}, maxLength: 4}")
    ])
    let tree = try person.post("/prefill", ["template": saved["id"] ?? .null])
    #expect(Self.found("dropped", of: tree) == ["note unknown"])
    #expect(Self.found("doubtful", of: tree) == ["name length"])
    #expect(Self.value("name", of: tree) == "Анна Смирнова")
    try server.serve([])
    try person.post("/prefill", ["template": saved["id"] ?? .null]).expectProblem(404, "not-found")
  }

  @Test("A full payment order is prefilled from a quick payment") func prefillsFullOrderFromQuick() throws {
    let person = try TestServer().person()
    let sent = try person.submit(try person.payment(), key: "tap")
    let tree = try person.post("/prefill?operation=pp.full", ["submission": sent["submission"]?["id"] ?? .null])
    #expect(tree["operation"] == "pp.full")
    #expect(Self.value("account", of: tree) == "40702810138250123017")
    #expect(Self.value("correspondentAccount", of: tree) == "30101810400000000225")
    try person.post("/prefill?operation=nothing", ["submission": sent["submission"]?["id"] ?? .null])
      .expectProblem(404, "not-found")
  }

  // MARK: - QR codes

  @Test("A quick payment is prefilled from the QR code of a receipt") func prefillsQuickOrderFromReceipt() throws {
    let person = try TestServer().person()
    let code =
      "ST00012|Name=ООО «Ромашка»|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225"
      + "|CorrespAcc=30101810400000000225|Sum=123456|Purpose=Квартплата|PayeeINN=7707083893|persAcc=55-66|Flat=7|"
    let tree = try person.post("/prefill", ["qr": .string(code)])
    #expect(tree.status == 200)
    #expect(tree["operation"] == "pp.quick")
    #expect(tree["source"] == "qr")
    #expect(Self.value("name", of: tree) == "ООО \"Ромашка\"")
    #expect(Self.value("account", of: tree) == "40702810138250123017")
    #expect(Self.value("inn", of: tree) == "7707083893")
    #expect(Self.value("amount", of: tree) == "1234.56")
    #expect(Self.value("purpose", of: tree) == "Квартплата; л/с 55-66")
    #expect(try Self.value("from", of: tree)?.string == person.account("Текущий"))
    #expect(Self.found("doubtful", of: tree) == ["name normalized", "purpose composed"])
    #expect(Self.found("dropped", of: tree) == ["Flat unused"])
    #expect(tree["doubtful"]?[0]?["message"] == "Characters were replaced: « → \", » → \"")
  }

  @Test("Doubtful values of a QR code are reported with the violated rules") func reportsDoubtfulCodeValues() throws {
    let person = try TestServer().person()
    let code =
      "ST00012|Name=Ромашка|PersonalAcc=40702810138250123018|BankName=Сбер|BIC=044525225"
      + "|CorrespAcc=30101810200000000593|Sum=12.50|PayeeINN=6200098765|KPP=77"
    let tree = try person.post("/prefill", ["qr": .string(code)])
    #expect(tree.status == 200)
    #expect(
      Set(Self.found("doubtful", of: tree)) == [
        "account isAccount", "inn isInn", "kpp isKpp", "bic correspondentAccount", "amount character",
      ])
    #expect(Self.value("amount", of: tree) == .null)
    #expect(Self.value("account", of: tree) == "40702810138250123018")
  }

  @Test("A full payment order is prefilled from the QR code of a tax") func prefillsFullOrderFromTaxCode() throws {
    let person = try TestServer().person()
    let code =
      "ST00012|Name=УФК по Московской области|PersonalAcc=03100643000000014800|BankName=ГУ БАНКА РОССИИ ПО ЦФО"
      + "|BIC=004525987|CorrespAcc=40102810845370000004|Sum=500000|Purpose=Налог|PayeeINN=7727406020|KPP=770801001"
      + "|CBC=18210606041101000110|OKTMO=45328000|DrawerStatus=13|PaytReason=00|TaxPeriod=0|UIN=18821069180930076501"
      + "|PayerINN=500100732259"
    let tree = try person.post("/prefill", ["qr": .string(code)])
    #expect(tree["operation"] == "pp.full")
    #expect(Self.value("kind", of: tree) == "tax")
    #expect(Self.value("singleTax", of: tree) == false)
    for (atom, value) in [
      ("account", "03100643000000014800"), ("correspondentAccount", "40102810845370000004"), ("amount", "5000.00"),
      ("kbk", "18210606041101000110"), ("oktmo", "45328000"), ("status", "13"), ("reason", "00"), ("period", "0"),
      ("uin", "18821069180930076501"), ("payerInn", "500100732259"), ("documentNumber", "0"),
    ] {
      #expect(Self.value(atom, of: tree)?.string == value, "\(atom)")
    }
    // This server has no imported directory, so the Treasury's BIC is unknown.
    #expect(Self.found("dropped", of: tree) == ["bic option"])
  }

  @Test("The single tax payment is recognized in a QR code and prefilled") func recognizesSingleTaxPayment() throws {
    let person = try TestServer().person()
    let code =
      "ST00012|Name=Казначейство России (ФНС России)|PersonalAcc=03100643000000018500|BankName=ТУЛА|BIC=017003983"
      + "|CorrespAcc=40102810445370000059|PayeeINN=7727406020|KPP=770801001|CBC=18201061201010000510|DrawerStatus=01"
    let tree = try person.post("/prefill", ["qr": .string(code)])
    #expect(tree["operation"] == "pp.full")
    #expect(Self.value("singleTax", of: tree) == true)
    #expect(Self.atom("account", of: tree)?["enabled"] == false)
    #expect(Self.value("account", of: tree) == "03100643000000018500")
    // The code has the KPP that was valid before 5 December 2025.
    let day = try #require(Self.value("date", of: tree)?.string)
    #expect(Self.value("kpp", of: tree)?.string == (day < "2025-12-05" ? "770801001" : "770701001"))
    #expect(Self.found("doubtful", of: tree) == (day < "2025-12-05" ? [] : ["kpp overruled"]))
  }

  @Test("A link of the fast payment system is refused with its own problem") func rejectsFastPaymentLink() throws {
    let person = try TestServer().person()
    let link = "https://qr.nspk.ru/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=01&bank=000000000001&sum=10000&cur=RUB"
    let answer = try person.post("/prefill", ["qr": .string(link)])
    answer.expectProblem(422, "fast-payment-link")
    #expect(answer["link"]?.string == link)
  }

  @Test("A QR code of more than 8,192 bytes is refused") func rejectsOversizedCode() throws {
    let person = try TestServer().person()
    let longest = "ST00012|Name=" + String(repeating: "x", count: 8_192 - 13)
    for (text, detail) in [(longest, "The code lacks"), (longest + "x", "A code has at most 8192 bytes.")] {
      let answer = try person.post("/prefill", ["qr": .string(text)])
      answer.expectProblem(422, "unreadable-code")
      #expect(answer["detail"]?.string?.hasPrefix(detail) == true)
    }
  }

  @Test(
    "An unreadable QR code is refused with the reason",
    arguments: [
      ("hello", "This is not a payment QR code"), ("ST00022|Name=x", "Version \"0002\" instead of 0001"),
      ("ST00019|Name=x", "Encoding \"9\" is unknown"),
      ("ST00012|Name=x|BIC=044525225", "The code lacks PersonalAcc, BankName, CorrespAcc"),
    ])
  func rejectsUnreadableCode(text: String, detail: String) throws {
    let server = try TestServer()
    let answer = try server.person().post("/prefill", ["qr": .string(text)])
    answer.expectProblem(422, "unreadable-code")
    #expect(answer["detail"]?.string == detail)
  }

  @Test(
    "A prefill request requires exactly one source",
    arguments: [
      [:], ["qr": "a", "template": "b"], ["qr": 1], ["other": "x"],
    ] as [Value])
  func requiresOneSource(body: Value) throws {
    let server = try TestServer()
    try server.person().post("/prefill", body).expectProblem(400, "malformed-request")
  }

  @Test("A prefill with an unknown submission or template returns 404") func rejectsUnknownSource() throws {
    let (server, person) = try TestServer().withPerson()
    try person.post("/prefill", ["submission": "x"]).expectProblem(404, "not-found")
    try person.post("/prefill", ["template": "01890a5d-ac96-774b-bcce-b302099a8057"]).expectProblem(404, "not-found")
    try Visitor(server).post("/prefill", ["submission": "x"]).expectProblem(401, "unauthorized")
  }

  // MARK: - Query

  @Test("A query prefills inputs in groups and outside groups") func queryPrefillsGroupedInputs() throws {
    let person = try TestServer().person()
    let tree = try person.get("/operations/pp.full?kind=budget&uin=18821069180930076501&amount=10&priority=3")
    #expect(tree.status == 200)
    #expect(Self.value("uin", of: tree) == "18821069180930076501")
    #expect(Self.value("amount", of: tree) == "10.00")
    #expect(Self.value("priority", of: tree) == 3)
    #expect(Self.atom("budget", of: tree)?["shown"] == true)
  }

  @Test(
    "A query with unknown, invalid or repeated inputs is refused with 400",
    arguments: ["ghost=1", "budget=1", "send=1", "amount=two", "date=31.12.2026", "bic=1&bic=2", "singleTax=yes"])
  func rejectsInvalidPrefillQuery(query: String) throws {
    let server = try TestServer()
    try server.person().get("/operations/pp.full?\(query)").expectProblem(400, "unknown-query")
  }

  @Test("A query with secrets or repeated items is refused with 400") func rejectsSecretsInQuery() throws {
    let secretive = """
      operation: trial
      title: {ru: Проба, en: Trial}
      atoms:
        - {textInput: word, caption: {ru: Пароль, en: Password}, type: password}
        - repeat: lines
          caption: {ru: Строки, en: Lines}
          atoms: [{textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}]
      """
    let person = try TestServer(serving: [secretive]).person()
    for query in ["word=hunter2", "lines=1", "sum=1"] {
      try person.get("/operations/trial?\(query)").expectProblem(400, "unknown-query")
    }
  }
}
