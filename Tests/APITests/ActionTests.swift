import JSON
import TestBank
import Testing

struct ActionTests {
  private static let trial = """
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
      - {button: send, caption: {ru: Отправить, en: Send}, action: submit, enableIf: $amount < 1000}
      - {button: ask, caption: {ru: Согласовать, en: Ask}, action: submit, showIf: $amount >= 1000}
      - {button: leave, caption: {ru: Выйти, en: Leave}, action: cancel}
    """

  /// The same operation with one submitting button.
  private static let single = trial.replacing("operation: trial", with: "operation: single")
    .split(separator: "\n").filter { !$0.contains("button: ask") }.joined(separator: "\n")

  private static func tap(
    _ button: Value, _ amount: String, of operation: String = "trial", _ person: Visitor
  ) throws -> Visitor.Answer {
    var body: Object = ["values": .object(try person.payment(["amount": .string(amount)]))]
    if !button.isNull { body["action"] = button }
    return try person.post(
      "/operations/\(operation)/submissions", .object(body), headers: [("Idempotency-Key", amount)])
  }

  @Test("A shown and enabled button submits the form") func enabledButtonSubmits() throws {
    let person = try TestServer(serving: [Self.trial]).person()
    #expect(try Self.tap("send", "999.99", person).status == 201)
    #expect(try Self.tap("ask", "1000", person).status == 201)
  }

  @Test(
    "A submission by a hidden or disabled button is refused with 422",
    arguments: [
      ("send", "1000", "disabled", "This button is disabled now"),
      ("ask", "1", "hidden", "This button is not shown now"),
    ])
  func rejectsHiddenOrDisabledButton(_ button: String, _ amount: String, _ code: String, _ message: String) throws {
    let person = try TestServer(serving: [Self.trial]).person()
    let refused = try Self.tap(.string(button), amount, person)
    refused.expectProblem(422, "invalid-values")
    #expect(
      refused["errors"] == [
        ["atom": .string(button), "code": .string(code), "message": .string(message), "params": [:]]
      ])
    #expect(try person.get("/submissions")["count"] == 0)
  }

  @Test("An action that names no submitting button is refused with 400", arguments: ["leave", "name", "ghost", ""])
  func rejectsNonSubmittingAction(_ button: String) throws {
    let server = try TestServer(serving: [Self.trial])
    let refused = try Self.tap(.string(button), "1", try server.person())
    refused.expectProblem(400, "malformed-request")
    #expect(refused["detail"] == .string("`\(button)` is not a button that submits trial"))
  }

  @Test("A form with several submit buttons requires an action in the request")
  func requiresActionForSeveralButtons() throws {
    let person = try TestServer(serving: [Self.trial, Self.single]).person()
    let refused = try Self.tap(nil, "1", person)
    refused.expectProblem(400, "malformed-request")
    #expect(refused["detail"] == "`action` must name the button that was tapped")
    try Self.tap(1, "1", person).expectProblem(400, "malformed-request")
    // A single submitting button is the default action, and must be enabled.
    #expect(try Self.tap(nil, "1", of: "single", person).status == 201)
    #expect(try Self.tap(nil, "1000", of: "single", person)["errors"]?[0]?["code"] == "disabled")
  }

  @Test("The form tree contains a link for each button") func treeListsButtonLinks() throws {
    let person = try TestServer(serving: [Self.trial]).person()
    let atoms = try person.get("/operations/trial")["atoms"]?.array ?? []
    func action(_ id: String) -> Value? { atoms.first { $0["id"]?.string == id }?["action"] }
    #expect(action("send") == ["name": "submit", "method": "POST", "href": "/operations/trial/submissions"])
    #expect(action("ask") == ["name": "submit", "method": "POST", "href": "/operations/trial/submissions"])
    #expect(action("leave") == ["name": "cancel", "method": "GET", "href": "/operations"])
  }

  @Test("The target of a button has the entered values, and its route opens the form with them")
  func targetHasEnteredValues() throws {
    let trial = """
      operation: trial
      title: {ru: Проба, en: Trial}
      atoms:
        - {textInput: purpose, caption: {ru: Назначение, en: Purpose}, optional: true}
        - {button: pay, caption: {ru: Платить, en: Pay}, action: navigate, href: "valence://payments/quick?purpose={$purpose}&amount=5"}
      """
    let person = try TestServer(serving: [trial]).person()
    let drawn = try person.get("/operations/trial")["atoms"]?.array?.first { $0["id"] == "pay" }
    #expect(drawn?["action"]?["href"] == "/routes?url=valence%3A%2F%2Fpayments%2Fquick%3Famount%3D5")
    #expect(try person.get("/operations/trial")["atoms"]?[0]?["notify"] == "commit")
    let text = "A&amount=9#{}/?%41 я"
    let body: Value = ["values": ["purpose": .string(text)], "changed": ["purpose"], "commit": true]
    let states = try person.post("/operations/trial/evaluate", body)
    let route = try person.get(states["atoms"]?["pay"]?["action"]?["href"]?.string ?? "")
    #expect(route["input"] == ["purpose": .string(text), "amount": "5"], "\(route.raw.text)")
    let form = try person.get(route["href"]?.string ?? "")
    #expect(form["atoms"]?.array?.first { $0["id"] == "purpose" }?["value"] == .string(text), "\(form.raw.text)")
  }
}
