package import Model
import Persistence
package import SQLite

/// A person's accounts and their statements.
package struct Accounts: Sendable {
  private let database: Database

  /// Accounts in `database`.
  package init(database: Database) { self.database = database }

  /// The accounts that the person sees, in the person's order.
  package func all(_ person: PersonID) throws -> [Account] {
    try database.read { try AccountDAO($0).all(person: person) }
  }

  /// The account with `number`, when the person sees it.
  package func find(_ number: AccountNumber, person: PersonID) throws -> Account? {
    try database.read { try AccountDAO($0).find(number, person: person) }
  }

  /// A page of the account's statement, newest first: what comes before the entry `before`. Empty where the person
  /// does not see the account.
  package func entries(
    _ number: AccountNumber, person: PersonID, before: Int64? = nil, limit: Int
  ) throws -> Page<LedgerEntry, Int64> {
    let entries = try database.read {
      try LedgerDAO($0).entries(number, person: person, before: before, limit: limit + 1)
    }
    return Page(entries, limit: limit) { $0.id }
  }
}
