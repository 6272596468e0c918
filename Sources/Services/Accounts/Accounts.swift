package import Dates
package import Model
import DataAccess
package import Storage

/// A person's accounts and their statements.
package struct Accounts: Sendable {
  private let store: any Store
  private let clock: Clock
  /// A cache of the people's accounts, at most 20,000 accounts.
  private let remembered = RememberedReads<PersonID, [AccountDAO.Seen]>(maximum: 20_000) { $0.count }

  package init(store: any Store, clock: @escaping Clock) { (self.store, self.clock) = (store, clock) }

  /// Returns the accounts that the person sees, in the person's order.
  package func all(_ person: PersonID) throws -> [Account] {
    valid(try remembered.read(person, in: store) { try AccountDAO($0).all(person: person) })
  }

  /// Returns the accounts at `state`, which the caller has just read.
  package func all(_ person: PersonID, at state: DataVersion) throws -> [Account] {
    valid(
      try remembered.value(of: person, at: state.number) { try store.read { try AccountDAO($0).all(person: person) } })
  }

  /// Returns the accounts whose access has not ended. The cache cannot omit them, because the
  /// end of an access is not a change of the database.
  private func valid(_ seen: [AccountDAO.Seen]) -> [Account] {
    let now = clock()
    return seen.compactMap { seen in
      if let until = seen.until, until <= now { nil } else { seen.account }
    }
  }

  /// Returns the account; nil if the person does not see it.
  package func find(_ number: AccountNumber, person: PersonID) throws -> Account? {
    let now = clock()
    return try store.read { try AccountDAO($0).find(number, person: person, at: now) }
  }

  /// Returns the name to which payers send money for this account: the name of its holder. Nil if
  /// the person may not pay from the account, or if a signatory's account has no stored holder.
  package func recipient(of account: Account, seenBy person: PersonID) throws -> String? {
    guard account.isOwner else { return nil }
    return try store.read { connection in
      let holder = try CustomerDAO(connection).holder(of: account.number)
      if let holder, holder.person != person { return holder.name }
      guard holder != nil || account.role == .owner else { return nil }
      return try PersonDAO(connection).find(person)?.name
    }
  }

  /// Returns the amounts that left the person's own accounts since `start`, without transfers
  /// between them. There is one amount per currency, in the order of the accounts.
  ///
  /// Returns nil if there were more than `maxMovements` outgoing movements, including the omitted
  /// transfers.
  package func spent(_ person: PersonID, since start: Instant, maxMovements: Int = 1_000) throws -> [Money]? {
    let own = try all(person).filter { $0.role == .owner }
    let now = clock()
    return try store.read { connection in
      try connection.snapshot {
        let table = StatementDAO(connection)
        let period = try table.places(from: start, to: nil)
        var (sums, left) = ([Money](), maxMovements)
        for account in own {
          let spent = try table.spent(from: account.number, person: person, at: now, in: period, limit: left + 1)
          left -= spent.movements
          guard left >= 0 else { return nil }
          if let place = sums.firstIndex(where: { $0.currency == account.currency }) {
            sums[place] = Money(minor: sums[place].minor + spent.amount, account.currency)
          } else {
            sums.append(Money(minor: spent.amount, account.currency))
          }
        }
        return sums
      }
    }
  }

  /// Returns a page of the account's entries before the entry `before`, newest first. It is empty
  /// if the person does not see the account.
  package func entries(
    _ number: AccountNumber, person: PersonID, before: Int64? = nil, limit: Int
  ) throws -> Page<LedgerEntry, Int64> {
    try statement(number, person: person, before: before, limit: limit).page
  }

  /// Returns a page of the account's statement for the period from `start`, up to but not including
  /// `end`. The page contains the entries before the entry `before`, newest first. It is empty if
  /// the person does not see the account.
  ///
  /// With a `filter`, a page reads at most 5,000 entries. It can therefore have fewer than `limit`
  /// entries and still a next page.
  package func statement(
    _ number: AccountNumber, person: PersonID, from start: Instant? = nil, to end: Instant? = nil,
    where filter: EntryFilter = .all, before: Int64? = nil, limit: Int
  ) throws -> Statement {
    let now = clock()
    return try store.read { connection in
      try connection.snapshot {
        guard let account = try AccountDAO(connection).find(number, person: person, at: now) else {
          return Statement(page: Page([], limit: limit) { $0.id }, turnover: nil)
        }
        let table = StatementDAO(connection)
        let period = try table.places(from: start, to: end)
        let wanted = period.clamped(to: 0..<max(0, before ?? .max))
        let isPeriod = start != nil || end != nil
        return Statement(
          page: filter.isAll
            ? Page(
              try table.entries(number, person: person, at: now, in: wanted, limit: limit + 1), limit: limit
            ) { $0.id }
            : try filter.page(number, person: person, at: now, in: wanted, of: table, limit: limit),
          turnover: isPeriod ? try table.turnover(of: number, account.currency, in: period) : nil)
      }
    }
  }
}

/// A filter for the entries of an account.
package struct EntryFilter: Sendable, Equatable {
  /// Accepts every entry.
  package static let all = EntryFilter()
  /// The maximum number of entries that one page reads.
  private static let maxSeen = 5_000

  /// The direction of the movement; nil for both.
  let direction: LedgerEntry.Direction?
  /// The text that the purpose must contain; nil for any purpose.
  package let text: SearchText?

  package init(direction: LedgerEntry.Direction? = nil, text: SearchText? = nil) {
    (self.direction, self.text) = (direction, text)
  }

  /// True if the filter accepts every entry.
  var isAll: Bool { self == .all }

  /// Returns the page of the matching entries in `places`, newest first.
  fileprivate func page(
    _ number: AccountNumber, person: PersonID, at instant: Instant, in places: Range<Int64>, of table: StatementDAO,
    limit: Int
  ) throws -> Page<LedgerEntry, Int64> {
    var (found, seen, last, isCut) = ([Int64](), 0, places.upperBound, false)
    try table.forEachPlace(of: number, person: person, at: instant, going: direction, in: places) { place, purpose in
      isCut = found.count == limit || seen == Self.maxSeen
      guard !isCut else { return false }
      (seen, last) = (seen + 1, place)
      if text?.isFound(in: purpose) ?? true { found.append(place) }
      return true
    }
    let entries = try table.entries(number, person: person, at: instant, places: found)
    return Page(found: entries, next: isCut ? last : nil)
  }
}

/// A page of an account's entries, newest first, with the turnover of the whole period.
package struct Statement: Sendable {
  package let page: Page<LedgerEntry, Int64>
  /// The money received and paid in the period, over all pages. Nil without a period, or if the
  /// person does not see the account.
  package let turnover: Turnover?
}
