import CMicroHTTPD
import Synchronization

/// An answer that comes later. The thread that read the request puts the connection to sleep unless the answer is
/// there already; whoever answers first wakes it. The connection is never touched after it was woken, so it may be
/// closed at any time from then on.
final class Pending: Sendable {
  private enum State {
    /// The job was started; the connection is awake.
    case open
    /// The connection sleeps.
    case asleep(OpaquePointer)
    /// The answer is here, and the connection awake or about to be.
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
        MHD_resume_connection(connection)
      case .answered, .done:
        break
      }
    }
  }

  /// Whether an answer is still wanted.
  var isOpen: Bool {
    state.withLock { state in
      switch state {
      case .open, .asleep: true
      case .answered, .done: false
      }
    }
  }

  /// The answer if it is there; else puts the connection to sleep. Called on the connection's own thread.
  func collect(orSuspend connection: OpaquePointer) -> Response? {
    // A pointer may not be handed to the lock, which might keep it; its address may.
    let address = UInt(bitPattern: connection)
    return state.withLock { state in
      switch state {
      case .answered(let response):
        state = .done
        return response
      case .open:
        guard let connection = OpaquePointer(bitPattern: address) else { return nil }
        MHD_suspend_connection(connection)
        state = .asleep(connection)
        return nil
      case .asleep, .done:
        return nil
      }
    }
  }
}
