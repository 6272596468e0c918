import CMicroHTTPD
import Synchronization

/// The way in which a request is answered: at once, on the thread that read it, or later, from any thread.
///
///     func respond(to request: Request) -> Reply {
///       guard request.path == "/report" else { return .now(Response(status: 404)) }
///       return .later(Job { done in queue.async { done(Response(status: 200, body: report())) } })
///     }
package enum Reply: Sendable {
  /// The answer, computed without blocking.
  case now(Response)
  /// A job that gives the answer; the connection sleeps until then and holds no thread.
  case later(Job)
}

/// Work that answers a request when it is done.
///
///     let job = Job { done in
///       queue.async { done(Response(status: 200, body: body())) }  // on any thread, at once or later
///     }
///     job.start { response in
///       if response.status == 200 { answered.signal() }
///     }
package struct Job: Sendable {
  /// Starts the work. It is called on an HTTP thread and must not block.
  ///
  /// - `done` takes the answer, on any thread, at once or later.
  /// - The first answer counts.
  /// - If `done` is dropped without an answer, the application is asked to answer `RequestRefusal.unanswered`.
  package let start: @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void

  /// Makes a job that begins with a call of `start`.
  package init(_ start: @escaping @Sendable (_ done: @escaping @Sendable (Response) -> Void) -> Void) {
    self.start = start
  }
}

/// The right to answer a request later. If the last reference goes before an answer, the request is answered as
/// unanswered: a job that forgets it leaves no connection hanging.
final class Completion: Sendable {
  private let pending: PendingReply
  private let unanswered: @Sendable () -> Response

  /// Gives the right to answer `pending`; `unanswered` makes the answer if nobody else does.
  init(_ pending: PendingReply, unanswered: @escaping @Sendable () -> Response) {
    self.pending = pending
    self.unanswered = unanswered
  }

  deinit {
    if pending.isOpen { pending.answer(unanswered()) }
  }

  /// Gives the answer; only the first one counts.
  func callAsFunction(_ response: Response) { pending.answer(response) }
}

/// An answer that comes later. The thread that read the request suspends the connection unless the answer is already
/// there; the first answer wakes it. Nothing touches the connection after that, so libmicrohttpd may close it at any
/// time.
final class PendingReply: Sendable {
  private enum State {
    /// The job was started, and the connection is awake.
    case open
    /// The connection sleeps.
    case asleep(SuspendedConnection)
    /// The answer is here, and the connection is awake or about to be.
    case answered(Response)
    /// The answer was collected.
    case done
  }

  private let state = Mutex<State>(.open)

  /// Gives the answer; only the first one counts.
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

  /// True while an answer is still wanted.
  var isOpen: Bool {
    state.withLock { state in
      switch state {
      case .open, .asleep: true
      case .answered, .done: false
      }
    }
  }

  /// Returns the answer if it is there; otherwise suspends the connection and returns nil. Must be called on the
  /// connection's own thread.
  func collect(orSuspend connection: OpaquePointer) -> Response? {
    // The lock might keep a pointer, so the compiler refuses one; an address is allowed.
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

/// The awaited answers. A server that stops gives them up first: libmicrohttpd must not be stopped while a connection
/// sleeps.
final class Waiting: Sendable {
  private struct State {
    var isClosed = false
    var entries: [ObjectIdentifier: (PendingReply, @Sendable () -> Response)] = [:]
  }

  private let state = Mutex(State())

  /// Adds an awaited answer; `stopping` makes the answer if the server stops first. Returns false if it has stopped.
  func add(_ pending: PendingReply, stopping: @escaping @Sendable () -> Response) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.entries[ObjectIdentifier(pending)] = (pending, stopping)
      return true
    }
  }

  /// Removes an answer that has come.
  func remove(_ pending: PendingReply) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(pending)) }
  }

  /// Gives up every awaited answer and accepts no more.
  func giveUp() {
    let entries = state.withLock { state in
      state.isClosed = true
      return Array(state.entries.values)
    }
    for (pending, stopping) in entries { pending.answer(stopping()) }
  }
}
