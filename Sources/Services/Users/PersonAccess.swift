package import Dates
package import Model
import DataAccess
import Secrets
import Storage

/// The state of a person's access to the bank.
package struct PersonAccess: Sendable, Equatable {
  /// The time of the last enrolment; nil if the bank set the login, or the person has none.
  package let enrolled: Instant?
  /// The time at which the bank blocked the person; nil if the person is not blocked.
  package let blocked: Instant?
  /// The bank's reason for the block.
  package let reason: String?

  init(_ access: PersonDAO.Access) {
    enrolled = access.enrolled
    blocked = access.blocked
    reason = access.reason
  }
}

extension Auth {
  /// Blocks a person, ends all sessions, and revokes an invitation. Returns the number of sessions.
  ///
  /// A server of another process detects the end of the sessions within two seconds. Signed
  /// submissions continue. Throws a `BlockError`.
  package func block(_ person: PersonID, reason: String) -> Deferred<Int> {
    store.deferredWrite(locking: [.person(person)]) { [self] transaction, after in
      after.add { [sessions] in sessions.forget(person) }
      try transaction.requireNotErased(person)
      guard let reason = OperatorReason(reason)?.text else { throw BlockError.badReason }
      let people = PersonDAO(transaction)
      guard try people.access(person)?.blocked == nil else { throw BlockError.blockedAlready }
      try people.setBlocked(person, at: clock(), reason: reason)
      try audit.record(
        .personBlocked, by: .system, of: .person(person), digest: Digest(of: Array(reason.utf8)).bytes, transaction)
      if try transaction.endInvitation(of: person) {
        try audit.record(.invitationRevoked, by: .system, of: .person(person), transaction)
      }
      let ended = try SessionDAO(transaction).deleteOthers(than: nil, person: person)
      if ended > 0 { try audit.record(.sessionEnded, by: .system, of: .person(person), transaction) }
      return ended
    }
  }

  /// Allows a blocked person to log in again. Throws a `BlockError`.
  package func unblock(_ person: PersonID) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person)]) { [self] transaction in
      let people = PersonDAO(transaction)
      guard try people.access(person)?.blocked != nil else { throw BlockError.notBlocked }
      try people.setBlocked(person, at: nil, reason: nil)
      try audit.record(.personUnblocked, by: .system, of: .person(person), transaction)
    }
  }
}

/// Reasons why a block does not change.
package enum BlockError: Error, Equatable {
  /// The reason is empty, longer than 200 characters, or has a misleading character.
  case badReason
  /// The person is blocked already.
  case blockedAlready
  /// The person is not blocked.
  case notBlocked
}
