import JSON
import TestBank
import TestClient
import Testing

/// A person's day with the bank over HTTP, with a client that has no rules of the bank.
struct BankDayTests {
  private let server: TestServer
  private let person: Visitor
  private let russian: Visitor

  init() throws {
    server = try TestServer()
    person = try Visitor(server)
    russian = try Visitor(server, language: "ru")
  }

  @Test("A generic client completes a day of logins, payments and a card block") func completesFullDay() throws {
    let before = try server.services.inspection.ledger()
    try login(as: "Hello, Анна")
    try readEverything()
    let payment = try payByBIC()
    let tax = try payTheTax()
    let water = try readTheMeters()
    let scanned = try scanACode()
    try blockTheCard()

    let yesterday = person.token
    server.pass(.seconds(24 * 3600))
    try person.get("/accounts").expectProblem(401, "unauthorized")
    try login(as: "Hello, Анна")
    #expect(person.token != yesterday)
    let again = try repeatThePayment(payment)
    try readSubmissions(at: [again, scanned, water, tax, payment])
    try logOut()

    let after = try server.services.inspection.ledger()
    #expect(after.isSound && after.holds == 0)
    #expect(after.movements == before.movements + 5)
    #expect(try server.services.inspection.faults() == [])
    #expect(server.logged.filter { $0.hasPrefix("error") } == [])
  }

  // MARK: - The day

  private func login(as greeting: String) throws {
    person.token = nil
    var form = try DrawnForm(following: "/operations/auth.login", person)
    try form.enter(.string(server.access.login), at: "login")
    try form.enter("not the password", at: "password")
    let refused = try form.tap("enter")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.compactMap { $0["atom"]?.string } == ["password"])
    try form.enter(.string(server.access.password), at: "password")
    let opened = try form.tap("enter")
    #expect(opened.status == 200)
    person.token = try #require(opened["session"]?["token"]?.string)
    russian.token = person.token
    let home = try person.get(try #require(opened["next"]?["href"]?.string))
    let tabs = home["modules"]?.array?.compactMap { $0["href"]?.string } ?? []
    let modules = try tabs.flatMap { try person.get($0)["modules"]?.array ?? [] }
    #expect(modules.first?["title"]?.string == greeting)
    #expect(modules.contains { $0["title"] == "By account details" })
  }

