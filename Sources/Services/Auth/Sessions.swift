package import Dates
package import Model
import DataAccess
import Storage

extension Auth {
  /// Returns the caller's sessions that have not ended, newest first.
  package func openSessions(of caller: Caller) throws -> [OpenSession] {
    let now = clock()
    return try store.read { try SessionDAO($0).all(person: caller.person) }.compactMap { stored in
      // The current session is in use.
      let seen = max(lastSeen(stored), stored.id == caller.session ? now : stored.created)
      let session = stored.with(\.seen, seen)
      let ends = rules.end(of: session, seen: session.seen)
      return ends > now && rules.hasBegun(stored, at: now)
        ? OpenSession(session: session, ends: ends, isCurrent: session.id == caller.session) : nil
    }
  }

  /// Returns the time at which the caller's session ends unless it is used again; nil if it has
  /// ended. This call does not count as a use.
  ///
  /// An ended session is removed from the cache, even if another process has ended it.
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

  /// Ends a session of the caller. Throws `SessionError.notFound` if the caller has no such
  /// session.
  package func end(_ id: SessionID, by caller: Caller) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [audit, sessions] transaction, after in
      guard try SessionDAO(transaction).delete(id, person: caller.person) else { throw SessionError.notFound }
      try audit.record(.sessionEnded, by: AuditActor(caller), of: .session(id), transaction)
      after.add { sessions.forget(id) }
    }
  }

  /// Ends all sessions of the caller, or all except the current one.
  package func endAll(by caller: Caller, keepingCurrent: Bool) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(caller.person)]) { [audit, sessions] transaction, after in
      after.add { sessions.forget(caller.person) }
      let kept = keepingCurrent ? caller.session : nil
      guard try SessionDAO(transaction).deleteOthers(than: kept, person: caller.person) > 0 else { return }
      try audit.record(.sessionEnded, by: AuditActor(caller), of: .person(caller.person), transaction)
    }
  }

  /// Ends all sessions of a person, for an operator. Returns the number of sessions.
  package func endAll(of person: PersonID) -> Deferred<Int> {
    store.deferredWrite(locking: [.person(person)]) { [audit, sessions] transaction, after in
      after.add { sessions.forget(person) }
      let ended = try SessionDAO(transaction).deleteOthers(than: nil, person: person)
      if ended > 0 { try audit.record(.sessionEnded, by: .system, of: .person(person), transaction) }
      return ended
    }
  }

  /// Deletes the failures counted for a person's login and current password, for an operator.
  package func forgetFailures(of person: Person) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person.id), .login(person.login)]) { [throttle] in
      try throttle.forget(person.login, person.id, $0)
    }
  }

  /// Returns the wrong passwords of a person that still count, for an operator.
  package func failures(of person: Person) throws -> LoginFailures {
    try throttle.failures(of: person.login, person.id)
  }
}

/// A session as shown to its person.
package struct OpenSession: Sendable, Equatable {
  /// The session, with the time of its last use.
  package let session: SessionRecord
  /// The time from which the token is rejected if the session is not used again.
  package let ends: Instant
  /// True if the session belongs to the current request.
  package let isCurrent: Bool
}

/// The result of a login. Its description does not contain the token.
package struct SessionGrant: Sendable, CustomStringConvertible, CustomReflectable {
  /// The bearer token. Only the client receives it.
  package let token: String
  /// The time from which the token is rejected if the session is not used again. Each use postpones
  /// it.
  package let unused: Instant
  /// The time from which the token is rejected in any case.
  package let expires: Instant
  package let person: Person

  package var description: String { "SessionGrant([redacted], expires: \(expires), person: \(person.id))" }
  package var customMirror: Mirror { Mirror(self, children: ["expires": expires, "person": person.id]) }
}

/// The lifetimes and the maximum number of a person's sessions.
package struct SessionRules: Sendable {
  /// The maximum lifetime of a session; 12 hours (NIST SP 800-63B, level 2).
  package var lifetime: Duration = .seconds(12 * 3600)
  /// The lifetime of an unused session; 30 minutes (NIST SP 800-63B, level 2).
  package var unused: Duration = .seconds(30 * 60)
  /// The maximum number of a person's sessions. A further login ends the least recently used one.
  package static let perPerson = 100

  /// The minimum time between two stored uses of a session.
  static let noted: Duration = .seconds(60)
  /// The extra time, after `unused`, for which a session stays valid. It allows for uses that were
  /// not stored: within `noted` of the previous one, or lost in a crash.
  static let slack: Duration = .seconds(120)

  package init() {}

  /// Returns the time from which the token is rejected if the session is not used after `seen`.
  func end(of session: SessionRecord, seen: Instant) -> Instant {
    min(session.expires, seen + unused + Self.slack)
  }

  /// True if the session began before `now`, or at most `ServerClocks.apart` later by another
  /// server's clock.
  ///
  /// A session that began even later was created before the clock was set back. It would outlive
  /// its lifetime, so it is rejected.
  func hasBegun(_ session: SessionRecord, at now: Instant) -> Bool { session.created - now <= ServerClocks.apart }
}

/// Reasons why a session is not ended.
package enum SessionError: Error, Equatable {
  /// The person has no such session.
  case notFound
}

/// An authenticated person. Only `Auth` creates callers.
package final class Caller: Sendable {
  package let person: PersonID
  /// The session that the token belongs to.
  package let session: SessionID
  /// The time of the login; nil in tests without a session.
  package let began: Instant?
  /// A hash of the person for lookup tables. It is the same for all sessions of the person within a
  /// process.
  package let number: UInt64
  package let role: Person.Role
  package let name: String

  init(person: PersonID, session: SessionID, began: Instant? = nil, role: Person.Role, name: String) {
    (self.person, self.session, self.role, self.name) = (person, session, role, name)
    self.began = began
    number = UInt64(bitPattern: Int64(person.hashValue))
  }
}
