import JSON
import TestBank
import Testing

/// Two amounts at a rate of a service: the last entered one decides, and the other one follows.
struct EitherTests {
  private static let path = "/operations/trial.amounts"
  static let amounts = """
    operation: trial.amounts
    title: {ru: Обмен, en: Exchange}
    effect: document
    atoms:
      - {enum: currency, caption: {ru: Валюта, en: Currency}, options: {USD: {all: USD}}, default: USD, lookup: quote}
      - {textInput: give, caption: {ru: Отдаю, en: Give}, type: amount, currency: RUB, either: "round($get * quote.rate, 2)"}
      - {textInput: get, caption: {ru: Получаю, en: Get}, type: amount, currency: USD, either: "round($give / quote.rate, 2)"}
      - {button: send, caption: {ru: Обменять, en: Exchange}, action: submit}
    """

  private let market: Market
  private let server: TestServer
  private let person: Visitor

  init() throws {
    market = try Market()
    (server, person) = try market.server(serving: Self.amounts).withPerson()
  }

  private func states(_ values: Value, changed: [String]) throws -> Value? {
    let question: Value = ["values": values, "changed": .array(changed.map(Value.string)), "commit": true]
    return try person.post("\(Self.path)/evaluate", question)["atoms"]
  }

  private func submit(_ values: Value, shown: Value? = nil, key: String) throws -> Visitor.Answer {
    var body = Object([("values", values)])
    if let shown { body["shown"] = shown }
    return try person.post("\(Self.path)/submissions", .object(body), headers: [("Idempotency-Key", key)])
  }

  private func stored(_ sent: Visitor.Answer) throws -> Value? {
    #expect(sent.status == 201, "\(sent.raw.text)")
    return try person.get("/submissions/\(try sent.submissionID())")["values"]
  }

  @Test("The last entered amount decides, and the other one follows it") func lastEntryDecides() throws {
    let first = try states(["give": "900.70"], changed: ["give"])
    #expect(first?["get"]?["value"] == "10.00" && first?["get"]?["entered"] == false)
    #expect(first?["give"]?["value"] == "900.70" && first?["give"]?["entered"] == nil)
    // An older client posts both values.
    let second = try states(["give": "900.70", "get": "20"], changed: ["get"])
    #expect(second?["give"]?["value"] == "1801.40" && second?["give"]?["entered"] == false)
    #expect(second?["get"]?["value"] == "20.00" && second?["get"]?["entered"] == nil)
  }

  @Test("A submission of one amount stores both") func storesBothAmounts() throws {
    #expect(
      try stored(submit(["get": "10"], key: "get")) == ["currency": "USD", "give": "900.70", "get": "10.00"])
    #expect(
      try stored(submit(["give": "900.70"], key: "give")) == ["currency": "USD", "give": "900.70", "get": "10.00"])
    let refused = try submit([:], key: "none")
    refused.expectProblem(422, "invalid-values")
    #expect(refused["errors"]?.array?.map { $0["atom"] } == ["give"], "\(refused.raw.text)")
  }

  @Test("Two posted amounts are accepted if one of them explains the other, otherwise reported as changed")
  func comparesPostedAmounts() throws {
    let changed = try submit(["give": "900.70", "get": "11"], key: "k")
    changed.expectProblem(409, "changed")
    #expect(changed["changes"] == [["atom": "get", "shown": "11", "now": "10.00"]])
    let atoms = changed["next"]?["atoms"]?.array ?? []
    let get = atoms.first { $0["id"] == "get" }
    #expect(get?["value"] == "10.00" && get?["entered"] == false && get?["either"] == ["give"])
    #expect(atoms.first { $0["id"] == "give" }?["entered"] == nil)
    #expect(try person.get("/submissions")["data"] == [])
    // The key is not consumed.
    let sent = try submit(["give": "900.70", "get": "10"], key: "k")
    #expect(try stored(sent) == ["currency": "USD", "give": "900.70", "get": "10.00"])
  }

  @Test("A new rate changes the amount that follows, not the entered one") func newRateChangesFollower() throws {
    market.quote("100")
    let shown: Value = ["give": "900.70", "get": "10.00"]
    let changed = try submit(["get": "10"], shown: shown, key: "k")
    changed.expectProblem(409, "changed")
    #expect(changed["changes"] == [["atom": "give", "shown": "900.70", "now": "1000.00"]])
    // An older client posts both shown amounts.
    let older = try submit(shown, key: "older")
    older.expectProblem(409, "changed")
    #expect(older["changes"] == [["atom": "get", "shown": "10.00", "now": "9.01"]])
    #expect(try submit(["get": "10"], shown: ["give": "1000.00"], key: "k").status == 201)
  }
}
