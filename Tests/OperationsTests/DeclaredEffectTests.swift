@testable import BankSystems
@testable import Definitions
import Atoms
import Dates
import JSON
import Model
import HTTPClient
import Testing

@testable import Operations

/// Effects of service files: the inputs that they require, their requests, and the outcomes of
/// responses.
struct DeclaredEffectTests {
  private static let head = """
    service: lender
    at: https://lender.example
    callbacks: {secret: "${HOOK}"}
    effects:
      - effect: lend
        takes: {amount: number, from: text, count: integer, on: optional date, rows: optional list}
        post: /loans/{$from}
        query: {by: operation}
        headers: {X-Count: $count}
        body: {sum: $amount, on: $on, rows: $rows, id: submission, who: user.externalId, all: values}
        amount: $amount
        currency: RUB
        hold: $from
        moves: {debit: $from, credit: equity, purpose: "'Loan fee'"}
        order: account
    """
  private static let words = """
        executed: {status: [200, 201], when: "state == 'DONE'", keep: {number: text id, sum: optional number amount}}
        rejected: {status: 422, reason: text error.code, message: error.text}
        accepted: {status: 202}
        status: {get: "/loans/{submission}", every: 5, executed: {when: "state == 'DONE'"}, missing: [404, 410]}
        callback: {submission: data.key, executed: {when: "type == 'done'"}, rejected: {when: "type == 'no'", reason: why}}
        reasons: {LATE: {ru: Поздно, en: Too late}}
    """

