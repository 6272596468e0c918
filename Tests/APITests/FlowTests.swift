import Foundation
import JSON
import Definitions
import Operations
import TestBank
import Testing

/// A flow of several steps over HTTP, from its file to one submission.
struct FlowTests {
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
  }

  private func amount(_ amount: Value = "100.50") throws -> Value { try FlowSteps.amount(amount, by: person) }

  private func value(_ step: Visitor.Answer, _ atom: String) -> Value? {
    step["atoms"]?.array?.first { $0["id"]?.string == atom }?["value"]
  }

  /// If an unexpected body were ignored, the person would continue without the sent values.
  @Test("A flow request with an unexpected body is refused with 400") func rejectsUnexpectedFlowBody() throws {
    for body: Value in [["bic": "044525225"], ["values": ["bic": "044525225"]], ["input": [:]], "x", [1]] {
      try person.post("/flows/payments.steps", body).expectProblem(400, "malformed-request")
    }
    try person.get("/flows/payments.steps").expectProblem(404, "not-found")
    #expect(try person.post("/flows/payments.steps", ["values": [:], "version": nil]).status == 201)
    let step = try person.post("/flows/payments.steps", nil)
    let href = try #require(step.href("next"))
    try person.post(href, FlowSteps.payee).expectProblem(400, "malformed-request")
    try person.post(href, ["values": FlowSteps.payee, "valeus": [:]]).expectProblem(400, "malformed-request")
    #expect(try person.post(href, ["values": FlowSteps.payee, "action": "next"]).status == 200)
    try person.post("/flows/payments.steps/submissions", ["sure": true], headers: [("Idempotency-Key", "1")])
      .expectProblem(400, "malformed-request")
  }

  @Test("The steps of a flow lead to exactly one submission") func flowCreatesOneSubmission() throws {
    // A draft of the same operation's own form is independent.
    #expect(try person.put("/drafts/pp.quick", ["values": ["name": "АО Другой"]]).status == 201)
    let first = try person.post("/flows/payments.steps", nil)
    #expect(first.status == 201 && first.raw["location"] == "/flows/payments.steps", "\(first.raw.text)")
    #expect(first["flow"]?["step"] == "payee" && first["flow"]?["place"] == 1)
    #expect(first.href("back") == nil)
    let second = try person.go(first, "next", FlowSteps.payee)
    #expect(second.status == 200 && second["flow"]?["step"] == "amount" && second["flow"]?["place"] == 2)
    let third = try person.go(second, "next", try amount())
    #expect(third["screen"] == "steps.confirm" && third["flow"]?["step"] == "confirm", "\(third.raw.text)")
    #expect(third["modules"]?.array?.compactMap { $0["title"]?.string }.contains("Recipient: ООО Ромашка") == true)
    #expect(third.href("next") == nil)
    #expect(try person.get("/submissions")["count"] == 0)
    let submit = try #require(third.href("submit"))
    let key = [("Idempotency-Key", "1")]
    let sent = try person.post(submit, [:], headers: key)
    #expect(sent.status == 201 && sent["submission"]?["operation"] == "pp.quick", "\(sent.raw.text)")
    #expect(sent["next"]?["operation"] == "signature")
    // The flow is finished. The same key returns the same submission.
    try person.get("/flows/payments.steps").expectProblem(404, "not-found")
    let again = try person.post(submit, [:], headers: key)
    #expect(again.status == 200 && again["submission"]?["id"] == sent["submission"]?["id"])
    #expect(try person.get("/submissions")["count"] == 1)
    #expect(try person.get("/drafts/pp.quick")["draft"]?["values"]?["name"] == "АО Другой")
    // A key cannot be reused with values that were entered later.
    let other = try person.flowAtLastStep("200")
    try person.post(try #require(other.href("submit")), [:], headers: key)
      .expectProblem(422, "idempotency-key-reused")
    #expect(try person.get("/submissions")["count"] == 1)
    let signed = try person.sign(sent)
    #expect(signed["submission"]?["status"] == "executed")
    #expect(try person.balance() == "152199.50")
  }

  @Test("A repeated key returns the submission of a flow after its operation is disabled")
  func repeatedKeyReturnsFlowSubmission() throws {
    let submit = try #require(try person.flowAtLastStep().href("submit"))
    let key = [("Idempotency-Key", "1")]
    let sent = try person.post(submit, [:], headers: key)
    #expect(sent.status == 201)
    _ = try server.services.availability.disable("pp.quick")
    let again = try person.post(submit, [:], headers: key)
    #expect(again.status == 200 && again["submission"]?["id"] == sent["submission"]?["id"], "\(again.raw.text)")
    try person.post(submit, [:], headers: [("Idempotency-Key", "2")]).expectProblem(503, "operation-disabled")
    try person.post("/flows/payments.steps", nil).expectProblem(503, "operation-disabled")
  }

  @Test("Entered values are preserved when a flow goes back and forward") func backAndNextKeepValues() throws {
    let second = try person.flowAtAmount()
    // Half-typed values are kept without validation.
    let back = try person.go(second, "back", ["purpose": "Опл", "amount": "x"])
    #expect(back["flow"]?["step"] == "payee" && value(back, "name") == "ООО Ромашка")
    let forth = try person.go(back, "next", FlowSteps.payee)
    #expect(value(forth, "purpose") == "Опл")
    let third = try person.go(forth, "next", try amount())
    let again = try person.go(third, "back")
    #expect(again["flow"]?["step"] == "amount" && value(again, "amount") == "100.50")
  }

  @Test("A flow step is validated before the next step is shown") func validatesStepBeforeNext() throws {
    let first = try person.post("/flows/payments.steps", nil)
    let refused = try person.go(first, "next", ["name": "ООО Ромашка", "account": "1", "bic": "044525225"])
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["atom"] == "account")
    #expect(try person.get("/flows/payments.steps")["flow"]?["step"] == "payee")
  }

  @Test("A condition selects the next step of a flow") func conditionSelectsNextStep() throws {
    let second = try person.flowAtAmount()
    let warning = try person.go(second, "next", try amount("100000.01"))
    #expect(warning["screen"] == "steps.warning" && warning["flow"]?["place"] == 3, "\(warning.raw.text)")
    let confirm = try person.go(warning)
    #expect(confirm["flow"]?["step"] == "confirm" && confirm["flow"]?["place"] == 4)
    // Going back follows the visited steps. The next step depends on the new values.
    let amounts = try person.go(try person.go(confirm, "back"), "back")
    #expect(amounts["flow"]?["step"] == "amount")
    #expect(try person.go(amounts, "next", try amount())["flow"]?["step"] == "confirm")
  }

  @Test("A flow step out of order is refused with 409 and the current step") func rejectsStepOutOfOrder() throws {
    try person.flowAtAmount()
    for (method, path) in [
      ("POST", "/flows/payments.steps/steps/payee"), ("POST", "/flows/payments.steps/steps/confirm"),
      ("POST", "/flows/payments.steps/steps/payee/back"), ("GET", "/flows/payments.steps/steps/confirm"),
    ] {
      let refused = method == "GET" ? try person.get(path) : try person.post(path, ["values": FlowSteps.payee])
      refused.expectProblem(409, "step-out-of-order")
      #expect(refused["next"]?["flow"]?["step"] == "amount", "\(method) \(path)")
    }
    let early = try person.post("/flows/payments.steps/submissions", [:], headers: [("Idempotency-Key", "1")])
    early.expectProblem(409, "step-out-of-order")
    #expect(early["next"]?["flow"]?["step"] == "amount")
    try person.get("/flows/payments.steps/steps/ghost").expectProblem(404, "not-found")
    #expect(try person.get("/flows/payments.steps/steps/amount").status == 200)
  }

  @Test("A flow is resumed on another device at the current step") func resumesFlowOnAnotherDevice() throws {
    try person.flowAtAmount()
    let other = try server.person()
    let resumed = try other.post("/flows/payments.steps", nil)
    #expect(resumed.status == 200 && resumed["flow"]?["step"] == "amount")
    #expect(try other.get("/flows/payments.steps").body == resumed.body)
    // The flow of another person is separate.
    let stranger = try server.stranger()
    try stranger.get("/flows/payments.steps").expectProblem(404, "not-found")
    let drafts = try person.get("/drafts")
    #expect(drafts["count"] == 1 && drafts["data"]?[0]?["flow"] == "payments.steps")
    #expect(try stranger.get("/drafts")["count"] == 0)
  }

  @Test("A new input restarts a flow, and a deleted flow is not found") func newInputRestartsFlow() throws {
    try person.flowAtAmount()
    let anew = try person.post("/flows/payments.steps?bic=044525974", nil)
    #expect(anew.status == 201 && anew["flow"]?["step"] == "payee" && value(anew, "bic") == "044525974")
    #expect(value(anew, "name") == .null)
    #expect(try person.post("/flows/payments.steps?bic=044525974", nil).status == 200)
    try person.post("/flows/payments.steps?ghost=1", nil).expectProblem(400, "unknown-query")
    #expect(try person.delete("/flows/payments.steps").status == 204)
    try person.get("/flows/payments.steps").expectProblem(404, "not-found")
    try person.delete("/flows/payments.steps").expectProblem(404, "not-found")
  }

  @Test("Parallel starts begin a flow once, and lose no progress") func parallelStartsBeginOnce() throws {
    let tokens = try (0..<8).map { _ in try server.person().token }
    let port = server.port
    let answers = try together(tokens.count) { number in
      let device = try Visitor(port: port, token: tokens[number])
      let begun = try device.post("/flows/payments.steps", nil)
      if number > 0 { return (begun, Visitor.Answer?.none) }
      return (begun, try device.go(begun, "next", FlowSteps.payee))
    }
    let statuses = answers.map(\.0.status)
    #expect(statuses.count { $0 == 201 } == 1 && statuses.allSatisfy { $0 == 200 || $0 == 201 }, "\(statuses)")
    let next = try #require(answers.compactMap(\.1).first)
    #expect(next.status == 200 && next["flow"]?["step"] == "amount", "\(next.raw.text)")
    #expect(try person.get("/flows/payments.steps")["flow"]?["step"] == "amount")
  }

  @Test("A start with another input keeps the begun way, and its input continues it") func keepsWaysOfInputs() throws {
    try person.flowAtLastStep()
    let other = try person.post("/flows/payments.steps?bic=044525974", nil)
    #expect(other.status == 201 && other["flow"]?["step"] == "payee")
    _ = try person.go(other, "next", ["name": "АО Вега", "account": "40702810138250123017", "bic": "044525225"])
    #expect(try person.post("/flows/payments.steps?bic=044525225", nil).status == 201)
    #expect(try person.get("/drafts")["count"] == 1)
    let vega = try person.post("/flows/payments.steps?bic=044525974", nil)
    #expect(vega.status == 200 && vega["flow"]?["step"] == "amount", "\(vega.raw.text)")
    #expect(try person.get("/flows/payments.steps").body == vega.body)
    // Three earlier ways are kept, as for other drafts.
    for bic in ["044525111", "044525000", "017003983"] {
      #expect(try person.post("/flows/payments.steps?bic=\(bic)", nil).status == 201)
    }
    #expect(try person.post("/flows/payments.steps?bic=044525974", nil).status == 200)
    #expect(try person.post("/flows/payments.steps?bic=044525225", nil).status == 201)
    // `cancel` deletes them all. Others see none.
    #expect(try server.stranger().post("/flows/payments.steps?bic=044525974", nil).status == 201)
    #expect(try person.delete("/flows/payments.steps").status == 204)
    #expect(try person.post("/flows/payments.steps?bic=044525974", nil).status == 201)
  }

  @Test("An error in the final validation returns the flow to the step with the error")
  func finalErrorReturnsToItsStep() throws {
    let third = try person.flowAtLastStep()
    let path = TestServer.root.appending(path: "config/operations/pp.quick.yaml")
    let text = try String(contentsOf: path, encoding: .utf8)
    let stricter = text.replacing("maxLength: 160", with: "maxLength: 5")
    #expect(stricter != text)
    try serve { files in
      files.operations.removeAll { $0.name.hasSuffix("pp.quick.yaml") }
      files.operations.append(DefinitionFile(name: "pp.quick.yaml", bytes: Array(stricter.utf8)))
    }
    let refused = try person.post(
      try #require(third.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["atom"] == "name" && refused["errors"]?[0]?["code"] == "length")
    #expect(refused["errors"]?[0]?["caption"] == "Recipient's full name")
    #expect(refused["next"]?["flow"]?["step"] == "payee")
    #expect(try person.get("/flows/payments.steps")["flow"]?["step"] == "payee")
    #expect(try person.get("/submissions")["count"] == 0)
  }

  @Test("A request from an outdated flow screen is refused with 409") func rejectsOutdatedFlowScreen() throws {
    let third = try person.flowAtLastStep()
    // Another device goes back and enters another amount, so the screen of this device is outdated.
    let other = try person.go(try person.go(try person.get("/flows/payments.steps"), "back"), "next", try amount("200"))
    #expect(other["flow"]?["step"] == "confirm")
    let stale = try person.post(try #require(third.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    stale.expectProblem(409, "step-out-of-order")
    #expect(stale["next"]?["modules"]?.array?.contains { $0["title"] == "Amount: 200.00\u{a0}RUB" } == true)
    try person.go(third, "back").expectProblem(409, "step-out-of-order")
    let sent = try person.post(try #require(other.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    #expect(sent.status == 201)
  }

  /// Serves the repository's definition files with a change.
  private func serve(_ change: (inout DefinitionFiles) -> Void) throws {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    change(&files)
    try server.definitions.serve(Catalog(files, vocabulary: .bank))
  }

  /// Returns the definition of a step with these atoms.
  private static func step(_ id: String, _ atoms: String...) -> DefinitionFile {
    let next = "{button: next, caption: {ru: Далее, en: Next}, action: next}"
    let back = "{button: back, caption: {ru: Назад, en: Back}, action: back}"
    let lines = (atoms + [back, next]).map { "  - \($0)\n" }.joined()
    return DefinitionFile(
      name: "\(id).yaml", bytes: Array("operation: \(id)\ntitle: {ru: Шаг, en: Step}\natoms:\n\(lines)".utf8))
  }

  @Test("Parallel requests to submit a flow create one submission") func parallelSubmitsCreateOne() throws {
    let tokens = try (0..<8).map { _ in try server.person().token }
    let port = server.port
    let submit = try #require(try person.flowAtLastStep().href("submit"))
    let answers = try together(tokens.count) { number in
      try Visitor(port: port, token: tokens[number]).post(
        submit, [:], headers: [("Idempotency-Key", "device-\(number)")])
    }
    #expect(answers.count { $0.status == 201 } == 1)
    #expect(answers.allSatisfy { [201, 404].contains($0.status) }, "\(answers.map(\.status))")
    #expect(try person.get("/submissions")["count"] == 1)
  }

  @Test("Parallel requests for the next step advance a flow once") func parallelRequestsAdvanceOnce() throws {
    let tokens = try (0..<8).map { _ in try server.person().token }
    let port = server.port
    let second = try person.flowAtAmount()
    let (next, values) = (try #require(second.href("next")), try amount())
    let answers = try together(tokens.count) { number in
      try Visitor(port: port, token: tokens[number]).post(next, ["values": values])
    }
    #expect(answers.count { $0.status == 200 } == 1)
    // A request that lost the race returns the person's current step.
    for answer in answers where answer.status != 200 {
      answer.expectProblem(409, "step-out-of-order")
      #expect(answer["next"]?["flow"]?["step"] == "confirm", "\(answer.raw.text)")
    }
    #expect(try person.get("/flows/payments.steps")["flow"]?["step"] == "confirm")
  }

  /// Serves a flow with a branch that can be abandoned, a skipped step and a loop.
  private func serveLoop() throws {
    let caption = "caption: {ru: Поле, en: Field}"
    let flow = """
      flow: trial
      title: {ru: Проба, en: Trial}
      operation: pp.quick
      steps:
        - {operation: trial.kind,   next: [{if: "$kind == 'company'", step: inn}, {step: payee}]}
        - {operation: trial.inn}
        - {operation: trial.payee,  skipIf: "$kind == 'known'"}
        - {operation: steps.amount, next: [{if: "$amount < 1", step: kind}, {step: confirm}]}
        - {screen: steps.confirm,   input: {name: $name, account: $account, bic: $bic, purpose: $purpose, amount: $amount}}

      """
    try serve { files in
      files.operations += [
        Self.step("trial.kind", "{textInput: kind, \(caption)}"),
        Self.step("trial.inn", "{textInput: inn, \(caption), type: digits}"),
        Self.step(
          "trial.payee", "{textInput: name, \(caption)}", "{textInput: account, \(caption)}",
          "{textInput: bic, \(caption)}"),
      ]
      files.flows.append(DefinitionFile(name: "trial.yaml", bytes: Array(flow.utf8)))
    }
  }

  @Test("The submission of a flow omits the values of an abandoned branch") func omitsValuesOfAbandonedBranch() throws {
    try serveLoop()
    let kind = try person.post("/flows/trial", nil)
    let inn = try person.go(kind, "next", ["kind": "company"])
    #expect(inn["flow"]?["step"] == "inn", "\(inn.raw.text)")
    let payee = try person.go(inn, "next", ["inn": "7707083893"])
    let again = try person.go(try person.go(payee, "back", [:]), "back", [:])
    #expect(again["flow"]?["step"] == "kind")
    let other = try person.go(again, "next", ["kind": "person"])
    #expect(other["flow"]?["step"] == "payee")
    let confirm = try person.go(try person.go(other, "next", FlowSteps.payee), "next", try amount())
    let sent = try person.post(try #require(confirm.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    let id = try sent.submissionID()
    let kept = try person.get("/submissions/\(id)")["values"]
    #expect(kept?["name"] == "ООО Ромашка" && kept?["inn"] == nil, "\(kept ?? .null)")
  }

  @Test("A flow skips a step by a condition and loops back to an earlier step") func skipsStepAndLoopsBack() throws {
    try serveLoop()
    let kind = try person.post("/flows/trial", nil)
    #expect(try person.go(kind, "next", ["kind": "known"])["flow"]?["step"] == "amount")
    let amounts = try person.get("/flows/trial")
    let looped = try person.go(amounts, "next", try amount("0.50"))
    #expect(looped["flow"]?["step"] == "kind" && looped["flow"]?["place"] == 1)
    #expect(value(looped, "kind") == "known")
  }

  @Test("A row chosen on a list screen advances the flow") func chosenRowAdvancesFlow() throws {
    let caption = "caption: {ru: Поле, en: Field}"
    let flow = """
      flow: trial
      title: {ru: Проба, en: Trial}
      operation: pp.quick
      steps:
        - {screen: trial.account}
        - {operation: steps.payee}
        - {operation: trial.rest}
        - {screen: steps.confirm, input: {name: $name, account: $account, bic: $bic, purpose: $purpose, amount: $amount}}

      """
    let screen = """
      screen: trial.account
      title: {ru: Счёт, en: Account}
      output: {from: text}
      modules:
        - {list: accounts, output: {from: $number}}

      """
    try serve { files in
      files.operations.append(
        Self.step(
          "trial.rest", "{textInput: purpose, \(caption)}",
          "{textInput: amount, \(caption), type: amount, currency: RUB}"))
      files.screens.append(DefinitionFile(name: "trial.account.yaml", bytes: Array(screen.utf8)))
      files.flows.append(DefinitionFile(name: "trial.yaml", bytes: Array(flow.utf8)))
    }

    let accounts = try person.post("/flows/trial", nil)
    // The screen has no action `next` before a row is chosen.
    #expect(accounts.href("next") == nil && accounts.href("cancel") != nil, "\(accounts.raw.text)")
    let row = try #require(accounts["modules"]?[0]?["row"])
    #expect(row["method"] == "POST")
    let number = try person.account("Текущий")
    let href = try #require(row["href"]?.string).replacing("{number}", with: number)
    try person.send("POST", "\(href)&ghost=1").expectProblem(400, "unknown-query")
    let payee = try person.send("POST", href)
    #expect(payee["flow"]?["step"] == "payee", "\(payee.raw.text)")
    let again = try person.go(payee, "back")
    // Earlier choices are kept.
    #expect(try person.go(again)["flow"]?["step"] == "payee")
    let rest = try person.go(try person.get("/flows/trial"), "next", FlowSteps.payee)
    let confirm = try person.go(rest, "next", ["purpose": "Оплата по счету 12", "amount": "100.50"])
    let sent = try person.send("POST", try #require(confirm.href("submit")), headers: [("Idempotency-Key", "1")])
    let id = try sent.submissionID()
    #expect(try person.get("/submissions/\(id)")["values"]?["from"]?.string == number)
  }

  @Test("A flow is started by a link and by a screen module") func linkAndModuleStartFlow() throws {
    let lead = try person.get("/routes?url=valence%3A%2F%2Fpayments%2Fsteps%3Fbic%3D044525225")
    #expect(lead["module"] == "flow" && lead["method"] == "POST", "\(lead.raw.text)")
    let begun = try person.post(lead["href"]?.string ?? "", nil)
    #expect(begun.status == 201 && value(begun, "bic") == "044525225")
    let module = try person.get("/screens/payments")["modules"]?.array?.first { $0["module"] == "flow" }
    #expect(module?["title"] == "By steps" && module?["method"] == "POST")
    #expect(module?["href"] == "/flows/payments.steps")
  }

  @Test("The operation list and the routes exclude operations of flow steps")
  func hidesStepOperations() throws {
    let ids = try person.get("/operations")["data"]?.array?.compactMap { $0["id"]?.string } ?? []
    #expect(ids.contains("pp.quick") && !ids.contains { $0.hasPrefix("steps.") })
    try person.get("/routes?url=valence%3A%2F%2Foperations%2Fsteps.payee").expectProblem(404, "unknown-route")
  }
}
