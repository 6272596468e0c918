import JSON
import TestBank
import TestClient
import Testing

/// An operation with pages over HTTP, from its first page through the review to the submission.
struct PageStoryTests {
  static let definition = """
    operation: paged
    title: {ru: Заявление, en: Application}
    effect: document
    sign: matrix
    review: {title: {ru: Проверьте, en: Check}}
    availableIf: {check: accounts.@count < 9, message: {ru: Не более восьми счетов, en: At most eight accounts}}
    pages:
      - page: kind
        title: {ru: Вид, en: Kind}
        atoms:
          - {segmented: kind, caption: {ru: Вид, en: Kind}, options: {sole: {ru: ИП, en: Sole}, llc: {ru: ООО, en: Company}, none: {ru: Нет, en: None}}}
          - {textInput: least, caption: {ru: Не меньше, en: At least}, type: number, optional: true, check: {check: "$sum == nil OR $sum >= $least", message: {ru: Сумма меньше, en: The sum is less}}}
      - {page: leave, exit: true, showIf: $kind == 'none', title: {ru: Нельзя, en: Impossible}, atoms: [{text: why, caption: {ru: Сначала выберите вид, en: Choose a kind first}}]}
      - page: people
        title: {ru: Люди, en: People}
        showIf: $kind == 'llc'
        atoms:
          - {repeat: owners, caption: {ru: Люди, en: People}, min: 1, max: 3, atoms: [{textInput: person, caption: {ru: Имя, en: Name}, maxLength: 20}]}
      - page: money
        title: {ru: Деньги, en: Money}
        help: {ru: Сколько нужно, en: How much is needed}
        atoms:
          - {textInput: sum, caption: {ru: Сумма, en: Sum}, type: number}
          - {textInput: half, caption: {ru: Половина, en: Half}, type: number, value: $sum / 2}
          - {textInput: had, caption: {ru: Остаток, en: Balance}, type: number, value: accounts.@sum.balance}
    """
  private let server: TestServer
  private let person: Visitor

  init() throws {
    (server, person) = try TestServer(serving: [Self.definition]).withPerson()
  }

  /// The step after `kind` and `money`, which is the review of a sole trader.
  private func review() throws -> Visitor.Answer {
    let money = try person.go(try person.post("/flows/paged", nil), "next", ["kind": "sole"])
    return try person.go(money, "next", ["sum": "10"])
  }

  private func step(_ answer: Visitor.Answer) -> String? { (answer["next"] ?? answer.body)["flow"]?["step"]?.string }

  private func captions(_ answer: Visitor.Answer, of kind: String) -> [String] {
    (answer["atoms"]?.array ?? []).filter { $0["kind"]?.string == kind }.compactMap { $0["caption"]?.string }
  }

  /// The lines of values with their headings.
  private func lines(_ answer: Visitor.Answer) -> [String] {
    (answer["atoms"]?.array ?? []).filter { atom in
      let id = atom["id"]?.string ?? ""
      return id.hasPrefix("signed_") || id.hasPrefix("page_")
    }.compactMap { $0["caption"]?.string }
  }

  /// The atoms that the review offers to change.
  private func changes(_ review: Visitor.Answer) -> [String] {
    (review["atoms"]?.array ?? []).compactMap { $0["change"]?["atom"]?.string }
  }

