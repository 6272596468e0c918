package import Dates
package import Model
import DataAccess
import Storage

extension Auth {
  /// The caller's sessions that have not ended, the newest first.
  package func openSessions(of caller: Caller) throws -> [OpenSession] {
    let now = clock()
    return try store.read { try SessionDAO($0).all(person: caller.person) }.compactMap { stored in
      // The one that asks is being used.
      let seen = max(lastSeen(stored), stored.id == caller.session ? now : stored.created)
      let session = stored.with(\.seen, seen)
      let ends = rules.end(of: session, seen: session.seen)
      return ends > now && rules.hasBegun(stored, at: now)
        ? OpenSession(session: session, ends: ends, isCurrent: session.id == caller.session) : nil
    }
  }

  /// Returns the time until which the caller's session lasts if it is not used again; nil if it has ended. This is no use.
  ///
  /// An ended session is remembered no longer, also if another process has ended it.
  package func end(of caller: Caller) throws -> Instant? {
    let now = clock()
    let stored = try store.read { try SessionDAO($0).find(caller.session, person: caller.person) }
    if let stored, rules.hasBegun(stored, at: now) {
      let end = rules.end(of: stored, seen: lastSeen(stored))
      if end > now { return end }
    }
    sessions.forget(caller.session)
    return nil
  }

  /// Ends a session of the caller's; throws `SessionError.notFound`.
  package func end(_ id: SessionID, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [audit, sessions] transaction, after in
      guard try SessionDAO(transaction).delete(id, person: caller.person) else { throw SessionError.notFound }
      try audit.record(.sessionEnded, by: AuditActor(caller), of: .session(id), transaction)
      after.add { sessions.forget(id) }
    }
  }

  /// Ends every session of the caller, or every other one.
  package func endAll(by caller: Caller, keepingCurrent: Bool) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [audit, sessions] transaction, after in
      after.add { sessions.forget(caller.person) }
      let kept = keepingCurrent ? caller.session : nil
      guard try SessionDAO(transaction).deleteOthers(than: kept, person: caller.person) > 0 else { return }
      try audit.record(.sessionEnded, by: AuditActor(caller), of: .person(caller.person), transaction)
    }
  }

  /// Ends every session of a person, as an operator decides; answers how many there were.
  package func endAll(of person: PersonID) -> Deferred<Int> {
    store.deferredWrite(locking: [.person(person)]) { [audit, sessions] transaction, after in
      after.add { sessions.forget(person) }
      let ended = try SessionDAO(transaction).deleteOthers(than: nil, person: person)
      if ended > 0 { try audit.record(.sessionEnded, by: .system, of: .person(person), transaction) }
      return ended
    }
  }

  /// Deletes the failures counted for a person's login, for an operator.
  package func forgetFailures(of person: Person) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person.id), .login(person.login)]) { [throttle] in
      try throttle.forget(person.login, person.id, $0)
    }
  }
}

/// A session of a person, as the person sees it.
package struct OpenSession: Sendable, Equatable {
  /// The session, with its last use.
  package let session: SessionRecord
  /// The time from which its token is refused if it is not used before.
  package let ends: Instant
  /// True if it is the session of the request.
  package let isCurrent: Bool
}

/// The result of a login; printed, its token is `[redacted]`.
package struct SessionGrant: Sendable, CustomStringConvertible, CustomReflectable {
  /// The bearer token, which only the client gets.
  package let token: String
  /// From when on it is refused if it is not used before; every use moves that on.
  package let unused: Instant
  /// From when on it is refused, however much it is used.
  package let expires: Instant
  /// The person who has logged in.
  package let person: Person

  package var description: String { "SessionGrant([redacted], expires: \(expires), person: \(person.id))" }
  package var customMirror: Mirror { Mirror(self, children: ["expires": expires, "person": person.id]) }
}

/// The lifetimes of sessions, and the number of a person's sessions.
package struct SessionRules: Sendable {
  /// The lifetime of a session, used or not; 12 hours (NIST SP 800-63B, level 2).
  package var lifetime: Duration = .seconds(12 * 3600)
  /// The lifetime of a session without use; 30 minutes (NIST SP 800-63B, level 2).
  package var unused: Duration = .seconds(30 * 60)
  /// The number of a person's sessions. Another login ends the one with the oldest use.
  package static let perPerson = 100

  /// The time between two stored uses of a session.
  static let noted: Duration = .seconds(60)
  /// The time that a session outlasts `unused` after its last stored use. It covers the time between two stored uses,
  /// and a use that was lost with its process.
  static let slack: Duration = .seconds(120)

  /// Creates the defaults.
  package init() {}

  /// From when on the token of a session is refused that is not used after `seen`.
  func end(of session: SessionRecord, seen: Instant) -> Instant {
    min(session.expires, seen + unused + Self.slack)
  }

  /// True if the session began before `now`, or a little later by another process's clock.
  ///
  /// A session that began later than that would outlive its time after the clock was set back. It is refused.
  func hasBegun(_ session: SessionRecord, at now: Instant) -> Bool { session.created - now <= ServerClocks.apart }
}

/// The refusal to end a session.
package enum SessionError: Error, Equatable {
  /// The person has no such session.
  case notFound
}

/// A person whose token has been checked: only `Auth` makes one.
///
/// Every step of a request hands it on. As an object it costs one reference count, not one for each text.
///
///     let grant = try services.auth.login(login, password: password).wait()
///     guard let caller = try services.auth.authenticate(grant.token) else { return }  // nil for a token that is none
///     let accounts = try services.accounts.all(caller.person)
package final class Caller: Sendable {
  /// The person.
  package let person: PersonID
  /// The login that the token belongs to.
  package let session: SessionID
  /// A number for tables of people, the same in each of a person's sessions while the process lives.
  package let number: UInt64
  /// The role of the person.
  package let role: Person.Role
  /// The person's name.
  package let name: String

  /// Creates the bearer of a session's token.
  init(person: PersonID, session: SessionID, role: Person.Role, name: String) {
    (self.person, self.session, self.role, self.name) = (person, session, role, name)
    number = UInt64(bitPattern: Int64(person.hashValue))
  }
}
