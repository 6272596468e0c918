import CMicroHTTPD
import Synchronization

/// A reply to a request: immediate on the thread that read it, or deferred and sent from any
/// thread.
package enum Reply: Sendable {
  /// A response that was computed without blocking.
  case now(Response)
  /// A job that produces the response. Until then the connection is suspended and occupies no
  /// thread.
  case later(Job)
}

/// Work that produces a response asynchronously.
package struct Job: Sendable {
  /// Starts the work. Called on an HTTP thread, so it must not block.
  ///
  /// - `done` accepts the response on any thread, during the call or later.
  /// - Only the first response is used.
  /// - If `done` is released without a response, the application is called with
  ///   `RequestRefusal.unanswered`.
  package let start: @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void

  /// Creates a job whose work begins with a call of `start`.
  package init(_ start: @escaping @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void) {
    self.start = start
  }
}

/// A one-shot handle that completes a deferred reply.
///
/// If the handle is released without a response, the reply is completed as `unanswered`, so that no
/// connection stays suspended.
final class Completion: Sendable {
  private let pending: PendingReply
  private let unanswered: @Sendable () -> Response

  /// Creates the handle for `pending`. `unanswered` produces the response if the job does not.
  init(_ pending: PendingReply, unanswered: @escaping @Sendable () -> Response) {
    self.pending = pending
    self.unanswered = unanswered
  }

  deinit {
    if pending.isOpen { pending.answer(unanswered()) }
  }

  /// Completes the reply. Later calls have no effect.
  func callAsFunction(_ response: Response) { pending.answer(response) }
}

/// A deferred reply.
///
/// The thread that read the request suspends the connection unless the response is already
/// available. The first response resumes it. After that, libmicrohttpd may close the connection at
/// any time, so the caller must not use it.
final class PendingReply: Sendable {
  private enum State {
    /// The job has started, and the connection is not suspended.
    case open
    case asleep(SuspendedConnection)
    /// The response is available, and the connection is running or about to resume.
    case answered(Response)
    case done
  }

  private let state = Mutex<State>(.open)

  /// Sets the response, and resumes the connection if it is suspended. Later calls have no effect.
  func answer(_ response: Response) {
    state.withLock { state in
      switch state {
      case .open:
        state = .answered(response)
      case .asleep(let connection):
        state = .answered(response)
        connection.wake()
      case .answered, .done:
        break
      }
    }
  }

  /// True until a response is set.
  var isOpen: Bool {
    state.withLock { state in
      switch state {
      case .open, .asleep: true
      case .answered, .done: false
      }
    }
  }

  /// Returns the response if it is available; otherwise suspends the connection and returns nil.
  /// Must be called on the connection's thread.
  func collect(orSuspend connection: OpaquePointer) -> Response? {
    // The compiler rejects a captured pointer here, because the lock's closure could store it.
    let address = UInt(bitPattern: connection)
    return state.withLock { state in
      switch state {
      case .answered(let response):
        state = .done
        return response
      case .open:
        if let sleeper = SuspendedConnection(address) { state = .asleep(sleeper) }
        return nil
      case .asleep, .done:
        return nil
      }
    }
  }
}

/// The deferred replies in flight.
///
/// A server that stops completes them first, because libmicrohttpd must not stop while a connection
/// is suspended.
final class Waiting: Sendable {
  private struct State {
    var isClosed = false
    var entries: [ObjectIdentifier: (PendingReply, @Sendable () -> Response)] = [:]
  }

  private let state = Mutex(State())

  /// Adds a deferred reply. `stopping` produces the response if the server stops first. Returns
  /// false if replies have already been given up.
  func add(_ pending: PendingReply, stopping: @escaping @Sendable () -> Response) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.entries[ObjectIdentifier(pending)] = (pending, stopping)
      return true
    }
  }

  func remove(_ pending: PendingReply) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(pending)) }
  }

  /// Completes every reply in flight with its `stopping` response, and accepts no more.
  func giveUp() {
    let entries = state.withLock { state in
      state.isClosed = true
      return Array(state.entries.values)
    }
    for (pending, stopping) in entries { pending.answer(stopping()) }
  }
}
