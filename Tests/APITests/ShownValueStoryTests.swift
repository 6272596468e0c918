import JSON
import TestBank
import Testing

struct ShownValueStoryTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
  }

  private static func pairs(_ tree: Value?) -> [Value] { tree?["atoms"]?.array?.compactMap { $0["pair"] } ?? [] }

  @Test("A signing tree has the amount, the parties, the requested cells and attempts left")
  func signingHasAmountAndCells() throws {
    let sent = try person.submit(try person.payment(), key: "k")
    let signing = try #require(sent["next"]?["signing"])
    #expect(
      signing["amount"] == ["role": "amount", "value": "100.50", "text": "100.50\u{A0}RUB", "currency": "RUB"])
    #expect(signing["to"] == ["role": "person", "value": "ООО Ромашка", "text": "ООО Ромашка"])
    #expect(signing["from"]?["role"] == "account")
    #expect((signing["method"], signing["attemptsLeft"]) == ("matrix", 3))
    #expect(signing["sentTo"] == nil && signing["resendAfter"] == nil)
    let cells = signing["cells"]?.array ?? []
    let asked = sent["next"]?["atoms"]?.array?.filter { $0["type"] == "code" }.map { $0["id"] }
    #expect(cells.map { $0["atom"] } == asked && cells.count == 2)
    for cell in cells {
      let (column, row) = (try #require(cell["column"]?.string), try #require(cell["row"]?.integer))
      #expect(cell["atom"] == .string("\(column)\(row)") && cell["columns"] == 10 && cell["rows"] == 10)
    }
    let wrong = try person.sign(
      try sent.submissionID(),
      person.codes(for: sent["next"], wrong: true))
    #expect(wrong["next"]?["signing"]?["attemptsLeft"] == 2)
  }

  @Test("A signing tree has a pair with role and text for each value") func signingTreeHasPairs() throws {
    let sent = try person.submit(try person.payment(), key: "k")
    let pairs = Self.pairs(sent["next"])
    #expect(pairs.map { $0["role"]?.string } == ["person", "account", "text", "account", "amount", "text"])
    #expect(pairs[2]["value"] == "044525225" && pairs[2]["text"] == "044525225, ПАО Сбербанк")
    #expect(pairs[1]["text"] == "40702\u{A0}810\u{A0}1\u{A0}3825\u{A0}0123017")
  }

  @Test("Form inputs have the role of their content") func inputsHaveRoles() throws {
    let atoms = try person.get("/operations/pp.quick")["atoms"]?.array ?? []
    let role = { (id: Value) in atoms.first { $0["id"] == id }?["role"]?.string }
    #expect((role("account"), role("name"), role("purpose")) == ("account", "person", nil))
  }

  @Test("A result has the state, the details and the actions to repeat or save as template")
  func resultHasStateAndActions() throws {
    let (id, sent) = try person.waitingPayment(key: "k")
    let awaited = try person.get("/submissions/\(id)/result")
    #expect(awaited["result"]?["state"] == "awaitingSignature" && awaited["actions"] == nil)
    let signed = try person.sign(sent)
    let tree = try #require(signed["next"])
    let result = try #require(tree["result"])
    #expect((result["state"], result["tone"], result["title"]) == ("executed", "success", "Executed"))
    #expect(result["id"]?.string == id && result["createdAt"] == sent["submission"]?["createdAt"])
    // Lists show the same time.
    let listed = try person.get("/submissions")["data"]?[0]?["parts"]?["subtitle"]?.array?.last
    let time = try #require(listed?["text"]?.string)
    #expect(result["created"]?["text"]?.string?.hasSuffix(time) == true && result["created"]?["role"] == "dateTime")
    #expect(result["zone"] == "GMT+3")
    #expect(result["amount"]?["text"] == "100.50\u{A0}RUB" && result["to"]?["value"] == "ООО Ромашка")
    let actions = tree["actions"]?.array ?? []
    #expect(actions.map { $0["name"] } == ["repeat", "saveTemplate"])
    let again = try person.post(try #require(actions[0]["href"]?.string), try #require(actions[0]["body"]))
    #expect(again.status == 200 && again["operation"] == "pp.quick" && again["dropped"] == [])
    var body = try #require(actions[1]["body"]?.object)
    body[try #require(actions[1]["ask"]?["member"]?.string)] = "Аренда"
    let saved = try person.post(try #require(actions[1]["href"]?.string), .object(body))
    #expect(saved.status == 201 && saved["values"]?["amount"] == "100.50")
  }

  @Test("The result of a card block offers no repeat and no template") func stateChangeOffersNoRepeat() throws {
    let card = try #require(try person.get("/cards")["data"]?[0]?["id"])
    let sent = try person.submit(["card": card], to: "card.status", action: "block", key: "k")
    #expect(sent["next"]?["result"]?["state"] == "executed" && sent["next"]?["actions"] == nil)
    #expect(Self.pairs(sent["next"]).map { $0["role"]?.string } == ["text", "card", "text"])
    #expect(Self.pairs(sent["next"])[0]["text"] == "Зарплатная ••\u{A0}1234")
  }

  @Test("The result of a rejected payment has the `danger` tone") func rejectedPaymentHasDangerTone() throws {
    let sent = try person.submit(try person.payment(["amount": "152000.00"]), key: "a")
    let other = try person.submit(try person.payment(["amount": "152000.00"]), key: "b")
    for (answer, tone) in [(sent, "success"), (other, "danger")] {
      let id = try answer.submissionID()
      let open = try person.get("/submissions/\(id)/signature").body
      let signed = try person.sign(id, person.codes(for: open))
      #expect(signed["next"]?["result"]?["tone"]?.string == tone, "\(signed.body)")
    }
  }

  @Test("Labels computed from values are stored and signed as shown") func signsComputedLabels() throws {
    let sent = try person.submit(
      [
        "from": .string(try person.account("Текущий")), "provider": "domashnyaya-set", "account": "ДС204518",
        "fields": [["name": "Номер квартиры", "value": "17"]], "amount": "100.00",
      ], to: "provider.pay", key: "k")
    let pairs = Self.pairs(sent["next"])
    let texts = pairs.map { "\($0["label"]?.string ?? ""): \($0["text"]?.string ?? "")" }
    #expect(texts.contains("Whom to pay: Домашняя сеть"), "\(texts)")
    #expect(texts.contains("Contract number: ДС204518") && texts.contains("Flat number: 17"), "\(texts)")
    #expect(!texts.contains { $0.hasPrefix("Value") })
    let id = try sent.submissionID()
    #expect(try person.get("/submissions/\(id)")["captions"]?["account#"] == "Contract number")
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(signed["next"]?["result"]?["to"]?["text"] == "ООО «Домашняя сеть»")
  }

  @Test("Account screens and the operation list have pairs and icons") func screensHavePairsAndIcons() throws {
    let account = try person.account("Текущий")
    let screen = try person.get("/screens/account?account=\(account)")
    let modules = screen["modules"]?.array ?? []
    let balance = modules.first { $0["id"] == "balance" }
    #expect(balance?["pair"]?["role"] == "amount" && balance?["pair"]?["text"] == "152,300.00\u{A0}RUB")
    #expect(balance?["title"] == "Available: 152,300.00\u{A0}RUB")
    #expect(modules.first { $0["id"] == "number" }?["pair"]?["value"] == .string(account))
    #expect(modules.first { $0["module"] == "operation" }?["icon"] == "transfer")
    let operations = try person.get("/operations")["data"]?.array ?? []
    #expect(operations.allSatisfy { $0["icon"] != nil })
  }

  @Test("A flow reports the states of its steps, and their count once the remaining path is known")
  func flowReportsStepsAndCount() throws {
    func step(_ answer: Visitor.Answer) -> (states: [String], count: Value?) {
      let steps = answer["flow"]?["steps"]?.array ?? []
      return (steps.map { "\($0["name"]?.string ?? "") \($0["state"]?.string ?? "")" }, answer["flow"]?["count"])
    }
    let first = try person.post("/flows/payments.steps", nil)
    #expect(step(first).states == ["payee current", "amount ahead", "warning ahead", "confirm ahead"])
    #expect(step(first).count == nil)
    let last = try person.flowAtLastStep()
    #expect(step(last).states == ["payee done", "amount done", "confirm current"] && step(last).count == 3)
    let pairs = last["modules"]?.array?.compactMap { $0["pair"]?["role"]?.string }
    #expect(pairs == ["amount", "person", "account", "text", "account", "text"])
    #expect(last["actions"]?[0]?["tone"] == "primary")
  }
}
