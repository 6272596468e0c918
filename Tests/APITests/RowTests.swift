import JSON
import TestBank
import Testing

struct RowTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer({ $0.sessions.lifetime = .seconds(240 * 3600) }).withPerson()
  }

  private func rows(_ path: String, in language: String = "ru") throws -> [Value] {
    try person.get(path, headers: [("Accept-Language", language)])["data"]?.array ?? []
  }

  @Test("An account row has a grouped number, a balance with currency, a badge and an icon")
  func accountRowHasNumberAndBalance() throws {
    let accounts = try rows("/accounts")
    let current = try #require(accounts.first { $0["caption"] == "Текущий" })
    let number = try #require(current["number"]?.string)
    #expect(current["parts"]?["title"] == ["role": "text", "value": "Текущий", "text": "Текущий"])
    let shown = try #require(current["parts"]?["subtitle"]?[0]?["text"]?.string)
    #expect(shown.split(separator: "\u{A0}").map(\.count) == [5, 3, 1, 4, 7])
    #expect(shown.filter { $0 != "\u{A0}" } == number)
    #expect(
      current["parts"]?["trailing"]
        == ["role": "amount", "value": "152300.00", "text": "152\u{A0}300,00\u{A0}₽", "currency": "RUB"])
    #expect(current["badge"] == nil)
    #expect(current["icon"] == "account")
    let closed = try #require(accounts.first { $0["disabled"] == true })
    #expect(closed["badge"] == ["state": "closed", "tone": "neutral", "text": "Закрыт"])
    // The `trailing` text for earlier clients remains.
    #expect(current["trailing"] == "152300.00 RUB")
  }

  @Test("The account list sums the person's open accounts of one currency") func sumsAccountsOfOneCurrency() throws {
    let summary = try person.get("/accounts", headers: [("Accept-Language", "ru")])["summary"]?.array
    // The sum excludes the account of another person, the closed account and the only account in
    // dollars.
    #expect(
      summary == [
        [
          "label": "Всего доступно", "role": "amount", "value": "200550.50", "text": "200\u{A0}550,50\u{A0}₽",
          "currency": "RUB",
        ]
      ])
  }

  @Test("The screens of closed and lent accounts offer no payments") func closedAccountOffersNoPayments() throws {
    let accounts = try rows("/accounts")
    func modules(_ account: Value?) throws -> [String] {
      let number = try #require(account?["number"]?.string)
      let screen = try person.get("/screens/account?account=\(number)")
      return screen["modules"]?.array?.compactMap { $0["id"]?.string } ?? []
    }
    let open = try modules(accounts.first { $0["caption"] == "Текущий" })
    #expect(
      open == ["name", "balance", "number", "transfer_own", "pp_quick", "certificate_order", "requisites", "entries"])
    let closed = try modules(accounts.first { $0["disabled"] == true })
    #expect(closed == ["name", "balance", "number", "closed", "certificate_order", "entries"])
    let lent = try modules(accounts.first { $0["isOwner"] == false })
    #expect(!lent.contains("transfer_own") && !lent.contains("pp_quick"))
  }

  @Test("A card row has its masked number, its account and a badge for its state")
  func cardRowHasAccountAndState() throws {
    let card = try #require(try rows("/cards").first)
    let account = try #require(try rows("/accounts").first { $0["number"] == card["account"] })
    let last = String(card["number"]?.string?.suffix(4) ?? "")
    #expect(card["parts"]?["subtitle"]?[0]?["text"] == .string("••\u{A0}\(last)"))
    #expect(card["parts"]?["subtitle"]?[0]?["role"] == "card")
    #expect(card["parts"]?["subtitle"]?[1]?["role"] == "account")
    #expect(card["parts"]?["subtitle"]?[1]?["value"] == account["number"])
    #expect(card["parts"]?["subtitle"]?[1]?["text"] == account["caption"])
    for row in try rows("/cards") {
      #expect((row["badge"]?["state"] == "blocked") == (row["status"] == "blocked"))
    }
    server.pass(.seconds(20 * 366 * 24 * 3600))
    let later = try server.person()
    let old = try later.get("/cards")["data"]?.array ?? []
    #expect(old.contains { $0["badge"]?["state"] == "expired" })
  }

  @Test("Entry rows are grouped by day and have signed amounts") func groupsEntriesByDay() throws {
    try person.signedPayment(["amount": "1234.5"], key: "1")
    let path = "/accounts/\(try person.account("Текущий"))/entries"
    let today = try rows(path)
    #expect(today[0]["parts"]?["trailing"]?["text"] == "\u{2212}1\u{A0}234,50\u{A0}₽")
    #expect(today[0]["parts"]?["trailing"]?["value"] == "-1234.50")
    #expect(today[0]["group"]?["text"] == "Сегодня")
    #expect(today.last?["parts"]?["trailing"]?["text"]?.string?.hasPrefix("+") == true)
    let time = try #require(today[0]["parts"]?["subtitle"]?[0])
    #expect(time["role"] == "dateTime")
    #expect(time["text"]?.string?.count == 5)
    #expect(time["value"] == today[0]["at"])
    server.pass(.seconds(24 * 3600))
    #expect(try rows(path)[0]["group"]?["text"] == "Вчера")
    #expect(try rows(path, in: "en")[0]["group"]?["text"] == "Yesterday")
    server.pass(.seconds(2 * 24 * 3600))
    let days = try rows(path)[0]["group"]
    #expect(days?["value"] == today[0]["group"]?["value"])
    #expect(days?["text"]?.string?.contains("\u{A0}") == false)
    let period = try person.get(path + "?from=2000-01-01", headers: [("Accept-Language", "ru")])["summary"]?.array ?? []
    #expect(
      period.compactMap { $0["label"]?.string } == ["Остаток на начало", "Поступило", "Списано", "Остаток на конец"])
    #expect(period[2]["text"] == "1\u{A0}234,50\u{A0}₽")
  }

  @Test("A submission row has its recipient, signed amount and state") func submissionRowHasRecipientAndState() throws {
    let id = try person.waitingPayment(key: "1").id
    let waiting = try #require(try rows("/submissions", in: "en").first)
    #expect(waiting["badge"] == ["state": "awaitingSignature", "tone": "warning", "text": "Awaiting signature"])
    #expect(waiting["parts"]?["title"]?["role"] == "person")
    #expect(waiting["parts"]?["title"]?["text"] == "ООО Ромашка")
    #expect(waiting["parts"]?["subtitle"]?[0]?["text"] == "Payment by account details")
    #expect(waiting["parts"]?["trailing"]?["text"] == "\u{2212}100.50\u{A0}RUB")
    #expect(waiting["group"]?["text"] == "Today")
    #expect(waiting["icon"] == "payment")
    #expect(try person.post("/submissions/\(id)/cancel", [:]).status == 200)
    let cancelled = try #require(try rows("/submissions", in: "en").first)
    #expect(cancelled["badge"]?["state"] == "cancelled")
    #expect(cancelled["parts"]?["trailing"]?["value"] == "100.50")
    // The document of one submission has no parts.
    #expect(try person.get("/submissions/\(id)")["parts"] == nil)
  }

  @Test("Account details have pairs and a share text, and hide the owner's name from others")
  func sharesAccountDetails() throws {
    let number = try person.account("Текущий")
    let path = "/accounts/\(number)/requisites"
    let all = try rows(path)
    #expect(
      all.compactMap { $0["id"]?.string }.filter { $0 != "correspondentAccount" }
        == ["recipient", "account", "bank", "bic"])
    #expect(
      all[0]["pair"] == ["label": "Получатель", "role": "person", "value": "Анна Смирнова", "text": "Анна Смирнова"])
    #expect(all[1]["pair"]?["value"] == .string(number))
    let text = try #require(try person.get(path)["share"]?["text"]?.string)
    #expect(text.contains(number))
    #expect(text.contains("BIC: 049900777"))
    // Only the owner gets the recipient's name.
    let lent = try rows("/accounts/\(try person.account("Счёт мамы"))/requisites")
    #expect(lent.first?["id"] == "account")
    let stranger = try server.stranger()
    try stranger.get(path).expectProblem(404, "not-found")
  }

  @Test("A session row has the name of its client") func sessionRowNamesClient() throws {
    let known = [("web/1", "The bank's website"), ("ios/3.2", "App for iOS, 3.2"), ("kiosk/7", "kiosk/7")]
    for (client, _) in known {
      let access: Value = ["login": .string(server.access.login), "password": .string(server.access.password)]
      #expect(try Visitor(server).post("/auth/login", access, headers: [("Client-Version", client)]).status == 200)
    }
    let sessions = try rows("/auth/sessions", in: "en")
    for (client, name) in known {
      let session = sessions.first { $0["title"]?.string == client }
      #expect(session?["parts"]?["title"]?["text"]?.string == name)
    }
  }

  @Test("Rows of drafts, sessions, deals, providers and banks have parts, badges or actions")
  func otherRowsHavePartsAndActions() throws {
    _ = try person.put("/drafts/pp.quick", ["values": ["name": "Анна"]])
    let draft = try #require(try rows("/drafts").first)
    #expect(draft["parts"]?["subtitle"]?[0]?["text"] == "Черновик")
    #expect(draft["parts"]?["subtitle"]?[1]?["role"] == "dateTime")
    #expect(draft["actions"]?[0]?["method"] == "DELETE")
    let login = try #require(try rows("/auth/sessions", in: "en").first)
    #expect(login["badge"]?["state"] == "current")
    #expect(login["actions"] == nil)
    #expect(try person.get("/auth/sessions")["actions"] == nil)
    _ = try server.person()
    let others = try person.get("/auth/sessions")["actions"]?[0]
    #expect(others?["method"] == "DELETE" && others?["href"] == "/auth/sessions?keep=current")
    #expect(try rows("/deals").allSatisfy { $0["icon"] == "offer" && $0["badge"]?["state"] == "new" })
    #expect(try rows("/providers").allSatisfy { $0["parts"]?["title"]?["text"] == $0["title"] })
    #expect(try rows("/banks?q=\("сбер".encoded)").allSatisfy { $0["parts"]?["trailing"]?["text"] == $0["id"] })
    try server.expectUnharmed()
  }
}
