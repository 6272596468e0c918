package import Model
import Persistence
package import Storage

/// A person's accounts and their statements.
///
///     let all = try accounts.all(person.id)
///     let page = try accounts.entries(all[0].number, person: person.id, limit: 50)
package struct Accounts: Sendable {
  private let store: any Store

  /// Creates the service over `store`.
  package init(store: any Store) { self.store = store }

  /// The accounts that the person sees, in the person's order.
  package func all(_ person: PersonID) throws -> [Account] {
    try store.read { try AccountDAO($0).all(person: person) }
  }

  /// The account with `number`, when the person sees it.
  package func find(_ number: AccountNumber, person: PersonID) throws -> Account? {
    try store.read { try AccountDAO($0).find(number, person: person) }
  }

  /// Returns a page of the account's entries before the entry `before`, newest first; an empty one if the person does
  /// not see the account.
  package func entries(
    _ number: AccountNumber, person: PersonID, before: Int64? = nil, limit: Int
  ) throws -> Page<LedgerEntry, Int64> {
    try statement(number, person: person, before: before, limit: limit).page
  }

  /// Returns a page of the account's statement from `start` on and before `end`: the entries before the entry `before`,
  /// newest first. The page is empty if the person does not see the account.
  package func statement(
    _ number: AccountNumber, person: PersonID, from start: Instant? = nil, to end: Instant? = nil,
    before: Int64? = nil, limit: Int
  ) throws -> Statement {
    try store.read { connection in
      try connection.snapshot {
        let table = StatementDAO(connection)
        let period = try table.places(of: number, person: person, from: start, to: end)
        let wanted = period.clamped(to: 0..<max(0, before ?? .max))
        let entries = try table.entries(number, person: person, in: wanted, limit: limit + 1)
        let isPeriod = start != nil || end != nil
        return Statement(
          page: Page(entries, limit: limit) { $0.id },
          turnover: isPeriod ? try table.turnover(number, person: person, in: period) : nil)
      }
    }
  }
}

/// A page of an account's entries, newest first, with the turnover of the whole period.
package struct Statement: Sendable {
  /// The page.
  package let page: Page<LedgerEntry, Int64>
  /// The money received and paid in the period, over all its pages; nil without a period, and if the person does not
  /// see the account.
  package let turnover: Turnover?
}
