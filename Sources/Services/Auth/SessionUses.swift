import Dates
import Model
import DataAccess
import Storage
import Synchronization

/// The times at which sessions were last used. Each use is recorded in memory immediately and
/// stored after the request. One write stores many uses.
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

  init(store: any Store) { self.store = store }

  /// Records the use of a session. If a use cannot be stored, it applies in this process and is
  /// stored with the next one.
  func note(_ session: SessionID, person: PersonID, at instant: Instant) {
    let begins = state.withLock { state in
      state.waiting[session] = Use(person: person, at: instant)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if begins { write() }
  }

  /// Returns the time of the session's last use if that is not stored yet; nil otherwise.
  func noted(_ session: SessionID) -> Instant? { state.withLock { $0.waiting[session]?.at } }

  private func write() {
    let uses = state.withLock { $0.waiting }
    let people = Set(uses.values.map(\.person)).map { Lock.person($0) }
    // The store calls `afterCommit` in the order of the writes, before `then`.
    store.write(
      locking: Locks(people),
      { transaction in
        for (session, use) in uses { try SessionDAO(transaction).use(session, person: use.person, at: use.at) }
      },
      afterCommit: { [self] result in
        guard case .success = result else { return state.withLock { $0.isWriting = false } }
        if forget(uses) { write() }
      }, then: { _ in })
  }

  /// Removes stored uses. Returns true if further uses must be written.
  private func forget(_ uses: [SessionID: Use]) -> Bool {
    state.withLock { state in
      for (session, use) in uses where state.waiting[session] == use { state.waiting[session] = nil }
      state.isWriting = !state.waiting.isEmpty
      return state.isWriting
    }
  }
}