  private func readEverything() throws {
    #expect(
      try russian.get("/deals")["data"]?.array?.compactMap { $0["title"]?.string }
        == ["Вклад «Осенний»", "Кешбэк 5% в аптеках"])
    let deal = try #require(try person.get("/deals")["data"]?[0])
    #expect(deal["title"] == "Autumn deposit")
    #expect(try person.get(try #require(deal["href"]?.string))["title"] == "Autumn deposit")
    #expect(try balances() == ["152300.00", "48250.50", "1200.00", "100.00", "7800.00"])
  }

  /// Makes a payment with a wrong account number, a lost response and a wrong code.
  private func payByBIC() throws -> String {
    var form = try form("pp.quick")
    #expect(form["from"]["options"]?.array?.count == 2)
    try form.enter(.string(try person.account("Текущий")), at: "from")
    try form.enter("ООО Ромашка", at: "name")
    #expect(try form.enter("044525225", at: "bic") == .null)
    #expect(form["bicInfo"]["caption"] == "ПАО Сбербанк, BIC 044525225")
    let slip = try form.enter("40702810138250123018", at: "account")
    #expect(slip?["code"] == "isAccount")
    try form.enter("Оплата по счету 12", at: "purpose")
    try form.enter("100.50", at: "amount")
    let refused = try form.tap("send", key: "bic")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.compactMap { $0["atom"]?.string } == ["account"])
    #expect(refused["errors"]?[0]?["message"] == slip?["message"])
    #expect(try form.enter("40702810138250123017", at: "account") == .null)

    let lost = try form.tap("send", key: "bic")
    let sent = try form.tap("send", key: "bic")
    #expect((lost.status, sent.status) == (201, 200))
    #expect(sent.body == lost.body)
    let shown = DrawnForm(sent["next"] ?? .null, person)
    #expect(shown.captions.contains("Recipient's account: 40702810138250123017"))
    #expect(shown.captions.contains("Amount, ₽: 100.50"))
    let wrong = try sign(sent["next"], by: person, wrong: true)
    wrong.expectProblem(422, "wrong-code")
    #expect(wrong["attemptsLeft"] == 2)
    #expect(try balances().first == "152300.00")
    let id = try expectExecuted(try sign(wrong["next"], by: person), of: sent, by: person)
    #expect(try balances().first == "152199.50")
    return id
  }

  /// Pays the single tax payment, in Russian.
  private func payTheTax() throws -> String {
    var form = try form("pp.full", russian)
    #expect(form["budget"]["shown"] == false)
    try form.enter("tax", at: "kind")
    #expect(form["budget"]["shown"] == true)
    try form.enter(true, at: "singleTax")
    #expect(form["account"]["value"] == "03100643000000018500")
    #expect(form["account"]["enabled"] == false)
    #expect(form["bicInfo"]["caption"] == "УФК по Тульской области, БИК 017003983")
    try form.enter("1", at: "number")
    try form.enter("5000", at: "amount")
    try form.enter(.string(try person.account("Текущий")), at: "from")
    try form.enter("500100732259", at: "payerInn")
    #expect(try form.enter("13", at: "status") == .null)
    let sent = try form.tap("send", key: "tax")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let shown = DrawnForm(sent["next"] ?? .null, russian).captions
    #expect(shown.contains("Вид платежа: Налоговый"))
    #expect(shown.contains("Реквизиты платежа в бюджет, 104: КБК: 18201061201010000510"))
    let id = try expectExecuted(try sign(sent["next"], by: russian), of: sent, by: russian)
    #expect(try balances().first == "147199.50")
    return id
  }

  /// Pays for water by the readings of two meters.
  private func readTheMeters() throws -> String {
    let found = try person.get("/providers?q=%D0%B2%D0%BE%D0%B4%D0%BE%D0%BA%D0%B0%D0%BD%D0%B0%D0%BB")
    let provider = try person.get(try #require(found["data"]?[0]?["href"]?.string))
    var form = try DrawnForm(following: provider["subscriptions"]?[0]?["href"]?.string, person)
    #expect(form["account"]["value"] == "1234567890")
    #expect(form["meters[1].previous"]["value"] == "97.25")
    try form.enter(.string(try person.account("Текущий")), at: "from")
    #expect(try form.enter("14.8777", at: "meters[0].reading")?["code"] == "check")
    #expect(try form.enter("148.777", at: "meters[0].reading") == .null)
    #expect(form["meters[0].sum"]["value"] == "412.84")
    try form.enter("101.001", at: "meters[1].reading")
    #expect(form["total"]["value"] == "1585.04")
    let sent = try form.tap("send", key: "water")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let id = try expectExecuted(try sign(sent["next"], by: person), of: sent, by: person)
    let meters = try person.get("/providers/gorvodokanal")["subscriptions"]?[0]?["meters"]?.array ?? []
    #expect(meters.compactMap { $0["previous"]?.string } == ["148.777", "101.001"])
    #expect(try balances().first == "145614.46")
    return id
  }

  /// Pays a receipt whose QR code contains everything except the account to pay from.
  private func scanACode() throws -> String {
    let code =
      "ST00012|Name=ООО «Ромашка»|PersonalAcc=40702810138250123017|BankName=ПАО Сбербанк|BIC=044525225"
      + "|CorrespAcc=30101810400000000225|PayeeINN=7707083893|Sum=123456|Purpose=Квартплата|PersAcc=55-66"
    let tree = try person.post("/prefill", ["qr": .string(code)])
    #expect((tree.status, tree["operation"]) == (200, "pp.quick"))
    #expect(tree["doubtful"]?.array?.compactMap { $0["atom"]?.string } == ["name", "purpose"])
    var form = DrawnForm(tree.body, person)
    #expect(form["name"]["value"] == "ООО \"Ромашка\"")
    try form.enter(.string(try person.account("Текущий")), at: "from")
    let sent = try form.tap("send", key: "scanned")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let id = try expectExecuted(try sign(sent["next"], by: person), of: sent, by: person)
    #expect(try person.get("/submissions/\(id)")["values"]?["purpose"] == "Квартплата; л/с 55-66")
    #expect(try balances().first == "144379.90")
    return id
  }

  private func blockTheCard() throws {
    let card = try #require(try person.get("/cards")["data"]?[0])
    let form = try DrawnForm(following: card["operation"]?.string, person)
    #expect(form["state"]["caption"] == "The card is active")
    let blocked = try form.tap("block", key: "card")
    #expect(blocked.status == 201)
    #expect(blocked["submission"]?["status"] == "executed")
    let now = try person.get(try #require(card["href"]?.string))
    #expect(now["status"] == "blocked")
    #expect(now["history"]?.array?.compactMap { $0["status"]?.string } == ["active", "blocked"])
  }

  private func repeatThePayment(_ payment: String) throws -> String {
    let tree = try person.post("/prefill", ["submission": .string(payment)])
    #expect((tree.status, tree["operation"]) == (200, "pp.quick"))
    #expect((tree["doubtful"], tree["dropped"]) == ([], []))
    let sent = try DrawnForm(tree.body, person).tap("send", key: "again")
    #expect(sent.status == 201, "\(sent.raw.text)")
    let id = try expectExecuted(try sign(sent["next"], by: person), of: sent, by: person)
    #expect(id != payment)
    return id
  }

  private func readSubmissions(at sent: [String]) throws {
    #expect(try balances() == ["144279.40", "48250.50", "1200.00", "100.00", "7800.00"])
    let entries = try person.get("/accounts/\(person.account("Текущий"))/entries")["data"]?.array ?? []
    #expect(
      entries.compactMap { $0["amount"]?.string }
        == ["-100.50", "-1234.56", "-1585.04", "-5000.00", "-100.50", "152300.00"])
    #expect(entries.compactMap { $0["submission"]?.string } == sent)
    let submissions = try person.get("/submissions")["data"]?.array ?? []
    #expect(
      submissions.compactMap { $0["operation"]?.string }
        == ["pp.quick", "card.status", "pp.quick", "provider.pay", "pp.full", "pp.quick"])
    #expect(submissions.allSatisfy { $0["status"] == "executed" })
    #expect(try person.get("/cards")["data"]?.array?.map { $0["status"] } == ["blocked", "active", "blocked"])
  }

  private func logOut() throws {
    #expect(try person.post("/auth/logout", nil).status == 204)
    try person.get("/accounts").expectProblem(401, "unauthorized")
    try russian.get("/operations/pp.full").expectProblem(401, "unauthorized")
  }

  // MARK: - Actions of a client

  /// Returns the form of an operation, found in the list of operations.
  private func form(_ operation: String, _ visitor: Visitor? = nil) throws -> DrawnForm {
    let visitor = visitor ?? person
    let operations = try visitor.get("/operations")["data"]?.array ?? []
    return try DrawnForm(following: operations.first { $0["id"]?.string == operation }?["href"]?.string, visitor)
  }

  /// Signs a tree with codes of the matrix.
  private func sign(_ tree: Value?, by visitor: Visitor, wrong: Bool = false) throws -> Visitor.Answer {
    var form = DrawnForm(try #require(tree), visitor)
    for code in Visitor.codes(for: tree, server.access.matrix, wrong: wrong).members {
      try form.enter(code.value, at: code.name)
    }
    let button = tree?["atoms"]?.array?.first { $0["action"]?["name"] == "submit" }?["id"]?.string
    return try form.tap(try #require(button))
  }

  /// Expects that a signature's response is the result of the submission; returns the submission's
  /// id.
  private func expectExecuted(
    _ signed: Visitor.Answer, of sent: Visitor.Answer, by visitor: Visitor,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let id = try #require(sent["submission"]?["id"]?.string, sourceLocation: sourceLocation)
    #expect(signed.status == 200, "\(signed.raw.text)", sourceLocation: sourceLocation)
    #expect(signed["submission"]?["status"] == "executed", sourceLocation: sourceLocation)
    // The result begins with the status and repeats the signed captions.
    let (asked, result) = (DrawnForm(sent["next"] ?? .null, visitor), DrawnForm(signed["next"] ?? .null, visitor))
    let status = try #require(signed["submission"]?["subtitle"]?.string, sourceLocation: sourceLocation)
    #expect(result.captions.first == status, sourceLocation: sourceLocation)
    #expect(result.captions.filter(asked.captions.contains).count > 4, sourceLocation: sourceLocation)
    let stored = try visitor.get("/submissions/\(id)")
    #expect(
      stored["history"]?.array?.compactMap { $0["status"]?.string } == ["awaitingSignature", "signed", "executed"],
      sourceLocation: sourceLocation)
    return id
  }

  /// Returns the balances of all accounts, in order.
  private func balances() throws -> [String] {
    (try person.get("/accounts")["data"]?.array ?? []).compactMap { $0["balance"]?.string }
  }
}
