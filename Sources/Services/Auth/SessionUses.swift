import Model
import Persistence
import Storage
import Synchronization

/// When sessions were last used: kept in memory at once, and written behind the requests, all that has gathered in one
/// write.
final class SessionUses: Sendable {
  private struct Use: Equatable {
    let person: PersonID
    let at: Instant
  }

  private struct State {
    var waiting: [SessionID: Use] = [:]
    var isWriting = false
  }

  private let store: any Store
  private let state = Mutex(State())

  /// The uses of sessions in `database`.
  init(store: any Store) { self.store = store }

  /// Notes that a session was used. What cannot be written holds in this process, and is tried again with the next note.
  func note(_ session: SessionID, person: PersonID, at instant: Instant) {
    let begins = state.withLock { state in
      state.waiting[session] = Use(person: person, at: instant)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { write() }
  }

  /// When the session was used, where that is not written yet.
  func noted(_ session: SessionID) -> Instant? { state.withLock { $0.waiting[session]?.at } }

  private func write() {
    let uses = state.withLock { $0.waiting }
    let people = Set(uses.values.map(\.person)).map { Lock.person($0) }
    // In the order of the writes: whoever is answered after this one finds it so.
    store.write(
      locking: Locks(people),
      { transaction in
        for (session, use) in uses { try SessionDAO(transaction).use(session, person: use.person, at: use.at) }
      },
      settled: { [self] result in
        guard case .success = result else { return state.withLock { $0.isWriting = false } }
        if forget(uses) { write() }
      }, then: { _ in })
  }

  /// Forgets uses that are written; true if others have come meanwhile.
  private func forget(_ uses: [SessionID: Use]) -> Bool {
    state.withLock { state in
      for (session, use) in uses where state.waiting[session] == use { state.waiting[session] = nil }
      state.isWriting = !state.waiting.isEmpty
      return state.isWriting
    }
  }
}
