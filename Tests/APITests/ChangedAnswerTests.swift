import JSON
import Synchronization
import TestBank
import TestClient
import Testing

/// A rate service over HTTP, with a rate that tests change.
final class Market: Sendable {
  private let rate = Mutex<String?>("90.07")
  private let peer = Mutex<Peer?>(nil)

  init() throws {
    let peer = try Peer { [weak self] link in
      while !link.request().isEmpty {
        guard let self else { return }
        if let rate = rate.withLock({ $0 }) { link.answer(200, #"{"rate": \#(rate)}"#) } else { link.answer(500, "{}") }
      }
    }
    self.peer.withLock { $0 = peer }
  }

  deinit { peer.withLock { $0?.stop() } }

  /// Sets the rate for later requests. With nil, requests fail.
  func quote(_ other: String?) { rate.withLock { $0 = other } }

  /// Returns a server whose operation requests the rate.
  func server(serving operation: String = exchange) throws -> TestServer {
    try TestServer(asking: [Self.file], at: peer.withLock { $0?.url("") } ?? "", serving: [operation])
  }

  /// Returns a server with a flow that requests the rate.
  func flowServer() throws -> TestServer {
    try TestServer(
      operations: "Tests/APITests/Cases/rate-flow/operations", asking: [Self.file],
      at: peer.withLock { $0?.url("") } ?? "")
  }

  private static let file = """
    service: market
    at: ${PEER}
    timeout: 30
    retries: 0
    breaker: {after: 1000}
    lookups:
      - {lookup: quote, key: [currency], get: "/quotes/{$currency}", answer: {rate: number rate}, cache: 600}
    """

  static let exchange = """
    operation: trial.exchange
    title: {ru: Обмен, en: Exchange}
    effect: document
    sign: matrix
    atoms:
      - {enum: currency, caption: {ru: Валюта, en: Currency}, options: {USD: {all: USD}}, lookup: quote}
      - {textInput: amount, caption: {ru: Сумма, en: Amount}, type: amount, currency: USD}
      - {textInput: rate, caption: {ru: Курс, en: Rate}, type: number, scale: 2, value: quote.rate}
      - {textInput: total, caption: {ru: К оплате, en: To pay}, type: amount, currency: RUB, value: "round($amount * $rate, 2)"}
      - {textInput: limit, caption: {ru: Не дороже, en: At most}, type: number, scale: 2, defaultFrom: quote.rate}
      - {textInput: left, caption: {ru: Останется, en: Left}, type: number, value: "accounts[FIRST].available - $total"}
      - {dateInput: day, caption: {ru: День, en: Day}, value: today()}
      - {text: told, caption: {ru: Курс банка, en: The bank's rate}, value: quote.rate, role: number}
      - {text: balance, caption: {ru: Остаток, en: Balance}, value: "accounts[FIRST].available", role: amount, currency: RUB}
      - {button: send, caption: {ru: Обменять, en: Exchange}, action: submit}
    """
}

/// A submission stores the values that were shown, or reports the difference.
struct ChangedAnswerTests {
  private static let path = "/operations/trial.exchange"
  private static let values: Value = ["currency": "USD", "amount": "10"]
  private let market: Market
  private let server: TestServer
  private let person: Visitor

  init() throws {
    market = try Market()
    (server, person) = try market.server().withPerson()
  }

  private func submit(_ values: Value = values, shown: Value? = nil, key: String = "k") throws -> Visitor.Answer {
    var body = Object([("values", values)])
    if let shown { body["shown"] = shown }
    return try person.post("\(Self.path)/submissions", .object(body), headers: [("Idempotency-Key", key)])
  }

  private static func atom(_ id: String, _ tree: Value?) -> Value? {
    tree?["atoms"]?.array?.first { $0["id"]?.string == id }
  }

  @Test("A submission whose shown rate has changed is refused once with 409") func reportsChangedRateOnce() throws {
    let drawn = try person.post("\(Self.path)/evaluate", ["values": Self.values, "commit": true])["atoms"]
    #expect(drawn?["rate"]?["value"] == "90.07" && drawn?["total"]?["value"] == "900.70")
    market.quote("90.08")
    let shown: Value = ["rate": "90.07", "total": "900.70", "limit": "90.07", "told": "90.07"]
    let changed = try submit(shown: shown)
    changed.expectProblem(409, "changed")
    #expect(
      changed["changes"] == [
        ["atom": "rate", "shown": "90.07", "now": "90.08"], ["atom": "total", "shown": "900.70", "now": "900.80"],
        ["atom": "limit", "shown": "90.07", "now": "90.08"], ["atom": "told", "shown": "90.07", "now": "90.08"],
      ])
    let next = changed["next"]
    #expect(next?["operation"] == "trial.exchange")
    #expect(Self.atom("amount", next)?["value"] == "10.00" && Self.atom("rate", next)?["value"] == "90.08")
    #expect(Self.atom("limit", next)?["entered"] == false && Self.atom("limit", next)?["value"] == "90.08")
    #expect(try person.get("/submissions")["data"] == [])
    // The next evaluation returns the new rate, although answers are cached.
    #expect(
      try person.post("\(Self.path)/evaluate", ["values": Self.values])["atoms"]?["rate"]?["value"] == "90.08")
    let again: Value = ["rate": "90.08", "total": "900.80", "limit": "90.08", "told": "90.08"]
    let sent = try submit(shown: again)
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(Self.atom("signed_total", sent["next"])?["pair"]?["value"] == "900.80")
    // A retry is the same request, also if it reports other shown values.
    market.quote("91")
    #expect(try submit(shown: ["rate": "91"]).status == 200)
    #expect(try submit().status == 200)
    try submit(["currency": "USD", "amount": "11"], shown: again).expectProblem(422, "idempotency-key-reused")
  }