  @Test("Pages are judged one by one, and the review, the signature and the result show the same lines")
  func pagesLeadToOneSubmission() throws {
    let first = try person.post("/flows/paged", nil)
    #expect(first.status == 201 && step(first) == "kind" && first["flow"]?["count"] == 3, "\(first.raw.text)")
    #expect(first.href("back") == nil && first["title"] == "Kind")
    let next = try #require(first.href("next"))
    let refused = try person.post(next, ["values": [:]])
    #expect(refused.status == 422 && refused["errors"]?[0]?["atom"] == "kind")
    try person.post(next, ["values": ["kind": "sole", "sum": "1"]]).expectProblem(422, "invalid-values")
    let money = try person.go(first, "next", ["kind": "sole"])
    #expect(step(money) == "money")
    let evaluate = try #require(money["evaluate"]?["href"]?.string)
    let states = try person.post(evaluate, ["values": ["sum": "10"], "changed": ["sum"]])
    #expect(states["atoms"]?["half"]?["value"] == "5" && states["atoms"]?["kind"] == nil, "\(states.raw.text)")
    let review = try person.go(money, "next", ["sum": "10"])
    #expect(step(review) == "review" && review["title"] == "Check")
    let balance = try #require(lines(review).last)
    #expect(lines(review) == ["Kind", "Kind: Sole", "Money", "Sum: 10", "Half: 5", balance])
    #expect(changes(review) == ["kind", "sum"])
    #expect(try person.get("/submissions")["count"] == 0)
    let submit = try #require(review.href("submit"))
    let sent = try person.post(submit, [:], headers: [("Idempotency-Key", "1")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(try person.post(submit, [:], headers: [("Idempotency-Key", "1")]).status == 200)
    let signature = try person.get(try #require(sent["next"]?["self"]?["href"]?.string))
    #expect(lines(signature) == lines(review))
    let id = try #require(sent["submission"]?["id"]?.string)
    _ = try person.sign(sent)
    #expect(lines(try person.get("/submissions/\(id)/result")) == lines(review))
    try person.get("/flows/paged").expectProblem(404, "not-found")
  }

  @Test("After a change the review comes back, once the pages that appear were visited")
  func reviewComesBack() throws {
    let review = try review()
    let change = try #require(review["atoms"]?.array?.first { $0["id"] == "signed_kind" }?["change"])
    #expect(change["atom"] == "kind")
    let page = try person.get(try #require(change["href"]?.string))
    #expect(step(page) == "kind" && page.href("back") != nil)
    #expect(step(try person.go(page, "back")) == "review")
    let people = try person.go(page, "next", ["kind": "llc"])
    #expect(step(people) == "people")
    // The address of the review before the change is outdated.
    let stale = try person.post(try #require(review.href("submit")), [:], headers: [("Idempotency-Key", "1")])
    #expect(stale.status == 409 && step(stale) == "people", "\(stale.raw.text)")
    let again = try person.go(people, "next", ["owners": [["person": "Иван"]]])
    #expect(step(again) == "review" && lines(again).contains("People 1, Name: Иван"), "\(lines(again))")
    #expect(step(try person.go(again, "back")) == "money")
  }

  @Test("A page that is hidden, not visited yet or outdated is answered with the present page")
  func pagesKeepTheirOrder() throws {
    let first = try person.post("/flows/paged", nil)
    for path in ["/flows/paged/steps/money", "/flows/paged/steps/people", "/flows/paged/steps/leave"] {
      let answer = try person.post(path, ["values": [:]])
      #expect(answer.status == 409 && step(answer) == "kind", "\(path): \(answer.raw.text)")
      #expect(try person.get(path).status == 409)
    }
    _ = try person.go(first, "next", ["kind": "llc"])
    let old = try person.post(try #require(first.href("next")), ["values": ["kind": "sole"]])
    #expect(old.status == 409 && step(old) == "people")
    try person.get("/flows/paged/steps/nothing").expectProblem(409, "step-out-of-order")
    try person.post("/flows/paged/submissions", [:], headers: [("Idempotency-Key", "1")])
      .expectProblem(409, "step-out-of-order")
  }

  @Test("A check that reads a later page applies when that page was shown, and the review finds it")
  func laterPagesAreJudgedLater() throws {
    let first = try person.post("/flows/paged", nil)
    let money = try person.go(first, "next", ["kind": "sole", "least": "100"])
    #expect(step(money) == "money", "\(money.raw.text)")
    let back = try person.go(money, "next", ["sum": "10"])
    #expect(step(back) == "kind", "\(back.raw.text)")
    let least = back["atoms"]?.array?.first { $0["id"] == "least" }
    #expect(least?["error"]?["message"] == "The sum is less")
    #expect(step(try person.go(back, "next", ["kind": "sole", "least": "5"])) == "review")
  }

  @Test("Typed values of a page are stored apart from judged ones, with a tag")
  func pagesHaveDrafts() throws {
    let money = try person.go(try person.post("/flows/paged", nil), "next", ["kind": "sole"])
    let draft = try #require(money["draft"]?["href"]?.string)
    func put(_ body: Value, over tag: String) throws -> Visitor.Answer {
      try person.send(
        "PUT", draft, headers: [("Content-Type", "application/json"), ("If-Match", tag)], body: body.text)
    }
    let kept = try person.put(draft, ["values": ["sum": "no number yet", "kind": "llc"]])
    #expect(kept.status == 201, "\(kept.raw.text)")
    let tag = try #require(kept.raw["etag"])
    let resumed = try person.get("/flows/paged")
    #expect(resumed["draft"]?["etag"]?.string == tag && step(resumed) == "money")
    let again = try put(["values": ["sum": "12"]], over: tag)
    #expect(again.status == 200, "\(again.raw.text)")
    let lost = try put(["values": ["sum": "13"]], over: tag)
    #expect(lost.status == 412 && lost["current"]?["values"]?["sum"] == "12", "\(lost.raw.text)")
    // The draft does not change the revision of the page.
    #expect(step(try person.go(money, "next", ["sum": "14"])) == "review")
    #expect(try person.get("/drafts")["data"]?[0]?["step"] == "review")
  }

  @Test("An exit page ends the way, and the whole form is refused too") func exitEndsTheWay() throws {
    let leave = try person.go(try person.post("/flows/paged", nil), "next", ["kind": "none"])
    #expect(step(leave) == "leave" && leave.href("next") == nil && leave["draft"] == nil)
    #expect(try person.post("/flows/paged/steps/leave", [:]).status == 409)
    #expect(step(try person.go(leave, "back")) == "kind")
    let whole = try person.post(
      "/operations/paged/submissions", ["values": ["kind": "none", "sum": "1"]], headers: [("Idempotency-Key", "1")])
    #expect(whole.status == 422 && whole["errors"]?[0]?["code"] == "exit", "\(whole.raw.text)")
  }

  @Test("A review whose values have changed is shown again before they are submitted")
  func changedReviewIsShownAgain() throws {
    let submit = try #require(try review().href("submit"))
    _ = try person.signedPayment()
    let answer = try person.post(submit, [:], headers: [("Idempotency-Key", "1")])
    #expect(answer.status == 409 && answer["type"] == "/problems/changed" && step(answer) == "review")
    let again = try #require(Visitor.Answer(status: 409, body: answer["next"] ?? .null, raw: answer.raw).href("submit"))
    #expect(try person.post(again, [:], headers: [("Idempotency-Key", "2")]).status == 201)
  }

  @Test("A person for whom the condition does not hold gets the text of the bank") func refusesOthers() throws {
    let definition = Self.definition.split(separator: "@count < 9").joined(separator: "@count > 9")
    let (_, person) = try TestServer(serving: [definition]).withPerson()
    for answer in [try person.post("/flows/paged", nil), try person.get("/operations/paged")] {
      answer.expectProblem(403, "not-available")
      #expect(answer["detail"] == "At most eight accounts")
    }
    let sent = try person.post(
      "/operations/paged/submissions", ["values": ["kind": "sole", "sum": "1"]], headers: [("Idempotency-Key", "1")])
    sent.expectProblem(403, "not-available")
  }

  /// A review without its addresses was not drawn, so the person has not seen the values.
  @Test("A submission without the addresses of the review is answered with the review")
  func requiresDrawnReview() throws {
    let review = try review()
    for path in ["/flows/paged/submissions", "/flows/paged/submissions?at=\(Self.revision(of: review))"] {
      let answer = try person.post(path, [:], headers: [("Idempotency-Key", "1")])
      #expect(answer.status == 409 && answer["type"] == "/problems/changed" && step(answer) == "review")
    }
  }

  private static func revision(of answer: Visitor.Answer) -> Substring {
    (answer.href("submit") ?? "").split(separator: "=").dropFirst().first?.prefix(12) ?? ""
  }

  @Test("Without a review, a page that appears with the last values is shown before the submission")
  func showsPageThatAppears() throws {
    let definition = """
      operation: short
      title: {ru: Коротко, en: Short}
      effect: document
      sign: matrix
      review: false
      pages:
        - {page: one, title: {ru: Один, en: One}, atoms: [{textInput: a, caption: {ru: А, en: A}, maxLength: 5}]}
        - {page: two, title: {ru: Два, en: Two}, showIf: $a == 'x', atoms: [{toggle: sell, caption: {ru: Продать, en: Sell}, default: true}]}
      """
    let (_, person) = try TestServer(serving: [definition]).withPerson()
    let first = try person.post("/flows/short", nil)
    let submit = try #require(first.href("submit"))
    let stopped = try person.post(submit, ["values": ["a": "x"]], headers: [("Idempotency-Key", "1")])
    #expect(stopped.status == 409 && step(stopped) == "two", "\(stopped.raw.text)")
    let second = try person.get("/flows/short")
    let back = try person.go(try person.go(second, "back"), "next", ["a": "y"])
    let sent = try person.post(
      try #require(back.href("submit")), ["values": ["a": "y"]], headers: [("Idempotency-Key", "2")])
    #expect(sent.status == 201, "\(sent.raw.text)")
  }

  @Test("A link gives no consent, and a form without a page for the person is not available")
  func opensNothingByLink() throws {
    let consent = """
      operation: agreed
      title: {ru: Согласие, en: Consent}
      effect: document
      pages: [{page: one, title: {ru: Один, en: One}, atoms: [{consent: agree, caption: {ru: Да, en: Yes}, document: "https://bank.example/rules", version: 1, title: {ru: Правила, en: Rules}}]}]
      """
    let hidden = """
      operation: hidden
      title: {ru: Скрыто, en: Hidden}
      effect: document
      pages: [{page: one, showIf: accounts.@count > 100, title: {ru: Один, en: One}, atoms: [{textInput: a, caption: {ru: А, en: A}}]}]
      """
    let (_, person) = try TestServer(serving: [consent, hidden]).withPerson()
    try person.post("/flows/agreed?agree=true", nil).expectProblem(400, "unknown-query")
    try person.post("/flows/hidden", nil).expectProblem(403, "not-available")
  }

  @Test("Another person neither sees nor changes the pages") func pagesBelongToPersons() throws {
    _ = try review()
    let other = try server.stranger()
    try other.get("/flows/paged").expectProblem(404, "not-found")
    try other.get("/flows/paged/steps/kind").expectProblem(404, "not-found")
    try other.put("/flows/paged/steps/kind/draft", ["values": [:]]).expectProblem(404, "not-found")
  }
}
