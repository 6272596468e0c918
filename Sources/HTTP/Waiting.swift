import Synchronization

/// The answers that are awaited, so that a server that stops can give them up: libmicrohttpd must not be stopped
/// while a connection sleeps.
final class Waiting: Sendable {
  private struct State {
    var isClosed = false
    var entries: [ObjectIdentifier: (Pending, @Sendable () -> Response)] = [:]
  }

  private let state = Mutex(State())

  /// Takes in an answer that is awaited, with what to answer if the server stops first; false when it has stopped.
  func add(_ pending: Pending, stopping: @escaping @Sendable () -> Response) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.entries[ObjectIdentifier(pending)] = (pending, stopping)
      return true
    }
  }

  /// Lets go of an answer that has come.
  func remove(_ pending: Pending) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(pending)) }
  }

  /// Gives up every answer that is still awaited and takes in no more.
  func giveUp() {
    let entries = state.withLock { state in
      state.isClosed = true
      return Array(state.entries.values)
    }
    for (pending, stopping) in entries { pending.answer(stopping()) }
  }
}
