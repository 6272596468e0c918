package import Dates
package import Model
import DataAccess
import Storage

/// People's access to accounts.
extension AccountRegister {
  /// Returns all accesses to an account, including ended ones.
  package func accesses(to number: AccountNumber) throws -> [AccountAccess] {
    try store.read { try AccountAccessDAO($0).all(of: number) }
  }

  /// Gives a person access to a customer's account, or replaces the role and the end of the
  /// person's access. Throws an `AccountError`.
  ///
  /// - Parameters:
  ///   - caption: The person's name for the account; nil for the present name, or the product for a
  ///     new access.
  ///   - until: The time from which the access is not valid; nil without a limit.
  package func grant(
    _ role: AccountAccess.Role, on number: AccountNumber, to person: PersonID, caption: String? = nil,
    until: Instant? = nil
  ) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person), .account(number)]) { transaction in
      let account = try openAccount(number, transaction)
      let present = try AccountAccessDAO(transaction).find(number, person: person)
      let name = caption ?? present?.caption ?? account.product ?? number.rawValue
      try grant(role, on: number, to: person, caption: name, until: until, transaction)
    }
  }

  /// Gives access as part of the caller's transaction, which has locked the person and the account.
  func grant(
    _ role: AccountAccess.Role, on number: AccountNumber, to person: PersonID, caption: String, until: Instant?,
    _ transaction: Transaction
  ) throws {
    try AccountError.check(caption, upTo: 100)
    if let until, until <= clock() { throw AccountError.untilPast }
    try transaction.requireNotErased(person)
    if let found = try PersonDAO(transaction).find(person), found.role != .person {
      throw AccountError.notForRole(found.role)
    }
    try AccountAccessDAO(transaction).put(number, person: person, role, caption: caption, until: until)
    try audit.record(.accessGranted, by: .system, of: .account(number), transaction)
    try audit.record(.accessGranted, by: .system, of: .person(person), transaction)
  }

  /// Ends the person's access to an account. Cards and the history of the access remain. Throws an
  /// `AccountError`.
  package func revoke(_ number: AccountNumber, from person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person), .account(number)]) { transaction in
      guard try AccountAccessDAO(transaction).end(number, person: person, at: clock()) else {
        throw AccountError.noAccess
      }
      try audit.record(.accessRevoked, by: .system, of: .account(number), transaction)
      try audit.record(.accessRevoked, by: .system, of: .person(person), transaction)
    }
  }

  /// Replaces people's name for an account: the name of one person, or of all people with access.
  /// Throws an `AccountError`.
  package func rename(_ number: AccountNumber, to caption: String, for person: PersonID? = nil) -> Deferred<Void> {
    .from {
      try AccountError.check(caption, upTo: 100)
      return store.deferredWrite(locking: [.account(number)]) { transaction in
        let table = AccountAccessDAO(transaction)
        let people = try table.all(of: number).filter { $0.ended == nil && (person == nil || $0.person == person) }
        guard !people.isEmpty else { throw AccountError.noAccess }
        for access in people { try table.setCaption(number, person: access.person, caption) }
        try audit.record(.accountRenamed, by: .system, of: .account(number), transaction)
      }
    }
  }
}
