import Model
import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Operations
import Services

/// Endpoints for accounts and statements.
struct AccountEndpoints {
  let accounts: Accounts
  let banks: Banks
  /// The bank's own BIC.
  let ownBIC: BIC
  let lists: AccountLists
  let clock: BankClock

  static let schemas: [EndpointSchema] = [
    .entity("Account", Account.document),
    .entity("Entry", LedgerEntry.document),
    .list("Accounts", of: "Account", hasSums: true),
    .page("Entries", of: "Entry", isFiltered: true),
    .list("Requisites", of: "Requisite", hasParts: false),
  ]

  var all: [Endpoint] {
    [
      Endpoint(
        .get, "/accounts", .person,
        EndpointDocument(
          tag: "Accounts", id: "listAccounts", summary: "The accounts that the person can see.",
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
            .limit, .after("the id of the last row of the previous page", .integerSchema()),
            ParameterDocument("from", "the first day in the bank's time zone, such as 2026-11-01", .daySchema),
            ParameterDocument("to", "the last day, not before `from`", .daySchema),
            ParameterDocument(
              "direction", "incoming or outgoing entries",
              ["type": "string", "enum": .array(LedgerEntry.Direction.allCases.map { .string($0.rawValue) })]),
            .search("a part of the purpose"),
          ],
          answers: [
            .init(
              200, "Entries",
              "A page of entries; for a period also its turnover. A filtered page may have fewer rows although more pages follow."
            ),
            .init(304, nil, "Not modified."),
          ],
          problems: [.notFound, .unknownQuery, .reversedPeriod]),
        handle: entries),
      Endpoint(
        .get, "/accounts/{number}/requisites", .person,
        EndpointDocument(
          tag: "Accounts", id: "getRequisites",
          summary: "The details that a payer needs to send money to the account, as rows and as text.",
          answers: [.init(200, "Requisites", "The requisites."), .init(304, nil, "Not modified.")],
          problems: [.notFound]),
        handle: requisites),
    ]
  }

  @Sendable private func requisites(_ call: Call) throws -> Reply {
    let account = try account(call)
    let requisites = AccountDetails(
      of: account, recipient: try accounts.recipient(of: account, seenBy: try call.caller.person), at: ownBIC,
      banks.bank(ownBIC))
    return .now(Response.json { $0.requisites(requisites, in: call.language) }.unstored.tagged(for: call.request))
  }

  @Sendable private func list(_ call: Call) throws -> Reply {
    let person = try call.caller.person
    let list = try lists.list(of: person, in: call.language) { accounts in
      Response.list(
        accounts, after: { writer in Self.write(Self.totals(of: accounts), in: call.language, to: &writer) }
      ) { account, writer in
        Self.write(account, asRowIn: call.language, to: &writer)
      }.body
    }
    return .now(Response.json(kept: list, isStored: false))
  }

  /// Returns the total available balance of the person's own open accounts, for each currency with
  /// at least two accounts. Omits a currency whose total overflows.
  private static func totals(of accounts: [Account]) -> [(LocalizedText, Money)] {
    let own = Dictionary(grouping: accounts.filter { $0.role == .owner && !$0.disabled }, by: \.currency)
    return own.filter { $0.value.count > 1 }.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap {
      currency, accounts in
      var sum: Int64 = 0
      for account in accounts {
        let (next, isTooMuch) = sum.addingReportingOverflow(account.available.minor)
        if isTooMuch { return nil }
        sum = next
      }
      return (LocalizedText(ru: "Всего доступно", en: "Total available"), Money(minor: sum, currency))
    }
  }

  /// Writes labelled sums as the `summary` of a list; writes nothing for an empty list.
  private static func write(_ sums: [(LocalizedText, Money)], in language: Language, to writer: inout Writer) {
    guard !sums.isEmpty else { return }
    writer.key("summary")
    writer.array { writer in
      for (label, sum) in sums { writer.pair(ShownPair(label, .money(sum)), in: language) }
    }
  }

  @Sendable private func find(_ call: Call) throws -> Reply {
    let account = try account(call)
    return .now(Response.json { Self.write(account, to: &$0) }.compressible.unstored.tagged(for: call.request))
  }

  @Sendable private func entries(_ call: Call) throws -> Reply {
    let account = try account(call)
    let limit = try call.limit()
    let after = try call.query("after").map { text throws(Problem) in
      guard let id = Int64(text) else {
        throw Problem(.unknownQuery, ru: "`after`: нужен номер проводки", en: "`after` must be the id of an entry")
      }
      return id
    }
    let (from, to) = try call.period()
    let filter = EntryFilter(direction: try call.word("direction"), text: SearchText(try call.search()))
    let statement = try accounts.statement(
      account.number, person: try call.caller.person, from: from.map(clock.day.start),
      to: to.map { clock.day.start(of: CivilDate(daysSinceEpoch: $0.daysSinceEpoch + 1)) },
      where: filter, before: after, limit: limit)
    let path = "/accounts/\(account.number)/entries"
    // Not compressed, because payers choose the purposes, which are in the same body as the
    // balances (`Compression`).
    let times = RowTimes(clock)
    return .now(
      Response.page(
        statement.page,
        next: { path + call.following(limit, keeping: ["from", "to", "direction", "q"], after: String($0)) },
        before: { writer in
          if after == nil { writer.filters(Self.filters, at: path, on: times.today, in: call.language) }
        },
        after: { writer in if let turnover = statement.turnover { Self.write(turnover, in: call.language, to: &writer) }
        }
      ) { entry, writer in
        Self.write(entry, at: times, in: call.language, to: &writer)
      }.unstored.tagged(for: call.request))
  }

  private static let filters: [ListFilter] = [
    ListFilter(
      name: "direction", label: LocalizedText(ru: "Направление", en: "Direction"),
      kind: .choice([
        (LedgerEntry.Direction.incoming.rawValue, LocalizedText(ru: "Поступления", en: "Received")),
        (LedgerEntry.Direction.outgoing.rawValue, LocalizedText(ru: "Списания", en: "Paid")),
      ])),
    .from, .to, .search,
  ]

  private func account(_ call: Call) throws -> Account {
    guard let number = AccountNumber(try call.parameter("number")),
      let account = try accounts.find(number, person: try call.caller.person)
    else { throw Problem(.notFound) }
    return account
  }

  private static func write(
    _ account: Account, asRowIn language: Language? = nil, to writer: inout Writer
  ) {
    writer.object { writer in
      writer.member("id", account.number.rawValue)
      writer.member("title", account.caption)
      writer.member("subtitle", account.number.rawValue)
      writer.member("trailing", account.balance.description)
      Account.document.write(account, to: &writer, in: .standard)
      writer.member("href", "/accounts/\(account.number)")
      guard let language else { return }
      writer.row(
        RowParts(
          title: .words(account.caption), subtitle: [.account(account.number.rawValue)],
          trailing: .money(account.balance)),
        badge: .of(account), icon: .account, in: language)
    }
  }

  private static func write(
    _ entry: LedgerEntry, at times: RowTimes, in language: Language, to writer: inout Writer
  ) {
    writer.object { writer in
      LedgerEntry.document.write(entry, to: &writer, in: .standard)
      writer.member("title", entry.purpose)
      writer.member("subtitle", entry.at.description)
      writer.member("trailing", entry.amount.description)
      if let submission = entry.submission { writer.member("href", Address.submission(submission)) }
      writer.row(
        RowParts(
          title: .words(entry.purpose),
          subtitle: (entry.other.map { [.words($0.name)] } ?? []) + [times.time(entry.at)],
          trailing: .movement(entry.amount)),
        group: times.group(entry.at), icon: entry.amount.minor > 0 ? .plus : .payment, in: language)
    }
  }

  private static func write(_ turnover: Turnover, in language: Language, to writer: inout Writer) {
    writer.member("opening", turnover.opening.text)
    writer.member("received", turnover.received.text)
    writer.member("paid", turnover.paid.text)
    writer.member("closing", turnover.closing.text)
    writer.member("currency", turnover.opening.currency.rawValue)
    let sums: [(LocalizedText, Money)] = [
      (LocalizedText(ru: "Остаток на начало", en: "Opening balance"), turnover.opening),
      (LocalizedText(ru: "Поступило", en: "Received"), turnover.received),
      (LocalizedText(ru: "Списано", en: "Paid"), turnover.paid),
      (LocalizedText(ru: "Остаток на конец", en: "Closing balance"), turnover.closing),
    ]
    write(sums, in: language, to: &writer)
  }
}
