package import Model
import Persistence
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

  /// Forgets what was counted against a person's login, as an operator decides.
  package func forgetFailures(of person: Person) -> Deferred<Void> {
    store.deferredWrite(locking: [.person(person.id), .login(person.login)]) { [throttle] in
      try throttle.forget(person.login, person.id, $0)
    }
  }
}

/// One of a person's sessions, as the person sees it.
package struct OpenSession: Sendable, Equatable {
  /// The session, with its last use.
  package let session: SessionRecord
  /// From when on its token is refused where nobody uses it before.
  package let ends: Instant
  /// Whether it is the one that asks.
  package let isCurrent: Bool
}

/// What a login gives; printed, its token is `[redacted]`.
package struct SessionGrant: Sendable, CustomStringConvertible, CustomReflectable {
  /// The bearer token, for the client and nobody else.
  package let token: String
  /// From when on it is refused where it is not used before; every use moves that on.
  package let unused: Instant
  /// From when on it is refused, however much it is used.
  package let expires: Instant
  /// Who has logged in.
  package let person: Person

  package var description: String { "SessionGrant([redacted], expires: \(expires), person: \(person.id))" }
  package var customMirror: Mirror { Mirror(self, children: ["expires": expires, "person": person.id]) }
}

/// How long sessions last, and how many a person may have.
package struct SessionRules: Sendable {
  /// How long a login lasts, used or not; 12 hours.
  package var lifetime: Duration = .seconds(12 * 3600)
  /// How long a session lasts that nobody uses; 30 minutes (both are what NIST SP 800-63B says for its level 2).
  package var unused: Duration = .seconds(30 * 60)
  /// How many a person may have at a time: another one ends that which was used longest ago.
  package static let perPerson = 100

  /// How long a session may be used before that is noted again.
  static let noted: Duration = .seconds(60)
  /// How much later than `unused` after its last noted use a session ends: it outlasts the time between two notes, and a
  /// note that was lost with its process.
  static let slack: Duration = .seconds(120)

  /// The defaults.
  package init() {}

  /// From when on the token of a session is refused that is not used after `seen`.
  package func end(of session: SessionRecord, seen: Instant) -> Instant {
    min(session.expires, seen + unused + Self.slack)
  }

  /// Whether the session began before `now`: one that began later outlives its time where the clock was set back, and is
  /// refused. Another process's clock may be a little ahead.
  func hasBegun(_ session: SessionRecord, at now: Instant) -> Bool { session.created - now <= Self.slack }
}

/// Why a session is not ended.
package enum SessionError: Error, Equatable {
  /// The person has no such session.
  case notFound
}

/// Somebody whose token has been checked: only `Auth` makes one. It is handed on with every step of a request: as an
/// object it costs one count of a reference, not one for each of its texts.
package final class Caller: Sendable {
  /// Who it is.
  package let person: PersonID
  /// The login that the token belongs to.
  package let session: SessionID
  /// A number for tables of people, the same in each of a person's sessions while the process lives.
  package let number: UInt64
  /// What the person may do.
  package let role: Person.Role
  /// The person's name.
  package let name: String

  /// The bearer of a session's token.
  init(person: PersonID, session: SessionID, role: Person.Role, name: String) {
    (self.person, self.session, self.role, self.name) = (person, session, role, name)
    number = UInt64(bitPattern: Int64(person.hashValue))
  }
}
