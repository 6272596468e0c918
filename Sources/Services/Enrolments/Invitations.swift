package import Dates
package import Model
import DataAccess
import Secrets
import Storage

extension Enrolments {
  /// Creates an invitation of a person, which replaces any earlier one.
  ///
  /// Without a `login` the person chooses one. Throws an `InvitationError`.
  package func invite(_ person: PersonID, login: String? = nil) -> Deferred<IssuedInvitation> {
    .from {
      let proposed = try login.map { text in
        guard let login = Login(text), !login.isReserved else { throw InvitationError.badLogin }
        return login
      }
      return store.deferredWrite(locking: [.person(person)]) { transaction in
        try transaction.requireActive(person)
        let people = PersonDAO(transaction)
        guard let found = try people.find(person) else { throw PersonErased() }
        if let proposed {
          if found.hasLogin, found.login != proposed { throw InvitationError.otherLogin(found.login) }
          if let other = try people.find(proposed), other.id != person { throw InvitationError.loginTaken }
        }
        return try invite(found, proposing: found.hasLogin ? found.login : proposed, transaction)
      }
    }
  }

  /// Returns true if the person has an invitation that has not expired.
  package func isInvited(_ person: PersonID) throws -> Bool {
    let now = clock()
    return try store.read { try InvitationDAO($0).find(person: person).map { $0.expires > now } ?? false }
  }

  /// Creates an invitation in the transaction, under the person's lock.
  private func invite(
    _ person: Person, proposing login: Login?, _ transaction: Transaction
  ) throws -> IssuedInvitation {
    let (now, code, key) = (clock(), InvitationCode(), keys.current)
    let invitation = Invitation(
      id: .new(at: now), person: person.id, login: login, created: now, expires: now + rules.invitation)
    try transaction.endInvitation(of: person.id)
    try InvitationDAO(transaction).insert(invitation, keyID: key.id, mac: code.mac(key))
    try audit.record(.personInvited, by: .system, of: .person(person.id), transaction)
    return IssuedInvitation(code: code, login: login, expires: invitation.expires)
  }
}

/// A new invitation with its code.
package struct IssuedInvitation: Sendable {
  package let code: InvitationCode
  /// The login of the person, or the login that the bank proposes; nil if the person chooses one.
  package let login: Login?
  /// The time from which the code is rejected.
  package let expires: Instant
}

/// Reasons why a person is not invited.
package enum InvitationError: Error, Equatable {
  /// The proposed login is malformed.
  case badLogin
  /// Another person has the proposed login.
  case loginTaken
  /// The person has this login, which an invitation does not change.
  case otherLogin(Login)
}
