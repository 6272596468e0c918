import JSON
import TestBank
import Testing

struct SubmissionSearchTests {
  private let server: TestServer
  private let person: Visitor

  /// Makes two payments on two days. The first is cancelled, and the second is executed.
  init() throws {
    (server, person) = try TestServer({ $0.sessions.lifetime = .seconds(240 * 3600) }).withPerson()
    let id = try person.waitingPayment(["purpose": "Аренда за ноябрь"], key: "1").id
    #expect(try person.post("/submissions/\(id)/cancel", [:]).status == 200)
    server.pass(.seconds(24 * 3600))
    try person.signedPayment(["purpose": "Ёлка", "amount": "17"], key: "2")
  }

  private func statuses(_ query: String) throws -> [String] {
    try person.get("/submissions" + query)["data"]?.array?.compactMap { $0["status"]?.string } ?? ["none"]
  }

  @Test(
    "The history is filtered by status, period and text",
    arguments: [
      ("", ["executed", "cancelled"]), ("?status=cancelled", ["cancelled"]), ("?status=executed", ["executed"]),
      ("?status=signed", []), ("?status=rejected", []), ("?status=expired", []), ("?status=awaitingSignature", []),
      ("?q=\("аренда".encoded)", ["cancelled"]), ("?q=\("елка".encoded)", ["executed"]),
      ("?q=payment%20by", ["executed", "cancelled"]), ("?q=purpose", []),
      ("?q=payment&status=cancelled", ["cancelled"]), ("?from=2000-01-01&to=2000-01-02", []),
      ("?from=2000-01-01", ["executed", "cancelled"]),
    ])
  func filtersHistory(_ query: String, _ statuses: [String]) throws {
    #expect(try self.statuses(query) == statuses)
    try server.expectUnharmed()
  }

  @Test("A period of the history includes its last day") func periodIncludesLastDay() throws {
    let days = try person.get("/submissions")["data"]?.array?.compactMap { $0["group"]?["value"]?.string }
    let (last, first) = (try #require(days?.first), try #require(days?.last))
    #expect(try statuses("?to=\(first)&status=executed") == [])
    #expect(try statuses("?to=\(first)") == ["cancelled"])
    #expect(try statuses("?from=\(last)") == ["executed"])
  }

  @Test("An unsigned submission past its deadline is found as expired") func findsExpiredSubmissions() throws {
    _ = try person.submit(try person.payment(), key: "3")
    #expect(try statuses("?status=awaitingSignature") == ["awaitingSignature"])
    server.pass(.seconds(48 * 3600))
    #expect(try statuses("?status=awaitingSignature") == [])
    #expect(try statuses("?status=expired") == ["expired"])
  }

  @Test("The next page of the history has the filter of the first") func nextPageKeepsFilter() throws {
    let page = try person.get("/submissions?q=payment&limit=1")
    #expect(page["filterHref"] == "/submissions{?q,status,from,to}")
    let next = try person.get(try #require(page["next"]?.string))
    #expect(next["data"]?.array?.compactMap { $0["status"]?.string } == ["cancelled"])
    #expect(next["next"] == nil)
    #expect(next["filters"] == nil)
  }

  @Test("A search of the history finds no submissions of other people") func hidesSubmissionsOfOthers() throws {
    let stranger = try server.stranger()
    for query in ["?q=payment", "?status=cancelled", "?from=2000-01-01"] {
      #expect(try stranger.get("/submissions" + query)["count"] == 0)
    }
  }

  @Test(
    "An invalid history filter returns 400 `unknown-query`",
    arguments: ["?status=done", "?from=x", "?unsigned=true&q=a", "?unsigned=true&status=signed"])
  func rejectsInvalidFilter(_ query: String) throws {
    try person.get("/submissions" + query).expectProblem(400, "unknown-query")
  }

  @Test("A history period that ends before it begins returns 400 `reversed-period`")
  func rejectsReversedPeriod() throws {
    try person.get("/submissions?from=2026-11-22&to=2026-11-21").expectProblem(400, "reversed-period")
  }
}

extension String {
  /// The text with every byte percent-encoded.
  var encoded: String {
    utf8.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" : "") + digits
    }.joined()
  }
}
