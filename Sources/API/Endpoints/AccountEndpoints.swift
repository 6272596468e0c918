import Model
import Atoms
import Essentials
import HTTP
import JSON
import Operations
import Services

/// Endpoints for the person's accounts and statements.
struct AccountEndpoints {
  let bank: ServedBank

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/accounts", .person,
        EndpointDocument(
          tag: "Accounts", id: "listAccounts", summary: "The accounts that the person sees.",
          answers: [.init(200, "Accounts", "The accounts."), .init(304, nil, "Not modified.")]),
        handle: list),
      Endpoint(
        .get, "/accounts/{number}", .person,
        EndpointDocument(
          tag: "Accounts", id: "getAccount", summary: "One account.",
          answers: [.init(200, "Account", "The account."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: find),
      Endpoint(
        .get, "/accounts/{number}/entries", .person,
        EndpointDocument(
          tag: "Accounts", id: "listEntries", summary: "An account's statement, newest first.",
          query: [
            .limit, .after("the id after which to go on", .integerSchema()),
            ParameterDocument("from", "the first day in the bank's time zone, such as 2026-11-01", .daySchema),
            ParameterDocument("to", "the last day, not before `from`", .daySchema),
          ],
          answers: [
            .init(200, "Entries", "A page of entries; for a period also its turnover."),
            .init(304, nil, "Not modified."),
          ],
          problems: [.notFound, .unknownQuery, .reversedPeriod]),
        handle: entries),
    ]
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let accounts = try bank.services.accounts.all(try call.caller.person)
    return .now(
      Response.list(accounts) { account, writer in Self.write(account, to: &writer) }.withoutSecrets.tagged(
        for: call.request))
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let account = try account(call)
    return .now(Response.json { Self.write(account, to: &$0) }.withoutSecrets.tagged(for: call.request))
  }

  @Sendable private func entries(_ call: Call) throws -> Reply {
    let account = try account(call)
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let id = Int64(text) else {
        throw Problem(.unknownQuery, ru: "`after`: нужен номер проводки", en: "`after` takes the id of an entry")
      }
      return id
    }
    let (from, to) = (try day("from", call), try day("to", call))
    if let from, let to, from > to {
      throw Problem(.reversedPeriod)
    }
    let statement = try bank.services.accounts.statement(
      account.number, person: try call.caller.person, from: from.map(bank.day.start),
      to: to.map { bank.day.start(of: CivilDate(daysSinceEpoch: $0.daysSinceEpoch + 1)) }, before: after, limit: limit)
    let period = [from.map { "&from=\($0)" }, to.map { "&to=\($0)" }].compactMap { $0 }.joined()
    return .now(
      Response.page(
        statement.page, next: { "/accounts/\(account.number)/entries?limit=\(limit)\(period)&after=\($0)" },
        after: { writer in if let turnover = statement.turnover { Self.write(turnover, to: &writer) } }
      ) { entry, writer in
        Self.write(entry, to: &writer)
      }.withoutSecrets.tagged(for: call.request))
  }

  /// Returns the day of a query parameter; nil if the query lacks it.
  ///
  /// Throws `unknown-query` if it is not a day.
  private func day(_ name: String, _ call: Call) throws(Problem) -> CivilDate? {
    guard let text = call.query(name) else { return nil }
    guard let day = CivilDate(text) else {
      throw Problem(
        .unknownQuery, ru: "`\(name)`: нужен день, как 2026-11-01", en: "`\(name)` takes a day such as 2026-11-01")
    }
    return day
  }

  private func account(_ call: Call) throws -> Account {
    guard let number = AccountNumber(try call.parameter("number")),
      let account = try bank.services.accounts.find(number, person: try call.caller.person)
    else { throw Problem(.notFound) }
    return account
  }

  private static func write(_ account: Account, to writer: inout Writer) {
    writer.object { writer in
      writer.member("id", account.number.rawValue)
      writer.member("title", account.caption)
      writer.member("subtitle", account.number.rawValue)
      writer.member("trailing", account.balance.description)
      Account.document.write(account, to: &writer, in: .standard)
      writer.member("href", "/accounts/\(account.number)")
    }
  }

  private static func write(_ entry: LedgerEntry, to writer: inout Writer) {
    writer.object { writer in
      LedgerEntry.document.write(entry, to: &writer, in: .standard)
      writer.member("title", entry.purpose)
      writer.member("subtitle", entry.at.description)
      writer.member("trailing", entry.amount.description)
      if let submission = entry.submission { writer.member("href", Address.submission(submission)) }
    }
  }

  private static func write(_ turnover: Turnover, to writer: inout Writer) {
    writer.member("opening", turnover.opening.text)
    writer.member("received", turnover.received.text)
    writer.member("paid", turnover.paid.text)
    writer.member("closing", turnover.closing.text)
    writer.member("currency", turnover.opening.currency.rawValue)
  }
}
