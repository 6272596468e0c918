import JSON
import Testing

@testable import Conformance

@Suite("Judgement of sessions") struct SessionEvidenceTests {
  private let begun = ContinuousClock.now

  /// A request at a point that arrives some seconds after the beginning and is answered at once.
  private func exchange(
    _ point: ExchangePoint, _ number: Int, at seconds: Double = 0, key: String = "k", _ body: String = "{}"
  ) -> RecordedExchange {
    let instant = begun + .milliseconds(Int(seconds * 1000))
    return RecordedExchange(
      point: point, number: number, method: "POST", target: "/x", headers: [HeaderLine(name: "Key", value: key)],
      body: Array(body.utf8), arrived: instant, answered: instant)
  }

  private func reference(_ text: String) throws -> ExchangeReference { try #require(ExchangeReference(text)) }

  private func pointer(_ text: String) throws -> JSONPointer { try #require(JSONPointer(text)) }

  /// The reason why a judgement fails; nil if it holds.
  private func reason(_ condition: Judgement.Condition, _ exchanges: [RecordedExchange], slack: Int = 1) -> String? {
    let look: Object = [
      "document": "tree", "title": "Payment", "notice": nil,
      "outline": [["atom": "amount", "role": "textbox", "name": "Amount", "value": "1"]],
    ]
    let evidence = SessionEvidence(exchanges: exchanges, stored: 1, look: look, slack: slack)
    return evidence.failure(of: Judgement(condition: condition, rule: "T1"))?.reason
  }

  @Test("Requests are counted and compared") func comparesRequests() throws {
    let exchanges = [exchange(.submit, 1), exchange(.submit, 2, key: "other", #"{"a":1}"#)]
    let (first, second) = (try reference("submit 1"), try reference("submit 2"))
    #expect(reason(.count([(.submit, 2...2)]), exchanges) == nil)
    #expect(reason(.count([(.submit, 1...1)]), exchanges) == "the number of requests at `submit` is 2 instead of 1")
    #expect(
      reason(.count([(.draft, 1 ... .max)]), exchanges)
        == "the number of requests at `draft` is 0 instead of at least 1")
    let key = RequestPart("key")
    #expect(
      reason(.compare(first, second, parts: [key], areEqual: true), exchanges)
        == #"`key` is not the same in submit 1 and submit 2: "k" and "other""#)
    #expect(reason(.compare(first, second, parts: [key, RequestPart("body")], areEqual: false), exchanges) == nil)
    #expect(
      reason(.compare(first, second, parts: [RequestPart("/b")], areEqual: false), exchanges)
        == "submit 1 has no `/b`")
    #expect(
      reason(.compare(first, try reference("submit 3"), parts: [key], areEqual: true), exchanges)
        == "the client has not sent submit 3")
  }

  @Test("Members, headers and secrets are judged in each request of a point") func judgesContents() throws {
    let exchanges = [exchange(.draft, 1, #"{"a":null}"#), exchange(.draft, 2, key: "text, toggle", #"{"a":"1.0"}"#)]
    let draft = try reference("draft")
    let a = try pointer("/a")
    #expect(reason(.body(draft, equal: [], present: [a], absent: [try pointer("/b")]), exchanges) == nil)
    #expect(
      reason(.body(draft, equal: [(path: a, value: .string("1.0"))], present: [], absent: []), exchanges)
        == #"draft 1: `/a` is null instead of "1.0""#)
    #expect(
      reason(.body(try reference("draft 2"), equal: [], present: [], absent: [a]), exchanges)
        == #"draft 2: `/a` is "1.0" instead of absent"#)
    let toggle = [HeaderLine(name: "key", value: "toggle")]
    #expect(
      reason(.headers(draft, equal: [], contains: toggle, present: [], absent: []), exchanges)
        == "draft 1: `key` does not contain `toggle`")
    #expect(
      reason(
        .headers(try reference("draft 2"), equal: [], contains: toggle, present: ["KEY"], absent: ["x"]), exchanges)
        == nil)
    #expect(reason(.never("1.0", [.draft]), exchanges) == "draft 2 contains `1.0`")
    #expect(reason(.never("1.0", [.submit]), exchanges) == nil)
    #expect(reason(.never("toggle", []), exchanges) == "draft 2 contains `toggle`")
  }

  @Test("The order and the times of requests are judged") func judgesTimes() throws {
    let exchanges = [exchange(.submit, 1), exchange(.login, 1, at: 1), exchange(.submit, 2, at: 2)]
    let (first, second) = (try reference("submit 1"), try reference("submit 2"))
    #expect(reason(.order([first, try reference("login 1"), second]), exchanges) == nil)
    #expect(reason(.order([second, try reference("login 1")]), exchanges) == "login 1 comes before submit 2")
    #expect(reason(.apart(first, second, .seconds(2)), exchanges) == nil)
    #expect(reason(.apart(first, second, .seconds(3)), exchanges) != nil)
    #expect(reason(.within(first, second, .seconds(1)), exchanges) != nil)
    #expect(reason(.within(first, second, .seconds(1)), exchanges, slack: 2) == nil)
  }

  @Test("Stored submissions and the shown document are judged") func judgesEnd() {
    #expect(reason(.stored(1), []) == nil)
    #expect(reason(.stored(2), []) == "the number of stored submissions is 1 instead of 2")
    #expect(reason(.shown(ShownDocument(document: "tree", has: ["Amount"], values: ["amount": "1"])), []) == nil)
    #expect(reason(.shown(ShownDocument(lacks: ["Payment"])), []) == "at the end, the client shows `Payment`")
    #expect(reason(.shown(ShownDocument(has: ["textbox"])), []) == "at the end, the client does not show `textbox`")
    #expect(
      reason(.shown(ShownDocument(notice: "update")), [])
        == "at the end, the client reports the notice `` instead of `update`")
  }

  @Test("A full log keeps requests without their bodies, and no token") func limitsLog() {
    let log = ExchangeLog(maximumBytes: 10)
    for _ in 0..<2 {
      _ = log.begin(
        .submit, "POST", "/x", [HeaderLine(name: "authorization", value: "Bearer t")], Array("12345678".utf8))
    }
    log.update(0) { $0.answer = [1, 2, 3] }
    log.update(1) { $0.answer = [1, 2] }
    #expect(log.exchanges.map(\.number) == [1, 2])
    #expect(log.exchanges.map(\.body.count) == [8, 0])
    #expect(log.exchanges.map(\.answer.count) == [0, 2])
    #expect(log.exchanges.allSatisfy { $0.header("Authorization") == "(redacted)" })
    #expect(exchange(.login, 1, #"{"password":"p"}"#).report["body"] == nil)
    #expect(exchange(.submit, 1, #"{"a":1}"#).report["body"] == ["a": 1])
  }
}
