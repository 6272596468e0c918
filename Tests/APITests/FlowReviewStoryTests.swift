import Definitions
import JSON
import Operations
import TestBank
import Testing

/// A flow of a file that ends with a review, and screens at which its way ends.
struct FlowReviewStoryTests {
  private static let flow = """
    flow: trial
    title: {ru: Проба, en: Trial}
    operation: pp.quick
    input: {bic: optional text}
    steps:
      - {operation: steps.payee, next: [{if: "$name == 'Никто'", step: no}]}
      - {step: no, exit: trial.no, input: {name: $name}}
      - {operation: steps.amount, next: [{if: "$amount > 1000", step: large}, review]}
      - {screen: trial.large, input: {amount: $amount}}
      - {step: warning, screen: steps.warning, input: {amount: $amount, name: $name, account: $account}}
      - {review: {title: {ru: Проверьте, en: Check}}}

    """
  private static let screens = [
    """
    screen: trial.no
    title: {ru: Нельзя, en: Impossible}
    input: {name: text}
    modules:
      - {text: why, caption: {ru: "Не платят: {$name}", en: "Not paid: {$name}"}}

    """,
    """
    screen: trial.large
    title: {ru: Много, en: Large}
    input: {amount: number}
    modules:
      - {text: sum, caption: {ru: "Много: {$amount}", en: "Much: {$amount}"}}

    """,
  ]

  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer().withPerson()
    try serve()
  }

  /// Serves the flow; `change` replaces files of the bank.
  private func serve(_ change: (inout DefinitionFiles) -> Void = { _ in }) throws {
    var files = try DefinitionFiles(directory: TestServer.root.appending(path: "config/operations").path)
    files.screens += Self.screens.enumerated().map { place, text in
      DefinitionFile(name: "trial\(place).yaml", bytes: Array(text.utf8))
    }
    files.flows.append(DefinitionFile(name: "trial.yaml", bytes: Array(Self.flow.utf8)))
    change(&files)
    try server.definitions.serve(Catalog(files, vocabulary: .bank))
  }

  private func step(_ answer: Visitor.Answer) -> String? { (answer["next"] ?? answer.body)["flow"]?["step"]?.string }

  private func payee(_ name: Value) -> Value {
    ["name": name, "account": "40702810138250123017", "bic": "044525225"]
  }

  private func amount(_ amount: Value = "100.50") throws -> Value { try FlowSteps.amount(amount, by: person) }

  /// The review after the steps `payee` and `amount`.
  private func review() throws -> Visitor.Answer {
    let amount = try person.go(try person.post("/flows/trial", nil), "next", payee("ООО Ромашка"))
    return try person.go(amount, "next", try self.amount())
  }

  private func lines(_ answer: Visitor.Answer) -> [String] {
    (answer["atoms"]?.array ?? []).filter { atom in
      let id = atom["id"]?.string ?? ""
      return id.hasPrefix("signed_") || id.hasPrefix("page_")
    }.compactMap { $0["caption"]?.string }
  }

  private func change(_ id: String, _ review: Visitor.Answer) throws -> String {
    let line = review["atoms"]?.array?.first { $0["id"]?.string == "signed_\(id)" }
    #expect(line?["change"]?["atom"]?.string == id, "\(review.raw.text)")
    return try #require(line?["change"]?["href"]?.string)
  }

  @Test("The review of a flow has the lines of the signature by step, and submits them")
  func reviewLeadsToOneSubmission() throws {
    let review = try review()
    #expect(step(review) == "review" && review["title"] == "Check", "\(review.raw.text)")
    #expect(review["flow"]?["place"] == 3 && review["flow"]?["count"] == 3)
    #expect(
      review["flow"]?["steps"]?.array?.compactMap { $0["name"]?.string } == ["payee", "amount", "review"],
      "\(review.raw.text)")
    let from = try person.account("Текущий")
    #expect(
      lines(review) == [
        "Payee", "Recipient's full name: ООО Ромашка", "Recipient's account: 40702810138250123017",
        "BIC: 044525225, ПАО Сбербанк", "Amount and purpose", "From: \(from)", "Amount, ₽: 100.50",
        "Purpose of payment: Оплата по счету 12",
      ])
    #expect(try person.get("/submissions")["count"] == 0)
    let submit = try #require(review.href("submit"))
    let sent = try person.post(submit, [:], headers: [("Idempotency-Key", "1")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(try person.post(submit, [:], headers: [("Idempotency-Key", "1")]).status == 200)
    let shown = Set(lines(review))
    let signed = (sent["next"]?["atoms"]?.array ?? []).filter { $0["id"]?.string?.hasPrefix("signed_") == true }
    #expect(signed.count == 6 && signed.allSatisfy { shown.contains($0["caption"]?.string ?? "") }, "\(signed)")
    try person.get("/flows/trial").expectProblem(404, "not-found")
  }

  @Test("From the review a step is changed, and the review follows") func changesFromReview() throws {
    let review = try review()
    let payee = try person.get(try change("name", review))
    #expect(step(payee) == "payee" && payee.href("back") != nil && payee["flow"]?["place"] == 1, "\(payee.raw.text)")
    #expect(step(try person.get("/flows/trial")) == "review")
    // `back` drops the changes.
    let same = try person.go(payee, "back", self.payee("АО Вега"))
    #expect(step(same) == "review" && lines(same) == lines(review))
    let refused = try person.go(payee, "next", self.payee(nil))
    refused.expectProblem(422, "invalid-values")
    let changed = try person.go(payee, "next", self.payee("АО Вега"))
    #expect(step(changed) == "review" && lines(changed)[1] == "Recipient's full name: АО Вега", "\(changed.raw.text)")
    // The review before the change is outdated.
    let stale = try person.post(try #require(review.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    stale.expectProblem(409, "step-out-of-order")
    #expect(step(try person.go(changed, "back")) == "amount")
    // A step can be changed only from the review.
    try person.get("/flows/trial/steps/payee").expectProblem(409, "step-out-of-order")
  }

  @Test("A step that appears after a change, or shows other values, comes before the review")
  func showsChangedSteps() throws {
    let review = try review()
    let amount = try person.get(try change("amount", review))
    let large = try person.go(amount, "next", try self.amount("2000"))
    #expect(step(large) == "large", "\(large.raw.text)")
    let warning = try person.go(large)
    #expect(step(warning) == "warning", "\(warning.raw.text)")
    let again = try person.go(warning)
    #expect(step(again) == "review" && lines(again).contains("Amount, ₽: 2,000.00"), "\(again.raw.text)")
    // Both screens show the amount.
    let other = try person.go(try person.get(try change("amount", again)), "next", try self.amount("3000"))
    #expect(step(other) == "large")
    let purpose = try person.go(try person.go(other))
    #expect(step(purpose) == "review")
    // Only the warning shows the name.
    let name = try person.go(try person.get(try change("name", purpose)), "next", payee("АО Вега"))
    #expect(step(name) == "warning" && name["flow"]?["place"] == 4, "\(name.raw.text)")
    #expect(step(try person.go(name)) == "review")
  }

  @Test("An exit ends the way: it has no next step and cannot be submitted") func exitEndsTheWay() throws {
    let first = try person.post("/flows/trial", nil)
    let steps = { (answer: Visitor.Answer) in
      answer["flow"]?["steps"]?.array?.compactMap { $0["name"]?.string } ?? []
    }
    #expect(!steps(first).contains("no"))
    let exit = try person.go(first, "next", payee("Никто"))
    #expect(step(exit) == "no" && exit["screen"] == "trial.no", "\(exit.raw.text)")
    #expect(exit["modules"]?[0]?["title"] == "Not paid: Никто")
    #expect(exit.href("next") == nil && exit.href("submit") == nil && exit.href("back") != nil)
    #expect(steps(exit) == ["payee", "no"] && exit["flow"]?["count"] == 2)
    try person.post("/flows/trial/steps/no", [:]).expectProblem(409, "step-out-of-order")
    let sent = try person.post("/flows/trial/submissions", [:], headers: [("Idempotency-Key", "1")])
    sent.expectProblem(409, "step-out-of-order")
    #expect(try person.get("/submissions")["count"] == 0)
    #expect(step(try person.go(exit, "back")) == "payee")
    // A value that is changed at the review can end the way too.
    let amount = try person.go(try person.get("/flows/trial"), "next", payee("ООО Ромашка"))
    let review = try person.go(amount, "next", try self.amount())
    let ended = try person.go(try person.get(try change("name", review)), "next", payee("Никто"))
    #expect(step(ended) == "no")
    try person.post("/flows/trial/submissions", [:], headers: [("Idempotency-Key", "2")])
      .expectProblem(409, "step-out-of-order")
  }

  @Test("A submission without the addresses of the review is answered with the review")
  func requiresShownReview() throws {
    let review = try review()
    let submit = try #require(review.href("submit"))
    for href in ["/flows/trial/submissions", submit.replacing("shown=", with: "shown=0&ghost=")] {
      let answer = try person.post(href, [:], headers: [("Idempotency-Key", "1")])
      #expect([400, 409].contains(answer.status), "\(answer.raw.text)")
      if answer.status == 409 { #expect(answer["type"] == "/problems/changed" && step(answer) == "review") }
    }
    try person.post("/flows/trial/steps/review", [:]).expectProblem(409, "step-out-of-order")
    #expect(try person.get("/submissions")["count"] == 0)
  }

  @Test("Values that the operation rejects lead to their step instead of the review, and then to the review")
  func rejectsBeforeReview() throws {
    let stricter = { (files: inout DefinitionFiles) in
      guard let place = files.operations.firstIndex(where: { $0.name.hasSuffix("pp.quick.yaml") }) else { return }
      let text = String(decoding: files.operations[place].bytes, as: UTF8.self)
      files.operations[place] = DefinitionFile(
        name: "pp.quick.yaml", bytes: Array(text.replacing("maxLength: 160", with: "maxLength: 5").utf8))
    }
    try serve(stricter)
    let amount = try person.go(try person.post("/flows/trial", nil), "next", payee("ООО Ромашка"))
    let refused = try person.go(amount, "next", try self.amount())
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?[0]?["atom"] == "name" && step(refused) == "payee", "\(refused.raw.text)")
    let payee = try person.get("/flows/trial")
    #expect(step(payee) == "payee")
    let review = try person.go(payee, "next", self.payee("АО"))
    #expect(step(review) == "review", "\(review.raw.text)")
    // The rules change while the person is at the review.
    try serve()
    let longer = try person.get(try change("name", try person.get("/flows/trial")))
    #expect(step(try person.go(longer, "next", self.payee("ООО Ромашка"))) == "review")
    try serve(stricter)
    #expect(step(try person.get("/flows/trial")) == "payee")
    let sent = try person.post("/flows/trial/submissions", [:], headers: [("Idempotency-Key", "1")])
    sent.expectProblem(422, "invalid-values")
    #expect(step(sent) == "payee")
  }

  @Test("Another person neither sees nor changes the review") func reviewBelongsToPerson() throws {
    let review = try review()
    let stranger = try server.stranger()
    try stranger.get(try change("name", review)).expectProblem(404, "not-found")
    try stranger.post(try #require(review.href("submit")), [:], headers: [("Idempotency-Key", "1")])
      .expectProblem(404, "not-found")
  }
}