  private static func effect(_ text: String = head + "\n" + words) throws -> DeclaredEffect {
    let person = Facts.types["user"] ?? .any
    return try #require(
      try BankSystem(DefinitionFile(name: "lender.yaml", bytes: Array(text.utf8)), person: person).effects.first)
  }

  private static func day(_ instant: Instant) -> CivilDate { CivilDate(daysSinceEpoch: 0) }

  private static func word(_ status: Int, _ body: String) throws -> DeliveryOutcome {
    try effect().word(
      of: OutboundResponse(status: status, headers: [], body: Array(body.utf8)), { day($0) })
  }

  @Test("A declared effect renders its request with exact values and the whole form") func rendersExactRequest() throws
  {
    let values: Object = [
      "amount": "0.10", "from": "40817810500000000001", "count": 3, "on": "2026-11-24", "rows": [["a": "1.50"]],
    ]
    let extra: [Value] = [["externalId": "C-1"], "S-1", "loan", .object(values)]
    let request = try Self.effect().request.rendered(try Self.effect().taken(from: values) + extra)
    #expect(request.method == "POST" && request.target == "/loans/40817810500000000001?by=loan")
    #expect(request.headers == [["X-Count", "3"]])
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    #expect(
      body == #"{"sum":0.10,"on":"2026-11-24","rows":[{"a":"1.50"}],"id":"S-1","who":"C-1","all":"#
        + #"{"amount":"0.10","from":"40817810500000000001","count":3,"on":"2026-11-24","rows":[{"a":"1.50"}]}}"#)
    // A request in the outbox is sent with the bytes that were rendered.
    let sent = try #require(SystemRequest.Rendered(json: request.json, adding: "Idempotency-Key", "S-1"))
    #expect(sent.body == request.body && sent.target == request.target)
    #expect(sent.headers == [["X-Count", "3"], ["Idempotency-Key", "S-1"]])
  }

  @Test(
    "An effect input that is missing or of another type is reported by name",
    arguments: [("amount", Value.null), ("count", "1.5"), ("from", .null), ("count", .bool(true)), ("rows", "x")])
  func reportsUnreadableInput(input: String, value: Value) throws {
    var values: Object = ["amount": "0.10", "from": "1", "count": 3, "rows": []]
    values[input] = value
    let error = #expect(throws: UnreadableValues.self) { try Self.effect().taken(from: values) }
    #expect(error?.atom == input)
  }

  @Test(
    "A response to an effect is read as an outcome only if the effect declares it",
    arguments: [
      (200, #"{"state":"DONE","id":"A-1"}"#, DeliveryOutcome.executed(kept: #"{"number":"A-1","sum":null}"#)),
      (201, #"{"state":"DONE","id":7,"amount":"1.50"}"#, .executed(kept: #"{"number":"7","sum":1.5}"#)),
      (
        201, #"{"state":"DONE","id":-40817810500000000001,"amount":1e63}"#,
        .executed(kept: #"{"number":"-40817810500000000001","sum":1\#(String(repeating: "0", count: 63))}"#)
      ),
      (201, #"{"state":"DONE","id":1.5}"#, .undeclared("`number` is not a text", again: nil)),
      (201, #"{"state":"DONE","id":1e20}"#, .undeclared("`number` is not a text", again: nil)),
      (201, #"{"state":"DONE","id":"A","amount":1e64}"#, .undeclared("`sum` is not a number", again: nil)),
      (201, #"{"state":"DONE","id":"A","amount":"1e-64"}"#, .undeclared("`sum` is not a number", again: nil)),
      (200, #"{"state":"OPEN","id":"A-1"}"#, .undeclared("status 200", again: nil)),
      (200, #"{"state":"DONE"}"#, .undeclared("`number` is not a text", again: nil)),
      (204, #"{"state":"DONE","id":"A-1"}"#, .undeclared("status 204", again: nil)),
      (206, #"{"state":"DONE","id":"A-1"}"#, .undeclared("status 206", again: nil)),
      (200, "", .undeclared("status 200", again: nil)), (200, "[]", .undeclared("status 200", again: nil)),
      (500, #"{"state":"DONE","id":"A-1"}"#, .undeclared("status 500", again: nil)),
      (202, "no JSON", .accepted(again: .seconds(5), kept: nil)),
      (
        422, #"{"error":{"code":"LATE","text":"x"}}"#,
        .rejected(reason: "LATE", CoreMessage("Поздно", english: "Too late"), kept: nil)
      ),
      (422, #"{"error":{"code":"OTHER","text":"Нет"}}"#, .rejected(reason: "OTHER", CoreMessage("Нет"), kept: nil)),
      (
        422, #"{"error":{"code":"OTHER","text":"\u0000Нет\u001b[2J:\nсчёт\u0000 закрыт\u007f"}}"#,
        .rejected(reason: "OTHER", CoreMessage("Нет[2J:\nсчёт закрыт"), kept: nil)
      ),
      (422, #"{"error":{"code":"OTHER","text":"\u0000"}}"#, .rejected(reason: "OTHER", nil, kept: nil)),
      (422, #"{"error":{"code":"with a blank"}}"#, .rejected(reason: "rejected", nil, kept: nil)),
      (422, "", .rejected(reason: "rejected", nil, kept: nil)),
    ] as [(Int, String, DeliveryOutcome)])
  func readsDeclaredOutcomes(status: Int, body: String, word: DeliveryOutcome) throws {
    let found = try Self.word(status, body)
    #expect(found == word)
  }

  @Test("A response to a status request is read by the outcomes declared for it") func readsStatusOutcomes() throws {
    let effect = try Self.effect()
    func word(_ status: Int, _ body: String) -> DeliveryOutcome? {
      effect.statusWord(of: OutboundResponse(status: status, headers: [], body: Array(body.utf8)), { Self.day($0) })
    }
    #expect(word(200, #"{"state":"DONE"}"#) == .executed(kept: nil))
    // A partial response is not an outcome.
    #expect(word(206, #"{"state":"DONE"}"#) == nil && word(226, #"{"state":"DONE"}"#) == nil)
    let missing = DeliveryOutcome.missing(again: .seconds(5), after: .seconds(60))
    #expect(word(404, "") == missing && word(410, "") == missing)
    #expect(word(200, #"{"state":"OPEN"}"#) == nil && word(422, "{}") == nil)
    #expect(try effect.status?.request.rendered(["S-1"]).target == "/loans/S-1")
  }

  @Test("A callback of an effect is read by its declared conditions") func readsCallbackOutcome() throws {
    let id = SubmissionID.new(at: Instant.systemNow)
    func said(_ text: String) throws -> (submission: SubmissionID, word: DeliveryOutcome?)? {
      try Self.effect().word(inCallback: try Value(reading: Array(text.utf8)), { Self.day($0) })
    }
    #expect(try said(#"{"type":"done","data":{"key":"\#(id)"}}"#)?.word == .executed(kept: nil))
    #expect(
      try said(#"{"type":"no","why":"X","data":{"key":"\#(id)"}}"#)?.word == .rejected(reason: "X", nil, kept: nil))
    #expect(try said(#"{"type":"ping","data":{"key":"\#(id)"}}"#)?.word == nil)
    #expect(try said(#"{"type":"done","data":{"key":"x"}}"#) == nil)
    #expect(try said("[]") == nil)
  }

  @Test(
    "An operation whose atoms do not fit the inputs of its effect is rejected",
    arguments: [
      (
        "- {textInput: amount, caption: {ru: С, en: S}, type: digits}",
        "effect `lend` needs `amount` to be of type amount"
      ),
      ("- {textInput: count, caption: {ru: С, en: S}}", "effect `lend` needs `count` to be a whole number, not text"),
      ("- {textInput: from, caption: {ru: С, en: S}}", "effect `lend` needs `from` to be accountPicker, not textInput"),
      ("- {toggle: on, caption: {ru: С, en: S}}", "effect `lend` needs `on` to be a date, not a Boolean"),
    ])
  func checksAtomsOfEffectInputs(line: String, fault: String) throws {
    let file = """
      operation: loan
      title: {ru: Заём, en: Loan}
      effect: lend
      atoms:
        \(line)
        - {button: send, caption: {ru: О, en: S}, action: submit}
      """
    var files = DefinitionFiles(operations: [DefinitionFile(name: "operations/loan.yaml", bytes: Array(file.utf8))])
    files.services = [DefinitionFile(name: "services/lender.yaml", bytes: Array((Self.head + "\n" + Self.words).utf8))]
    do {
      _ = try Catalog(files, vocabulary: .bank)
      Issue.record("the operation was accepted")
    } catch {
      #expect("\(error)".contains(fault), "\(error)")
    }
  }

  @Test("The digest of an effect follows its meaning and ignores intervals and deadlines") func digestIgnoresTimes()
    throws
  {
    func digest(_ change: (String) -> String) throws -> String {
      try Self.effect(change(Self.head + "\n" + Self.words)).digest
    }
    let one = try digest { $0 }
    #expect(try digest { $0.replacing("every: 5", with: "every: 60") } == one)
    #expect(try digest { $0 + "\n    deadline: 60" } == one)
    #expect(try digest { $0.replacing("equity", with: "settlement") } != one)
    #expect(try digest { $0.replacing("status: 422", with: "status: 409") } != one)
    #expect(try digest { $0.replacing("order: account", with: "repeat: never") } != one)
  }
}
