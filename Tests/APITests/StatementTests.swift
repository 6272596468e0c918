import JSON
import TestBank
import Testing

struct StatementTests {
  /// Makes three payments on successive days, each one rouble more than the last.
  private static func threeDays() throws -> (TestServer, Visitor) {
    let (server, person) = try TestServer({ $0.sessions.lifetime = .seconds(240 * 3600) }).withPerson()
    for rubles in 1...3 {
      server.pass(.seconds(24 * 3600))
      try person.signedPayment(["amount": .integer(Int64(rubles))], key: "\(rubles)")
    }
    return (server, person)
  }

  private static func path(_ person: Visitor, _ query: String = "", of caption: String = "Текущий") throws -> String {
    "/accounts/\(try person.account(caption))/entries\(query)"
  }

  @Test("Each statement entry has the balance after it, on every page") func entriesHaveRunningBalance() throws {
    let (server, person) = try Self.threeDays()
    let first = try person.get(Self.path(person, "?limit=3"))
    #expect(first["data"]?.array?.compactMap { $0["amount"]?.string } == ["-3.00", "-2.00", "-1.00"])
    #expect(first["data"]?.array?.compactMap { $0["balance"]?.string } == ["152294.00", "152297.00", "152299.00"])
    #expect(first["opening"] == nil)
    let second = try person.get(try #require(first["next"]?.string))
    #expect(second["data"]?.array?.compactMap { $0["balance"]?.string } == ["152300.00"])
    #expect(second["data"]?[0]?["purpose"] == "Входящий остаток")
    #expect(second["next"] == nil)
    try server.expectUnharmed()
  }

  @Test("A statement of a period has opening, received, paid and closing amounts")
  func periodHasOpeningAndClosing() throws {
    let (server, person) = try Self.threeDays()
    let days = try person.get(Self.path(person))["data"]?.array?.compactMap { $0["at"]?.string } ?? []
    // The bank's day is three hours ahead of UTC.
    let second = try Self.day(of: days[1], person)
    let one = try person.get(Self.path(person, "?from=\(second)&to=\(second)"))
    #expect(one["data"]?.array?.compactMap { $0["amount"]?.string } == ["-2.00"])
    #expect(one["opening"] == "152299.00")
    #expect(one["received"] == "0.00")
    #expect(one["paid"] == "2.00")
    #expect(one["closing"] == "152297.00")
    #expect(one["currency"] == "RUB")
    let since = try person.get(Self.path(person, "?from=\(second)&limit=1"))
    #expect(since["data"]?.array?.compactMap { $0["amount"]?.string } == ["-3.00"])
    #expect(since["paid"] == "5.00")
    let rest = try person.get(try #require(since["next"]?.string))
    #expect(rest["data"]?.array?.compactMap { $0["amount"]?.string } == ["-2.00"])
    #expect(rest["closing"] == "152294.00")
    #expect(rest["next"] == nil)
    let until = try person.get(Self.path(person, "?to=\(second)"))
    #expect(until["opening"] == "0.00")
    #expect(until["received"] == "152300.00")
    #expect(until["closing"] == "152297.00")
    try server.expectUnharmed()
  }

  /// Returns the bank's day of an instant, as `YYYY-MM-DD`.
  private static func day(of instant: String, _ person: Visitor) throws -> String {
    let noon = try #require(instant.split(separator: "T").first.map(String.init))
    let hour = try #require(Int(instant.dropFirst(11).prefix(2)))
    if hour < 21 { return noon }
    let parts = noon.split(separator: "-").compactMap { Int($0) }
    var next = (parts[0], parts[1], parts[2] + 1)
    let lengths = [31, parts[0] % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if next.2 > lengths[parts[1] - 1] { next = parts[1] == 12 ? (parts[0] + 1, 1, 1) : (parts[0], parts[1] + 1, 1) }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(next.0)-\(two(next.1))-\(two(next.2))"
  }

  @Test(
    "A period without entries has equal opening and closing balances",
    arguments: [
      ("?from=2000-01-01&to=2000-12-31", "0.00"), ("?to=2000-12-31", "0.00"), ("?from=2999-01-01", "152294.00"),
      ("?from=2999-01-01&to=9999-12-31", "152294.00"),
    ])
  func emptyPeriodHasEqualBalances(_ query: String, _ balance: String) throws {
    let (server, person) = try Self.threeDays()
    let statement = try person.get(Self.path(person, query))
    #expect(statement["count"] == 0)
    #expect(statement["opening"] == .string(balance))
    #expect(statement["closing"] == .string(balance))
    try server.expectUnharmed()
  }

  @Test(
    "An invalid statement query returns 400 `unknown-query`",
    arguments: [
      "?from=yesterday", "?to=2026-02-30", "?from=2026-11-21T00:00:00Z", "?after=x",
      "?limit=0", "?limit=201", "?since=2026-11-21", "?direction=up", "?direction=",
    ])
  func rejectsInvalidQuery(_ query: String) throws {
    let person = try TestServer().person()
    try person.get(Self.path(person, query)).expectProblem(400, "unknown-query")
  }

  @Test("A statement period that ends before it begins returns 400 `reversed-period`")
  func rejectsReversedPeriod() throws {
    let person = try TestServer().person()
    try person.get(Self.path(person, "?from=2026-11-22&to=2026-11-21")).expectProblem(400, "reversed-period")
    #expect(try person.get(Self.path(person, "?from=2026-11-21&to=2026-11-21")).status == 200)
  }

  @Test(
    "Filters by direction and text leave the balances of statement entries unchanged",
    arguments: [
      ("?direction=outgoing", ["-3.00", "-2.00", "-1.00"], ["152294.00", "152297.00", "152299.00"]),
      ("?direction=incoming", ["152300.00"], ["152300.00"]), ("?q=%20ВХОДЯЩИЙ%20ост", ["152300.00"], ["152300.00"]),
      ("?q=нет+такого", [], []),
      ("?q=+", ["-3.00", "-2.00", "-1.00", "152300.00"], ["152294.00", "152297.00", "152299.00", "152300.00"]),
      ("?direction=incoming&q=ромашка", [], []),
    ])
  func filtersLeaveBalancesUnchanged(_ query: String, _ amounts: [String], _ balances: [String]) throws {
    let (server, person) = try Self.threeDays()
    let query = query.replacing("ВХОДЯЩИЙ", with: "ВХОДЯЩИЙ".encoded).replacing("ост", with: "ост".encoded)
      .replacing("нет", with: "нет".encoded).replacing("такого", with: "такого".encoded)
      .replacing("ромашка", with: "ромашка".encoded)
    let page = try person.get(Self.path(person, query))
    #expect(page["data"]?.array?.compactMap { $0["amount"]?.string } == amounts)
    #expect(page["data"]?.array?.compactMap { $0["balance"]?.string } == balances)
    #expect(page["next"] == nil)
    try server.expectUnharmed()
  }

  @Test("A filtered statement is paged, and its `next` links contain the filter") func pagesFilteredStatement() throws {
    let (server, person) = try Self.threeDays()
    var (href, amounts) = (try Self.path(person, "?direction=outgoing&limit=1"), [String]())
    for _ in 0..<4 {
      let page = try person.get(href)
      amounts += page["data"]?.array?.compactMap { $0["amount"]?.string } ?? []
      guard let next = page["next"]?.string else { break }
      #expect(next.contains("direction=outgoing"))
      #expect(page["filters"] == nil || page["filters"]?.array?.count == 4)
      href = next
    }
    #expect(amounts == ["-3.00", "-2.00", "-1.00"])
    try server.expectUnharmed()
  }

  @Test("The first page of a statement lists its filters") func firstPageListsFilters() throws {
    let (server, person) = try TestServer().withPerson()
    let path = try Self.path(person)
    let page = try person.get(path)
    #expect(page["filterHref"] == .string(path + "{?direction,from,to,q}"))
    #expect(page["filters"]?.array?.compactMap { $0["name"]?.string } == ["direction", "from", "to", "q"])
    #expect(page["filters"]?[0]?["options"]?[1] == ["value": "outgoing", "caption": "Paid"])
    #expect(page["filters"]?[1] == ["name": "from", "label": "From", "kind": "date", "today": .string(server.today)])
    #expect(page["filters"]?[3] == ["name": "q", "label": "Search", "kind": "text", "maxLength": 200])
  }

  @Test("A person with access to an account reads its statement; a stranger gets 404")
  func limitsStatementToAccountAccess() throws {
    let (server, person) = try TestServer().withPerson()
    let path = try Self.path(person, "?from=2000-01-01", of: "Счёт мамы")
    #expect(try person.get(path)["closing"] == "7800.00")
    let stranger = try server.stranger()
    try stranger.get(path).expectProblem(404, "not-found")
  }
}
