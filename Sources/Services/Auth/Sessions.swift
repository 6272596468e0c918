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