  @Test("Atoms that depend on data outside the form are marked as live") func marksLiveAtoms() throws {
    let tree = try person.get(Self.path).body
    let live = tree["atoms"]?.array?.filter { $0["live"] == true }.compactMap { $0["id"]?.string }
    #expect(live == ["rate", "total", "limit", "left", "day", "told", "balance"])
  }

  @Test("Posted values computed from service data are compared with the current values")
  func comparesPostedLiveValues() throws {
    let posted: Value = ["currency": "USD", "amount": "10", "rate": "90.08", "day": "2020-01-01", "left": "1"]
    let changed = try submit(posted)
    changed.expectProblem(409, "changed")
    #expect(changed["changes"]?.array?.map { $0["atom"] } == ["rate", "left"])
    // If a request reports shown values, its other posted values count as shown too. The text
    // `balance` is not compared.
    let reported = try submit(["currency": "USD", "amount": "10", "day": "2020-01-01"], shown: Object().value)
    #expect(reported["changes"]?.array?.map { $0["atom"] } == ["day"])
    #expect(
      try submit(["currency": "USD", "amount": "10", "day": "2020-01-01"], shown: ["balance": "1"]).status == 409)
    #expect(try submit(shown: ["balance": "1.00", "currency": "EUR", "nothing": "1"]).status == 201)
  }

  @Test("Validation and service errors are reported before changed values") func reportsErrorsBeforeChanges() throws {
    try submit(["currency": "USD", "amount": "0.001"], shown: ["rate": "1"]).expectProblem(422, "invalid-values")
    market.quote(nil)
    try submit(shown: ["rate": "1"]).expectProblem(503, "system-unavailable")
    market.quote("90.07")
    #expect(try submit(shown: ["rate": "90.070"]).status == 201)
  }

  @Test(
    "A report of shown values must be an object or null",
    arguments: [
      ("[]", 400), ("5", 400), (#"{"rate": [[1]], "total": {"a": 1}}"#, 409), (#"{"rate": 90.07}"#, 201), ("null", 201),
    ])
  func validatesShownReport(shown: String, status: Int) throws {
    #expect(try submit(shown: Value(reading: Array(shown.utf8))).status == status)
  }

  @Test("A long shown value is truncated in the 409 response") func truncatesReportedShownValue() throws {
    let text = String(repeating: "x", count: 100_000)
    let changed = try submit(shown: ["rate": .string(text)])
    #expect(changed.status == 409 && (changed["changes"]?[0]?["shown"]?.string?.count ?? 0) <= 1_001)
  }
}

/// Each step of a flow, and its submission, report values that have changed since they were shown.
struct ChangedStepTests {
  private let market: Market
  private let server: TestServer
  private let person: Visitor

  init() throws {
    market = try Market()
    (server, person) = try market.flowServer().withPerson()
  }

  private func href(_ step: Value?, _ action: String) throws -> String {
    let actions = (step?["atoms"]?.array ?? []).compactMap { $0["action"] } + (step?["actions"]?.array ?? [])
    return try #require(actions.first { $0["name"]?.string == action }?["href"]?.string)
  }

  private func texts(_ step: Value?) -> [String] { step?["modules"]?.array?.compactMap { $0["title"]?.string } ?? [] }

  @Test("A flow step and its submission are refused with 409 if shown values have changed")
  func flowReportsChangedValues() throws {
    let begun = try person.post("/flows/rate.steps", nil)
    let values: Value = ["currency": "USD", "amount": "10"]
    let next = try href(begun.body, "next")
    let refused = try person.post(next, ["values": values, "shown": ["rate": "90.06", "total": nil]])
    refused.expectProblem(409, "changed")
    #expect(
      refused["changes"] == [
        ["atom": "rate", "shown": "90.06", "now": "90.07"], ["atom": "total", "shown": nil, "now": "900.70"],
      ])
    let drawn = refused["next"]?["atoms"]?.array?.first { $0["id"] == "total" }
    #expect(drawn?["value"] == "900.70" && drawn?["live"] == true)
    #expect(try href(refused["next"], "next") == next)
    let confirm = try person.post(next, ["values": values, "shown": ["rate": "90.07", "total": "900.70"]])
    #expect(texts(confirm.body) == ["Rate: 90.07", "To pay: 900.70"], "\(confirm.raw.text)")
    // The confirmation screen has shown the values that the step computed.
    market.quote("90.08")
    let submit = try href(confirm.body, "submit")
    let changed = try person.post(submit, ["values": [:]], headers: [("Idempotency-Key", "k")])
    changed.expectProblem(409, "changed")
    #expect(
      changed["changes"] == [
        ["atom": "rate", "shown": "90.07", "now": "90.08"], ["atom": "total", "shown": "900.70", "now": "900.80"],
      ])
    #expect(texts(changed["next"]) == ["Rate: 90.08", "To pay: 900.80"])
    #expect(try person.get("/submissions")["data"] == [])
    let again = try href(changed["next"], "submit")
    let sent = try person.post(again, ["values": [:], "shown": ["rate": "90.08"]], headers: [("Idempotency-Key", "k")])
    #expect(sent.status == 201, "\(sent.raw.text)")
    #expect(try person.post(again, ["values": [:]], headers: [("Idempotency-Key", "k")]).status == 200)
  }
}

extension Object {
  fileprivate var value: Value { .object(self) }
}
